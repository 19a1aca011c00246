import { readFile } from 'node:fs/promises'
import { money, rate, withMargin, convertBack } from '@sesa/money'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { listPolicies } from '../../record/index.ts'
import { FREE, priceListOf, setPrices } from '../../../testing/prices.ts'
import {
  bandOf,
  bandOfReceived,
  feeOf,
  feeSteps,
  marginSteps,
  listOf,
  PRICES,
  readPriceList,
} from './index.ts'

const TWO_BANDS = [
  { ...FREE, fee: '0.99', feePercent: '2.90' },
  { ...FREE, from: '500.00', fee: '5.00', marginPercent: '0.75' },
]

const bandsOf = async (bands = TWO_BANDS) =>
  readPriceList(await priceListOf(bands)).bands.get('US/GH')?.card ?? []
const usd = (minor: number) => money(minor, 'USD')

describe('a price list', () => {
  it('is read with every amount in its corridor’s currency', async () => {
    const list = readPriceList(await priceListOf(TWO_BANDS))
    expect(list.bands.get('LR/GH')?.card[1]).toEqual({
      from: money(50_000, 'LRD'),
      fee: money(500, 'LRD'),
      feeBps: 0n,
      marginBps: 75n,
    })
    expect(list.bands.size).toBe(9)
    expect(list.costs.payout.get('SL')?.fixed).toEqual(money(0, 'SLE'))
  })

  it('has the card’s prices for mobile money until it has its own', async () => {
    const list = (await priceListOf(FREE)) as unknown as Lists
    const before = readPriceList(list)
    expect(before.bands.get('LR/GH')?.momo).toBe(before.bands.get('LR/GH')?.card)
    list.corridors['LR/GH'] = { card: [FREE], momo: [{ ...FREE, feePercent: '3.00' }] }
    list.costs['mobileMoney'] = { percent: '1.95' }
    const { bands, costs } = readPriceList(list)
    expect(bands.get('LR/GH')).toMatchObject({ card: [{ feeBps: 0n }], momo: [{ feeBps: 300n }] })
    expect([before.costs.mobileMoneyBps, costs.mobileMoneyBps]).toEqual([200n, 195n])
  })

  it('has the card’s prices for bank debits until it has its own, and Stripe’s charge', async () => {
    const { bankDebit: _none, ...costs } = (await priceListOf(FREE))['costs'] as Record<string, unknown>
    const list = { ...((await priceListOf(FREE)) as unknown as Lists), costs }
    const before = readPriceList(list)
    expect(before.bands.get('US/GH')?.bank_debit).toBe(before.bands.get('US/GH')?.card)
    expect(before.costs.bankDebit).toEqual({ bps: 80n, most: money(500, 'USD') })
    list.corridors['US/GH'] = { card: [FREE], bank_debit: [{ ...FREE, marginPercent: '2.00' }] }
    list.costs['bankDebit'] = { percent: '0.75', most: '4.00' }
    const after = readPriceList(list)
    expect(after.bands.get('US/GH')).toMatchObject({
      card: [{ marginBps: 100n }],
      bank_debit: [{ marginBps: 200n }],
    })
    expect(after.costs.bankDebit).toEqual({ bps: 75n, most: money(400, 'USD') })
  })

  test.each([
    [
      'senders of a corridor have no wallets',
      (list: Lists) => (list.corridors['US/GH'] = { card: [FREE], momo: [FREE] }),
      'corridors.US/GH.momo: isn’t a known field',
    ],
    [
      'senders of a corridor have no bank debits',
      (list: Lists) => (list.corridors['LR/GH'] = { card: [FREE], bank_debit: [FREE] }),
      'corridors.LR/GH.bank_debit: isn’t a known field',
    ],
    [
      'the first band of bank debits begins above zero',
      (list: Lists) => (list.corridors['US/GH'] = { card: [FREE], bank_debit: [{ ...FREE, from: '1.00' }] }),
      'corridors.US/GH.bank_debit: the first band must start at "0.00"',
    ],
    [
      'the first band of mobile money begins above zero',
      (list: Lists) => (list.corridors['LR/GH'] = { card: [FREE], momo: [{ ...FREE, from: '1.00' }] }),
      'corridors.LR/GH.momo: the first band must start at "0.00"',
    ],
    ['a corridor is missing', (list: Lists) => delete list.corridors['US/GH'], 'corridors.US/GH'],
    ['a corridor does not exist', (list: Lists) => (list.corridors['GH/US'] = { card: [FREE] }), 'GH/US'],
    ['there is no band', (list: Lists) => (list.corridors['US/GH'] = { card: [] }), 'at least one band'],
    [
      'the first band begins above zero',
      (list: Lists) => (list.corridors['US/GH'] = { card: [{ ...FREE, from: '1.00' }] }),
      'corridors.US/GH.card: the first band must start at "0.00"',
    ],
    [
      'two bands begin at the same amount',
      (list: Lists) => (list.corridors['US/GH'] = { card: [FREE, FREE] }),
      'each band must start above the previous one',
    ],
    [
      'a fee is a number',
      (list: Lists) => (list.corridors['US/GH'] = { card: [{ ...FREE, fee: 1 }] }),
      'corridors.US/GH.card.0.fee: must be text, for example "0.99"',
    ],
    [
      'a fee has three decimals',
      (list: Lists) => (list.corridors['US/GH'] = { card: [{ ...FREE, fee: '0.999' }] }),
      'two decimals',
    ],
    [
      'a margin is a whole',
      (list: Lists) => (list.corridors['US/GH'] = { card: [{ ...FREE, marginPercent: '100.00' }] }),
      'a percentage from 0 to 99.99',
    ],
    ['a cost is missing', (list: Lists) => delete list.costs['exchangePercent'], 'costs.exchangePercent'],
  ])('is refused, with the place, when %s', async (_what, change, words) => {
    const list = (await priceListOf(FREE)) as unknown as Lists
    change(list)
    expect(() => readPriceList(list)).toThrow(words)
  })

  it('describes its prices', async () => {
    const bands = await bandsOf()
    expect(feeSteps(bands)).toEqual([
      { amounts: 'Below USD 500.00', price: 'USD 0.99 + 2.90%' },
      { amounts: 'From USD 500.00', price: 'USD 5.00' },
    ])
    expect(marginSteps(bands)).toEqual([
      { amounts: 'Below USD 500.00', price: '1.00%' },
      { amounts: 'From USD 500.00', price: '0.75%' },
    ])
    const free = await bandsOf([FREE, { ...FREE, from: '9.00', feePercent: '1.00' }])
    expect(marginSteps(free)).toEqual([{ amounts: undefined, price: '1.00%' }])
    expect(feeSteps(free)).toEqual([
      { amounts: 'Below USD 9.00', price: 'USD 0.00' },
      { amounts: 'From USD 9.00', price: '1.00%' },
    ])
  })

  it('has an example without unknown fields', async () => {
    const text = await readFile(
      new URL('../../../../../../docs/prices.example.json', import.meta.url),
      'utf8',
    )
    expect(readPriceList(JSON.parse(text)).bands.size).toBe(9)
  })
})

