import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './command.ts'
import { filesBelow, ROOT } from './files.ts'

const PASSED = join(ROOT, '.cache/lint.json')
const SOURCES = '**/*.{ts,tsx,js,cjs}'
/** When one of these changes, every file is linted again. */
const SETTINGS = ['.oxlintrc.json', 'package-lock.json', ...filesBelow(ROOT, '**/tsconfig*.json')]

/** The hash of each file's content. */
type Hashes = Readonly<Record<string, string>>

function hash(paths: readonly string[]): Hashes {
  const ofFile = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(ROOT, path)))
      .digest('base64')
  return Object.fromEntries(paths.map((path) => [path, ofFile(path)]))
}

/** Returns the sources to lint: those that changed since `passed`, or all if a setting changed. */
export function filesToLint(sources: Hashes, settings: Hashes, passed: Hashes): string[] {
  const changed = (now: Hashes) => Object.keys(now).filter((path) => passed[path] !== now[path])
  return changed(settings).length > 0 ? Object.keys(sources) : changed(sources)
}

if (import.meta.main) {
  const [sources, settings] = [hash(filesBelow(ROOT, SOURCES)), hash(SETTINGS)]
  const passed = existsSync(PASSED) ? (JSON.parse(readFileSync(PASSED, 'utf8')) as Hashes) : {}
  const files = filesToLint(sources, settings, passed)
  const all = files.length === Object.keys(sources).length
  const line = ['oxlint', '--deny-warnings', '--format', 'stylish', ...(all ? ['.'] : files)] as const
  const outcome = files.length === 0 ? { passed: true, output: '' } : await command(line)
  if (outcome.passed) {
    mkdirSync(join(ROOT, '.cache'), { recursive: true })
    writeFileSync(PASSED, JSON.stringify({ ...sources, ...settings }))
  } else console.error(outcome.output)
  console.log(`${files.length} of ${Object.keys(sources).length} files linted`)
  process.exitCode = outcome.passed ? 0 : 1
}
