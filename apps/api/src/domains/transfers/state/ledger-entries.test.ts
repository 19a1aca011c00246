import { money } from '@sesa/money'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../record/index.ts'
import {
  capture,
  dispute,
  disputeLost,
  disputeWon,
  latePayout,
  latePayoutUndone,
  paidOut,
  refund,
  refundReturned,
  repaid,
} from './ledger-entries.ts'
import type { TransferRow } from './transfer-row.ts'

/** USD 50.00 charged, of which 1.00 is the fee and 0.50 the margin, for GHS 570.00. */
const ROW = {
  id: 'transfer',
  clearing: 'card_clearing',
  charge_amount: 5_000n,
  charge_currency: 'USD',
  charge_fee: 100n,
  charge_margin: 50n,
  receive_amount: 57_000n,
  receive_currency: 'GHS',
} as TransferRow
const usd = (minor: bigint) => money(minor, 'USD')

/** Sums the postings of an entry by account, in minor units. */
function changesOf({ postings }: Entry): Record<string, bigint> {
  const changes: Record<string, bigint> = {}
  for (const { from, to, amount } of postings) {
    const [source, target] = [`${from}:${amount.currency}`, `${to}:${amount.currency}`]
    changes[source] = (changes[source] ?? 0n) - amount.amount
    changes[target] = (changes[target] ?? 0n) + amount.amount
  }
  return Object.fromEntries(Object.entries(changes).filter(([, change]) => change !== 0n))
}

const BY_WALLET = { ...ROW, clearing: 'payout_float' } as const
const ARRIVED = { 'fx:USD': 4_850n, 'fx:GHS': -57_000n, 'payout_float:GHS': 57_000n }
const EARNED = { 'fee:USD': 100n, 'margin:USD': 50n, ...ARRIVED }

describe('an entry', () => {
  it.each<[string, string, Entry, Record<string, bigint>]>([
    ['transfer', 'capture', capture(ROW), { 'card_clearing:USD': -5_000n, 'customer:USD': 5_000n }],
    ['transfer', 'capture', capture(ROW, usd(70n)), { 'card_clearing:USD': -70n, 'customer:USD': 70n }],
    ['transfer', 'capture', capture(BY_WALLET), { 'payout_float:USD': -5_000n, 'customer:USD': 5_000n }],
    [
      'action',
      'refund',
      refund('action', usd(70n), BY_WALLET),
      { 'customer:USD': -70n, 'payout_float:USD': 70n },
    ],
    ['transfer', 'paid_out', paidOut(ROW), { 'customer:USD': -5_000n, ...EARNED }],
    [
      'transfer',
      'paid_out',
      paidOut(ROW, usd(3_000n)),
      { 'customer:USD': -3_000n, 'losses:USD': -2_000n, ...EARNED },
    ],
    ['action', 'refund', refund('action', usd(70n), ROW), { 'customer:USD': -70n, 'card_clearing:USD': 70n }],
    ['action', 'repaid', repaid('action', usd(70n)), { 'customer:USD': -70n, 'bank:USD': 70n }],
    [
      'action',
      'refund_returned',
      refundReturned('action', usd(70n), ROW),
      { 'card_clearing:USD': -70n, 'customer:USD': 70n },
    ],
    ['transfer', 'late_payout', latePayout(ROW), { 'losses:USD': -4_850n, ...ARRIVED }],
    [
      'transfer',
      'late_payout_undone',
      latePayoutUndone(ROW),
      { 'losses:USD': 4_850n, 'fx:USD': -4_850n, 'fx:GHS': 57_000n, 'payout_float:GHS': -57_000n },
    ],
    ['dispute', 'dispute', dispute('dispute', usd(70n)), { 'disputes:USD': -70n, 'card_clearing:USD': 70n }],
    [
      'dispute',
      'dispute_won',
      disputeWon('dispute', usd(70n)),
      { 'card_clearing:USD': -70n, 'disputes:USD': 70n },
    ],
    [
      'dispute',
      'dispute_lost',
      disputeLost('dispute', usd(70n), usd(30n)),
      { 'customer:USD': -30n, 'losses:USD': -40n, 'disputes:USD': 70n },
    ],
    [
      'dispute',
      'dispute_lost',
      disputeLost('dispute', usd(70n), usd(90n)),
      { 'customer:USD': -70n, 'disputes:USD': 70n },
    ],
  ])('of %s, %s, changes only the expected accounts', (id, kind, entry, changes) => {
    expect([entry.transferId, entry.kind]).toEqual([id, kind])
    expect(changesOf(entry)).toEqual(changes)
  })
})
