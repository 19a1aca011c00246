import { expect, test } from 'vitest'
import { cardLabel, CARD_CONSENT, CARD_CONSENT_TEXT } from './saved-cards.ts'

test.each([
  ['visa', '4242', null, 'Visa •••• 4242'],
  ['amex', '0005', null, 'American Express •••• 0005'],
  ['visa', '4242', 'google_pay', 'Google Pay, Visa •••• 4242'],
  ['mastercard', '4444', 'apple_pay', 'Apple Pay, Mastercard •••• 4444'],
  ['eftpos_au', '1234', 'masterpass', 'Card •••• 1234'],
])('calls %s %s from %s "%s"', (brand, last4, wallet, label) => {
  expect(cardLabel({ brand, last4, wallet })).toBe(label.replace('•••• ', '••••\u00a0'))
})

test('changes the version of the consent with its text', () => {
  expect([CARD_CONSENT.version, CARD_CONSENT_TEXT]).toEqual([
    '2026-11-24',
    'Save this card for next time. You can remove it in Settings. We never charge it unless you press Pay.',
  ])
})
