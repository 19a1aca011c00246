import { money } from '@sesa/money'
import { describe, expect, it } from 'vitest'
import type { CollectionState } from '../../../db/schema/collections.ts'
import {
  decideAttempt,
  decideCharge,
  decideNewAttempt,
  isExtra,
  payingAttempt,
  statusOf,
  type AttemptChange,
  type AttemptFacts,
} from './decide.ts'
import type { CollectionStatus } from './ports.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000)
const attempt = (state: CollectionState, change: Partial<AttemptFacts> = {}): AttemptFacts => ({
  id: 'a',
  number: 1,
  state,
  amount: 5_000n,
  currency: 'LRD',
  recorded_at: ago(1),
  ended_at: null,
  missed_at: null,
  received: null,
  received_currency: null,
  ...change,
})
const PAID: CollectionStatus = { status: 'completed', amount: money(5_000n, 'LRD') }
const COMPLETED = { state: 'completed', received: 5_000n, currency: 'LRD' } as const
const ACCEPTED = { providerId: 'pmc-1', code: '*715*1*9#', endsAt: NOW }
const FAILED: CollectionStatus = { status: 'failed', code: 'PAYMENT_NOT_APPROVED' }
const OVER = { state: 'failed', answer: 'PAYMENT_NOT_APPROVED' } as const

describe('a carrier’s answer about a request to pay', () => {
  it.each<[CollectionState, CollectionStatus, AttemptChange]>([
    ['recorded', { status: 'open' }, { state: 'open' }],
    ['recorded', PAID, COMPLETED],
    ['recorded', FAILED, OVER],
    ['recorded', { status: 'not_found' }, null],
    ['recorded', { status: 'unknown' }, null],
    ['sent', { status: 'open' }, { state: 'open' }],
    ['sent', { status: 'open', accepted: ACCEPTED }, { state: 'open', accepted: ACCEPTED }],
    ['sent', PAID, COMPLETED],
    ['sent', FAILED, OVER],
    ['sent', { status: 'not_found' }, null],
    ['sent', { status: 'unknown' }, null],
    ['open', { status: 'open' }, null],
    ['open', { status: 'open', accepted: ACCEPTED }, null],
    ['open', PAID, COMPLETED],
    ['open', FAILED, OVER],
    ['open', { status: 'not_found' }, null],
    ['open', { status: 'unknown' }, null],
    // Money that comes after we gave the request up has come.
    ['never_arrived', PAID, COMPLETED],
    ['never_arrived', { status: 'open' }, null],
    ['never_arrived', FAILED, null],
    ['never_arrived', { status: 'not_found' }, null],
    ['failed', PAID, COMPLETED],
    ['failed', FAILED, null],
    ['refused', PAID, COMPLETED],
    ['stopped', PAID, COMPLETED],
    ['stopped', { status: 'open' }, null],
    ['completed', PAID, null],
    ['completed', FAILED, null],
    ['completed', { status: 'not_found' }, null],
  ])('in %s, %o changes it to %o', (state, answer, change) => {
    expect(decideAttempt(attempt(state), answer, NOW)).toEqual(change)
  })

  it.each<[string, Partial<AttemptFacts>, AttemptChange]>([
    ['14 minutes after it was recorded changes nothing', { recorded_at: ago(14) }, null],
    ['after 15 minutes is noted', { recorded_at: ago(15) }, { missed: true }],
    ['again within a minute changes nothing', { recorded_at: ago(16), missed_at: ago(0.5) }, null],
    ['again after a minute ends it', { recorded_at: ago(17), missed_at: ago(1) }, { state: 'never_arrived' }],
  ])('“not found” %s', (_, facts, change) => {
    for (const state of ['recorded', 'sent', 'open'] as const)
      expect(decideAttempt(attempt(state, facts), { status: 'not_found' }, NOW)).toEqual(change)
  })

  it('without a readable amount completes nothing: it is asked again', () => {
    expect(decideAttempt(attempt('open'), { status: 'completed', amount: null }, NOW)).toBeNull()
  })
})

