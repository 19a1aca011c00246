import {
  amountsOf,
  arrivalWords,
  headlineOf,
  sentenceOf,
  type OpenTransfer,
  type TransferDetail,
  type TransferStatus,
} from '@sesa/contract'
import { describe, expect, test } from 'vitest'
import { cancelQuestion } from './cancel-question.ts'
import { endOf, nextTick, openTransferWords, resultOf, stepLabel } from './money-words.ts'

const STATUSES: readonly TransferStatus[] = ['processing', 'sent', 'failed', 'refunded', 'cancelled', 'held']
const at = '2026-11-21T10:00:00.000Z'

test('shows “Payment Successful” for a transfer that is sent, on its way or on hold', () => {
  const successful = STATUSES.filter((status) => resultOf(status) === 'Payment Successful')
  expect(successful).toEqual(['processing', 'sent', 'held'])
})

test('calls a transfer on its way only if nothing unusual happened', () => {
  const checking = [{ step: 'checking', at, text: 'checking' }] as const
  const usual = { status: 'processing', notice: null, cancellable: true } as const
  expect(headlineOf(usual)).toBe('On its way')
  expect(headlineOf({ ...usual, timeline: [...checking] })).toBe('Checking')
  expect(headlineOf({ ...usual, notice: 'We asked MTN again.' })).toBe('In progress')
  expect(headlineOf({ ...usual, cancellable: false })).toBe('In progress')
})

const step = (name: 'paid' | 'paying_out', when: string | null) =>
  ({ step: name, at: when, text: name }) as const
const transfer = (
  payingOutAt: string | null,
  status: TransferDetail['status'] = 'processing',
): Parameters<typeof cancelQuestion>[0] => ({
  status,
  pay: {
    ...{ method: 'card', networkLabel: null, phone: null, attempts: [], canTry: false, expiresAt: at },
    ...{ bank: null, asksRefundNumber: false },
  },
  charge: { amount: 4_250, currency: 'USD', rate: '0.085' },
  recipient: 'Ama Mensah',
  timeline: [step('paid', at), step('paying_out', payingOutAt)],
})

test('promises the whole charge before the pay-out, in the charged currency', () => {
  const { text, confirm } = cancelQuestion(transfer(null))
  expect(text).toContain('We’ll refund USD 42.50 to your card, fee included')
  expect(confirm).toBe('Cancel the transfer')
})

test('promises a refund to the wallet that paid by mobile money, and to no bank', () => {
  const pay = { ...transfer(null).pay, method: 'momo', networkLabel: 'Orange Money' } as const
  for (const started of [null, at]) {
    const { text } = cancelQuestion({ ...transfer(started), pay })
    expect(text).not.toMatch(/card|bank/)
  }
  expect(cancelQuestion({ ...transfer(null), pay }).text).toContain(
    'to your Orange Money wallet, fee included.',
  )
})

test('promises a refund during the pay-out only if the money does not arrive', () => {
  const { text, confirm } = cancelQuestion(transfer(at))
  expect(text).toContain('If it’s been delivered, we cannot cancel. Otherwise, we’ll refund USD 42.50')
  expect(confirm).toBe('Ask to cancel')
})

test.each([null, at])('promises no refund while a hold may keep the money', (payingOutAt) => {
  const { text, confirm } = cancelQuestion(transfer(payingOutAt, 'held'))
  expect(text).toContain('We’ll record your request to cancel and tell you what happens.')
  expect(confirm).toBe('Ask to cancel')
  expect(text).not.toMatch(/refund|back|arriv/i)
})

const clock = (time: string): number => Date.parse(`2026-11-21T${time}Z`)
const promised = {
  latest: '2026-11-21T23:28:00Z',
  clock: '23:28',
  network: 'MTN MoMo',
  medianSeconds: null,
}

test.each([
  ['20:28:00', '3 hours left'],
  ['22:48:00', '40 minutes left'],
  ['23:18:30', '10 minutes left'],
  ['23:26:31', '2 minutes left'],
  ['23:27:00', '1 minute left'],
  ['23:27:01', 'under a minute left'],
  ['23:27:59', 'under a minute left'],
])('counts down to the latest time: at %s, %s', (time, words) => {
  expect(arrivalWords(promised, clock(time))).toBe(`Arrives by 23:28 (${words}).`)
})

test.each([
  [8, '22:48:00', 'Usually arrives in under a minute, by 23:28 at the latest.'],
  [61, '22:48:00', 'Usually arrives in 2 minutes, by 23:28 at the latest.'],
  [8, '23:27:55', 'Arrives by 23:28 (under a minute left).'],
  [3_600, '22:48:00', 'Arrives by 23:28 (40 minutes left).'],
])(
  'says what recent transfers took, unless that exceeds the promise: %d seconds',
  (medianSeconds, time, words) => {
    expect(arrivalWords({ ...promised, medianSeconds }, clock(time))).toBe(words)
  },
)

test('says that it takes longer once the promised time has passed', () => {
  for (const time of ['23:28:00', '23:50:00']) {
    expect(arrivalWords(promised, clock(time))).toBe(
      'This is taking longer than usual. We’re checking with MTN MoMo.',
    )
  }
})

test('checks the clock more often in the last minute', () => {
  expect([nextTick(600_000), nextTick(60_000), nextTick(-1)]).toEqual([30_000, 1_000, 1_000])
})

const NOW = new Date(2026, 10, 24, 14, 0)
const local = (day: number, hour: number, minute: number) =>
  new Date(2026, 10, day, hour, minute).toISOString()
