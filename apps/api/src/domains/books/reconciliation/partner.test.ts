import { money, type CurrencyCode } from '@sesa/money'
import { describe, expect, it } from 'vitest'
import { amountIn, likelyPartner, type Alone, type Candidate, sidesOf } from './partner.ts'

const usd = (amount: bigint) => money(amount, 'USD')
const ghs = (amount: bigint) => money(amount, 'GHS')

describe('an amount', () => {
  it.each([
    ['S-WP41P001 capture: USD 1,500.50', usd(150_050n)],
    ['GHS 5.00', ghs(500n)],
    ['-LRD 1,000,000.00', money(-100_000_000n, 'LRD')],
    ['USD 10.00 more than the provider, not USD 5.00', usd(1_000n)],
    ['NGN 500 in its smallest unit', null],
    ['JPY 500.00', null],
    ['USD 5.0', null],
    ['not_found', null],
    [null, null],
  ])('in %s is read', (text, amount) => expect(amountIn(text)).toEqual(amount))
})

describe('the sides of a break', () => {
  it.each([
    {
      kind: 'card_charge_missing_here',
      ...{ ours: null, theirs: 'txn_1: USD 10.00' },
      is: [usd(0n), usd(1_000n), usd(1_000n)],
    },
    {
      kind: 'card_refund_missing_there',
      ...{ ours: 'S-1 refund: USD 10.00', theirs: null },
      is: [usd(1_000n), usd(0n), usd(-1_000n)],
    },
    {
      kind: 'card_charge_amount',
      ...{ ours: 'S-1 capture: USD 10.00', theirs: 'txn_1: USD 9.00' },
      is: [usd(1_000n), usd(900n), usd(-100n)],
    },
    {
      kind: 'card_charge_amount',
      ...{ ours: 'S-1 capture: USD 10.00', theirs: 'txn_1: GHS 9.00' },
      is: [usd(1_000n), ghs(900n), null],
    },
    {
      kind: 'payout_missing_there',
      ...{ ours: 'S-1 sent, GHS 5.00 booked as paid out', theirs: 'failed, GHS 5.00' },
      is: [ghs(500n), ghs(0n), ghs(-500n)],
    },
    {
      kind: 'payout_missing_here',
      ...{ ours: 'S-1 refunded, GHS 5.00 not booked as paid out', theirs: 'completed' },
      is: [ghs(0n), ghs(500n), ghs(500n)],
    },
    {
      kind: 'payout_amount',
      ...{ ours: 'S-1 sent, GHS 5.00 booked as paid out', theirs: 'completed, GHS 5.50' },
      is: [ghs(500n), ghs(550n), ghs(50n)],
    },
    {
      kind: 'balance_differs',
      ...{ ours: 'GHS 5.00 more than the provider', theirs: 'pawapay' },
      is: [null, null, ghs(-500n)],
    },
    {
      kind: 'balance_differs',
      ...{ ours: 'GHS 5.00 less than the provider', theirs: 'pawapay' },
      is: [null, null, ghs(500n)],
    },
    { kind: 'card_payment_unknown', ours: null, theirs: 'succeeded', is: [null, null, null] },
  ])('$kind with $ours and $theirs', ({ is, ...one }) => {
    const { ours, theirs, difference } = sidesOf(one)
    expect([ours, theirs, difference]).toEqual(is)
  })
})

const day = (nth: number) => new Date(`2026-11-${String(nth).padStart(2, '0')}T12:00:00Z`)
const ALONE: Alone = {
  ...{ id: '17', kind: 'card_charge_missing_here', difference: usd(1_000n), at: day(10) },
  transfer: 'S-OWN00001',
}
const one = (over: Partial<Candidate> = {}): Candidate => ({
  ...{ kind: 'transfer', id: 'S-OTHER001', word: 'sent', at: day(10), amount: 1_000n },
  currency: 'USD' satisfies CurrencyCode,
  ...over,
})
const missing = (word: string, amount: bigint, over: Partial<Candidate> = {}) =>
  one({ kind: 'break', id: '18', word, amount, ...over })

describe('the likely partner', () => {
  it.each<{ of: string; alone?: Partial<Alone>; among: Candidate[]; is: string | null }>([
    { of: 'the same amount', among: [one()], is: 'S-OTHER001' },
    { of: 'another amount', among: [one({ amount: 1_001n })], is: null },
    { of: 'another currency', among: [one({ currency: 'GHS' })], is: null },
    { of: 'three days later', among: [one({ at: day(13) })], is: 'S-OTHER001' },
    { of: 'four days earlier', among: [one({ at: day(6) })], is: null },
    {
      of: 'the nearest in time',
      among: [one({ at: day(8) }), one({ id: 'S-NEARER01', at: day(11) })],
      is: 'S-NEARER01',
    },
    { of: 'its own transfer', among: [one({ id: 'S-OWN00001' })], is: null },
    { of: 'itself', among: [missing('card_charge_missing_there', -1_000n, { id: '17' })], is: null },
    { of: 'a break on the other side', among: [missing('card_charge_missing_there', -1_000n)], is: '18' },
    { of: 'a break on the same side', among: [missing('card_charge_missing_here', 1_000n)], is: null },
    { of: 'a balance of this size', among: [missing('balance_differs', 1_000n)], is: '18' },
    {
      of: 'an entry for a balance',
      alone: { kind: 'balance_differs' },
      among: [missing('payout_missing_here', 1_000n)],
      is: '18',
    },
    {
      of: 'a movement that took money',
      among: [one({ kind: 'movement', amount: -1_000n })],
      is: 'S-OTHER001',
    },
    { of: 'no difference in money', alone: { difference: null }, among: [one()], is: null },
    { of: 'a difference of zero', alone: { difference: usd(0n) }, among: [one({ amount: 0n })], is: null },
    { of: 'nothing', among: [], is: null },
  ])('of $of is $is', ({ alone, among, is }) =>
    expect(likelyPartner({ ...ALONE, ...alone }, among)?.id ?? null).toBe(is),
  )
})
