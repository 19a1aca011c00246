import { expect, it } from 'vitest'
import { failureKindOf } from './failure-kind.ts'

it.each([
  ['not_found', true, 'unknown'],
  ['not_found', false, 'unknown'],
  ['profile_incomplete', true, 'unknown'],
  ['profile_incomplete', false, 'unknown'],
  ['quote_expired', false, 'unpaid'],
  ['card_provider_unavailable', true, 'checking'],
  ['network', false, 'unreached'],
  ['internal', true, 'unreached'],
  ['internal', false, 'checking'],
] as const)('the failure %s (opened from history: %s) is shown as %s', (code, view, kind) => {
  expect(failureKindOf(code, view)).toBe(kind)
})
