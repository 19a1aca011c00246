import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCommands } from '../apps/launcher/src/commands.ts'
import { recordBuild, staleFingerprint } from '../apps/launcher/src/web-build.ts'
import { runChecks } from './checks.ts'
import { command } from './command.ts'
import { type Count, countPlaywright, countVitest, lastLine, ONE_OF, sum, withOutcome } from './counts.ts'
import { ROOT } from './files.ts'

/** A tool that reports to a JSON file: its counts from there, and its exit code besides. */
async function runTests(
  line: readonly [string, ...string[]],
  reportFile: string,
  count: (report: string) => Count,
): Promise<Count> {
  const { passed } = await command(line, { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile } })
  const counted = existsSync(reportFile) ? count(readFileSync(reportFile, 'utf8')) : ONE_OF.failed
  return withOutcome(counted, passed)
}

/** Builds the web app if its sources changed, since tests look at what is served. */
async function buildWeb(): Promise<Count> {
  const { build } = productCommands(ROOT, false)
  const stale = await staleFingerprint(build)
  if (stale === undefined) return ONE_OF.none
  const { passed } = await command(['node', ...build.command], { show: true })
  if (!passed) return ONE_OF.failed
  await recordBuild(build, stale)
  return ONE_OF.passed
}

async function runAll(reports: string): Promise<Count> {
  const vitestReport = join(reports, 'vitest.json')
  const counts = [
    await runChecks(),
    await buildWeb(),
    await runTests(
      ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
      vitestReport,
      countVitest,
    ),
  ]
  if (existsSync(join(ROOT, 'e2e/playwright.config.ts'))) {
    const journeys = await runTests(
      ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
      join(reports, 'playwright.json'),
      countPlaywright,
    )
    counts.push(journeys)
  }
  return sum(counts)
}

// npm test: every check and every test there is. Its last line is the count, however it ends.
const reports = mkdtempSync(join(tmpdir(), 'sesa-test-'))
const total = await runAll(reports).catch((error: unknown) => {
  console.error(error)
  return ONE_OF.failed
})
rmSync(reports, { recursive: true, force: true })
console.log(lastLine(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
