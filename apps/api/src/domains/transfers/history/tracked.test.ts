import { expect, test } from 'vitest'
import { createTransferStoredAs } from '../../../testing/transfer-row.ts'
import { STATES, type State } from '../state/states.ts'
import { trackedSince, trackedState } from './tracked.ts'
import type { HistoryEvent } from './view.ts'

const looks = (change: Parameters<typeof createTransferStoredAs>[0]) =>
  Object.fromEntries(
    STATES.map((state) => [state, trackedState(createTransferStoredAs({ ...change, state }))]),
  )

const PLAIN: Readonly<Record<State, string>> = {
  awaiting_payment: 'preparing',
  paid: 'preparing',
  paying_out: 'on_its_way',
  payout_unknown: 'on_its_way',
  payout_failed: 'on_its_way',
  sent: 'arrived',
  refunding: 'not_delivered',
  refund_failed: 'not_delivered',
  refunded: 'not_delivered',
  cancelled: 'cancelled',
}
const CANCELLED = { refunding: 'cancelled', refund_failed: 'cancelled', refunded: 'cancelled' }

test.each([
  ['each state', {}, PLAIN],
  [
    'a hold, which may keep the money, so that it says neither that it comes nor that it does not',
    { hold_reason: 'staff' },
    { ...PLAIN, payout_failed: 'preparing' },
  ],
  [
    'a cancellation on hold',
    { hold_reason: 'screening', cancel_reason: 'user' },
    {
      ...PLAIN,
      ...CANCELLED,
      ...{ paying_out: 'preparing', payout_unknown: 'preparing', payout_failed: 'preparing' },
    },
  ],
  ['a cancellation', { cancel_reason: 'user' }, { ...PLAIN, ...CANCELLED, paid: 'cancelled' }],
  ['a refund that staff requested', { refund_order: 'staff' }, { ...PLAIN, paid: 'not_delivered' }],
] as const)('the recipient reads %s', (_what, change, expected) => {
  expect(looks(change as Parameters<typeof createTransferStoredAs>[0])).toEqual(expected)
})

test('the time is that of the last change shown to the recipient', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute))
  const event = (to_state: State, minute: number, kind: HistoryEvent['kind'] = 'moved'): HistoryEvent => ({
    to_state,
    kind,
    at: at(minute),
  })
  const history = [event('awaiting_payment', 0), event('paid', 1), event('paying_out', 2)]
  expect(trackedSince(history.slice(0, 2))).toEqual(at(0))
  expect(trackedSince([...history, event('payout_unknown', 3), event('payout_failed', 4)])).toEqual(at(2))
  // Neither a hold nor the carrier's trouble changes the time.
  expect(trackedSince([...history, event('paying_out', 9, 'held')])).toEqual(at(2))
  expect(trackedSince([])).toBeUndefined()
})
