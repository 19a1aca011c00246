import type { TransferStatus } from '@sesa/contract'
import { describe, expect, test } from 'vitest'
import { hasEnded, isInProgress, nextPollDelay, timelineOf, TONES } from './progress.ts'

const STATUSES: readonly TransferStatus[] = ['processing', 'sent', 'failed', 'refunded', 'cancelled', 'held']

test('does not treat a failed transfer as ended before its refund', () => {
  expect(STATUSES.filter(hasEnded)).toEqual(['sent', 'refunded', 'cancelled'])
})

test('offers to send again once nothing can arrive any more', () => {
  expect(STATUSES.filter(isInProgress)).toEqual(['processing', 'held'])
})

test('is green only where the money arrived, and red only while we owe a refund', () => {
  const of = (tone: string) => STATUSES.filter((status) => TONES[status] === tone)
  expect([of('text-ok'), of('text-danger')]).toEqual([['sent'], ['failed']])
})

test('polls ever more slowly, at most 30 seconds apart', () => {
  const delays = Array.from({ length: 12 }, (_, looks) => nextPollDelay(looks))
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  expect(delays[0]).toBe(1000)
  expect(delays.at(-1)).toBe(30_000)
})

describe('the timeline', () => {
  const BY = { network_label: 'MTN MoMo' }
  const at = '2026-11-21T10:00:00.000Z'
  const step = (
    name: 'created' | 'paid' | 'paying_out' | 'sent' | 'failed' | 'refunding',
    when: string | null,
  ) => ({ step: name, at: when, text: name }) as const
  const states = (status: TransferStatus, ...timeline: ReturnType<typeof step>[]) =>
    timelineOf({ status, timeline, ...BY }).map(({ state }) => state)

  test('has a current step and the steps ahead while money moves', () => {
    const steps = [step('created', at), step('paid', at), step('paying_out', at), step('sent', null)]
    expect(states('processing', ...steps)).toEqual(['done', 'done', 'current', 'ahead'])
  })

  test('shows times as HH:mm, with the date where it changes', () => {
    const when = (day: number, minute: number) => new Date(2026, 10, day, 23, minute).toISOString()
    const timeline = [
      step('created', when(21, 4)),
      step('paid', when(21, 5)),
      step('paying_out', when(22, 6)),
    ]
    expect(
      timelineOf({ status: 'processing', timeline, ...BY }).map(({ text, when: at }) => [text, at]),
    ).toEqual([
      ['Started', '21 Nov 2026, 23:04'],
      ['Paid', '23:05'],
      ['Sending to MTN MoMo', '22 Nov 2026, 23:06'],
    ])
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
