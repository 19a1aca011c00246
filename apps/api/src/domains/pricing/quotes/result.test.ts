import { DIRECTIONS } from '@sesa/contract'
import { formatMoney, isNegative, money, rate } from '@sesa/money'
import { readFile } from 'node:fs/promises'
import { describe, expect, it, test } from 'vitest'
import { CHARGE_CURRENCIES, type Corridor } from '../corridors/index.ts'
import { currencyOf, readPriceList } from '../prices/index.ts'
import { usdRates } from '../rates/index.ts'
import { FREE, priceListOf } from '../../../testing/prices.ts'
import { price } from './price.ts'
import { resultOf, simulate } from './result.ts'

const snapshot = { usd: usdRates({ LRD: '172.5', GHS: '11.5', SLE: '22.9' }) }
const corridors = DIRECTIONS.map(({ from, to }): Corridor => ({
  sender: from,
  recipient: to,
  closedReason: null,
  sendCurrency: currencyOf(from),
  receiveCurrency: currencyOf(to),
  chargeCurrency: CHARGE_CURRENCIES[currencyOf(from)] ?? currencyOf(from),
  usualWay: 'card',
  bands: { card: [], momo: [], bank_debit: [] },
  priceVersion: 1n,
  minReceive: null,
  maxReceive: null,
}))
const amounts = [500, 10_000, 200_000].map((minor) => money(minor, 'USD'))

describe('the result of a transfer', () => {
  const free = { marginBps: 100n, fee: money(0, 'USD'), feeBps: 0n }
  const priced = price({
    fix: 'send',
    amount: money(10_000, 'USD'),
    mid: rate('11.5', 'USD', 'GHS'),
    band: free,
    chargeRate: rate('1', 'USD', 'USD'),
  })

  test.each([
    // Card 3.20; pay-out GHS 11.39, which is 1 % of 1,138.50; exchange 0.5 % of 99.00.
    [false, { margin: 100, chargeCost: 320, payoutCost: 100, exchangeCost: 50, result: -370 }],
    [true, { margin: 100, chargeCost: 470, payoutCost: 100, exchangeCost: 50, result: -520 }],
  ])('takes every cost off, with a foreign card: %s', async (isForeignCard, cents) => {
    const { costs } = readPriceList(await priceListOf(FREE))
    const result = resultOf(priced, costs, { recipient: 'GH' }, { snapshot, payWith: 'card', isForeignCard })
    expect(result).toEqual({
      fee: money(0, 'USD'),
      ...Object.fromEntries(Object.entries(cents).map(([name, minor]) => [name, money(minor, 'USD')])),
    })
  })

  it('includes the conversion when the card is charged in a currency that we are not paid out in', async () => {
    const { costs } = readPriceList(await priceListOf(FREE))
    const liberian = price({
      fix: 'send',
      amount: money(1_000_000, 'LRD'),
      mid: rate('0.0667', 'LRD', 'GHS'),
      band: { ...free, fee: money(0, 'LRD') },
      chargeRate: rate('1', 'LRD', 'LRD'),
    })
    const { chargeCost } = resultOf(
      liberian,
      costs,
      { recipient: 'GH' },
      { snapshot, payWith: 'card', isForeignCard: true },
    )
    // 5.4 % of 10,000.00, and 0.30 US dollars.
    expect(chargeCost).toEqual(money(54_000 + 5_175, 'LRD'))
  })
})

const PERCENT_BPS = 100

