import { describe, expect, it } from 'vitest'
import type { CancelReason } from '../../../db/schema/money.ts'
import type { Claim } from '../state/transfer-row.ts'
import type { CaptureDecision } from './decide-payment.ts'
import { captured } from './payment.ts'
import type { Screened } from './screening.ts'

const CHARGE = { captured_at: new Date('2026-11-29T12:00:00Z'), payout_delay_minutes: 0 }
const PEOPLE = { ids: [1n, 2n], mayBeUnscreened: false }

const claim = (values: Partial<Claim> = {}): Claim =>
  ({
    ...{ id: 'transfer', state: 'awaiting_payment', attempts: 1, late_events_pending: false },
    ...{ cancel_reason: null, hold_reason: null, refund_order: null, payment_intent_id: 'pi_1' },
    ...{ charge_amount: 5_000n, charge_currency: 'USD', captured_at: null, ...values },
  }) as Claim

/** Describes a change: the states, holds, entries and messages, and what comes next. */
function summary(of: Claim, decision: CaptureDecision, screened: Screened | null) {
  const { row, events, entries, moves, request, keepsLease, people, due } = captured(
    of,
    CHARGE,
    decision,
    screened,
  ).effect
  return {
    path: events.map(({ kind, to, hold }) => (kind === 'moved' ? to : (hold ?? kind))).join(' '),
    entries: entries.map(({ kind }) => kind).join(' '),
    moves: moves.join(' '),
    request,
    keepsLease,
    isScreened: people !== null,
    failure: row.failure_code ?? null,
    cancel: row.cancel_reason,
    due: due.bound ?? due.inMs,
  }
}

const ROUTE = { next: 'route', late: false } as const
const clear: Screened = { verdict: 'clear', people: PEOPLE }
const BOOKED = { entries: 'capture', request: null, isScreened: false, failure: null, cancel: null, due: 0 }
const PAID = { ...BOOKED, moves: 'paid' }

describe('a charge', () => {
  it.each<[string, Partial<Claim>, CaptureDecision, Screened | null, object]>([
    [
      'is paid out once its people are clear',
      {},
      ROUTE,
      clear,
      { ...PAID, path: 'paid paying_out', request: 'payout', keepsLease: true, isScreened: true },
    ],
    [
      'waits in paid until its people are screened',
      {},
      ROUTE,
      null,
      { ...PAID, path: 'paid', keepsLease: true },
    ],
    [
      'is held while a case decides about its people',
      {},
      ROUTE,
      { verdict: 'stopped', people: PEOPLE },
      { ...PAID, path: 'paid screening', moves: 'paid held', keepsLease: false, due: null },
    ],
    [
      'is held while the list does not answer',
      {},
      ROUTE,
      { verdict: 'wait', people: PEOPLE },
      {
        ...PAID,
        path: 'paid screening_unavailable',
        moves: 'paid held',
        keepsLease: false,
        due: expect.any(Number),
      },
    ],
    [
      'goes back when two people refused it',
      {},
      ROUTE,
      { verdict: 'refused', people: PEOPLE },
      { ...PAID, path: 'paid cancel_requested', keepsLease: false, cancel: 'staff' },
    ],
    [
      'that is late goes back',
      {},
      { next: 'route', late: true },
      clear,
      { ...BOOKED, path: 'refunding', moves: '', keepsLease: true, failure: 'late' },
    ],
    ...(['user', 'staff', 'replaced'] satisfies CancelReason[]).map(
      (reason): [string, Partial<Claim>, CaptureDecision, Screened, object] => [
        `that was cancelled (${reason}) goes back`,
        { cancel_reason: reason },
        ROUTE,
        clear,
        {
          ...BOOKED,
          ...{ path: 'refunding', moves: '', keepsLease: true, cancel: reason },
          failure: { user: 'cancelled', staff: 'stopped', replaced: 'replaced' }[reason],
        },
      ],
    ),
    [
      'with pending events is checked before anything is paid out',
      {},
      { next: 'book_and_check' },
      clear,
      { ...PAID, path: 'paid', keepsLease: true },
    ],
    [
      'that a rule delays waits for its pay-out',
      {},
      { next: 'delay' },
      null,
      { ...PAID, path: 'paid', keepsLease: false, due: 'payout' },
    ],
    [
      'above the limit of its card is held',
      {},
      { next: 'hold_card_limit', late_events_pending: false },
      clear,
      { ...PAID, path: 'paid card_limit', moves: 'paid held', keepsLease: false, due: null },
    ],
  ])('%s', (_, values, decision, screened, expected) => {
    expect(summary(claim(values), decision, screened)).toEqual(expected)
  })
})
