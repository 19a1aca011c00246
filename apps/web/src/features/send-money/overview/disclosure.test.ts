import type { Quote } from '@sesa/contract'
import { money } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import { cancellationRight, chargeNote, disclosureOf } from './disclosure.ts'
import type { TransferRequest } from '../details/transfer-request.ts'

const quote: Quote = {
  amount: 10_000,
  currency: 'USD',
  rate: '172.08771659',
  fee: 0,
  total: 10_000,
  receiveAmount: 1_720_877,
  receiveCurrency: 'LRD',
  expiresAt: '2026-11-21T10:30:00.000Z',
  deliveryEstimate: '2026-11-21T10:40:00.000Z',
  charge: { amount: 10_000, currency: 'USD', rate: '1' },
  midRate: '173.826',
  midRateAt: '2026-11-21T10:00:00.000Z',
  margin: 100,
}

const order: TransferRequest = {
  fix: 'send',
  send: money(10_000, 'USD'),
  receive: money(1_720_877, 'LRD'),
  country: 'LR',
  name: 'Kofi Owusu',
  phone: '+231770123456',
  network: 'orange',
  declared: {},
  confirmedName: false,
}

const asPairs = (items: readonly { label: string; value: string }[]) =>
  items.map(({ label, value }) => [label, value])

describe('the disclosure', () => {
  test('groups the payment in the funding currency, in the terms of the rule', () => {
    expect(asPairs(disclosureOf(quote, order).payment)).toEqual([
      ['Transfer Amount', 'USD 100.00'],
      ['Transfer Fees', 'USD 0.00'],
      ['Total', 'USD 100.00'],
    ])
  })

  test('gives the rate with two to four decimals', () => {
    const [line] = disclosureOf(quote, order).rate
    expect(line).toMatchObject({ label: 'Exchange Rate', value: '1 USD = LRD 172.0877' })
  })

  test('groups amount, place and time of the delivery', () => {
    const { recipient } = disclosureOf(quote, order)
    expect(asPairs(recipient).slice(0, 4)).toEqual([
      ['Total to Recipient', 'LRD 17,208.77'],
      ['Recipient', 'Kofi Owusu'],
      ['Mobile number', '+231 77 012 3456'],
      ['Mobile network', 'Orange Money'],
    ])
    expect(recipient[4]?.label).toMatch(/^Date Available/)
  })

  test('shows a charge in another currency with its rate', () => {
    const exchanged: Quote = {
      ...quote,
      currency: 'GHS',
      charge: { amount: 913, currency: 'USD', rate: '0.091234' },
    }
    expect(asPairs(disclosureOf(exchanged, order).payment).slice(3)).toEqual([
      ['Charged to your card', 'USD 9.13'],
      ['Card rate', '1 USD = GHS 10.96'],
    ])
    expect(chargeNote(exchanged)).toBe(
      'We charge your card in USD, so you’ll pay USD 9.13. Any refund is also USD 9.13.',
    )
    expect(chargeNote(quote)).toBeNull()
  })

  test('explains how to cancel', () => {
    const text = cancellationRight({
      name: 'Sesa',
      phone: '+231 77 000 0100',
      email: 'help@sesa.example',
      address: '',
      socials: [],
    })
    expect(text).toContain('full refund within 30 minutes of payment')
    expect(text).toContain('+231 77 000 0100')
  })
})
