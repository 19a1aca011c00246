import { expect, test } from 'vitest'
import { wholeAmounts } from './amount-text.ts'

test('an amount in a sentence never breaks', () => {
  expect(wholeAmounts('From LRD 950.00 to LRD 345,104.70.')).toBe(
    'From LRD\u00a0950.00 to LRD\u00a0345,104.70.',
  )
  expect(wholeAmounts('1 USD = 172.0877 LRD')).toBe('1\u00a0USD = 172.0877\u00a0LRD')
})

test('other words break as they always did', () => {
  for (const text of ['Enter 6 digits', 'in 24 hours', 'CONTACT us']) expect(wholeAmounts(text)).toBe(text)
})

test('what is not text stays as it is', () => {
  expect(wholeAmounts(undefined)).toBeUndefined()
  expect(wholeAmounts(7)).toBe(7)
})
