import type { LogLevel } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { parseArgs } from 'node:util'
import { PARTS, type Part } from './mutants/parts.ts'
import { describeMutant, scoreOf, type Score } from './mutants/result.ts'
import { TESTS_VARIABLE } from './mutants/tests-variable.ts'
import { piecesOf, rangeOf, sampleOf } from './mutants/sample.ts'

// npm run mutants -- money ledger --sample 100 --seed 7: changes the code in many small ways and lists the changes that
// no test detects.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    'at-least': { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '2' },
  },
})

const unknown = positionals.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`Unknown part: ${unknown.join(', ')}. Choose from ${Object.keys(PARTS).join(', ')}.`)

async function mutateOf(part: Part): Promise<string[]> {
  if (values.sample === undefined) return [...part.code]
  return sampleOf(await piecesOf(part), Number(values.sample), Number(values.seed)).map(rangeOf)
}

/** Tests a part's mutants in a copy of the repository below `.cache`, which the run removes at its end. */
async function run(name: string, part: Part): Promise<Score> {
  process.env[TESTS_VARIABLE] = part.tests.join(' ')
  const results = await new Stryker({
    mutate: await mutateOf(part),
    testRunner: 'vitest',
    // Stryker's own selection of test files would not activate mutants in code that runs at import.
    vitest: { related: false, configFile: 'scripts/mutants/vitest.config.ts' },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/plugins.ts'],
    ignorers: ['point-names'],
    reporters: ['survivors'],
    tempDirName: '.cache/mutants',
    cleanTempDir: 'always',
    ignorePatterns: ['.data', '.cache', 'dist', 'docs', 'test-results', 'playwright-report'],
    coverageAnalysis: 'perTest',
    concurrency: Number(values.concurrency),
    // A mutant may make the engine wait for a back-off. Only one that never ends should time out.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 30,
    disableTypeChecks: false,
    allowConsoleColors: false,
    logLevel: 'error' as LogLevel,
  }).runMutationTest()
  const score = scoreOf(results)
  const lines = results.map(describeMutant).filter((line) => line !== undefined)
  console.log(`${name}: ${JSON.stringify(score)}`)
  for (const line of lines) console.log(`  ${line}`)
  return score
}

const names = positionals.length > 0 ? positionals : Object.keys(PARTS)
if (values.sample !== undefined)
  console.log(`At most ${values.sample} mutants of each part, seed ${values.seed}`)
const scores: (Score & { part: string })[] = []
for (const name of names) {
  const part = PARTS[name]
  if (part === undefined) continue
  console.log(`${name}:`)
  scores.push({ part: name, ...(await run(name, part)) })
}
console.table(
  scores.map(({ score, ...counts }) => ({ ...counts, score: `${(score * 100).toFixed(1)} %` })),
  ['part', 'mutants', 'killed', 'survived', 'noCoverage', 'timeouts', 'score'],
)
if (scores.some(({ score }) => score * 100 < Number(values['at-least']))) process.exitCode = 1
