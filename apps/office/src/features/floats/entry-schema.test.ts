import { expect, it } from 'vitest'
import { NO_ENTRY, readTyped } from './entry-schema.ts'

const SOLD = { otherCurrency: 'USD', otherAmount: '1000' }
const BOUGHT = { currency: 'GHS', amount: '11,500.00' }
const TYPED = { ...NO_ENTRY, kind: 'conversion', ...SOLD, ...BOUGHT, reference: ' FX0001 ' }
const ADJUSTMENT = {
  ...{ ...TYPED, kind: 'adjustment', account: 'bank', direction: 'more', as: 'capital' },
}

it('reads what was bought and sold', () => {
  expect(readTyped(TYPED)).toEqual({
    problems: {},
    entry: {
      kind: 'conversion',
      bought: { amount: 1_150_000, currency: 'GHS' },
      sold: { amount: 100_000, currency: 'USD' },
      reference: 'FX0001',
    },
  })
})

it.each([
  ['no kind', { ...TYPED, kind: '', account: 'bank' }, ['kind']],
  ['one currency twice', { ...TYPED, otherCurrency: 'GHS' }, ['otherCurrency']],
  ['no currency', { ...TYPED, currency: '' }, ['currency']],
  ['an amount of zero', { ...TYPED, otherAmount: '0' }, ['otherAmount']],
  ['an amount below zero', { ...TYPED, amount: '-5' }, ['amount']],
  ['no account of a top-up', { ...TYPED, kind: 'top_up' }, ['account']],
  ['a short reference', { ...TYPED, reference: 'FX' }, ['reference']],
  ['a long reference', { ...TYPED, reference: 'F'.repeat(201) }, ['reference']],
  ['no direction', { ...ADJUSTMENT, direction: '' }, ['direction']],
  ['no way to book it', { ...ADJUSTMENT, as: '' }, ['as']],
])('refuses %s', (_name, typed, fields) => {
  const { entry, problems } = readTyped(typed)
  expect(entry).toBeUndefined()
  expect(Object.keys(problems)).toEqual(fields)
})
