import type { CorridorRate } from '@sesa/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { alertSchema, rateText, suggestion, thresholdText, type AlertValues } from './form-schema.ts'
import { rate } from '@sesa/money'

const CORRIDOR: CorridorRate = {
  from: 'LR',
  to: 'GH',
  fromCurrency: 'LRD',
  toCurrency: 'GHS',
  rate: '0.0546621327',
}
const read = (change: Partial<AlertValues>) => {
  const values: AlertValues = { corridor: 'LR-GH', kind: 'at_or_above', threshold: '0.06', ...change }
  const result = v.safeParse(alertSchema([CORRIDOR], 'UTC'), values)
  return result.success
    ? result.output
    : result.issues.map(({ path, message }) => `${String(path?.[0]?.key)}: ${message}`)
}

describe('the form of a rate alert', () => {
  it.each([
    ['at_or_above', '0.0552088'],
    ['at_or_below', '0.0541155'],
    ['daily', ''],
  ] as const)('suggests 1%% beyond today’s rate for %s', (kind, text) =>
    expect(suggestion(CORRIDOR, kind)).toBe(text),
  )

  it('suggests nothing without a rate', () => {
    expect(suggestion({ ...CORRIDOR, rate: null }, 'at_or_above')).toBe('')
  })

  it('sends the rate exactly as typed, and none for a daily alert', () => {
    const wanted = { from: 'LR', to: 'GH', zone: 'UTC' }
    expect(read({ threshold: ' 0,0612345678 ' })).toEqual({
      ...{ ...wanted, kind: 'at_or_above' },
      threshold: '0.0612345678',
    })
    expect(read({ kind: 'daily', threshold: 'x' })).toEqual({ ...wanted, kind: 'daily' })
  })

  it.each([
    [{ threshold: '' }, ['threshold: Enter a rate.']],
    [{ threshold: '0.0' }, ['threshold: Enter the rate as a number above zero, like 11.25.']],
    [{ threshold: '1,234' }, ['threshold: Enter the rate as a number above zero, like 11.25.']],
    [{ corridor: 'GH-GH' }, ['corridor: Choose the countries.']],
  ])('refuses %j', (change, problems) => expect(read(change)).toEqual(problems))

  it('writes rates in the direction of the transfer', () => {
    expect(rateText(rate('0.0546621327', 'LRD', 'GHS'))).toBe('1 LRD = 0.0546621 GHS')
    expect(thresholdText('0.06', CORRIDOR)).toBe('1 LRD = 0.06 GHS')
  })
})
