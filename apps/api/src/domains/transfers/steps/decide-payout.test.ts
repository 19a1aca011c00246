import { describe, expect, it } from 'vitest'
import type { PayoutStatus } from '../ports.ts'
import { HOLDS, waitsForPayout } from '../state/holds.ts'
import {
  decideFailedPayout,
  decideFoundPayout,
  decideHeldPayout,
  decideSent,
  decideStatus,
  decideUnknownPayout,
  MOST_REQUESTS,
} from './decide-payout.ts'

const BOTH = [false, true] as const
const FOUND: readonly PayoutStatus[] = [
  { status: 'completed' },
  { status: 'pending' },
  { status: 'not_found' },
  { status: 'unknown' },
  { status: 'failed', code: 'PAYEE_NOT_FOUND' },
]
const LAST = ['accepted', 'rejected', 'unknown', null] as const

describe('a pay-out that another process recorded', () => {
  const none = { late_events_pending: false, cancel_reason: null }
  const cancelled = { late_events_pending: false, cancel_reason: 'user' } as const

  it.each([
    ['accepted', none, true, 'query'],
    ['accepted', cancelled, true, 'query'],
    ['rejected', none, true, 'send'],
    ['rejected', none, false, 'send'],
    ['rejected', cancelled, true, 'give_up'],
    ['rejected', cancelled, false, 'query'],
    ['rejected', { late_events_pending: true, cancel_reason: null }, true, 'handle_late_events'],
    ['rejected', { late_events_pending: true, cancel_reason: 'user' }, true, 'handle_late_events'],
    ['unknown', none, true, 'mark_unknown'],
    [null, none, false, 'mark_unknown'],
  ] as const)('after %s, with %o and settled %s: %s', (last, facts, settled, next) => {
    expect(decideFoundPayout(facts, { last, settled }).next).toBe(next)
  })

  it('is sent again only after a rejection, without a cancellation or events to handle', () => {
    let rows = 0
    for (const last of LAST)
      for (const settled of BOTH)
        for (const late_events_pending of BOTH)
          for (const cancel_reason of [null, 'user', 'staff'] as const) {
            rows++
            const { next } = decideFoundPayout({ late_events_pending, cancel_reason }, { last, settled })
            expect(next === 'send').toBe(
              last === 'rejected' && !late_events_pending && cancel_reason === null,
            )
            if (next === 'give_up') expect(settled).toBe(true)
          }
    expect(rows).toBe(48)
  })
})

describe('the answer to a pay-out request', () => {
  const rejected = (next: 'retry' | 'no_funds' | 'final') =>
    ({ outcome: 'rejected', code: 'NO', next }) as const

  it.each([
    ['unknown, the first', { outcome: 'unknown' }, 1, 1, { next: 'mark_unknown', attempt: null }],
    ['unknown, a later one', { outcome: 'unknown' }, 3, 3, { next: 'mark_unknown', attempt: 3 }],
    ['final', rejected('final'), 1, 1, { next: 'mark_failed', code: 'NO' }],
    ['final, after many', rejected('final'), 9, 9, { next: 'mark_failed', code: 'NO' }],
    ['no funds', rejected('no_funds'), 1, 1, { next: 'hold', reason: 'payout_float_empty' }],
    ['try later', rejected('retry'), 1, 1, { next: 'wait', attempt: 1 }],
    ['try later, one before the last', rejected('retry'), 7, 7, { next: 'wait', attempt: 7 }],
    ['try later, the last', rejected('retry'), 8, 8, { next: 'hold', reason: 'payout_not_taken' }],
    ['try later, since staff released it', rejected('retry'), 20, 1, { next: 'wait', attempt: 1 }],
  ] as const)('%s', (_name, sent, count, recent, decision) => {
    expect(decideSent(sent, { count, recent })).toEqual(decision)
  })
})

describe('the carrier’s answer to a query', () => {
  it.each([
    ['completed', false, { next: 'mark_sent' }],
    ['completed', true, { next: 'mark_sent' }],
    ['failed', false, { next: 'mark_failed', code: 'PAYEE_NOT_FOUND' }],
    ['failed', true, { next: 'mark_failed', code: 'PAYEE_NOT_FOUND' }],
    ['pending', false, { next: 'wait' }],
    ['pending', true, { next: 'hold', reason: 'payout_unresolved' }],
    ['not_found', false, { next: 'wait' }],
    ['not_found', true, { next: 'hold', reason: 'payout_unresolved' }],
    ['unknown', false, { next: 'wait' }],
    ['unknown', true, { next: 'hold', reason: 'payout_unresolved' }],
  ] as const)('%s, stale %s', (status, stale, decision) => {
    const found = FOUND.find((known) => known.status === status) ?? { status: 'unknown' }
    expect(decideStatus(found, { stale })).toEqual(decision)
  })
})

