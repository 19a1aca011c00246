import { expect, test } from 'vitest'
import { expiryText } from './cards.ts'

test.each([
  [12, 2034, '2026-11-24T10:00:00Z', 'Expires 12/34'],
  [11, 2026, '2026-11-30T23:59:59Z', 'Expires 11/26'],
  [11, 2026, '2026-12-01T00:00:00Z', 'Expired 11/26'],
  [1, 2027, '2026-12-31T12:00:00Z', 'Expires 01/27'],
])('month %i of %i is valid until it ends: %s', (expMonth, expYear, now, text) => {
  expect(expiryText({ expMonth, expYear }, new Date(now))).toBe(text)
})