describe('mobile money', () => {
  const liberian = price({
    fix: 'send',
    amount: money(1_000_000, 'LRD'),
    mid: rate('0.0667', 'LRD', 'GHS'),
    band: { marginBps: 150n, fee: money(0, 'LRD'), feeBps: 300n },
    chargeRate: rate('1', 'LRD', 'LRD'),
  })
  const paid = { snapshot, payWith: 'momo', isForeignCard: false } as const

  test.each([
    ['2 %, which collectors publish, without a charge of its own', undefined, 200],
    ['the charge of the list', { percent: '1.20' }, 120],
  ])('costs %s, and nothing of the card', async (_what, mobileMoney, bps) => {
    const list = await priceListOf(FREE)
    const { costs } = readPriceList({ ...list, costs: { ...(list['costs'] as object), mobileMoney } })
    const { chargeCost, payoutCost, exchangeCost, ...sum } = resultOf(
      liberian,
      costs,
      { recipient: 'GH' },
      paid,
    )
    expect(chargeCost).toEqual(money((1_030_000 * bps) / (PERCENT_BPS * PERCENT_BPS), 'LRD'))
    const income = sum.fee.amount + sum.margin.amount
    expect(sum.result.amount).toBe(income - chargeCost.amount - payoutCost.amount - exchangeCost.amount)
  })
})

describe('a bank debit', () => {
  const sent = (cents: number) =>
    price({
      fix: 'send',
      amount: money(cents, 'USD'),
      mid: rate('11.5', 'USD', 'GHS'),
      band: { marginBps: 200n, fee: money(0, 'USD'), feeBps: 0n },
      chargeRate: rate('1', 'USD', 'USD'),
    })

  test.each([
    ['0.8 %, rounded up', 10_001, undefined, 81],
    ['0.8 % up to USD 625', 62_500, undefined, 500],
    ['at most USD 5', 200_000, undefined, 500],
    ['the charge of the list', 10_000, { percent: '1.00', most: '5.00' }, 100],
    ['at most that of the list', 200_000, { percent: '1.00', most: '7.50' }, 750],
  ])('costs %s, and nothing of the card', async (_what, cents, bankDebit, cost) => {
    const list = await priceListOf(FREE)
    const { costs } = readPriceList({ ...list, costs: { ...(list['costs'] as object), bankDebit } })
    const paid = { snapshot, payWith: 'bank_debit', isForeignCard: false } as const
    expect(resultOf(sent(cents), costs, { recipient: 'GH' }, paid).chargeCost).toEqual(money(cost, 'USD'))
  })
})

describe('a simulation', () => {
  it('shows that every corridor loses money without a fee', async () => {
    const transfers = simulate(readPriceList(await priceListOf(FREE)), corridors, { snapshot, amounts })
    // Senders in the United States also with a foreign card and from a bank account, the others also from a wallet.
    expect(transfers.length).toBe(9 * 3 + 3 * 3 + 3 * 3 + 6 * 3)
    expect(transfers.every(({ result }) => isNegative(result))).toBe(true)
    const first = transfers.find(({ corridor, isForeignCard }) => corridor === 'US/GH' && !isForeignCard)
    expect(first && [formatMoney(first.send), formatMoney(first.result)]).toEqual(['USD 5.00', '-USD 0.48'])
  })

  it('shows that none does with the example prices', async () => {
    const text = await readFile(
      new URL('../../../../../../docs/prices.example.json', import.meta.url),
      'utf8',
    )
    const transfers = simulate(readPriceList(JSON.parse(text)), corridors, { snapshot, amounts })
    const losses = transfers.filter(({ result }) => isNegative(result))
    const at = (payWith: string) =>
      transfers.find((one) => one.payWith === payWith && one.corridor === 'GH/LR')?.price.charge.total
        .currency
    expect([at('card'), at('momo')]).toEqual(['USD', 'GHS'])
    expect(
      losses.map(({ corridor, send, result }) => [corridor, formatMoney(send), formatMoney(result)]),
    ).toEqual([])
    // Fee and margin of about USD 100, in basis points of it.
    const costs = (name: string, sent: bigint) =>
      transfers
        .filter(({ corridor, send }) => corridor === name && send.amount === sent)
        .map(({ payWith, price: { fee, margin, send } }) => [
          payWith,
          Math.round((Number(fee.amount + margin.amount) * 10_000) / Number(send.amount)),
        ])
    expect(costs('LR/GH', 1_725_000n)).toEqual([
      ['card', 941],
      ['momo', 450],
    ])
    expect(costs('US/GH', 10_000n)).toEqual([
      ['card', 749],
      ['card', 749],
      ['bank_debit', 380],
    ])
  })
})
