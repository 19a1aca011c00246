import type { TransferDetail } from '@sesa/contract'
import { expect, test } from 'vitest'
import { nextOf, sentenceOf } from '../../lib/money-words.ts'
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
  delivery_estimate: '2026-11-21T10:40:00.000Z',
  cancellable: false,
  notice: null,
  timeline: [],
}

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

test('names the wallet, not the recipient, where it is registered to a different name', () => {
  const { wallet } = summaryOfDetail(DIFFERENT)
  expect(sentenceOf({ ...summaryOfDetail(DIFFERENT), wallet })).toBe(
    'GHS 1.00 has arrived in the wallet of +233 24 123 4567.',
  )
  expect(nextOf(DIFFERENT)).toBe('All done. The money can be used now.')
  expect(sentenceOf(summaryOfDetail({ ...DIFFERENT, name_check: 'close' }))).toContain(
    'in Ama’s MTN MoMo wallet',
  )
})

test.each([
  ['processing', true, true],
  // The customer or staff asked to cancel.
  ['processing', false, false],
] as const)(
  'says that we are sending only while it may be: %s, cancellable: %s',
  (status, cancellable, isSaid) => {
    const words = sentenceOf(summaryOfDetail({ ...DIFFERENT, status, cancellable }))
    expect(words.includes('We’re sending')).toBe(isSaid)
  },
)
