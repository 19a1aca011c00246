import { expect, test } from 'vitest'
import { offlineText } from './pay-state.ts'

test.each([
  [false, false, 'You’re offline. We haven’t charged your card. Pay when you’re back online.'],
  [false, true, 'You’re offline. Pay when you’re back online.'],
  [true, false, 'You’re offline. We’ll check your payment when you’re back online.'],
  [true, true, 'You’re offline. We’ll check your payment when you’re back online.'],
])('offline, paying %s, unsure %s: %s', (paying, unsure, words) => {
  expect(offlineText({ paying, unsure })).toBe(words)
})
