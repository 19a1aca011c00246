import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCommands } from '../apps/launcher/src/commands.ts'
import { recordBuild, staleFingerprint } from '../apps/launcher/src/web-build.ts'
import { runChecks } from './checks.ts'
import { command } from './command.ts'
import { ROOT } from './files.ts'
import { badEnd, lastWords, playwrightResult, type Result, single, sum, withOutcome } from './results.ts'

const NOTHING: Result = { passed: 0, failures: [] }

/** A tool that reports to the file that this variable names: what failed from there, and its exit code besides. */
async function runTests(
  line: readonly [string, ...string[]],
  report: { readonly variable: string; readonly file: string; read(report: string): Result },
): Promise<Result> {
  const outcome = await command(line, { show: true, env: { [report.variable]: report.file } })
  const result = existsSync(report.file) ? report.read(readFileSync(report.file, 'utf8')) : NOTHING
  return withOutcome(line[0], result, outcome)
}

/** Builds the web app if its sources changed, since tests look at what is served. */
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

/** Tries always the same sample of the mutants of `packages/money`, of which none may survive. */
async function tryMutants(): Promise<Result> {
  const line = ['node', 'scripts/mutants.ts', 'money', '--sample', '40', '--seed', '1'] as const
  return single('mutants of packages/money', await command(line, { show: true }))
}

const runVitest = (reports: string): Promise<Result> =>
  runTests(['vitest', 'run', '--reporter=default', '--reporter=./scripts/vitest-result.ts'], {
    variable: 'VITEST_RESULT_FILE',
    file: join(reports, 'vitest.json'),
    read: (report) => JSON.parse(report) as Result,
  })

const runJourneys = (reports: string): Promise<Result> =>
  runTests(['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    variable: 'PLAYWRIGHT_JSON_OUTPUT_FILE',
    file: join(reports, 'playwright.json'),
    read: playwrightResult,
  })

const durations: string[] = []

/** Runs a part of the whole, and keeps how long it took. */
async function timed(part: string, run: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await run()
  const minutes = (performance.now() - start) / 60_000
  durations.push(`${part.padEnd(12)} ${minutes.toFixed(1).padStart(5)} min`)
  return result
}

/** One part after the other: side by side, two cores serve eight workers and their browsers so slowly that journeys time out. */
async function runAll(reports: string): Promise<Result> {
  return sum([
    await timed('checks', runChecks),
    await timed('mutants', tryMutants),
    await timed('build', buildWeb),
    await timed('unit tests', () => runVitest(reports)),
    await timed('journeys', () => runJourneys(reports)),
  ])
}

// The tests start some hundred Node processes of the same sources: each takes the compiled code from this folder.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache/compiled')

// npm test: every check and every test there is. Its last line is the count, however it ends.
const reports = mkdtempSync(join(tmpdir(), 'sesa-test-'))
const total = await runAll(reports).catch((error: unknown): Result => {
  return { passed: 0, failures: [badEnd('npm test', String(error instanceof Error ? error.stack : error))] }
})
rmSync(reports, { recursive: true, force: true })
console.log(`\nWhat took how long:\n\n${durations.join('\n')}`)
console.log(lastWords(total))
process.exitCode = total.failures.length > 0 || total.passed === 0 ? 1 : 0
