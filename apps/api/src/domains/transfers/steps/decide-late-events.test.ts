import { money } from '@sesa/money'
import { describe, expect, it } from 'vitest'
import { createTransferStoredAs } from '../../../testing/transfer-row.ts'
import type { Entry } from '../../record/index.ts'
import type { Payment, PaymentRefund, PayoutStatus } from '../ports.ts'
import { STATES } from '../state/states.ts'
import type { TransferBalance } from '../state/transfer-balance.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import {
  decideWithoutCarrier,
  findLateEvents,
  isDeliveredBeforeRefund,
  isRefundSeen,
  type ProviderReports,
} from './decide-late-events.ts'

interface Books {
  readonly booked?: readonly Entry['kind'][]
  readonly refunds?: readonly bigint[]
  readonly givenUp?: boolean
}
const balance = ({ booked = [], refunds = [], givenUp = false }: Books = {}): TransferBalance => ({
  owed: money(0n, 'USD'),
  refunds: refunds.map((amount, index) => ({ id: `r${index}`, amount: money(amount, 'USD') })),
  disputes: [],
  givenUp,
  has: (kind) => booked.includes(kind),
})

interface World {
  readonly charge?: Partial<Payment>
  readonly refunds?: readonly (readonly [PaymentRefund['status'], bigint])[]
  readonly payout?: PayoutStatus['status']
}
const reports = ({ charge, refunds = [], payout = 'pending' }: World): ProviderReports => ({
  payment: {
    id: 'pi_1',
    status: 'succeeded',
    clientSecret: '',
    received: 5_000n,
    currency: 'USD',
    transferId: null,
    capturedAt: new Date(0),
    disputed: false,
    review: null,
    refunded: false,
    cardFingerprint: null,
    cardCountry: null,
    declinedCharge: null,
    customerId: null,
    card: null,
    keptCard: null,
    ...charge,
  },
  refunds: refunds.map(([status, amount], index) => ({ id: `re_${index}`, status, amount })),
  disputes: [],
  warnings: [],
  payout: payout === 'failed' ? { status: payout, code: 'X' } : { status: payout },
})

const found = (row: Partial<TransferRow>, books: Books, world: World) =>
  findLateEvents(createTransferStoredAs(row), balance(books), reports(world)).map(
    ({ reason, entry }) => `${reason}:${entry?.kind ?? 'nothing booked'}`,
  )

describe('late events', () => {
  it.each([
    ['a charge on a closed payment', { state: 'cancelled' }, {}, {}, ['late_capture:capture']],
    ['a charge on a closed payment, booked before', { state: 'cancelled' }, { booked: ['capture'] }, {}, []],
    ['no charge on a closed payment', { state: 'cancelled' }, {}, { charge: { status: 'cancelled' } }, []],
    ['a charge in a currency without books', { state: 'cancelled' }, {}, { charge: { currency: 'JPY' } }, []],
    [
      'a refund by another system',
      { state: 'paid' },
      {},
      { refunds: [['succeeded', 1n]] },
      ['refunded_elsewhere:nothing booked'],
    ],
    [
      'a pending refund by another system',
      { state: 'payout_unknown' },
      {},
      { refunds: [['pending', 1n]] },
      ['refunded_elsewhere:nothing booked'],
    ],
    [
      'a refund that staff already handled',
      { state: 'paying_out' },
      { givenUp: true },
      { refunds: [['succeeded', 1n]] },
      [],
    ],
    [
      'a refund that the transfer is on hold for',
      { state: 'paid', hold_reason: 'refunded_elsewhere' },
      {},
      { refunds: [['succeeded', 1n]] },
      [],
    ],
    ['a failed refund by another system', { state: 'paid' }, {}, { refunds: [['failed', 1n]] }, []],
    [
      'our own refund',
      { state: 'refunded' },
      { refunds: [5_000n] },
      { refunds: [['succeeded', 5_000n]] },
      [],
    ],
    [
      'our own refund that came back',
      { state: 'refunded' },
      { refunds: [5_000n] },
      { refunds: [['failed', 5_000n]] },
      ['refund_returned:refund_returned'],
    ],
    [
      'our own refund that the card provider lists as pending again',
      { state: 'refunded' },
      { refunds: [5_000n] },
      { refunds: [['pending', 5_000n]] },
      [],
    ],
    [
      'a pay-out that arrived while refunding',
      { state: 'refunding' },
      {},
      { payout: 'completed' },
      ['late_payout:late_payout'],
    ],
    [
      'a pay-out that arrived after the refund',
      { state: 'refunded' },
      {},
      { payout: 'completed' },
      ['late_payout:late_payout'],
    ],
    [
      'a late pay-out that is booked',
      { state: 'refunded' },
      { booked: ['late_payout'] },
      { payout: 'completed' },
      [],
    ],
    ['a pay-out that failed', { state: 'refunding' }, {}, { payout: 'failed' }, []],
    ['a pay-out of a sent transfer', { state: 'sent' }, {}, { payout: 'completed' }, []],
  ] as const)('%s', (_name, row, books, world, events) => {
    expect(found(row, books, world)).toEqual(events)
  })

  it('are empty in every state when the books agree with the providers', () => {
    const settled = { booked: ['capture'], refunds: [5_000n] } as const
    const same: World = { refunds: [['succeeded', 5_000n]] }
    expect(STATES.flatMap((state) => found({ state }, settled, same))).toEqual([])
  })
})

