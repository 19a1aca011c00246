import { describe, expect, it } from 'vitest'
import { mergeRates } from './merge.ts'
import type { LatestRates } from './ports.ts'
import { usdRates } from './snapshot.ts'

const EARLIER = new Date('2026-11-24T08:00:00Z')
const NOON = new Date('2026-11-24T12:00:00Z')
const given = (text: string) => ({ text, asOf: EARLIER, source: 'earlier' })
const last = {
  usd: usdRates({ LRD: '172', GHS: '11.6', SLE: '22.9' }),
  rates: { LRD: given('172'), GHS: given('11.6'), SLE: given('22.9') },
}
const says = (source: string, usd: LatestRates['usd'], asOf = NOON): LatestRates => ({ source, usd, asOf })
const WHOLE = { LRD: '173', GHS: '11.7', SLE: '23' }

describe('the rates of several sources', () => {
  it.each<[string, LatestRates[], string, boolean, string[]]>([
    ['all from the first', [says('a', WHOLE), says('b', WHOLE)], 'a a a', true, []],
    [
      'what the first lacks from the second',
      [says('a', { GHS: '11.7' }), says('b', WHOLE)],
      'b a b',
      true,
      [],
    ],
    [
      'none where every source lacks it',
      [says('a', { LRD: '173', GHS: '11.7' }), says('b', { LRD: '173' })],
      'a a earlier',
      true,
      ['SLE no_data'],
    ],
    [
      'none at all without an answer',
      [],
      'earlier earlier earlier',
      false,
      ['LRD no_data', 'GHS no_data', 'SLE no_data'],
    ],
    [
      'none where two sources differ by more than 5 %',
      [says('a', WHOLE), says('b', { ...WHOLE, GHS: '12.3' })],
      'a earlier a',
      true,
      ['GHS deviating'],
    ],
    ['within 5 %', [says('a', WHOLE), says('b', { ...WHOLE, GHS: '12.2' })], 'a a a', true, []],
    [
      'none that has more than doubled',
      [says('a', { ...WHOLE, SLE: '22900' }), says('b', WHOLE)],
      'a a earlier',
      true,
      ['SLE implausible'],
    ],
    ['none that cannot be read', [says('a', { ...WHOLE, LRD: '0' })], 'earlier a a', true, ['LRD no_data']],
    [
      'the earlier one, if it is newer',
      [says('a', WHOLE, new Date('2026-11-24T07:00:00Z'))],
      'earlier earlier earlier',
      false,
      [],
    ],
  ])('give %s', (_what, answers, sources, changed, problems) => {
    const merged = mergeRates(last, answers, 500n)
    const { LRD, GHS, SLE } = merged.rates
    expect([LRD, GHS, SLE].map(({ source }) => source).join(' ')).toBe(sources)
    expect(merged.changed).toBe(changed)
    expect(merged.problems.map(({ currency, reason }) => `${currency} ${reason}`)).toEqual(problems)
  })
})
