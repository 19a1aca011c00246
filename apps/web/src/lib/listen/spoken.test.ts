import { describe, expect, it } from 'vitest'
import { nameCheckWords, spoken, totalWords } from './spoken.ts'

it.each([
  ['LRD 1,000.00', 'one thousand Liberian dollars'],
  ['GHS 66.96', 'sixty-six Ghana cedis and ninety-six pesewas'],
  ['LRD 1,004.36', 'one thousand and four Liberian dollars and thirty-six cents'],
  ['SLE 1.00', 'one leone'],
  ['SLE 0.01', 'zero leones and one cent'],
  ['USD 2,999', 'two thousand nine hundred and ninety-nine US dollars'],
  ['GHS 12.50.', 'twelve Ghana cedis and fifty pesewas.'],
  [
    'LRD 99,999,999.99',
    'ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine Liberian dollars and ninety-nine cents',
  ],
  ['LRD 1,000,000.00', 'one million Liberian dollars'],
  ['LRD 20,100.00', 'twenty thousand one hundred Liberian dollars'],
])('says the amount %s as %s', (shown, said) => {
  expect(spoken(shown)).toBe(said)
})

it.each([
  ['the wallet of +233 24 500 4684', 'the wallet of the number ending 8 4'],
  ['Quote reference S-36JQADQE.', 'Quote reference shown here.'],
  ['Your code is 123456', 'Your code is shown here'],
  ['Your code is 123 456', 'Your code is shown here'],
  ['28 Nov 2026', '28 Nov 2026'],
  ['to \u2068Ama Mensah\u2069', 'to Ama Mensah'],
  ['Arrives by 03:51 at the latest', 'Arrives by 03:51 at the latest'],
  ['up to 10 days', 'up to 10 days'],
])('says no whole number, code or reference: %s', (shown, said) => {
  expect(spoken(shown)).toBe(said)
})

describe('the name check', () => {
  it.each([
    [{ kind: 'checking' }, null],
    [{ kind: 'match', name: 'Ama Mensah' }, 'The name matches. The money goes to Ama Mensah.'],
    [{ kind: 'named', shown: 'A. M.' }, 'Is A. M. the right person? That is the name on this number.'],
    [{ kind: 'close', name: 'Ama Mensah' }, 'Did you mean Ama Mensah? That is the name on this number.'],
    [
      { kind: 'different', shown: 'Kofi Owusu' },
      'Stop. The name does not match. This number is in the name of Kofi Owusu. Check the number.',
    ],
    [
      { kind: 'different', shown: null },
      'Stop. The name does not match. This number is in a different name. Check the number.',
    ],
    [{ kind: 'inactive' }, 'This number has no mobile money wallet. Check the number.'],
    [{ kind: 'unchecked' }, 'We could not check the name. Check the number again.'],
    [{ kind: 'unsupported' }, 'We could not check the name. Check the number again.'],
    [{ kind: 'unnamed' }, 'We could not check the name. Check the number again.'],
  ] as const)('of %j is said as %s', (check, said) => {
    expect(nameCheckWords(check)).toBe(said)
  })
})

const QUOTE = {
  ...({ total: 400_000, currency: 'LRD', receiveAmount: 26_783, receiveCurrency: 'GHS' } as const),
  charge: { amount: 400_000, currency: 'LRD', rate: '1' },
} as const

it.each([
  ['LRD', 400_000, 'You pay four thousand Liberian dollars. Isata'],
  ['USD', 2_000, 'You pay four thousand Liberian dollars. We charge twenty US dollars to your card. Isata'],
] as const)('says what the customer pays and what arrives, charged in %s', (currency, amount, said) => {
  const text = totalWords({ ...QUOTE, charge: { ...QUOTE.charge, currency, amount } }, 'Isata Mensah')
  expect(spoken(text)).toBe(
    `${said} Mensah gets two hundred and sixty-seven Ghana cedis and eighty-three pesewas.`,
  )
})
