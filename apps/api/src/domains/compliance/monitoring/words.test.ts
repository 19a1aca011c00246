import { expect, it, test } from 'vitest'
import { SHIPPED_RULES, SHIPPED_SHADOW, type Look } from './rules.ts'
import { lookWords, measuredWords } from './words.ts'

test.each([
  [
    'structuring',
    'At least 3 payments in 7 days, each below USD 1,000.00 or USD 2,000.00 or USD 3,000.00 and at least 85 % of it',
  ],
  ['many_senders', 'At least 4 different senders to one wallet in 14 days'],
  ['many_payees', 'First payments to at least 6 wallets in 30 days'],
  ['several_accounts', 'At least 2 accounts of one person in 90 days'],
  ['ring', 'At most 4 accounts that paid each other in a circle within 30 days'],
  ['dormant', 'More than 3 times the usual amount after 180 days without a payment'],
  ['new_corridor', 'A first payment to a country, of at least USD 500.00, after 3 payments to others'],
  ['velocity', 'At least 5 payments in 24 hours'],
  ['similar_amounts', 'At least 3 payments in 7 days whose amounts are within 10 %'],
  ['shared', 'At least 3 accounts that paid with the same card in 30 days'],
  ['new_payer', 'A first payment from a wallet whose name was not confirmed, of at least USD 500.00'],
] as const satisfies readonly (readonly [Look['kind'], string])[])('%s: %s', (kind, words) => {
  const look = [...SHIPPED_RULES.rules, ...SHIPPED_SHADOW.rules].find((rule) => rule.look.kind === kind)?.look
  expect(look && lookWords(look)).toBe(words)
})

it('names the measured figures, amounts in dollars', () => {
  expect(measuredWords({ payments: 3, threshold: 100_000, unheard: 4 })).toEqual([
    { what: 'Payments', figure: '3' },
    { what: 'Threshold', figure: 'USD 1,000.00' },
    { what: 'unheard', figure: '4' },
  ])
})
