import { command } from './command.ts'
import { type Result, single, sum } from './results.ts'

interface Check {
  readonly name: string
  readonly line: readonly [string, ...string[]]
}

const LINT_CACHE = ['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/eslint'] as const
const FORMAT_CACHE = ['--cache', '--cache-location', '.cache/prettier'] as const

/**
 * Slowest first, so that no slow check runs alone at the end. Unchanged files come from a cache, so lint can
 * miss what a changed type breaks in them. A fresh clone has no cache.
 */
const CHECKS: readonly Check[] = [
  { name: 'lint', line: ['eslint', '--max-warnings', '0', ...LINT_CACHE, '.'] },
  { name: 'types', line: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', line: ['tsc', '-p', 'apps/web/tsconfig.json'] },
  { name: 'types of the office', line: ['tsc', '-p', 'apps/office/tsconfig.json'] },
  { name: 'formatting', line: ['prettier', '--check', '--log-level', 'warn', ...FORMAT_CACHE, '.'] },
  { name: 'imports', line: ['node', 'scripts/import-rules.ts'] },
  { name: 'readability', line: ['node', 'scripts/readability.ts'] },
  { name: 'dead code', line: ['knip', '--no-progress'] },
]
const AT_ONCE = 2

/** Runs every check. Each prints one line, and its findings if it fails. */
export async function runChecks(): Promise<Result> {
  const waiting = [...CHECKS]
  const results: Result[] = []
  const runNext = async (): Promise<void> => {
    const check = waiting.shift()
    if (!check) return
    const start = performance.now()
    const { passed, output } = await command(check.line)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`)
    if (!passed) console.log(output.trimEnd())
    results.push(single(`check: ${check.name}`, { passed, output }))
    return runNext()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  return sum(results)
}