describe('a pay-out with an unknown outcome', () => {
  const claim = { late_events_pending: false, stale: false }
  const history = { givenUp: false, settled: false, recent: 1 }

  it.each([
    ['sends again under the same reference', claim, history, { next: 'send' }],
    [
      'holds after the last request',
      claim,
      { ...history, recent: MOST_REQUESTS },
      { next: 'hold', reason: 'payout_unresolved' },
    ],
    [
      'waits while a request may arrive, once refunded by staff',
      claim,
      { ...history, givenUp: true },
      { next: 'wait' },
    ],
    [
      'gives up once none can arrive',
      claim,
      { ...history, givenUp: true, settled: true },
      { next: 'give_up' },
    ],
    [
      'waits while a request may arrive, with events',
      { ...claim, late_events_pending: true },
      history,
      { next: 'wait' },
    ],
    [
      'handles events once none can arrive',
      { ...claim, late_events_pending: true },
      { ...history, settled: true },
      { next: 'handle_late_events' },
    ],
    [
      'asks staff after a day',
      { late_events_pending: true, stale: true },
      history,
      { next: 'hold', reason: 'provider_silent' },
    ],
  ] as const)('that the carrier does not know %s', (_name, facts, past, decision) => {
    expect(decideUnknownPayout(facts, { status: 'not_found' }, past)).toEqual(decision)
  })

  it('is never refunded, and is sent again only when the carrier does not know it', () => {
    let rows = 0
    for (const found of FOUND)
      for (const late_events_pending of BOTH)
        for (const stale of BOTH)
          for (const givenUp of BOTH)
            for (const settled of BOTH)
              for (const recent of [1, 7, 8]) {
                rows++
                const past = { givenUp, settled, recent }
                const decision = decideUnknownPayout({ late_events_pending, stale }, found, past)
                const maySend = found.status === 'not_found' && !late_events_pending && !givenUp && recent < 8
                expect(decision.next === 'send').toBe(maySend)
                expect(decision.next === 'mark_sent').toBe(found.status === 'completed')
                expect(decision.next).not.toBe('refund')
                if (decision.next === 'give_up')
                  expect([givenUp, settled, found.status]).toEqual([true, true, 'not_found'])
              }
    expect(rows).toBe(240)
  })
})

describe('a pay-out in flight on hold', () => {
  it('sends nothing for any answer and any hold', () => {
    let rows = 0
    for (const hold_reason of Object.keys(HOLDS))
      for (const found of FOUND)
        for (const [late_events_pending, stale] of BOTH.flatMap((one) =>
          BOTH.map((other) => [one, other] as const),
        )) {
          rows++
          const { next } = decideHeldPayout({ hold_reason, late_events_pending, stale }, found)
          const ended = found.status === 'completed' || found.status === 'failed'
          const waiting = hold_reason === 'staff' && !stale ? 'wait' : 'stay_on_hold'
          if (!ended) expect(next).toBe(late_events_pending ? 'handle_late_events' : waiting)
          else if (waitsForPayout(hold_reason)) expect(next).toBe('clear_hold')
          else expect(next).toBe(found.status === 'completed' ? 'mark_sent' : 'mark_failed')
        }
    expect(rows).toBe(440)
  })

  it('keeps the carrier’s code', () => {
    const held = { hold_reason: 'disputed', late_events_pending: false, stale: false }
    expect(decideHeldPayout(held, { status: 'failed', code: 'X' })).toEqual({
      next: 'mark_failed',
      code: 'X',
    })
    const silent = { hold_reason: 'provider_silent', late_events_pending: false, stale: false }
    expect(decideHeldPayout(silent, { status: 'completed' })).toEqual({
      next: 'clear_hold',
      detail: 'completed',
    })
  })
})

describe('a failed pay-out', () => {
  const past = { closed: true, settled: true, rejected: true, givenUp: false }

  it.each([
    ['asks the carrier first', null, past, 'query'],
    ['waits while a request may be sent', null, { ...past, closed: false }, 'wait'],
    ['has delivered after all', { status: 'completed' }, past, 'mark_sent'],
    ['refunds when the carrier agrees', { status: 'failed', code: 'X' }, past, 'refund'],
    [
      'refunds when the carrier agrees, without a rejection',
      { status: 'failed', code: 'X' },
      { ...past, rejected: false },
      'refund',
    ],
    ['waits for a pending request', { status: 'pending' }, past, 'wait'],
    ['waits when the query fails', { status: 'unknown' }, past, 'wait'],
    ['refunds an unknown reference that was rejected', { status: 'not_found' }, past, 'refund'],
    [
      'refunds an unknown reference for staff',
      { status: 'not_found' },
      { ...past, rejected: false, givenUp: true },
      'refund',
    ],
    [
      'waits for an unknown reference that may arrive',
      { status: 'not_found' },
      { ...past, settled: false },
      'wait',
    ],
    ['holds a contradiction', { status: 'not_found' }, { ...past, rejected: false }, 'hold'],
  ] as const)('%s', (_name, found, history, next) => {
    expect(decideFailedPayout({ stale: false }, found, history).next).toBe(next)
  })

  it('is refunded only when no request can be sent any more and the carrier agrees', () => {
    let rows = 0
    for (const found of [null, ...FOUND])
      for (const stale of BOTH)
        for (const closed of BOTH)
          for (const settled of BOTH)
            for (const rejected of BOTH)
              for (const givenUp of BOTH) {
                rows++
                const history = { closed, settled, rejected, givenUp }
                const decision = decideFailedPayout({ stale }, found, history)
                const agrees =
                  found?.status === 'failed' ||
                  (found?.status === 'not_found' && settled && (rejected || givenUp))
                expect(decision.next === 'refund').toBe(closed && agrees)
                expect(decision.next === 'mark_sent').toBe(closed && found?.status === 'completed')
                if (!closed) expect(decision.next).toBe(stale ? 'hold' : 'wait')
              }
    expect(rows).toBe(192)
  })
})
