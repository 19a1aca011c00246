import { spokenOf, type TransferDetail } from '@sesa/contract'
import { expect, test } from 'vitest'
import { summaryOfDetail, summaryOfResult } from './summary.ts'

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
  pay: {
    method: 'card',
    networkLabel: null,
    phone: null,
    attempts: [],
    canTry: false,
    expiresAt: '2026-11-21T10:30:00.000Z',
    bank: null,
    asksRefundNumber: false,
  },
  delivery_estimate: '2026-11-21T10:40:00.000Z',
  cancellable: false,
  notice: null,
  timeline: [],
}

test('shows the received amount of the send call as it is, in major units', () => {
  const summary = summaryOfResult({
    ...{ status: 'sent', amount: 300_000, currency: 'LRD', recipient: 'Kofi Owusu' },
    ...{ receive_amount: 1200.5, receive_currency: 'GHS', date: '2026-11-21T10:00:00.000Z' },
  })
  expect(summary.amounts).toBe('LRD 3,000.00 → GHS 1,200.50 · Kofi Owusu')
})

test('names the wallet, not the recipient, where it is registered to a different name', () => {
  expect(summaryOfDetail(DIFFERENT).sentence).toBe('The money is in the wallet of +233 24 123 4567.')
  expect(summaryOfDetail({ ...DIFFERENT, name_check: 'close' }).sentence).toBe(
    'The money is in Ama’s MTN MoMo wallet.',
  )
})

test.each([
  [{}, 'On its way', null],
  // The customer or staff asked to cancel.
  [{ cancellable: false, notice: 'You asked to cancel.' }, 'In progress', 'You asked to cancel.'],
  [{ cancellable: false }, 'In progress', 'Your transfer is being processed.'],
  [{ notice: 'We send it in 30 minutes.' }, 'In progress', 'We send it in 30 minutes.'],
] as const)('says that the money is on its way only while it may be: %j', (change, headline, sentence) => {
  const processing = { ...DIFFERENT, status: 'processing', cancellable: true } as const
  expect(summaryOfDetail({ ...processing, ...change })).toMatchObject({ headline, sentence })
})

const REFUND = { at: DIFFERENT.date, text: 'Refunded LRD 15.00 to Visa' }
test.each([
  [
    'failed',
    [{ ...REFUND, step: 'refunding', text: 'Refunding LRD 15.00' }],
    'You paid LRD 15.00 · Refunding LRD 15.00',
  ],
  ['failed', [{ ...REFUND, step: 'refunded', at: null }], 'You paid LRD 15.00'],
  [
    'refunded',
    [
      { ...REFUND, step: 'refunding' },
      { ...REFUND, step: 'refunded' },
    ],
    'You paid LRD 15.00 · Refunded LRD 15.00 to Visa',
  ],
  ['cancelled', [], 'LRD 15.00 to Ama'],
  ['held', [], 'LRD 15.00 → GHS 1.00 · Ama'],
] as const)('shows no amount that will not arrive: %s', (status, timeline, amounts) => {
  expect(summaryOfDetail({ ...DIFFERENT, status, timeline: [...timeline] }).amounts).toBe(amounts)
})

test.each([
  [
    'LRD 4,000.00 → GHS 267.83 · Isata Mensah',
    'The money is in Isata’s MTN MoMo wallet.',
    'Arrived. The money is in Isata’s MTN MoMo wallet. LRD 4,000.00 sent. GHS 267.83 for Isata Mensah.',
  ],
  [
    'You paid LRD 2,500.00 · Refunded LRD 2,500.00 to Visa 4242',
    null,
    'Arrived. You paid LRD 2,500.00. Refunded LRD 2,500.00 to Visa 4242.',
  ],
  ['LRD 4,000.00 to Isata Mensah', null, 'Arrived. LRD 4,000.00 to Isata Mensah.'],
])('%s is read as one says it', (amounts, sentence, said) => {
  expect(spokenOf({ headline: 'Arrived', amounts, sentence })).toBe(said)
})
