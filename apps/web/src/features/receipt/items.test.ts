import type { Receipt } from '@sesa/contract'
import { expect, test } from 'vitest'
import { itemsOf } from './items.ts'

const receipt: Receipt = {
  transfer: {
    payment_id: 'pi_1',
    recipient: 'Musu Kollie',
    country: 'LR',
    sender_country: 'GH',
    date: '2026-11-21T10:00:00.000Z',
    amount: 50_000,
    currency: 'GHS',
    receive_amount: 740_000,
    receive_currency: 'LRD',
    status: 'sent',
    reference: 'S-0A1B2C3D',
    fee: 100,
    total: 50_100,
    rate: '14.8',
    charge: { amount: 4_259, currency: 'USD', rate: '0.085' },
    name_check: 'different',
    account_name: 'A. M.',
    phone: '+231770123456',
    method: 'momo',
    network: 'orange',
    network_label: 'Orange Money',
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
    card: { brand: 'visa', last4: '4242', wallet: null },
    delivery_estimate: '2026-11-21T10:40:00.000Z',
    cancellable: false,
    notice: null,
    timeline: [],
  },
  sender: { name: 'Ama Mensah' },
  taxes: 0,
  paid_at: '2026-11-21T10:05:00.000Z',
  mid_rate: '14.95',
  mid_rate_at: '2026-11-21T10:00:00.000Z',
  margin: 502,
  date_available: '2026-11-21T10:40:00.000Z',
  disclaimer: 'May cost',
  rights: 'May cancel',
  error_rights: 'May dispute',
  provider: {
    name: 'Sesa',
    website: 'https://sesa.example',
    phone: '1',
    email: 'a@b.example',
    address: 'Here',
  },
  licences: [],
  regulators: [],
}

test('shows the server’s figures with their currency codes, in the groups that the rule requires', () => {
  const { about, payment, rate, recipient } = itemsOf(receipt)
  const shown = (facts: typeof payment) => facts.map(({ label, value }) => [label, value])
  expect(shown(payment)).toEqual([
    ['Transfer Amount', 'GHS 500.00'],
    ['Transfer Fees', 'GHS 1.00'],
    ['Transfer Taxes', 'GHS 0.00'],
    ['Total', 'GHS 501.00'],
    ['Charged to your card', 'USD 42.59'],
    ['Card rate', '1 USD = GHS 11.765'],
  ])
  expect(shown(rate)).toEqual([['Exchange Rate', '1 GHS = LRD 14.80']])
  expect(shown(about).slice(4)).toEqual([
    [expect.stringMatching(/^Mid-market rate, 21 Nov 2026, \d\d:\d\d [A-Z]/), '1 GHS = LRD 14.9500'],
    ['Our margin', 'GHS 5.02 (1.0%)'],
  ])
  expect(shown(recipient).slice(0, 6)).toEqual([
    ['Total to Recipient', 'LRD 7,400.00'],
    ['Recipient', 'Musu Kollie'],
    ['Name on the account', 'A. M.'],
    ['Mobile number', '+231 77 012 3456'],
    ['Mobile network', 'Orange Money'],
    ['Country', 'Liberia'],
  ])
  expect(recipient[6]?.label).toBe('Date Available (may be sooner)')
})

test('names no account where the network gave no name', () => {
  const { recipient } = itemsOf({ ...receipt, transfer: { ...receipt.transfer, account_name: null } })
  expect(recipient.map(({ label }) => label)).not.toContain('Name on the account')
})

test('does not repeat a charge in the sender’s own currency', () => {
  const own = { amount: 50_100, currency: 'GHS' as const, rate: '1' }
  const { payment } = itemsOf({ ...receipt, transfer: { ...receipt.transfer, charge: own } })
  expect(payment.map(({ label }) => label)).not.toContain('Charged to your card')
})
