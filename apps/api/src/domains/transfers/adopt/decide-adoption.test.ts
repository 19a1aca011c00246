import { describe, expect, it } from 'vitest'
import { decideAdoption, type AdoptionDecision, type AdoptionFacts } from './decide-adoption.ts'

const CHARGED: AdoptionFacts = {
  payment: 'succeeded',
  record: 'complete',
  isAsQuoted: true,
  isLate: false,
  refunded: 'nothing',
  isDisputed: false,
  payout: { status: 'completed', rail: 'pawapay' },
  isQuiet: true,
}
const PENDING = { status: 'pending', rail: 'pawapay' } as const
const FAILED = { status: 'failed', code: 'WALLET_LIMIT_REACHED', rail: 'pawapay' } as const
const COMPLETED = CHARGED.payout
const NOT_FOUND = { status: 'not_found' } as const
const UNKNOWN = { status: 'unknown' } as const
const SEVERAL = { status: 'several' } as const

const person = (why: Extract<AdoptionDecision, { next: 'person' }>['why']) => ({ next: 'person', why })
const failed = { next: 'payout_failed', code: 'WALLET_LIMIT_REACHED' }
const silent = { next: 'wait', why: 'carrier_silent' }

describe('a payment whose transfer was lost', () => {
  it.each<[string, Partial<AdoptionFacts>, object]>([
    ['paid out', {}, { next: 'sent', late_events_pending: false }],
    ['paid out and refunded', { refunded: 'all' }, { next: 'sent', late_events_pending: true }],
    ['paid out and refunded in part', { refunded: 'part' }, { next: 'sent', late_events_pending: true }],
    ['paid out and disputed', { isDisputed: true }, { next: 'sent', late_events_pending: true }],
    ['paid out, charged late', { isLate: true }, { next: 'sent', late_events_pending: false }],
    ['paid out, too early', { isQuiet: false }, { next: 'sent', late_events_pending: false }],
    ['paid out by two carriers', { payout: SEVERAL }, person('paid_out_twice')],
    ['on its way', { payout: PENDING }, { next: 'paying_out', late_events_pending: false }],
    [
      'on its way and refunded',
      { payout: PENDING, refunded: 'all' },
      { next: 'paying_out', late_events_pending: true },
    ],
    [
      'on its way, too early',
      { payout: PENDING, isQuiet: false },
      { next: 'paying_out', late_events_pending: false },
    ],
    ['failed', { payout: FAILED }, failed],
    ['failed and refunded', { payout: FAILED, refunded: 'all' }, failed],
    ['failed and disputed', { payout: FAILED, isDisputed: true }, failed],
    ['a silent carrier', { payout: UNKNOWN }, silent],
    ['a silent carrier, refunded', { payout: UNKNOWN, refunded: 'all' }, silent],
    ['a silent carrier, charged late', { payout: UNKNOWN, isLate: true }, silent],
    ['not found', { payout: NOT_FOUND }, { next: 'hold', late_events_pending: false }],
    [
      'not found, disputed',
      { payout: NOT_FOUND, isDisputed: true },
      { next: 'hold', late_events_pending: true },
    ],
    [
      'not found, refunded in part',
      { payout: NOT_FOUND, refunded: 'part' },
      { next: 'hold', late_events_pending: true },
    ],
    ['not found, refunded', { payout: NOT_FOUND, refunded: 'all' }, { next: 'refunding', isLate: false }],
    ['not found, charged late', { payout: NOT_FOUND, isLate: true }, { next: 'refunding', isLate: true }],
    ['not found, too early', { payout: NOT_FOUND, isQuiet: false }, { next: 'wait', why: 'too_early' }],
    [
      'not found, refunded, too early',
      { payout: NOT_FOUND, isQuiet: false, refunded: 'all' },
      { next: 'wait', why: 'too_early' },
    ],
    ['another amount', { isAsQuoted: false }, person('charge_differs')],
    ['no record', { record: 'missing' }, person('record_missing')],
    ['no account', { record: 'no_account' }, person('account_missing')],
    ['no account, failed', { record: 'no_account', payout: FAILED }, person('account_missing')],
    ['still open', { payment: 'open', payout: NOT_FOUND }, { next: 'open' }],
    ['with the bank', { payment: 'processing', payout: NOT_FOUND }, { next: 'open' }],
    [
      'open without an account',
      { payment: 'open', payout: NOT_FOUND, record: 'no_account' },
      person('account_missing'),
    ],
    ['open and paid out', { payment: 'open', payout: COMPLETED }, person('paid_out_unpaid')],
    ['cancelled', { payment: 'cancelled', payout: NOT_FOUND }, { next: 'leave' }],
    [
      'cancelled without a record',
      { payment: 'cancelled', payout: NOT_FOUND, record: 'missing' },
      { next: 'leave' },
    ],
    ['cancelled and paid out', { payment: 'cancelled' }, person('paid_out_unpaid')],
  ])('%s', (_name, change, expected) => {
    expect(decideAdoption({ ...CHARGED, ...change })).toEqual(expected)
  })

  it('never leads to a refund or a second pay-out unless every carrier has answered', () => {
    const answers = [COMPLETED, PENDING, UNKNOWN, SEVERAL]
    const refunds = ['nothing', 'part', 'all'] as const
    const flags = [true, false]
    const all = answers.flatMap((payout) =>
      refunds.flatMap((refunded) =>
        flags.flatMap((isLate) =>
          flags.flatMap((isQuiet) =>
            flags.map((isDisputed) => ({ payout, refunded, isLate, isQuiet, isDisputed })),
          ),
        ),
      ),
    )
    expect(all).toHaveLength(96)
    const found = all.map((change) => decideAdoption({ ...CHARGED, ...change }).next)
    expect(found.filter((next) => ['refunding', 'payout_failed', 'hold'].includes(next))).toEqual([])
  })
})
