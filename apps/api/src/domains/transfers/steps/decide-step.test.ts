import { describe, expect, it } from 'vitest'
import { isEnd, isPayoutInFlight, STATES } from '../state/states.ts'
import { decideStep, type StepFacts } from './decide-step.ts'

const facts = (change: Partial<StepFacts>): StepFacts => ({
  state: 'paid',
  hold_reason: null,
  refund_order: null,
  late_events_pending: false,
  payment_intent_id: 'pi_1',
  captured_at: new Date(0),
  cancel_reason: null,
  waits: false,
  ...change,
})

describe('the next step', () => {
  it.each([
    ['waits for its time', {}, 'wait_for_payout'],
    ['goes back when it was cancelled meanwhile', { cancel_reason: 'user' }, 'begin_payout'],
    ['handles provider events first', { late_events_pending: true }, 'handle_late_events'],
    ['stays on hold', { hold_reason: 'fraud_suspected' }, 'stay_on_hold'],
  ] as const)('of a delayed pay-out %s', (_name, change, step) => {
    expect(decideStep(facts({ waits: true, ...change }))).toBe(step)
  })

  it.each([
    ['awaiting_payment', 'read_payment'],
    ['paid', 'begin_payout'],
    ['paying_out', 'check_payout'],
    ['payout_unknown', 'query_unknown_payout'],
    ['payout_failed', 'confirm_failed_payout'],
    ['refunding', 'refund'],
    ['refund_failed', 'retry_refund'],
    ['sent', 'nothing'],
    ['refunded', 'nothing'],
    ['cancelled', 'nothing'],
  ] as const)('of a transfer that is %s is %s', (state, step) => {
    expect(decideStep(facts({ state }))).toBe(step)
  })

  it.each([
    ['late events come first', { state: 'refunding', late_events_pending: true }, 'handle_late_events'],
    [
      'late events come first on hold',
      { state: 'paid', late_events_pending: true, hold_reason: 'disputed' },
      'handle_late_events',
    ],
    [
      'late events come first after an end',
      { state: 'sent', late_events_pending: true },
      'handle_late_events',
    ],
    [
      'late events come first after an unpaid payment closed',
      { state: 'cancelled', late_events_pending: true, captured_at: null },
      'handle_late_events',
    ],
    [
      'late events wait until the charge is booked',
      { state: 'awaiting_payment', late_events_pending: true, captured_at: null },
      'read_payment',
    ],
    [
      'late events wait while a pay-out is in flight',
      { state: 'paying_out', late_events_pending: true },
      'check_payout',
    ],
    [
      'late events need a payment',
      { state: 'cancelled', late_events_pending: true, payment_intent_id: null },
      'nothing',
    ],
    [
      'a refund for staff runs under a hold',
      { state: 'sent', hold_reason: 'late_payout', refund_order: '1' },
      'refund_for_staff',
    ],
    [
      'a mismatched charge goes back for staff',
      { state: 'awaiting_payment', refund_order: '1' },
      'refund_for_staff',
    ],
    ['a running refund keeps its step', { state: 'refunding', refund_order: '1' }, 'refund'],
    ['a hold stops everything else', { state: 'paid', hold_reason: 'staff' }, 'stay_on_hold'],
    [
      'a hold watches an open payment',
      { state: 'awaiting_payment', captured_at: null, hold_reason: 'staff' },
      'watch_held_payment',
    ],
    [
      'a charge in the books is watched no more',
      { state: 'awaiting_payment', hold_reason: 'payment_mismatch' },
      'stay_on_hold',
    ],
    [
      'a hold watches a pay-out in flight',
      { state: 'payout_unknown', hold_reason: 'staff' },
      'watch_held_payout',
    ],
  ] as const)('%s', (_name, change, step) => {
    expect(decideStep(facts(change))).toBe(step)
  })

  it('sends no money on hold, in any state', () => {
    let rows = 0
    for (const state of STATES)
      for (const late_events_pending of [false, true])
        for (const refund_order of [null, '1'])
          for (const payment_intent_id of [null, 'pi_1'])
            for (const captured_at of [null, new Date(0)]) {
              rows++
              const held = {
                state,
                late_events_pending,
                refund_order,
                payment_intent_id,
                captured_at,
                hold_reason: 'staff',
                cancel_reason: null,
                waits: false,
              }
              const step = decideStep(held)
              expect([
                'watch_held_payment',
                'handle_late_events',
                'refund_for_staff',
                'watch_held_payout',
                'stay_on_hold',
              ]).toContain(step)
              if (step === 'refund_for_staff')
                expect(refund_order !== null && (isEnd(state) || state === 'awaiting_payment')).toBe(true)
              if (step === 'watch_held_payment')
                expect([state, captured_at]).toEqual(['awaiting_payment', null])
              if (step === 'watch_held_payout') expect(isPayoutInFlight(state)).toBe(true)
            }
    expect(rows).toBe(160)
  })
})
