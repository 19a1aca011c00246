import { expect, test } from 'vitest'
import { arrivalText, type Usually } from './arrival.ts'

const took = (medianSeconds: number, p95Seconds: number): Usually => ({ medianSeconds, p95Seconds })

test.each<[Usually, number, string]>([
  [null, 2400, 'Usually in minutes (by 23:28)'],
  [null, 3601, 'By 23:28'],
  [took(8, 40), 2400, 'In about a minute (by 23:28)'],
  [took(60, 60), 2400, 'In about a minute (by 23:28)'],
  [took(61, 120), 2400, 'In about 2 minutes (by 23:28)'],
  [took(150, 900), 2400, 'In about 3 minutes (by 23:28)'],
  [took(3541, 7201), 9000, 'In about an hour (by 23:28)'],
  [took(3601, 7201), 9000, 'In about 2 hours (by 23:28)'],
  [took(2401, 2500), 2400, 'By 23:28'],
])('with %o and %i seconds left', (usually, secondsLeft, words) => {
  expect(arrivalText(usually, '23:28', secondsLeft)).toBe(words)
})
