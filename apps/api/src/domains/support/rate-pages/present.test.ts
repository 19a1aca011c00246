import { money } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import { COUNTRIES, DIRECTIONS, type CountryCode, type PayMethodName } from '@sesa/contract'
import { type Corridor } from '../../pricing/index.ts'
import { usdRates } from '../../pricing/rates/snapshot.ts'
import type { RateDay } from '../../pricing/rates/history-store.ts'
import { presentRates, type Known } from './present.ts'

const currencyOf = (code: string) => COUNTRIES.find((one) => one.code === code)?.currency ?? 'USD'
/** The bands of a corridor with no fixed fee. */
const bandsOf = (from: CountryCode, feeBps: bigint, marginBps = 150n) => {
  const none = money(0, currencyOf(from))
  return [{ from: none, fee: none, feeBps, marginBps }]
}
const USUAL: Partial<Record<CountryCode, PayMethodName>> = { LR: 'momo', US: 'bank_debit' }
const corridors = DIRECTIONS.map(({ from, to }): Corridor => ({
  sender: from,
  recipient: to,
  closedReason: from === 'GH' ? 'Sending from Ghana is not open yet.' : null,
  sendCurrency: currencyOf(from),
  receiveCurrency: currencyOf(to),
  chargeCurrency: currencyOf(from),
  usualWay: USUAL[from] ?? 'card',
  bands: { card: bandsOf(from, 0n), momo: bandsOf(from, 300n), bank_debit: bandsOf(from, 0n, 200n) },
  priceVersion: 1n,
  minReceive: null,
  maxReceive: null,
}))

const day = (name: string, LRD: string): RateDay => ({
  day: name,
  source: 'test source',
  usd: usdRates({ LRD, GHS: '11.5', SLE: '22.9' }),
})

const given = (text: string) => ({ text, asOf: new Date('2026-11-24T09:30:00Z'), source: 'test source' })
const present = (change: Partial<Known> = {}) =>
  presentRates({
    snapshot: {
      id: 1n,
      asOf: new Date('2026-11-24T09:30:00Z'),
      usd: usdRates({ LRD: '172.5', GHS: '11.5', SLE: '22.9' }),
      rates: { LRD: given('172.5'), GHS: given('11.5'), SLE: given('22.9') },
    },
    stale: [],
    corridors,
    history: {
      today: '2026-11-24',
      firstDay: '2026-10-25',
      days: [day('2026-10-25', '150'), day('2026-11-23', '170')],
    },
    ...change,
  })

describe('a direction', () => {
  test('shows what the usual amount brings, and the rate with enough digits for an exact sum', () => {
    const slots = present()
    expect(slots['LR-GH.rate']).toBe('LRD\u00a01,000 = GHS\u00a065.67')
    expect(slots['LR-GH.exact']).toBe('1 GHS = LRD\u00a015.228')
    expect(Math.round(100_000 / 15.228)).toBe(6567)
    expect(slots['LR-GH.mid']).toBe('1 GHS = LRD\u00a015.0000')
    expect(slots['LR-GH.margin']).toBe('1.50%')
    // The exact rate, for search engines.
    expect(slots['LR-GH.price']).toBe('0.0656666666')
  })

  test('has fee and margin of the usual way to pay, and says which one', () => {
    const slots = present()
    const terms = ['LR-GH', 'SL-GH', 'US-GH'].map((key) => [slots[`${key}.fee`], slots[`${key}.margin`]])
    expect(terms).toEqual([
      ['LRD 30.00 by mobile money', '1.50%'],
      ['SLE 0.00 by card', '1.50%'],
      ['USD 0.00 from a bank account', '2.00%'],
    ])
    expect(slots['US-GH.price']).toBe('11.27')
  })

  test('compares with the rate of exactly 30 days ago', () => {
    expect(present()['US-LR.change']).toBe('At the mid-market rate, 15.0% more arrives than 30 days ago.')
    expect(present()['LR-GH.change']).toBe('At the mid-market rate, 13.0% less arrives than 30 days ago.')
    const history = { today: '2026-11-24', firstDay: '2026-10-24', days: [day('2026-10-24', '150')] }
    expect(present({ history })['US-LR.change']).toBe('We have no mid-market rate of 30 days ago.')
  })

  test('that is closed shows its rate and the reason', () => {
    const slots = present()
    expect(slots['GH-LR.rate']).toMatch(/^GHS\u00a0100 = LRD/)
    expect([slots['GH-LR.closed'], slots['GH-LR.open']]).toEqual([
      'Sending from Ghana is not open yet.',
      undefined,
    ])
    expect([slots['LR-GH.closed'], slots['LR-GH.open']]).toEqual([undefined, 'open'])
  })
})

