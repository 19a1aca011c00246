import { parseArgs } from 'node:util'
import { command } from './command.ts'

// npm run fuzz -- --seed 7 --requests 10000 --answers 10000: generated requests against the whole product, and
// generated provider answers against every adapter, in addition to those of npm test. 0 omits requests or answers.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    answers: { type: 'string', default: '10000' },
    seed: { type: 'string' },
  },
})
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
const files = [
  ...(values.requests === '0' ? [] : ['apps/api/src/security/fuzz.all.test.ts']),
  ...(values.answers === '0'
    ? []
    : ['apps/api/src/providers/hostile.all.test.ts', 'apps/api/src/providers/hostile-callbacks.all.test.ts']),
]
const env = { FUZZ_REQUESTS: values.requests, FUZZ_ANSWERS: values.answers, FUZZ_SEED: seed }
const { passed } = await command(
  ['vitest', 'run', ...files, '--project', 'api-all', '--reporter', 'verbose'],
  {
    show: true,
    env,
  },
)
process.exitCode = passed ? 0 : 1
