import { describe, expect, it } from 'vitest'
import type { Payment } from '../ports.ts'
import { decideCapture, decideHeldCapture, decidePayment, isAsQuoted } from './decide-payment.ts'

const EXPIRES = new Date('2026-11-23T12:00:00Z')
const MINUTE = 60_000
const quoted = {
  quote_expires_at: EXPIRES,
  late_events_pending: false,
  cancel_reason: null,
  payout_delay_minutes: 0,
}
const UNPAID = { debit_started_at: null, cancel_reason: null }
const whole = { disputed: false, refunded: false, review: null }
const after = (ms: number): Date => new Date(EXPIRES.getTime() + ms)

const payment = (change: Partial<Payment>): Payment => ({
  id: 'pi_1',
  status: 'succeeded',
  clientSecret: 'secret',
  received: 10_000n,
  currency: 'USD',
  transferId: 't1',
  capturedAt: EXPIRES,
  disputed: false,
  review: null,
  refunded: false,
  cardFingerprint: null,
  cardCountry: null,
  declinedCharge: null,
  customerId: null,
  card: null,
  keptCard: null,
  ...change,
})

describe('the card provider’s answer about a payment', () => {
  it.each([
    ['open', { next: 'wait_for_charge', status: 'uncharged' }],
    ['processing', { next: 'wait_for_charge', status: 'processing' }],
    ['cancelled', { next: 'cancel' }],
    ['succeeded', { next: 'capture' }],
  ] as const)('%s', (status, decision) => {
    expect(decidePayment({ ok: true, value: payment({ status }) }, UNPAID)).toMatchObject(decision)
  })

  it.each(['refused', 'unknown'] as const)('is requested again when the query fails (%s)', (reason) => {
    expect(decidePayment({ ok: false, reason, code: 'x' }, UNPAID)).toEqual({ next: 'retry_later' })
  })
})

describe('the answer about a debit', () => {
  const STARTED = { debit_started_at: EXPIRES, cancel_reason: null }
  const debit = { startedAt: EXPIRES, bank: 'TEST BANK', last4: '6789', failure: null }
  const failed = { ...debit, startedAt: null, failure: 'insufficient_funds' }
  it.each<[string, Partial<Payment>, Parameters<typeof decidePayment>[1], object]>([
    ['authorized', { status: 'processing', debit }, UNPAID, { next: 'record_debit', debit }],
    [
      'authorized after the customer cancelled',
      { status: 'processing', debit },
      { ...UNPAID, cancel_reason: 'user' },
      { next: 'record_debit' },
    ],
    [
      'under way',
      { status: 'processing', debit },
      STARTED,
      { next: 'wait_for_charge', status: 'processing' },
    ],
    [
      'under way without its charge',
      { status: 'processing', debit: null },
      UNPAID,
      { next: 'wait_for_charge' },
    ],
    [
      'not paid',
      { status: 'open', debit: failed },
      STARTED,
      { next: 'close_failed_debit', failure: 'insufficient_funds' },
    ],
    [
      'not paid, without a reason',
      { status: 'open', debit: null },
      STARTED,
      { next: 'close_failed_debit', failure: 'debit_failed' },
    ],
    [
      'not paid, and being closed',
      { status: 'open', debit: failed },
      { ...STARTED, cancel_reason: 'user' },
      { next: 'wait_for_charge', status: 'uncharged' },
    ],
    [
      'refused at once, before it was under way',
      { status: 'open', debit: failed },
      UNPAID,
      { next: 'wait_for_charge', status: 'uncharged' },
    ],
    ['paid', { status: 'succeeded', debit }, STARTED, { next: 'capture' }],
  ])('%s', (_what, change, transfer, decision) => {
    expect(decidePayment({ ok: true, value: payment(change) }, transfer)).toMatchObject(decision)
  })
})

