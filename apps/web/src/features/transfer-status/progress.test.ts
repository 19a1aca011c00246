import type { TransferStatus } from '@sesa/contract'
import { describe, expect, test } from 'vitest'
import { hasEnded, headingOf, lookAgainIn, timelineOf } from './progress.ts'
import { summaryOfResult } from './summary.ts'

const STATUSES: readonly TransferStatus[] = ['processing', 'sent', 'failed', 'refunded', 'cancelled', 'held']

test('successful is what was captured and is sent, on its way or on hold', () => {
  const successful = STATUSES.filter((status) => headingOf(status) === 'Payment Successful')
  expect(successful).toEqual(['processing', 'sent', 'held'])
})

test('a failed transfer still has its refund before it', () => {
  expect(STATUSES.filter(hasEnded)).toEqual(['sent', 'refunded', 'cancelled'])
})

test('looks again ever more slowly, and never stops being quick enough', () => {
  const delays = Array.from({ length: 12 }, (_, looks) => lookAgainIn(looks))
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  expect(delays[0]).toBe(1000)
  expect(delays.at(-1)).toBe(30_000)
})

describe('the timeline', () => {
  const at = '2026-11-21T10:00:00.000Z'
  const step = (
    name: 'created' | 'paid' | 'paying_out' | 'sent' | 'failed' | 'refunding',
    when: string | null,
  ) => ({ step: name, at: when, text: name }) as const
  const states = (status: TransferStatus, ...timeline: ReturnType<typeof step>[]) =>
    timelineOf({ status, timeline }).map(({ state }) => state)

  test('has a current step while money moves, and what lies ahead', () => {
    const steps = [step('created', at), step('paid', at), step('paying_out', at), step('sent', null)]
    expect(states('processing', ...steps)).toEqual(['done', 'done', 'current', 'ahead'])
  })

  test('is all done at the end', () => {
    expect(states('sent', step('paid', at), step('sent', at))).toEqual(['done', 'done'])
  })

  test('shows what failed, and the refund under way after it', () => {
    expect(states('failed', step('paid', at), step('failed', at), step('refunding', at))).toEqual([
      'done',
      'failed',
      'current',
    ])
  })
})

test('the send call’s amount that arrived is in major units and shown undivided', () => {
  const summary = summaryOfResult({
    status: 'sent',
    amount: 300_000,
    currency: 'LRD',
    recipient: 'Kofi Owusu',
    receive_amount: 1200.5,
    receive_currency: 'GHS',
    date: '2026-11-21T10:00:00.000Z',
  })
  expect(summary).toMatchObject({ send: 'LRD 3,000.00', receive: 'GHS 1,200.50' })
})
