import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

const GENERATED = /(^|\/)(node_modules|dist|coverage|test-results|playwright-report|\.git|\.data|\.cache)$/

/**
 * Returns the paths below `root` that match `pattern`, without installed, built or recorded files. Walks the tree
 * instead of running git, which refuses if the clone belongs to another user.
 */
export function filesBelow(root: string, pattern: string): string[] {
  const found = globSync(pattern, { cwd: root, exclude: (path) => GENERATED.test(path) })
  return found.filter((path) => !GENERATED.test(path)).sort()
}
