import { expect, it } from 'vitest'
import { HOLDS } from '../state/holds.ts'
import { STATES } from '../state/states.ts'
import { refusalOf, STAFF_ACTIONS, type StaffActionName, type Standing } from './refusals.ts'

const CHARGE = 10_000
type Row = Parameters<typeof refusalOf>[1]
type Case = Partial<Row & Omit<Standing, 'owed'>> & { owed?: number; archived?: true }

function refusalIn(action: StaffActionName, given: Case): string | null {
  const {
    owed = CHARGE,
    archived,
    blocked = false,
    disputed = false,
    givenUp = false,
    refundableBeneath = false,
    ...row
  } = given
  const standing = {
    owed: { amount: BigInt(owed), currency: 'USD' as const },
    blocked,
    disputed,
    givenUp,
    refundableBeneath,
  }
  const base: Row = {
    ...{ reference: 'S-1', state: 'paid', hold_reason: null, cancel_reason: null },
    ...{ charge_amount: BigInt(CHARGE), captured_at: new Date(0) },
  }
  return refusalOf(action, { ...base, ...row }, archived ? null : standing)
}

it.each<[StaffActionName, Case, RegExp | null]>([
  ['hold', {}, null],
  ['hold', { hold_reason: 'staff' }, /^S-1 is already on hold\.$/],
  ['hold', { hold_reason: 'screening' }, /^S-1 is already on hold\.$/],
  ['hold', { state: 'sent' }, /has ended: sent\./],
  ['cancel', { state: 'awaiting_payment' }, null],
  ['cancel', { state: 'payout_unknown' }, null],
  ['cancel', { state: 'payout_failed' }, /can’t be cancelled any more: pay-out failed\./],
  ['cancel', { cancel_reason: 'user' }, /already requested/],
  ['cancel', { state: 'awaiting_payment', hold_reason: 'card_limit' }, /Refund it or release the hold/],
  ['release', {}, /isn’t on hold/],
  ['release', { hold_reason: 'staff' }, null],
  ['release', { hold_reason: 'late_capture' }, /we owe the sender money\. Refund it/],
  ['release', { hold_reason: 'screening' }, /^S-1 is under review by compliance\.$/],
  ['release', { hold_reason: 'screening', blocked: true }, /^S-1 is under review by compliance\.$/],
  ['refund', { hold_reason: 'screening' }, /^S-1 is under review by compliance\.$/],
  ['repaid', { hold_reason: 'fraud_suspected' }, /^S-1 is under review by compliance\.$/],
  ['release', { hold_reason: 'screening', state: 'cancelled', owed: 0 }, null],
  [
    'release',
    { hold_reason: 'disputed', state: 'sent', owed: 0, disputed: true },
    /dispute of S-1 is undecided/,
  ],
  ['release', { hold_reason: 'disputed', state: 'sent', owed: 0 }, null],
  ['release', { hold_reason: 'dispute_lost', state: 'refunded', owed: 1 }, /We owe the sender/],
  ['release', { hold_reason: 'dispute_lost', state: 'refunded', owed: 1, refundableBeneath: true }, null],
  ['release', { hold_reason: 'staff', owed: 9_999 }, /charge of S-1 was returned/],
  ['release', { hold_reason: 'staff', owed: 9_999, givenUp: true }, null],
  ['release', { hold_reason: 'staff', archived: true }, /books of S-1 are archived/],
  ['refund', {}, /isn’t on hold/],
  ['refund', { hold_reason: 'staff' }, null],
  ['refund', { hold_reason: 'provider_silent' }, /can’t be refunded/],
  ['refund', { hold_reason: 'staff', state: 'paying_out' }, /Cancel it instead/],
  ['refund', { hold_reason: 'staff', state: 'payout_failed' }, /Cancel it instead/],
  ['refund', { hold_reason: 'payout_contradiction', state: 'payout_failed' }, null],
  ['refund', { hold_reason: 'staff', state: 'sent', owed: 0 }, /can’t be refunded: we owe/],
  ['refund', { hold_reason: 'staff', state: 'paying_out', owed: 0 }, null],
  ['refund', { hold_reason: 'refunded_elsewhere', state: 'paying_out' }, null],
  ['answer', {}, /isn’t on hold/],
  [
    'answer',
    { hold_reason: 'payout_unresolved', state: 'payout_unknown' },
    /doesn’t wait for a network’s answer/,
  ],
  ['answer', { hold_reason: 'collection_unresolved', state: 'awaiting_payment', captured_at: null }, null],
  [
    'answer',
    { hold_reason: 'collection_unresolved', state: 'paid' },
    /has answered about S-1\. Release the hold/,
  ],
  ['repaid', { hold_reason: 'refund_failed', state: 'refund_failed' }, null],
  ['repaid', { hold_reason: 'staff' }, /can only be refunded the way it was paid/],
])('%s of %j: %s', (action, given, expected) => {
  const refusal = refusalIn(action, given)
  if (expected === null) expect(refusal).toBeNull()
  else expect(refusal).toMatch(expected)
})

it('gives the reason in words, never in codes', () => {
  for (const state of STATES)
    for (const hold_reason of [null, ...Object.keys(HOLDS)])
      for (const action of STAFF_ACTIONS)
        expect(refusalIn(action, { state, hold_reason }) ?? '').not.toMatch(/[a-z]_[a-z]/)
})
