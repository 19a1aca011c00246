import type { CorridorRate } from '@sesa/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { alertSchema, bestAmount, stepped, suggestion, whenText, type AlertValues } from './form-schema.ts'

const CORRIDOR: CorridorRate = {
  from: 'LR',
  to: 'GH',
  fromCurrency: 'LRD',
  toCurrency: 'GHS',
  rate: '0.0669574322',
  best: '0.0681058',
}
const read = (change: Partial<AlertValues>) => {
  const values: AlertValues = { corridor: 'LR-GH', kind: 'at_or_above', threshold: '67.63', ...change }
  const result = v.safeParse(alertSchema([CORRIDOR], 'UTC'), values)
  return result.success
    ? result.output
    : result.issues.map(({ path, message }) => `${String(path?.[0]?.key)}: ${message}`)
}

describe('the form of a rate alert', () => {
  it.each([
    ['at_or_above', '67.63'],
    ['at_or_below', '66.28'],
    ['daily', ''],
  ] as const)('suggests an amount at least 1%% beyond today’s for %s', (kind, text) =>
    expect(suggestion(CORRIDOR, kind)).toBe(text),
  )

  it('suggests nothing without a rate', () => {
    expect(suggestion({ ...CORRIDOR, rate: null }, 'at_or_above')).toBe('')
  })

  it.each([
    ['what the best rate gave, rounded down', {}, '68.10'],
    ['nothing without a history', { best: null }, null],
    ['nothing without a rate of today', { rate: null }, null],
    ['nothing while today is the best', { best: '0.0669574322' }, null],
    ['nothing that today gives when rounded up', { best: '0.0669600000' }, null],
  ])('offers %s', (_, change, text) => expect(bestAmount({ ...CORRIDOR, ...change })).toBe(text))

  it.each([
    ['66.96', '67.06', '66.86'],
    ['6.74', '6.75', '6.73'],
    ['17,077.50', '17,087.50', '17,067.50'],
    ['0.01', '0.02', '0.01'],
    ['a lot', 'a lot', 'a lot'],
  ])('moves %s to %s or %s', (text, more, less) => {
    expect([stepped(text, CORRIDOR, 1n), stepped(text, CORRIDOR, -1n)]).toEqual([more, less])
  })

  it('sends the exact rate of the amount, and none for a daily alert', () => {
    const wanted = { from: 'LR', to: 'GH', zone: 'UTC' }
    expect(read({ threshold: ' GHS 67.63 ' })).toEqual({
      ...{ ...wanted, kind: 'at_or_above' },
      threshold: '0.06763',
    })
    expect(read({ kind: 'daily', threshold: 'x' })).toEqual({ ...wanted, kind: 'daily' })
  })

  it.each([
    [{ threshold: '' }, ['threshold: Enter an amount.']],
    [{ threshold: '0.0' }, ['threshold: Enter an amount above zero, like 67.63.']],
    [{ threshold: '1.234' }, ['threshold: Enter an amount above zero, like 67.63.']],
    [{ corridor: 'GH-GH' }, ['corridor: Choose the countries.']],
  ])('refuses %j', (change, problems) => expect(read(change)).toEqual(problems))

  it('says when an alert is sent', () => {
    const alert = { id: 'a', from: 'LR', to: 'GH', armed: true } as const
    expect(whenText({ ...alert, kind: 'at_or_above', threshold: '0.06763' })).toBe(
      'LRD 1,000 gives at least GHS 67.63',
    )
    expect(whenText({ ...alert, kind: 'daily', threshold: null })).toBe('Every day')
  })
})
