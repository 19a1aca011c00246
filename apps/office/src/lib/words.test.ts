import { expect, it } from 'vitest'
import { accountText, codeText, exactMoment, providerName, walletText, wordOf } from './words.ts'

it.each([
  [wordOf('hold', 'refund_returned'), 'Refund returned'],
  [wordOf('notice', 'recipient_sms'), 'SMS to the recipient'],
  [wordOf('state', 'of_a_later_release'), 'Of a later release'],
  [wordOf('state', 'constructor'), 'Constructor'],
  [accountText('card_clearing:LRD'), 'Card provider, LRD'],
  [walletText({ account: 'stripe', country: '', currency: 'USD' }), 'Stripe, USD'],
  [walletText({ account: 'pawapay', country: 'GH', currency: 'GHS' }), 'pawaPay, Ghana, GHS'],
  [walletText({ account: 'mtn-momo-lr', country: 'LR', currency: 'LRD' }), 'MTN MoMo, Liberia, LRD'],
  [providerName('smile-id'), 'Smile ID'],
  [codeText('top_up'), 'Wallet top-up'],
  [codeText('A note, as written: top_up'), 'A note, as written: top_up'],
])('says %s', (text, words) => {
  expect(text).toBe(words)
})

it('shows the second of a moment', () => {
  expect(exactMoment('2026-11-20T10:00:07.000Z')).toMatch(/^20 Nov 2026, \d\d:00:07 /)
})