const open = (change: Partial<OpenTransfer> = {}): OpenTransfer => ({
  payment_id: 'pi_1',
  recipient: 'Ama Mensah',
  country: 'GH',
  sender_country: 'LR',
  date: local(24, 13, 50),
  amount: 1_000_000,
  currency: 'LRD',
  receive_amount: 67_022,
  receive_currency: 'GHS',
  status: 'processing',
  reference: 'S-WP41P8W7',
  delivery_estimate: local(24, 14, 30),
  notice: null,
  ...change,
})

describe('the state of a transfer that has not ended', () => {
  test.each([
    [{}, 'On its way', 'Arrives by 14:30', false],
    [{ delivery_estimate: local(25, 0, 5) }, 'On its way', 'Arrives by 25 Nov 2026, 00:05', false],
    [{ delivery_estimate: local(24, 13, 59) }, 'On its way', 'Taking longer than usual. We’re on it.', false],
    [{ notice: 'We asked MTN again.' }, 'In progress', 'We asked MTN again.', false],
    [{ status: 'checking', notice: 'Don’t pay again.' }, 'Checking', 'Don’t pay again.', false],
    [{ status: 'held', notice: 'We’re reviewing it.' }, 'On hold', 'We’re reviewing it.', false],
    [{ status: 'held' }, 'On hold', 'We’re checking it.', false],
    [{ status: 'failed', notice: 'The wallet is full.' }, 'Refunding', 'The wallet is full.', true],
  ] as const)('%j is “%s: %s”', (change, word, text, failed) => {
    expect(openTransferWords(open(change), NOW)).toEqual({ word, text, failed })
  })
})

test('explains the outcome of a transfer that did not arrive', () => {
  expect(endOf('refunded')).toContain('We’ve refunded you in full')
  expect(endOf('failed')).toContain('We’re refunding you in full')
  expect(endOf('cancelled')).toContain('cancelled')
  expect([endOf('sent'), endOf('processing'), endOf('held')]).toEqual([null, null, null])
})

/** A charged transfer at one moment. */
interface Case {
  readonly status: TransferStatus
  /** The last step that it reached. */
  readonly last: keyof typeof WAYS
  /** False once the customer or staff asked to cancel, or it is too late. */
  readonly cancellable: boolean
}

const WAYS = {
  paid: ['paid'],
  paying_out: ['paid', 'paying_out'],
  checking: ['paid', 'paying_out', 'checking'],
  failed: ['paid', 'paying_out', 'failed'],
} as const

const CASES: readonly Case[] = STATUSES.flatMap((status) =>
  (['paid', 'paying_out', 'checking', 'failed'] as const).flatMap((last) =>
    [true, false].map((cancellable) => ({ status, last, cancellable })),
  ),
)
const isChecked = ({ status, last }: Case): boolean => status === 'processing' && last === 'checking'

/** Returns all of the app's words about a transfer's money, on all its screens. */
function wordsOf(one: Case): string {
  const { status, last, cancellable } = one
  const timeline = WAYS[last].map((step) => ({ step, at, text: 'A text of the server' }))
  // The server explains unusual cases in a notice, which then replaces a promise.
  const notice = isChecked(one) || !cancellable ? 'A notice' : null
  const detail = { ...open(), ...transfer(null, status), network_label: 'MTN MoMo', timeline, status }
  const home =
    status === 'processing' || status === 'held' || status === 'failed'
      ? Object.values(openTransferWords(open({ status, notice }), NOW))
      : []
  return [
    resultOf(status),
    headlineOf({ status, notice, cancellable, timeline }),
    sentenceOf(status, 'Ama’s wallet'),
    amountsOf(detail),
    ...timeline.map(({ step }) => stepLabel(step, detail)),
    cancellable && !isChecked(one) ? cancelQuestion(detail).text : '',
    endOf(status) ?? '',
    ...home,
  ].join('\n')
}

describe('on all screens', () => {
  test.each<readonly [RegExp, (one: Case) => boolean]>([
    [/Arrived|The money is in/, ({ status }) => status === 'sent'],
    [/On its way|Arrives by/, ({ status, cancellable }) => status === 'processing' && cancellable],
    [/Not delivered/, ({ last }) => last === 'failed'],
    [/re refunding|Refunding/, ({ status }) => status === 'failed'],
    [/ve refunded|Refunded/, ({ status }) => status === 'refunded'],
    [/You paid/, ({ status }) => status === 'failed' || status === 'refunded'],
    // The amount to the recipient is named only while it may still arrive.
    [/→ GHS/, ({ status }) => ['processing', 'sent', 'held'].includes(status)],
    [/Payment Successful/, ({ status }) => ['processing', 'sent', 'held'].includes(status)],
  ])('%s is said only where it is true', (words, isTrue) => {
    const said = CASES.filter((one) => words.test(wordsOf(one)))
    expect(said).not.toEqual([])
    expect(said.filter((one) => !isTrue(one))).toEqual([])
  })

  test('a charged transfer is never called uncharged', () => {
    expect(CASES.filter((one) => /not charged|n’t charged/.test(wordsOf(one)))).toEqual([])
  })

  test('nothing is promised while a hold may keep the money', () => {
    const PROMISE =
      /refund|comes? back|way back|on its way|going ahead|sending|will arrive|arrives|delivered/i
    const held = CASES.filter(({ status }) => status === 'held')
    // The carrier refused it for good, so this can be said.
    const promises = (one: Case) => PROMISE.test(wordsOf(one).replace('Not delivered', ''))
    expect(held.filter(promises)).toEqual([])
    expect(CASES.some((one) => PROMISE.test(wordsOf(one)))).toBe(true)
  })
})
