import type { TransferDetail, TransferStatus } from '@sesa/contract'
import { describe, expect, test } from 'vitest'
import {
  hasEnded,
  headingOf,
  isBeingChecked,
  isUndelivered,
  nextPollDelay,
  isInProgress,
  nextOf,
  sentenceOf,
  timelineOf,
  toneOf,
} from './progress.ts'
import { summaryOfDetail, summaryOfResult } from './summary.ts'

const STATUSES: readonly TransferStatus[] = ['processing', 'sent', 'failed', 'refunded', 'cancelled', 'held']

test('shows “Payment Successful” for a transfer that is sent, on its way or on hold', () => {
  const successful = STATUSES.filter((status) => headingOf(status) === 'Payment Successful')
  expect(successful).toEqual(['processing', 'sent', 'held'])
})

test('does not treat a failed transfer as ended before its refund', () => {
  expect(STATUSES.filter(hasEnded)).toEqual(['sent', 'refunded', 'cancelled'])
})

test('offers to send again once nothing can arrive any more', () => {
  expect(STATUSES.filter(isInProgress)).toEqual(['processing', 'held'])
})

test('is festive while all is well, and calm once the money comes back', () => {
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

test('shows the received amount of the send call as it is, in major units', () => {
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

const DIFFERENT: TransferDetail = {
  payment_id: 'pi_1',
  recipient: 'Ama',
  country: 'GH',
  sender_country: 'LR',
  date: '2026-11-21T10:00:00.000Z',
  amount: 1_500,
  currency: 'LRD',
  receive_amount: 100,
  receive_currency: 'GHS',
  status: 'sent',
  reference: 'S-1',
  fee: 0,
  total: 1_500,
  rate: '0.0669',
  charge: { amount: 1_500, currency: 'LRD', rate: '1' },
  phone: '+233241234567',
  name_check: 'different',
  account_name: 'KOFI BOATENG',
  card: null,
  method: 'momo',
  network: 'mtn',
  network_label: 'MTN MoMo',
  delivery_estimate: '2026-11-21T10:40:00.000Z',
  cancellable: false,
  notice: null,
  timeline: [],
}

describe('the texts of the page', () => {
  const at = '2026-11-21T10:00:00.000Z'
  const of = (
    status: TransferStatus,
    step: 'checking' | 'paying_out' | 'failed' | 'refunding' = 'paying_out',
  ) => {
    const detail = {
      status,
      recipient: 'Ama Mensah',
      network_label: 'MTN MoMo',
      timeline: [{ step, at, text: step }],
    }
    const parts = { status, checking: isBeingChecked(detail), undelivered: isUndelivered(detail) }
    const receive = { recipient: 'Ama Mensah', receive: 'GHS 1.00', network: 'MTN MoMo' }
    return `${sentenceOf({ ...parts, ...receive })} ${nextOf(detail)}`
  }

  test('match each status', () => {
    const saying = (words: RegExp) => STATUSES.filter((status) => words.test(of(status)))
    expect(saying(/GHS 1\.00 has arrived in Ama Mensah’s MTN MoMo wallet/)).toEqual(['sent'])
    expect(saying(/All done\. Ama can use the money now\./)).toEqual(['sent'])
    expect(saying(/received your payment and are reviewing this transfer\./)).toEqual(['held'])
    expect(saying(/We’re sending/)).toEqual(['processing'])
    expect(saying(/This transfer didn’t go through/)).toEqual(['failed', 'refunded'])
    expect(saying(/We’re refunding/)).toEqual(['failed'])
    expect(saying(/so we’ve refunded you in full/)).toEqual(['refunded'])
  })

  test('say that we could not deliver only if the carrier refused', () => {
    expect(of('refunded', 'failed')).toContain(
      'We couldn’t deliver this transfer, so we’ve refunded you in full.',
    )
    expect(of('failed', 'failed')).toContain(
      'We couldn’t deliver this transfer, so we’re refunding you in full.',
    )
    expect(of('refunded', 'refunding')).not.toContain('deliver')
  })

  test('claim nothing while we check whether the money arrived', () => {
    const words = of('processing', 'checking')
    expect(words).toContain('We’re checking whether GHS 1.00 reached Ama Mensah.')
    expect(words).not.toMatch(/sending|arrived|delivered|on its way/)
  })

  test('name the wallet, not the recipient, where it is registered to a different name', () => {
    const detail = { ...DIFFERENT, name_check: 'different' } as const
    const { wallet } = summaryOfDetail(detail)
    expect(sentenceOf({ ...summaryOfDetail(detail), wallet })).toBe(
      'GHS 1.00 has arrived in the wallet of +233 24 123 4567.',
    )
    expect(nextOf(detail)).toBe('All done. The money can be used now.')
    expect(sentenceOf(summaryOfDetail({ ...detail, name_check: 'close' }))).toContain(
      'in Ama’s MTN MoMo wallet',
    )
  })

  test('promise only that a transfer is being processed after the send call', () => {
    const parts = { status: 'processing', checking: false, undelivered: false } as const
    const words = sentenceOf({ ...parts, recipient: 'Ama', receive: 'GHS 1.00', network: null })
    expect(words).toBe('Your transfer of GHS 1.00 to Ama is being processed.')
  })
})
