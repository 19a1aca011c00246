import { expect, test } from 'vitest'
import { arrivalText, type Usually } from './arrival.ts'

const took = (medianSeconds: number, p95Seconds: number): Usually => ({ medianSeconds, p95Seconds })

test.each<[Usually, number, string]>([
  [null, 2400, ''],
  [took(8, 40), 2400, 'Usually under a minute. '],
  [took(0, 59), 2400, 'Usually under a minute. '],
  [took(8, 61), 2400, 'Usually under a minute, sometimes up to 2 minutes. '],
  [took(60, 60), 2400, 'Usually within a minute. '],
  [took(61, 120), 2400, 'Usually within 2 minutes. '],
  [took(150, 900), 2400, 'Usually within 3 minutes, sometimes up to 15 minutes. '],
  [took(3541, 7201), 9000, 'Usually within an hour, sometimes up to 3 hours. '],
  // Slower than we promise: only the promise, without a contradiction.
  [took(8, 2401), 2400, 'Usually under a minute. '],
  [took(2401, 5000), 2400, ''],
])('%o with %d seconds left: %s', (usually, secondsLeft, words) => {
  expect(arrivalText(usually, '23:28', secondsLeft)).toBe(`${words}By 23:28 at the latest.`)
})
