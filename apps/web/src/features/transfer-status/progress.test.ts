import type { TransferStatus } from '@sesa/contract'
import { describe, expect, test } from 'vitest'
import { hasEnded, isInProgress, nextPollDelay, timelineOf, toneOf } from './progress.ts'

const STATUSES: readonly TransferStatus[] = ['processing', 'sent', 'failed', 'refunded', 'cancelled', 'held']

test('does not treat a failed transfer as ended before its refund', () => {
  expect(STATUSES.filter(hasEnded)).toEqual(['sent', 'refunded', 'cancelled'])
})

test('offers to send again once nothing can arrive any more', () => {
  expect(STATUSES.filter(isInProgress)).toEqual(['processing', 'held'])
})

test('is festive normally, and calm once the money is refunded', () => {
  expect(Object.fromEntries(STATUSES.map((status) => [status, toneOf(status)]))).toEqual({
    processing: 'festive',
    held: 'festive',
    sent: 'festive',
    failed: 'failed',
    refunded: 'neutral',
    cancelled: 'neutral',
  })
})

test('polls ever more slowly, at most 30 seconds apart', () => {
  const delays = Array.from({ length: 12 }, (_, looks) => nextPollDelay(looks))
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

  test('has a current step and the steps ahead while money moves', () => {
    const steps = [step('created', at), step('paid', at), step('paying_out', at), step('sent', null)]
    expect(states('processing', ...steps)).toEqual(['done', 'done', 'current', 'ahead'])
  })

  test('shows times as HH:mm, without the AM and PM of the history table', () => {
    const timeline = [step('paid', new Date(2026, 10, 21, 14, 5).toISOString())]
    expect(timelineOf({ status: 'processing', timeline })[0]?.when).toBe('21 Nov 2026, 14:05')
  })

  test('has only completed steps at the end', () => {
    expect(states('sent', step('paid', at), step('sent', at))).toEqual(['done', 'done'])
  })

  test('shows the failed step, and then the refund in progress', () => {
    expect(states('failed', step('paid', at), step('failed', at), step('refunding', at))).toEqual([
      'done',
      'failed',
      'current',
    ])
  })
})