describe('a payment', () => {
  it.each<[readonly CollectionState[], boolean, string]>([
    [[], false, 'open'],
    [[], true, 'cancelled'],
    [['failed'], false, 'open'],
    [['failed', 'stopped', 'never_arrived', 'refused'], true, 'cancelled'],
    [['failed', 'recorded'], false, 'processing'],
    // Nothing is cancelled while a request may still take money.
    [['failed', 'recorded'], true, 'processing'],
    [['sent'], true, 'processing'],
    [['open'], true, 'processing'],
    [['completed'], true, 'succeeded'],
    [['never_arrived', 'completed'], false, 'succeeded'],
    [['completed', 'open'], false, 'succeeded'],
  ])('with attempts %j, closing %s, is %s', (states, closing, status) => {
    const attempts = states.map((state, index) => attempt(state, { id: String(index), number: index + 1 }))
    expect(statusOf(attempts, null, closing)).toBe(status)
  })

  it('is paid by the first attempt that completed, and for ever by the one that was booked', () => {
    const early = attempt('completed', { id: 'early', number: 2, ended_at: ago(5) })
    const late = attempt('completed', { id: 'late', number: 1, ended_at: ago(1) })
    expect(payingAttempt([late, early], null)).toBe(early)
    expect(payingAttempt([late, early], 'late')).toBe(late)
    expect(payingAttempt([attempt('failed')], null)).toBeUndefined()
  })

  it.each([
    ['completed', { state: 'awaiting_payment', collection_id: null }, false],
    ['completed', { state: 'awaiting_payment', collection_id: 'b' }, true],
    ['completed', { state: 'paid', collection_id: 'a' }, false],
    ['completed', { state: 'sent', collection_id: 'b' }, true],
    ['completed', { state: 'cancelled', collection_id: null }, true],
    ['failed', { state: 'cancelled', collection_id: null }, false],
  ] as const)('%s for %o is extra: %s', (state, transfer, extra) => {
    expect(isExtra(attempt(state), transfer)).toBe(extra)
  })
})

describe('another attempt', () => {
  const transfer = {
    ...{ state: 'awaiting_payment', cancel_reason: null, hold_reason: null },
    quote_expires_at: ago(-10),
  }
  it.each<[string, Partial<typeof transfer> | object, readonly CollectionState[], number, string | null]>([
    ['begins', {}, [], 0, null],
    ['begins after four that failed', {}, ['failed', 'failed', 'refused', 'stopped'], 9, null],
    ['is refused while one is open', {}, ['open'], 0, 'open'],
    ['is refused while one is recorded', { cancel_reason: 'user' }, ['recorded'], 0, 'open'],
    ['is refused after one that completed', {}, ['completed'], 0, 'closed'],
    ['is refused once cancelled', { cancel_reason: 'user' }, [], 0, 'closed'],
    ['is refused on hold', { hold_reason: 'staff' }, [], 0, 'closed'],
    ['is refused once paid', { state: 'paid' }, [], 0, 'closed'],
    ['is refused with less than six minutes left', { quote_expires_at: ago(-5.9) }, [], 0, 'expired'],
    ['begins with six minutes left', { quote_expires_at: ago(-6) }, [], 0, null],
    ['is refused after five', {}, ['failed', 'failed', 'failed', 'failed', 'failed'], 5, 'too_many'],
    ['is refused after ten failures of the wallet in a day', {}, [], 10, 'declined'],
  ])('%s', (_, change, states, failed, refusal) => {
    const attempts = states.map((state) => ({ state }))
    expect(decideNewAttempt({ ...transfer, ...change }, attempts, failed, NOW)).toBe(refusal)
  })
})

describe('a charge that is asked about before its pay-out', () => {
  const completed = (amount: bigint, currency: 'LRD' | 'USD' = 'LRD'): CollectionStatus => ({
    status: 'completed',
    amount: money(amount, currency),
  })
  const facts = { received: 5_000n, received_currency: 'LRD', taken_back: null, answer: null }
  it.each<[string, Partial<Parameters<typeof decideCharge>[0]>, CollectionStatus, string, bigint | null]>([
    ['the same', {}, completed(5_000n), 'stands', null],
    ['less', {}, completed(4_999n), 'taken_back', 1n],
    ['more', {}, completed(5_001n), 'differs', null],
    ['another currency', {}, completed(5_000n, 'USD'), 'differs', null],
    ['an amount that we cannot read', {}, { status: 'completed', amount: null }, 'unknown', null],
    ['a failure', {}, { status: 'failed', code: 'REVERSED' }, 'taken_back', 5_000n],
    // Nothing final contradicts its first answer.
    ['that it is open', {}, { status: 'open' }, 'unknown', null],
    ['that it does not know it', {}, { status: 'not_found' }, 'unknown', null],
    ['nothing', {}, { status: 'unknown' }, 'unknown', null],
    [
      'nothing, as before it confirmed the payment in writing',
      { answer: 'x' },
      { status: 'open' },
      'stands',
      null,
    ],
    ['a failure after it confirmed', { answer: 'x' }, { status: 'failed', code: 'X' }, 'taken_back', 5_000n],
    ['success after it took the money back', { taken_back: 5_000n }, completed(5_000n), 'taken_back', null],
    ['success of an unknown amount', { received: null }, completed(5_000n), 'differs', null],
  ])('whose carrier now reports %s', (_, change, answer, check, taken) => {
    expect(decideCharge({ ...facts, ...change }, answer)).toEqual({ check, taken })
  })
})