interface Lists {
  corridors: Record<string, unknown>
  costs: Record<string, unknown>
}

describe('the band of an amount', () => {
  test.each([
    [0, 0],
    [49_999, 0],
    [50_000, 1],
    [9_999_999, 1],
  ])('to send of %d cents is number %d', async (minor, index) => {
    const bands = await bandsOf()
    expect(bandOf(bands, usd(minor))).toBe(bands[index])
  })

  // At a mid rate of 10, the costs of USD 499.99 at a margin of 1.00 % and of USD 500.00 are the edges.
  test.each([
    [494_990, 0, 49_999],
    [494_991, 1, 49_874],
    [496_250, 1, 50_000],
  ])('to arrive of %d pesewas is number %d, for %d cents', async (minor, index, cents) => {
    const bands = await bandsOf()
    const mid = rate('10', 'USD', 'GHS')
    const receive = money(minor, 'GHS')
    const band = bandOfReceived(bands, receive, mid)
    expect(band).toBe(bands[index])
    expect(convertBack(receive, withMargin(mid, band.marginBps), 'up')).toEqual(usd(cents))
  })

  it('has a fee whose percentage is rounded down', async () => {
    const [band] = await bandsOf()
    // 2.9 % of 12.34 is 0.35786.
    expect(band && feeOf(band, usd(1_234))).toEqual(usd(99 + 35))
  })
})

describe('price lists in the database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  const action = { staff: 'Ama of finance', reason: 'Stripe’s new prices' }

  it('begin with the prices of the specification', async () => {
    const [first] = await listPolicies(database.db, PRICES)
    expect(first).toMatchObject({ version: 1, author: null, approvedBy: null, reason: null })
    const { bands } = readPriceList(listOf(first?.body))
    expect(
      [...bands.values()]
        .flatMap(({ card, momo }) => [...card, ...momo])
        .every(({ fee, feeBps, marginBps }) => {
          return fee.amount === 0n && feeBps === 0n && marginBps === 100n
        }),
    ).toBe(true)
  })

  it('are versions with an author and a reason, and never change', async () => {
    const content = await priceListOf(TWO_BANDS)
    const version = await setPrices(database.owner, content, action)
    expect(await listPolicies(database.db, PRICES)).toMatchObject([
      { version, body: { list: content }, author: action.staff, reason: action.reason },
      { version: version - 1, author: null },
    ])
  })

  it('are not stored when they are unusable', async () => {
    const before = await listPolicies(database.db, PRICES)
    await expect(setPrices(database.owner, {}, action)).rejects.toThrow('corridors')
    expect(await listPolicies(database.db, PRICES)).toEqual(before)
  })
})
