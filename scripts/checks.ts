import { command } from './command.ts'

interface Check {
  readonly name: string
  readonly line: readonly [string, ...string[]]
}

/** The slowest first, so that the last one is not waited for alone. */
const CHECKS: readonly Check[] = [
  { name: 'lint', line: ['eslint', '--max-warnings', '0', '.'] },
  { name: 'types', line: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', line: ['tsc', '-p', 'apps/web/tsconfig.json'] },
  { name: 'formatting', line: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'imports', line: ['node', 'scripts/import-rules.ts'] },
  { name: 'dead code', line: ['knip', '--no-progress'] },
]
const AT_ONCE = 2

/** How many checks passed and how many failed; each prints one line, and what it found when it fails. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...CHECKS]
  const count = { passed: 0, failed: 0 }
  const runNext = async (): Promise<void> => {
    const check = waiting.shift()
    if (!check) return
    const start = performance.now()
    const { passed, output } = await command(check.line)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`)
    if (passed) count.passed++
    else {
      count.failed++
      console.log(output.trimEnd())
    }
    return runNext()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  return count
}
