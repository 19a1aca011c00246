import { expect, it } from 'vitest'
import { createTransferStoredAs } from '../../../testing/transfer-row.ts'
import { isPayoutInFlight, STATES, type State } from '../state/states.ts'
import { consequenceOf, consequenceOfHold } from './consequences.ts'
import { STAFF_ACTIONS } from './refusals.ts'

const stored = (state: State, change: Parameters<typeof createTransferStoredAs>[0] = {}) =>
  createTransferStoredAs({ state, captured_at: state === 'awaiting_payment' ? null : new Date(0), ...change })

it('a hold says what may still happen without us', () => {
  const moving = STATES.filter((state) => consequenceOfHold(stored(state)).mayStillMove)
  expect(moving).toEqual(['awaiting_payment', 'paying_out', 'payout_unknown', 'refunding'])
  for (const state of STATES) {
    const { mayStillMove, text } = consequenceOfHold(stored(state))
    expect([state, /may still|may have left/.test(text)]).toEqual([state, mayStillMove])
    expect([state, text.includes('won’t stop the money that MTN MoMo already has')]).toEqual([
      state,
      isPayoutInFlight(state),
    ])
  }
})

it.each([
  ['paid', null, 'The transfer continues from where it stopped.'],
  ['paid', 'user', 'The transfer was cancelled, so it’s refunded.'],
  ['payout_unknown', null, 'The pay-out continues.'],
  ['payout_unknown', 'user', 'No other pay-out is sent'],
  ['refund_failed', null, 'The refund continues.'],
  ['refunded', null, 'Only the hold ends'],
] as const)('a release of a transfer that is %s, cancelled by %s', (state, cancel_reason, words) => {
  expect(consequenceOf('release', stored(state, { hold_reason: 'staff', cancel_reason }))).toContain(words)
})

it('a cancellation on hold promises no refund', () => {
  const held = stored('paid', { hold_reason: 'screening' })
  expect(consequenceOf('cancel', held)).toContain('The decision on the hold settles the money.')
  expect(consequenceOf('cancel', stored('paid'))).toContain('Refunds')
})

it('names no case, since every role reads it', () => {
  const texts = STATES.flatMap((state) =>
    STAFF_ACTIONS.map((action) => consequenceOf(action, stored(state, { hold_reason: 'screening' }))),
  )
  expect(texts.join(' ')).not.toMatch(/screen|case|fraud|list/i)
})
