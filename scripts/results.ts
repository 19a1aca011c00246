import { stripVTControlCharacters } from 'node:util'

/** A failed check or test: its name and its message. */
export interface Failure {
  readonly name: string
  readonly message: string
}

/** How long a test took, in milliseconds. */
interface Timed {
  readonly name: string
  /** As named in the tool's report. */
  readonly file: string
  readonly ms: number
}

/** The number of passed checks or tests, each failure, and the times of tests. Skipped tests count as neither. */
export interface Result {
  readonly passed: number
  readonly failures: readonly Failure[]
  /** Tests that failed once and then passed, with their first error. They count as passed, and as a defect. */
  readonly flaky: readonly Failure[]
  readonly times: readonly Timed[]
}

export const NOTHING: Result = { passed: 0, failures: [], flaky: [], times: [] }

const MOST_LINES = 12
const MOST_LAST_LINES = 40

/** Creates a failure with the first lines of its message. */
export function failure(name: string, message: string): Failure {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  const rest = lines.length > MOST_LINES ? ['…'] : []
  return { name, message: [...lines.slice(0, MOST_LINES), ...rest].join('\n') }
}

/** Creates a failure of a failed tool, with the last lines of its output. */
export function badEnd(name: string, output: string): Failure {
  const said = stripVTControlCharacters(output).trim()
  return { name, message: said.split('\n').slice(-MOST_LAST_LINES).join('\n') }
}

/** Returns the result of a step that is a single check. */
export function single(name: string, { passed, output }: { passed: boolean; output: string }): Result {
  return passed ? { ...NOTHING, passed: 1 } : { ...NOTHING, failures: [badEnd(name, output)] }
}

export function sum(results: readonly Result[]): Result {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    flaky: results.flatMap(({ flaky }) => flaky),
    times: results.flatMap(({ times }) => times),
  }
}

interface PlaywrightError {
  readonly message?: string
  readonly stack?: string
}

interface PlaywrightSuite {
  readonly title: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly line: number
    readonly tests: readonly {
      readonly projectName: string
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      readonly results: readonly { readonly duration: number; readonly errors: readonly PlaywrightError[] }[]
    }[]
  }[]
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[]
  /** Errors outside any test, for example in a teardown. */
  readonly errors: readonly PlaywrightError[]
}

function said(error: PlaywrightError | undefined, otherwise: string): string {
  return error?.message ?? error?.stack ?? otherwise
}

function playwrightSuite({ title, suites = [], specs }: PlaywrightSuite, outer: readonly string[]): Result {
  const path = [...outer, title]
  const tests = specs.flatMap((spec) => spec.tests.map((test) => ({ ...spec, ...test })))
  const ended = (wanted: 'unexpected' | 'flaky'): Failure[] =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ title: test, line, projectName, results }) => {
        const [file = '', ...titles] = [...path, test]
        const error = results.flatMap(({ errors }) => errors)[0]
        const name = `[${projectName}] ${file}:${line} › ${titles.join(' › ')}`
        return failure(name, said(error, 'It did not end as expected.'))
      })
  const [failures, flaky] = [ended('unexpected'), ended('flaky')]
  const passed = flaky.length + tests.filter(({ status }) => status === 'expected').length
  const times = tests.map(({ title: test, projectName, results }) => ({
    name: `[${projectName}] ${path.join(' › ')} › ${test}`,
    file: path[0] ?? '',
    ms: results.reduce((total, { duration }) => total + duration, 0),
  }))
  return sum([{ passed, failures, flaky, times }, ...suites.map((suite) => playwrightSuite(suite, path))])
}

/** Parses a Playwright JSON report. */
export function playwrightResult(report: string): Result {
  const { suites, errors } = JSON.parse(report) as PlaywrightReport
  const outside = errors.map((error) => failure('Playwright, outside any test', said(error, '')))
  return sum([...suites.map((suite) => playwrightSuite(suite, [])), { ...NOTHING, failures: outside }])
}

/** Adds a failure if a tool failed and its report has none. */
export function withOutcome(
  name: string,
  result: Result,
  outcome: { passed: boolean; output: string },
): Result {
  if (outcome.passed || result.failures.length > 0) return result
  const end = badEnd(`${name} failed, but its report names no failure`, outcome.output)
  return sum([result, { ...NOTHING, failures: [end] }])
}

const SLOWEST = 20

/**
 * Returns a line for each of the slowest tests, with its purpose from the comment at the head of its file: `// Slow:
 * …`.
 */
export function slowestTests({ times }: Result, textOf: (file: string) => string): readonly string[] {
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  return slowest.flatMap(({ name, file, ms }) => {
    const buys = /^\/\/ Slow: (.*)$/m.exec(textOf(file))?.[1]
    return [
      `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`,
      ...(buys === undefined ? [] : [`          ${buys}`]),
    ]
  })
}

function listed(heading: string, failures: readonly Failure[]): readonly string[] {
  if (failures.length === 0) return []
  return [
    `\n${heading}:\n`,
    ...failures.map(({ name, message }, i) => `${i + 1}) ${name}\n${message.replace(/^(?=.)/gm, '    ')}\n`),
  ]
}

/** Returns the end of `npm test`: what failed, since earlier output may have scrolled away, and the counts. */
export function lastWords({ passed, failures, flaky }: Omit<Result, 'times'>): string {
  return [
    ...listed('Failed once and passed when repeated', flaky),
    ...listed('What failed', failures),
    `${passed} passed, ${failures.length} failed`,
  ].join('\n')
}
