import { describe, expect, test } from 'vitest'
import { valuesOfLink } from './prefilled.ts'

describe('a link of a calculator', () => {
  test.each([
    [
      'from=LR&to=GH&side=send&amount=1%2C500.50&receive=100.00',
      { country: 'GH', fix: 'send', sendAmount: '1,500.50', receiveAmount: '' },
    ],
    [
      'from=LR&to=GH&side=receive&amount=1%2C500.50&receive=100.00',
      { country: 'GH', fix: 'receive', sendAmount: '', receiveAmount: '100.00' },
    ],
    // The form explains a wrong amount, so the link keeps it.
    ['from=LR&to=SL&side=send&amount=abc', { country: 'SL', fix: 'send', sendAmount: 'abc' }],
    // The amount is in another sender's currency; the amount to receive is not.
    ['from=US&to=GH&side=send&amount=100', { country: 'GH', sendAmount: '' }],
    [
      'from=US&to=GH&side=receive&amount=100&receive=50',
      { country: 'GH', fix: 'receive', receiveAmount: '50' },
    ],
    [`from=LR&to=GH&amount=${'9'.repeat(99)}`, { sendAmount: '9'.repeat(30) }],
  ])('%s', (query, values) => {
    expect(valuesOfLink(query, 'LR')).toMatchObject(values)
  })

  test.each(['from=GH&to=LR&amount=1', 'from=LR&to=US&amount=1', 'from=LR&to=XX&amount=1', 'amount=1'])(
    'to where this sender cannot send is ignored: %s',
    (query) => {
      expect(valuesOfLink(query, 'LR')).toBeNull()
    },
  )
})
