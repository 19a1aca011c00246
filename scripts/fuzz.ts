import { parseArgs } from 'node:util'
import { command } from './command.ts'

// npm run fuzz -- --requests 10000 --seed 7: generated requests against the whole product, beyond those of npm test.
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string' } },
})
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
const { passed } = await command(
  ['vitest', 'run', 'apps/api/src/security/fuzz.test.ts', '--project', 'api', '--reporter', 'verbose'],
  { show: true, env: { FUZZ_REQUESTS: values.requests, FUZZ_SEED: seed } },
)
process.exitCode = passed ? 0 : 1
