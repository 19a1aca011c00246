import { expect, test } from 'vitest'
import { offlineText } from './pay-state.ts'

test.each([
  [false, false, true, 'You’re offline. We haven’t charged your card. Pay when you’re back online.'],
  [false, true, true, 'You’re offline. Pay when you’re back online.'],
  [true, false, true, 'You’re offline. We’ll check your payment when you’re back online.'],
  [true, true, true, 'You’re offline. We’ll check your payment when you’re back online.'],
  [false, false, false, 'You’re offline. Pay when you’re back online.'],
])('offline, paying %s, unsure %s, by card %s: %s', (paying, unsure, byCard, words) => {
  expect(offlineText({ paying, unsure, byCard })).toBe(words)
})
