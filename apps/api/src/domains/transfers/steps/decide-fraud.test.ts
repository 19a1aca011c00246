import { describe, expect, it } from 'vitest'
import { decideFraud, decideStop } from './decide-fraud.ts'

type Facts = Parameters<typeof decideFraud>[0]
const reports = (change: Partial<Facts>): Facts => ({
  payment: { review: null },
  warnings: [],
  disputes: [],
  ...change,
})
const dispute = (status: 'open' | 'won' | 'lost') => ({ id: 'du_1', status, amount: 5n, currency: 'USD' })
const review = (status: 'open' | 'approved' | 'closed') => ({ payment: { review: { id: 'prv_1', status } } })
const ofReview = { cause: 'review', providerId: 'prv_1' }
const ofDispute = { cause: 'dispute', providerId: 'du_1' }

describe('the account', () => {
  it.each([
    ['nothing', {}, [], []],
    ['a warning', { warnings: ['issfr_1'] }, [{ cause: 'fraud_warning', providerId: 'issfr_1' }], []],
    ['an open review', review('open'), [ofReview], []],
    ['an approved review', review('approved'), [], [ofReview]],
    ['a review closed for another reason', review('closed'), [], []],
    ['an open dispute', { disputes: [dispute('open')] }, [ofDispute], []],
    ['a lost dispute', { disputes: [dispute('lost')] }, [ofDispute], []],
    ['a won dispute', { disputes: [dispute('won')] }, [], [ofDispute]],
  ] as const)('%s', (_name, change, opens, lifts) => {
    expect(decideFraud(reports(change))).toEqual({ opens, lifts })
  })
})

describe('the transfer', () => {
  const paid = { state: 'paid', hold_reason: null, cancel_reason: null } as const
  const stopped = { isStopped: true, givenUp: false, isDisputed: false, others: [] } as const
  const free = { ...stopped, isStopped: false }

  it.each([
    ['is held before its pay-out', paid, stopped, 'hold'],
    ['is held between two requests', { ...paid, state: 'payout_unknown' }, stopped, 'hold'],
    ['is held on top of an empty float', { ...paid, hold_reason: 'payout_float_empty' }, stopped, 'hold'],
    ['stays held', { ...paid, hold_reason: 'fraud_suspected' }, stopped, 'nothing'],
    ['continues once no hold stops it', { ...paid, hold_reason: 'fraud_suspected' }, free, 'clear'],
    ['is untouched without a hold', paid, free, 'nothing'],
    ['is untouched once it was delivered', { ...paid, state: 'sent' }, stopped, 'nothing'],
    ['is untouched while its money goes back', { ...paid, state: 'refunding' }, stopped, 'nothing'],
    [
      'is held between two requests, also when it was cancelled',
      { ...paid, state: 'payout_unknown', cancel_reason: 'user' },
      stopped,
      'hold',
    ],
    ['goes back when it was cancelled', { ...paid, cancel_reason: 'user' }, stopped, 'nothing'],
    ['goes back when staff requested a refund', paid, { ...stopped, givenUp: true }, 'nothing'],
    ['waits for its dispute', paid, { ...stopped, isDisputed: true }, 'nothing'],
    ['is held for the other reason', paid, { ...stopped, others: ['disputed'] }, 'nothing'],
    ['is refunded elsewhere', { ...paid, hold_reason: 'refunded_elsewhere' }, stopped, 'nothing'],
  ] as const)('%s', (_name, transfer, facts, decision) => {
    expect(decideStop(transfer, facts)).toBe(decision)
  })
})
