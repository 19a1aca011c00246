import { expect, it } from 'vitest'
import { waitText } from './wait-text.ts'

it.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [2, '2 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [7_199, '120 minutes'],
  [7_200, '2 hours'],
  [7_201, '3 hours'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