describe('a pay-out that arrived', () => {
  it.each([
    ['ends a refund that has not started', 'refunding', {}, { payout: 'completed' }, true],
    [
      'does not end a refund that the card provider made',
      'refunding',
      {},
      { payout: 'completed', refunds: [['succeeded', 1n]] },
      false,
    ],
    [
      'does not end a refund on its way',
      'refunding',
      {},
      { payout: 'completed', refunds: [['pending', 1n]] },
      false,
    ],
    ['does not end a refused refund', 'refund_failed', {}, { payout: 'completed' }, false],
    ['does not reopen a finished refund', 'refunded', {}, { payout: 'completed' }, false],
    ['needs the carrier’s answer', 'refunding', {}, { payout: 'unknown' }, false],
  ] as const)('%s', (_name, state, books, world, expected) => {
    expect(isDeliveredBeforeRefund({ state }, balance(books), reports(world))).toBe(expected)
  })
})

describe('the decision without the carrier’s answer', () => {
  it('continues only refunds, in every state', () => {
    const next = STATES.map((state) => decideWithoutCarrier({ state, hold_reason: null, refund_order: null }))
    expect(Object.fromEntries(STATES.map((state, index) => [state, next[index]]))).toMatchObject({
      refunding: 'refund',
      refund_failed: 'retry_refund',
    })
    expect(next.filter((one) => one === 'retry_later')).toHaveLength(8)
  })

  it.each([
    ['sent', 'late_payout', '1', 'refund_for_staff'],
    ['cancelled', null, '1', 'refund_for_staff'],
    ['refunding', 'staff', '1', 'retry_later'],
    ['refunding', null, '1', 'refund'],
    ['refund_failed', 'refund_failed', null, 'retry_later'],
  ] as const)('%s, on hold for %s, with the action %s: %s', (state, hold_reason, refund_order, next) => {
    expect(decideWithoutCarrier({ state, hold_reason, refund_order })).toBe(next)
  })
})

describe('a refund at the card provider', () => {
  const owing = { ...balance(), owed: money(100n, 'USD') }
  const refunds = (...rows: (readonly [PaymentRefund['status'], bigint])[]) =>
    reports({ refunds: rows }).refunds

  it.each([
    ['is seen once all that we owe has gone back', [['succeeded', 100n]], true],
    [
      'is seen when it was made in parts',
      [
        ['succeeded', 60n],
        ['succeeded', 40n],
      ],
      true,
    ],
    ['is not seen while it is pending', [['pending', 100n]], false],
    ['is not seen when it failed', [['failed', 100n]], false],
    ['is not seen while a part is owed', [['succeeded', 99n]], false],
    ['is not seen before there is one', [], false],
  ] as const)('%s', (_what, rows, isSeen) => {
    expect(isRefundSeen({ state: 'refunding' }, owing, refunds(...rows))).toBe(isSeen)
    expect(isRefundSeen({ state: 'refund_failed' }, owing, refunds(...rows))).toBe(isSeen)
  })

  it('is ours only while the charge is being refunded', () => {
    const done = refunds(['succeeded', 100n])
    const seen = STATES.filter((state) => isRefundSeen({ state }, owing, done))
    expect(seen).toEqual(['refunding', 'refund_failed'])
  })
})
