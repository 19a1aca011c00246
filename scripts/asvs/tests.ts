import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import type { Evidence } from './table.ts'

const run = promisify(execFile)
/** Long enough for all named tests at once on a busy machine. */
const LONGEST_MS = 2_400_000

/** The result of a named test. `broken`: its file could not run, so nothing was judged. */
export type Outcome = 'passed' | 'failed' | 'broken'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

interface Suite {
  readonly file: string
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly {
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
/** Returns a pattern of the titles that a named test runs under: `test.each` fills in values. */
const patternOf = ({ words }: Evidence): string => literal(words).replace(/%[a-z]/g, '.*')
export const isJourney = ({ path }: Evidence): boolean => path.startsWith('e2e/')

export const keyOf = ({ path, words }: Evidence): string => `${path} “${words}”`

/** Runs only these tests in the tree at `root`. Prints why each failed: a broken edit is not a removal. */
export async function runTests(
  root: string,
  tests: readonly Evidence[],
  say: (line: string) => void,
): Promise<Map<string, Outcome>> {
  const journeys = tests.filter(isJourney)
  const others = tests.filter((test) => !isJourney(test))
  const outcomes = new Map<string, Outcome>()
  const judge = (results: readonly Result[], named: readonly Evidence[]): void => {
    for (const test of named) {
      const own = results.filter((result) => belongs(result, test))
      const failed = own.filter(({ ok }) => !ok)
      outcomes.set(keyOf(test), own.length === 0 ? 'broken' : failed.length > 0 ? 'failed' : 'passed')
      for (const { title, message } of failed.slice(0, 1))
        say(`  “${title}” failed: ${message.slice(0, 300)}`)
    }
  }
  if (others.length > 0) judge(await vitest(root, others), others)
  if (journeys.length > 0) judge(await playwright(root, journeys), journeys)
  return outcomes
}

interface Result {
  readonly file: string
  readonly title: string
  readonly ok: boolean
  readonly message: string
}

const belongs = ({ file, title }: Result, test: Evidence): boolean =>
  file.endsWith(test.path) && new RegExp(`^${patternOf(test)}$`).test(title)

async function attempt(root: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const own = { ...process.env, ...env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` }
  // A failed test makes it exit with 1; its report says more.
  await run(process.execPath, args, { cwd: root, env: own, timeout: LONGEST_MS, maxBuffer: 64e6 }).catch(
    () => undefined,
  )
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** Returns the text on one line, without colours. */
const plain = (text = ''): string => stripVTControlCharacters(text).replace(/\s+/g, ' ')

async function vitest(root: string, tests: readonly Evidence[]): Promise<Result[]> {
  const file = join(root, 'asvs-vitest.json')
  rmSync(file, { force: true })
  const paths = [...new Set(tests.map(({ path }) => path))]
  const names = tests.map(patternOf).join('|')
  // A time-out on a busy machine would look as if the test had noticed.
  const report = ['--testTimeout=180000', '--hookTimeout=180000', '--reporter=json', `--outputFile=${file}`]
  await attempt(root, ['node_modules/vitest/vitest.mjs', 'run', ...paths, '-t', names, ...report], {})
  return (readReport<Report>(file)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ title, status, failureMessages }) => ({
        file: name,
        title,
        ok: status === 'passed',
        message: plain(failureMessages?.[0]),
      })),
  )
}

async function playwright(root: string, tests: readonly Evidence[]): Promise<Result[]> {
  const file = join(root, 'asvs-journeys.json')
  rmSync(file, { force: true })
  await attempt(root, ['apps/web/build/build.ts'], {})
  const names = tests.map(patternOf).join('|')
  const which = ['--config', 'e2e/playwright.config.ts', '--project', 'phone', '-g', names]
  const cli = ['node_modules/@playwright/test/cli.js', 'test', ...which, '--reporter', 'json']
  await attempt(root, cli, { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const all = (suite: Suite): Result[] => [
    ...suite.specs.map(({ title, ok, tests: runs }) => ({
      file: `e2e/journeys/${suite.file}`,
      title,
      ok,
      message: plain(runs.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
    })),
    ...(suite.suites ?? []).flatMap(all),
  ]
  return (readReport<{ suites: Suite[] }>(file)?.suites ?? []).flatMap(all)
}
