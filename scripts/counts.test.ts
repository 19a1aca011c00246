import { describe, expect, test } from 'vitest'
import { countPlaywright, countVitest, lastLine, ONE_OF, sum, withOutcome } from './counts.ts'

describe('the count that npm test ends with', () => {
  test('adds up checks and tests', () => {
    const total = sum([{ passed: 3, failed: 1 }, ONE_OF.none, ONE_OF.passed, ONE_OF.failed])
    expect(lastLine(total)).toBe('4 passed, 2 failed')
  })

  test('a test file that breaks before its first test is a failure', () => {
    const report = JSON.stringify({
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [] },
      ],
    })
    expect(countVitest(report)).toEqual({ passed: 5, failed: 2 })
  })

  test('a journey that passes only when repeated is a failure', () => {
    const report = JSON.stringify({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } })
    expect(countPlaywright(report)).toEqual({ passed: 7, failed: 2 })
  })

  test('a tool that ends badly without naming a failed test is a failure', () => {
    expect(withOutcome({ passed: 9, failed: 0 }, false)).toEqual({ passed: 9, failed: 1 })
    expect(withOutcome({ passed: 9, failed: 2 }, false)).toEqual({ passed: 9, failed: 2 })
    expect(withOutcome({ passed: 9, failed: 0 }, true)).toEqual({ passed: 9, failed: 0 })
  })
})
