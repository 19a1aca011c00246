import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { setAt } from '../../parts/policy/document.ts'
import { bandOf, corridorsToCheck, examplesOf, readPriceList, rowsOf, withBand } from './price-list.ts'

const text = await readFile(new URL('../../../../../docs/prices.example.json', import.meta.url), 'utf8')
const content: unknown = JSON.parse(text)
const list = readPriceList(content)
if (list === null) throw new Error('The example is no price list')

const usd = (amount: number) => ({ amount, currency: 'USD' as const })
const terms = (result: number) => ({
  ...{ pays: usd(1), gets: usd(1), fee: usd(0), margin: usd(0), ofMidBps: 9_900, result: usd(result) },
})
const example = (sends: number, isForeignCard: boolean, result = 1, recipient: 'GH' | 'LR' = 'GH') => ({
  ...{ sender: 'US' as const, recipient, sends: usd(sends), payWith: 'card' as const, isForeignCard },
  ...{ now: terms(1), next: terms(result) },
})

it('keeps every byte of a list that is opened and not edited', () => {
  expect(JSON.stringify(list)).toBe(JSON.stringify(content))
  const path = ['corridors', 'US/GH', 'card', 0, 'fee'] as const
  expect(JSON.stringify(setAt(setAt(list, path, '9.99'), path, '0.49'))).toBe(JSON.stringify(content))
  // A cost that earlier lists lack can be typed.
  const { mobileMoney: _none, ...costs } = list.costs
  const typed = setAt({ ...list, costs }, ['costs', 'mobileMoney', 'percent'], '1.95')
  expect(typed.costs).toMatchObject({ ...costs, mobileMoney: { percent: '1.95' } })
  const bands = list.corridors['US/GH']?.card ?? []
  expect(withBand(bands).slice(0, -1)).toEqual(bands)
})

it.each([
  ['no object', 'half a list'],
  ['no corridors', { costs: {} }],
  [
    'a fee that is a number',
    { ...list, corridors: { 'US/GH': { card: [{ ...list.corridors['US/GH']?.card[0], fee: 1 }] } } },
  ],
])('does not read %s', (_what, given) => {
  expect(readPriceList(given)).toBeNull()
})

it('has one row for each band, and each example in the band of its amount', () => {
  const bands = [
    ...(list.corridors['US/GH']?.card ?? []),
    { ...list.corridors['US/GH']?.card[0], from: '500.00' },
  ]
  const two = setAt(list, ['corridors', 'US/GH', 'card'], bands)
  const row = { corridor: 'US/GH', way: 'card', isOwn: true }
  expect(rowsOf(two, 'card').filter(({ corridor }) => corridor === 'US/GH')).toEqual([
    { ...row, index: 0, isLast: false },
    { ...row, index: 1, isLast: true },
  ])
  expect([49_999, 50_000].map((cents) => bandOf(two, 'US/GH', example(cents, false)))).toEqual([0, 1])
  const typed = setAt(two, ['corridors', 'US/GH', 'card', 1, 'from'], '')
  expect(bandOf(typed, 'US/GH', example(50_000, false))).toBe(0)
})

it('has the card’s bands for another way without its own, and none where senders have no such way', () => {
  const ofLiberia = (one: typeof list) => rowsOf(one, 'momo').filter(({ corridor }) => corridor === 'LR/GH')
  const row = { corridor: 'LR/GH', way: 'momo', index: 0, isLast: true }
  expect(ofLiberia(list)).toEqual([{ ...row, isOwn: true }])
  expect(ofLiberia(setAt(list, ['corridors', 'LR/GH', 'momo'], undefined))).toEqual([
    { ...row, isOwn: false },
  ])
  expect(rowsOf(list, 'momo').map(({ corridor }) => corridor.slice(0, 2))).not.toContain('US')
  const wallet = { ...example(500, false), payWith: 'momo' as const }
  expect(examplesOf([example(500, true), wallet], 'US/GH', 'momo')).toEqual([wallet])
  // Bank debits are the other way of the United States alone.
  expect(new Set(rowsOf(list, 'bank_debit').map(({ corridor }) => corridor.slice(0, 2)))).toEqual(
    new Set(['US']),
  )
  const debit = { ...example(500, false), payWith: 'bank_debit' as const }
  expect(examplesOf([example(500, true), debit], 'US/GH', 'bank_debit')).toEqual([debit])
})

it('takes the examples of a card, or the only kind that a corridor has', () => {
  const both = [example(500, false), example(500, true)]
  expect(examplesOf(both, 'US/GH', 'foreign')).toEqual([both[1]])
  expect(examplesOf([example(500, true)], 'US/GH', 'own')).toHaveLength(1)
})

it('puts changed corridors first, then those that lose money', () => {
  const edited = setAt(list, ['corridors', 'US/SL', 'card', 0, 'fee'], '9.99')
  const order = corridorsToCheck(edited, list, [example(500, false, -1, 'LR'), example(500, false)])
  expect(order.slice(0, 2)).toEqual(['US/SL', 'US/LR'])
  expect(order).toHaveLength(9)
})
