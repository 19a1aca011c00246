import { command } from './command.ts'
import { type Result, single, sum } from './results.ts'

interface Check {
  readonly name: string
  readonly line: readonly [string, ...string[]]
}

const types = (name: string, project: string): Check => {
  const known = `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  const line = [
    'node_modules/typescript-7/bin/tsc',
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    known,
  ]
  return { name, line: ['node', ...line] }
}

/**
 * Slowest first, so that no slow check runs by itself at the end. Unchanged files are cached, so lint can miss what a
 * changed type breaks in them; tsc cannot. A fresh clone has no cache.
 */
const CHECKS: readonly Check[] = [
  { name: 'lint', line: ['node', 'scripts/lint.ts'] },
  { name: 'imports', line: ['node', 'scripts/import-rules.ts'] },
  types('types', 'tsconfig.json'),
  types('types of the design system', 'packages/ui/tsconfig.json'),
  types('types of the web app', 'apps/web/tsconfig.json'),
  types('types of the office', 'apps/office/tsconfig.json'),
  { name: 'dead code', line: ['knip', '--no-progress', '--cache', '--cache-location', '.cache/knip'] },
  { name: 'messages', line: ['lingui', 'check', 'sync', '--clean', '--verbose', '--workers', '1'] },
  { name: 'formatting', line: ['oxfmt', '--check'] },
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