describe('a charge', () => {
  const transfer = { id: 't1', charge_amount: 10_000n, charge_currency: 'USD' } as const

  it.each([
    ['as quoted', {}, true],
    ['of less', { received: 9_999n }, false],
    ['of more', { received: 10_001n }, false],
    ['in another currency', { currency: 'GHS' }, false],
    ['of another transfer', { transferId: 't2' }, false],
    ['of no transfer', { transferId: null }, false],
  ] as const)('%s', (_name, change, expected) => {
    expect(isAsQuoted(payment(change), transfer)).toBe(expected)
  })

  it.each([
    ['in time pays out', whole, after(-1), quoted, false, { next: 'route', late: false }],
    [
      'at the end of the grace period pays out',
      whole,
      after(10 * MINUTE),
      quoted,
      false,
      { next: 'route', late: false },
    ],
    [
      'after the grace period goes back',
      whole,
      after(10 * MINUTE + 1),
      quoted,
      false,
      { next: 'route', late: true },
    ],
    [
      'late and disputed goes back',
      { disputed: true, refunded: false, review: null },
      after(11 * MINUTE),
      quoted,
      false,
      { next: 'route', late: true },
    ],
    [
      'disputed is checked first',
      { disputed: true, refunded: false, review: null },
      EXPIRES,
      quoted,
      false,
      { next: 'book_and_check' },
    ],
    [
      'under review is checked first',
      { ...whole, review: { id: 'prv_1', status: 'open' } },
      EXPIRES,
      quoted,
      false,
      { next: 'book_and_check' },
    ],
    [
      'reviewed and approved pays out',
      { ...whole, review: { id: 'prv_1', status: 'approved' } },
      EXPIRES,
      quoted,
      false,
      { next: 'route', late: false },
    ],
    [
      'delayed by a rule waits',
      whole,
      EXPIRES,
      { ...quoted, payout_delay_minutes: 20 },
      false,
      { next: 'delay' },
    ],
    [
      'delayed but cancelled goes back',
      whole,
      EXPIRES,
      { ...quoted, payout_delay_minutes: 20, cancel_reason: 'user' },
      false,
      { next: 'route', late: false },
    ],
    [
      'delayed but late goes back',
      whole,
      after(11 * MINUTE),
      { ...quoted, payout_delay_minutes: 20 },
      false,
      { next: 'route', late: true },
    ],
    [
      'refunded is checked first',
      { disputed: false, refunded: true, review: null },
      EXPIRES,
      quoted,
      false,
      { next: 'book_and_check' },
    ],
    [
      'with pending events is checked first',
      whole,
      EXPIRES,
      { ...quoted, late_events_pending: true },
      false,
      { next: 'book_and_check' },
    ],
    [
      'above the card’s limit is held',
      whole,
      EXPIRES,
      quoted,
      true,
      { next: 'hold_card_limit', late_events_pending: false },
    ],
    [
      'above the limit and disputed is held and checked',
      { disputed: true, refunded: false, review: null },
      EXPIRES,
      quoted,
      true,
      { next: 'hold_card_limit', late_events_pending: true },
    ],
    [
      'above the limit but late goes back',
      whole,
      after(11 * MINUTE),
      quoted,
      true,
      { next: 'route', late: true },
    ],
    [
      'above the limit but cancelled goes back',
      whole,
      EXPIRES,
      { ...quoted, cancel_reason: 'user' },
      true,
      { next: 'route', late: false },
    ],
  ] as const)('%s', (_name, doubts, capturedAt, claim, isAbove, decision) => {
    expect(decideCapture(doubts, capturedAt, claim, isAbove)).toEqual(decision)
  })
})

describe('a charge while its transfer is on hold', () => {
  const disputed = { disputed: true, refunded: false, review: null }
  it.each([
    ['as quoted waits', whole, EXPIRES, quoted, false, {}],
    ['delayed by a rule waits', whole, EXPIRES, { ...quoted, payout_delay_minutes: 20 }, false, {}],
    ['that is disputed is checked', disputed, EXPIRES, quoted, false, { late_events_pending: true }],
    [
      'with pending events is checked',
      whole,
      EXPIRES,
      { ...quoted, late_events_pending: true },
      false,
      { late_events_pending: true },
    ],
    [
      'that is too late goes back later',
      whole,
      after(11 * MINUTE),
      quoted,
      false,
      { cancel_reason: 'expired' },
    ],
    [
      'that is too late, with pending events, goes back later',
      whole,
      after(11 * MINUTE),
      { ...quoted, late_events_pending: true },
      false,
      { late_events_pending: true, cancel_reason: 'expired' },
    ],
    [
      'that was cancelled keeps the reason',
      whole,
      after(11 * MINUTE),
      { ...quoted, cancel_reason: 'identity' },
      false,
      { cancel_reason: 'identity' },
    ],
    ['above the card’s limit gets that hold, too', whole, EXPIRES, quoted, true, { hold: 'card_limit' }],
    [
      'above the limit and disputed is checked, too',
      disputed,
      EXPIRES,
      quoted,
      true,
      { hold: 'card_limit', late_events_pending: true },
    ],
  ] as const)('%s', (_name, doubts, capturedAt, claim, isAbove, changes) => {
    const nothing = { late_events_pending: false, cancel_reason: null, hold: null }
    expect(decideHeldCapture(doubts, capturedAt, claim, isAbove)).toEqual({ ...nothing, ...changes })
  })
})
