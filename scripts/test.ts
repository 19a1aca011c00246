import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { productCommands } from '../apps/launcher/src/commands.ts'
import { recordBuild, staleFingerprint } from '../apps/launcher/src/web-build.ts'
import { runChecks } from './checks.ts'
import { command } from './command.ts'
import { ROOT } from './files.ts'
import {
  badEnd,
  lastWords,
  NOTHING,
  playwrightResult,
  type Result,
  single,
  slowestTests,
  sum,
  withOutcome,
} from './results.ts'

// A whole run repeats a failed test once, and names those that then pass: among nine thousand, one that depends on the
// machine's mood must not hide what a change broke. `vitest` and `playwright` alone repeat nothing.

/** Runs a tool that reports to the file in this variable; the failures come from that file, and from its exit code. */
async function runTests(
  line: readonly [string, ...string[]],
  report: { readonly variable: string; readonly file: string; read(report: string): Result },
  env: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const outcome = await command(line, { show: true, env: { ...env, [report.variable]: report.file } })
  const result = existsSync(report.file) ? report.read(readFileSync(report.file, 'utf8')) : NOTHING
  return withOutcome(line[0], result, outcome)
}

/** Builds the web app if its sources changed, since tests check the served files. */
async function buildWeb(): Promise<Result> {
  const { build } = productCommands(ROOT, false)
  const stale = await staleFingerprint(build)
  if (stale === undefined) return NOTHING
  const results: Result[] = []
  for (const line of build.commands)
    results.push(single('build of the web apps', await command(['node', ...line], { show: true })))
  const built = sum(results)
  if (built.failures.length === 0) await recordBuild(build, stale)
  return built
}

/** Tests always the same sample of the mutants of `packages/money`, none of which may survive. */
async function tryMutants(): Promise<Result> {
  const line = ['node', 'scripts/mutants.ts', 'money', '--sample', '40', '--seed', '1'] as const
  return single('mutants of packages/money', await command(line, { show: true }))
}

function runVitest(reports: string, projects: readonly string[]): Promise<Result> {
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-result.ts']
  return runTests(['vitest', 'run', '--retry=1', ...chosen, ...reporters], {
    variable: 'VITEST_RESULT_FILE',
    file: join(reports, 'vitest.json'),
    read: (report) => JSON.parse(report) as Result,
  })
}

function runJourneys(reports: string, env: Readonly<Record<string, string>> = {}): Promise<Result> {
  const config = ['--config', 'e2e/playwright.config.ts'] as const
  const line = ['playwright', 'test', ...config, '--retries=1', '--reporter=list,json'] as const
  return runTests(
    line,
    {
      variable: 'PLAYWRIGHT_JSON_OUTPUT_FILE',
      file: join(reports, 'playwright.json'),
      read: playwrightResult,
    },
    env,
  )
}

interface Part {
  readonly name: string
  readonly run: (reports: string) => Promise<Result>
}

/** Parts that a change is likely to break. */
const USUAL: readonly Part[] = [
  { name: 'checks', run: runChecks },
  { name: 'build', run: buildWeb },
  { name: 'unit tests', run: (reports) => runVitest(reports, ['api', 'node']) },
  { name: 'journeys', run: runJourneys },
]

/** The other parts: slow, and rarely broken. */
const REST: readonly Part[] = [
  { name: 'mutants', run: tryMutants },
  { name: 'build', run: buildWeb },
  { name: 'slow tests', run: (reports) => runVitest(reports, ['api-all', 'node-all']) },
  { name: 'states', run: (reports) => runJourneys(reports, { SESA_E2E_ALL: '1' }) },
]

/** Runs one part after another: in parallel, two cores run eight workers and their browsers very slowly. */
async function runParts(parts: readonly Part[], reports: string, durations: string[]): Promise<Result> {
  const results: Result[] = []
  for (const { name, run } of parts) {
    const start = performance.now()
    results.push(await run(reports))
    const minutes = (performance.now() - start) / 60_000
    durations.push(`${name.padEnd(12)} ${minutes.toFixed(1).padStart(5)} min`)
  }
  return sum(results)
}

// The tests start some hundred Node processes of the same sources: each loads the compiled code from this folder.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache/compiled')

// npm test, and with --all npm run test:all. Its last line is the count, however it ends.
const isAll = process.argv.includes('--all')
const reports = mkdtempSync(join(tmpdir(), 'sesa-test-'))
const durations: string[] = []
const total = await runParts(isAll ? REST : USUAL, reports, durations).catch((error: unknown): Result => {
  const said = String(error instanceof Error ? error.stack : error)
  return { ...NOTHING, failures: [badEnd(isAll ? 'npm run test:all' : 'npm test', said)] }
})
rmSync(reports, { recursive: true, force: true })
// Vitest names files by absolute paths, and Playwright relative to the journeys.
const textOf = (file: string): string => readFileSync(resolve(ROOT, 'e2e/journeys', file), 'utf8')
console.log(`\nThe slowest tests:\n\n${slowestTests(total, textOf).join('\n')}`)
console.log(`\nWhat took how long:\n\n${durations.join('\n')}`)
console.log(lastWords(total))
process.exitCode = total.failures.length > 0 || total.passed === 0 ? 1 : 0