describe('a chart', () => {
  test('ends with the rate of today, and keeps the gap before it', () => {
    const slots = present()
    expect(slots['LR-GH.d30.path']).toBe('M0 8h0M696 174L720 192')
    expect(slots['LR-GH.d30.summary']).toBe(
      'Between 25 Oct and 24 Nov, LRD\u00a01,000: lowest GHS 66.67 (24 Nov), highest GHS 76.67 (25 Oct), now GHS 66.67.',
    )
    expect(slots['LR-GH.d30.gaps']).toBe('28 days have no rate, so the line has a gap.')
    expect(slots['LR-GH.d30.rows']).toHaveLength(31)
    expect(slots['LR-GH.d30.rows']).toContainEqual({ day: '22 Nov', rate: 'No rate' })
  })

  test('shows since when we have recorded, and does not count earlier days as a gap', () => {
    const slots = present()
    expect(slots['US-LR.d365.since']).toBe('We have recorded this rate since 25 Oct 2026.')
    expect(slots['US-LR.d365.gaps']).toBe('28 days have no rate, so the line has a gap.')
    expect(slots['US-LR.d30.since']).toBeUndefined()
    // One row a week, counted from today.
    expect(slots['US-LR.d365.rows']).toEqual(
      ['24 Nov 2026', '17 Nov 2026', '10 Nov 2026', '3 Nov 2026', '27 Oct 2026'].map((name, index) => ({
        day: name,
        rate: index === 0 ? 'LRD 17,250.00' : 'No rate',
      })),
    )
  })

  test('needs two days', () => {
    const slots = present({ history: { today: '2026-11-24', firstDay: null, days: [] } })
    expect([slots['LR-GH.d7.path'], slots['LR-GH.d7.few']]).toEqual([undefined, 'few'])
    expect(slots['LR-GH.d7.since']).toBe('We have recorded this rate since 24 Nov 2026.')
    expect(slots['history-sources']).toBeUndefined()
  })

  test('leaves out a snapshot of an earlier day, and then has no rate for today', () => {
    const history = {
      today: '2026-11-26',
      firstDay: '2026-11-22',
      days: [day('2026-11-22', '172'), day('2026-11-23', '170')],
    }
    const slots = present({ history, stale: ['LRD', 'GHS', 'SLE'] })
    expect([slots['rates-fresh'], slots['rates-stale']]).toEqual([undefined, 'stale'])
    expect(slots['US-LR.d7.summary']).toContain('on 23 Nov LRD 17,000.00.')
  })

  test('closes only the directions of a currency without a current rate', () => {
    const slots = present({ stale: ['SLE'] })
    expect([slots['rates-fresh'], slots['rates-stale']]).toEqual(['fresh', undefined])
    expect([slots['US-GH.open'], slots['US-GH.closed']]).toEqual(['open', undefined])
    expect([slots['US-SL.open'], slots['US-SL.closed'], slots['SL-LR.closed']]).toEqual([
      undefined,
      'We can’t get an exchange rate for SLE right now.',
      'We can’t get an exchange rate for SLE right now.',
    ])
  })

  test('of changes below a cent has one label', () => {
    // LRD 1,000 brings SLE 132.7537 and 132.7541.
    const days = [day('2026-11-22', '172.5'), day('2026-11-23', '172.4995')]
    const slots = present({ history: { today: '2026-11-24', firstDay: '2026-11-22', days } })
    expect([slots['LR-SL.d7.only'], slots['LR-SL.d7.high']]).toEqual(['SLE 132.75', undefined])
    expect(slots['LR-SL.d7.path']).not.toMatch(/M\d+ 100L/)
    expect(slots['LR-SL.d7.summary']).toContain('LRD\u00a01,000: always SLE 132.75.')
  })

  test('that never changes has one label', () => {
    const days = [day('2026-11-22', '172.5'), day('2026-11-23', '172.5')]
    const slots = present({ history: { today: '2026-11-24', firstDay: '2026-11-22', days } })
    expect([slots['US-LR.d7.only'], slots['US-LR.d7.high'], slots['US-LR.d7.low']]).toEqual([
      'LRD 17,250.00',
      undefined,
      undefined,
    ])
  })
})
