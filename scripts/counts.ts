/** How many checks or tests passed and failed. Skipped ones are neither. */
export interface Count {
  readonly passed: number
  readonly failed: number
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}

export function sum(counts: readonly Count[]): Count {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), ONE_OF.none)
}

/** What a step that is a single check counts for. */
export const ONE_OF = {
  none: { passed: 0, failed: 0 },
  passed: { passed: 1, failed: 0 },
  failed: { passed: 0, failed: 1 },
} as const satisfies Record<string, Count>

/** The counts of a Vitest JSON report. A file that fails before its first test counts as one failed test. */
export function countVitest(report: string): Count {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

/** The counts of a Playwright JSON report. A test that passed only when it was repeated counts as failed. */
export function countPlaywright(report: string): Count {
  const { expected, unexpected, flaky } = (JSON.parse(report) as PlaywrightReport).stats
  return { passed: expected, failed: unexpected + flaky }
}

/** A tool that ended badly never counts as free of failures, whatever its report says or lacks. */
export function withOutcome(count: Count, succeeded: boolean): Count {
  return succeeded || count.failed > 0 ? count : { ...count, failed: 1 }
}

/** The line that `npm test` ends with. */
export function lastLine({ passed, failed }: Count): string {
  return `${passed} passed, ${failed} failed`
}
