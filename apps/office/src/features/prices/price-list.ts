import * as v from 'valibot'
import { isDestination } from '@sesa/contract'
import type { SimulatedPrice } from '@sesa/contract/office'

const band = v.looseObject({
  from: v.string(),
  fee: v.string(),
  feePercent: v.string(),
  marginPercent: v.string(),
})
const cost = v.looseObject({ percent: v.string(), fixed: v.string() })
const schema = v.looseObject({
  corridors: v.record(
    v.string(),
    v.looseObject({
      card: v.array(band),
      momo: v.optional(v.array(band)),
      bank_debit: v.optional(v.array(band)),
    }),
  ),
  costs: v.looseObject({
    card: v.looseObject({
      ...{ country: v.string(), percent: v.string(), fixed: v.string() },
      ...{ foreignPercent: v.string(), conversionPercent: v.string() },
    }),
    mobileMoney: v.optional(v.looseObject({ percent: v.string() })),
    bankDebit: v.optional(v.looseObject({ percent: v.optional(v.string()), most: v.optional(v.string()) })),
    payout: v.record(v.string(), cost),
    exchangePercent: v.string(),
  }),
})

export type PriceList = v.InferOutput<typeof schema>
type Band = v.InferOutput<typeof band>

/** Returns the content itself if it is a price list; null for anything else. The server checks the values. */
export const readPriceList = (content: unknown): PriceList | null => (v.is(schema, content) ? content : null)

/** How customers pay: each way has prices of its own. */
export type Way = SimulatedPrice['payWith']

/** A band of a corridor by a way to pay: one row of the grid. */
export interface BandRow {
  readonly corridor: string
  readonly way: Way
  readonly index: number
  /** False for the card's band that applies to another way too. */
  readonly isOwn: boolean
  /** The last band of its corridor, below which another can be added. */
  readonly isLast: boolean
}

export const rowKey = ({ corridor, index }: Pick<BandRow, 'corridor' | 'index'>): string =>
  `${corridor} ${index}`

/** Returns the bands of a corridor by a way to pay: those of the card where the way has none. */
const bandsOf = ({ corridors }: PriceList, corridor: string, way: Way): readonly Band[] =>
  corridors[corridor]?.[way] ?? corridors[corridor]?.card ?? []

/** Returns one row for each band of a way to pay, in the order of the list. Senders have wallets or bank debits. */
export const rowsOf = (list: PriceList, way: Way): BandRow[] =>
  Object.entries(list.corridors)
    .filter(
      ([corridor]) => way === 'card' || isDestination(corridor.split('/')[0] ?? '') === (way === 'momo'),
    )
    .flatMap(([corridor, own]) => {
      const bands = bandsOf(list, corridor, way)
      const isOwn = own[way] !== undefined
      return bands.map((_band, index) => ({
        corridor,
        way,
        index,
        isOwn,
        isLast: index === bands.length - 1,
      }))
    })

/** Returns bands with another below the last: a copy that begins at an amount still to be typed. */
export const withBand = (bands: readonly Band[]): readonly Band[] => [
  ...bands,
  ...bands.slice(-1).map((last) => ({ ...last, from: '' })),
]

/** Text in major units as minor ones: "500.00" is 50000. All our currencies have two decimals. */
const minorOf = (text: string): number => Number(text.replace('.', ''))

/** What pays in examples. */
export type Payer = 'own' | 'foreign' | 'momo' | 'bank_debit'

export const wayOf = (payer: Payer): Way => (payer === 'own' || payer === 'foreign' ? 'card' : payer)

/** The examples of a corridor: one for each amount, in the other way or with a card of the kind, or the only kind that the corridor has. */
export function examplesOf(
  transfers: readonly SimulatedPrice[],
  corridor: string,
  payer: Payer,
): readonly SimulatedPrice[] {
  const way = wayOf(payer)
  const its = transfers.filter(
    ({ sender, recipient, payWith }) => `${sender}/${recipient}` === corridor && payWith === way,
  )
  const ofCard = its.filter((one) => one.isForeignCard === (payer === 'foreign'))
  return ofCard.length > 0 ? ofCard : its
}

/** Returns the index of the band that an example has in a list. */
export function bandOf(list: PriceList, corridor: string, { sends, payWith }: SimulatedPrice): number {
  return Math.max(
    0,
    bandsOf(list, corridor, payWith).findLastIndex(
      ({ from }) => from !== '' && minorOf(from) <= sends.amount,
    ),
  )
}

/** Returns the corridors in the order to look at them: changed ones first, then those that lose money, then the others. */
export function corridorsToCheck(
  list: PriceList,
  base: PriceList,
  transfers: readonly SimulatedPrice[],
): readonly string[] {
  const rank = (corridor: string): number => {
    if (JSON.stringify(list.corridors[corridor]) !== JSON.stringify(base.corridors[corridor])) return 0
    const its = transfers.filter(({ sender, recipient }) => `${sender}/${recipient}` === corridor)
    return its.some(({ next }) => next.result.amount < 0) ? 1 : 2
  }
  return Object.keys(list.corridors).toSorted((one, other) => rank(one) - rank(other))
}
