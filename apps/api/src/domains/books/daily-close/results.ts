import { BYTE_ORDER_MARK, csvLine } from '@sesa/contract'
import { isCurrencyCode, money, toMajorString } from '@sesa/money'
import type { EntryKind } from '../../record/index.ts'
import { inDollars, type Result } from '../treasury/index.ts'
import type { DayBooks, Period } from './period.ts'
import type { CorridorOfDay } from './report.ts'

type Part = Exclude<keyof Result, 'currency'>
type Figure = Part | Exclude<keyof CorridorOfDay['amounts'][number], 'currency'>
const PARTS: readonly Part[] = ['fees', 'margin', 'exchange', 'providerFees', 'losses']
const AMOUNTS = ['charged', 'paidOut', 'refunded', 'repaid', 'disputed'] as const
const COUNTS = AMOUNTS

/** The profit and loss of a corridor on a day in one currency, in minor units as text. */
export type Figures = { readonly currency: string } & Readonly<Record<Figure, string>>

/** The profit and loss of a corridor on a day. */
export interface ResultRow extends Pick<
  CorridorOfDay,
  'sender' | 'recipient' | 'inDollars' | (typeof COUNTS)[number]
> {
  readonly day: string
  readonly isSigned: boolean
  /** The currencies with bookings. */
  readonly figures: readonly Figures[]
}

const isZero = ({ currency: _currency, ...figures }: Figures): boolean =>
  Object.values(figures).every((figure) => figure === '0')

function figuresOf({ results, amounts }: CorridorOfDay): readonly Figures[] {
  const none = { charged: '0', paidOut: '0', refunded: '0', repaid: '0', disputed: '0' }
  return results
    .map((result) => ({
      ...none,
      ...amounts.find(({ currency }) => currency === result.currency),
      ...result,
    }))
    .filter((figures) => !isZero(figures))
}

/** Returns the profit and loss of a period by day and corridor, as in the daily close. */
export function resultRows({ days }: Period): readonly ResultRow[] {
  return days.flatMap(({ day, isSigned, corridors }) =>
    corridors.map((corridor) => ({
      ...{ day, isSigned, sender: corridor.sender, recipient: corridor.recipient },
      ...{ charged: corridor.charged, paidOut: corridor.paidOut },
      ...{ refunded: corridor.refunded, repaid: corridor.repaid, disputed: corridor.disputed },
      figures: figuresOf(corridor),
      inDollars: corridor.inDollars,
    })),
  )
}

/** Sums rows: counts, figures per currency, and the result in dollars, which is null if it is null in any row. */
export function sumRows(rows: readonly ResultRow[]) {
  const sums = new Map<string, Record<Figure, bigint>>()
  for (const { currency, ...figures } of rows.flatMap((row) => row.figures)) {
    const sum = sums.get(currency)
    for (const figure of [...AMOUNTS, ...PARTS]) {
      const added = (sum?.[figure] ?? 0n) + BigInt(figures[figure])
      sums.set(currency, { ...(sums.get(currency) ?? zero()), [figure]: added })
    }
  }
  const count = (of: (typeof COUNTS)[number]): number => rows.reduce((sum, row) => sum + row[of], 0)
  const dollars = rows.reduce<bigint | null>(
    (sum, row) => (sum === null || row.inDollars === null ? null : sum + BigInt(row.inDollars)),
    0n,
  )
  return {
    ...{ charged: count('charged'), paidOut: count('paidOut') },
    ...{ refunded: count('refunded'), repaid: count('repaid'), disputed: count('disputed') },
    figures: [...sums]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, sum]) => textOf(currency, sum)),
    inDollars: dollars === null ? null : String(dollars),
  }
}

const zero = (): Record<Figure, bigint> => ({
  ...{ charged: 0n, paidOut: 0n, refunded: 0n, repaid: 0n, disputed: 0n },
  ...{ fees: 0n, margin: 0n, exchange: 0n, providerFees: 0n, losses: 0n },
})
const textOf = (currency: string, sum: Record<Figure, bigint>): Figures => ({
  currency,
  ...{ charged: String(sum.charged), paidOut: String(sum.paidOut) },
  ...{ refunded: String(sum.refunded), repaid: String(sum.repaid), disputed: String(sum.disputed) },
  ...{ fees: String(sum.fees), margin: String(sum.margin), exchange: String(sum.exchange) },
  ...{ providerFees: String(sum.providerFees), losses: String(sum.losses) },
})

/** The open position of a currency over a day, in minor units as text. */
export interface ExposureRow {
  readonly day: string
  readonly currency: string
  readonly opening: string
  /** Net amount added by customers' transfers at their locked rates. */
  readonly byTransfers: string
  /** Net amount taken off by conversions, ours and the card provider's, and by top-ups in another currency. */
  readonly byTreasury: string
  readonly closing: string
  /** The closing position at the newest mid-market rate, rounded down; null without rates. */
  readonly inDollars: string | null
}

/** Entries that belong to treasury; all others are for transfers. */
const BY_TREASURY: ReadonlySet<string> = new Set<EntryKind>([
  'converted',
  'bank_conversion',
  'top_up',
  'adjustment',
])

const exposureOf = ({ day, accounts }: DayBooks, rates: Period['rates']): readonly ExposureRow[] =>
  accounts.flatMap(({ account, opening, entries, closing }) => {
    const [name, currency = ''] = account.split(':')
    if (name !== 'fx' || !isCurrencyCode(currency)) return []
    const isUnused = opening === '0' && closing === '0' && Object.keys(entries).length === 0
    if (isUnused) return []
    const moved = (isOurs: boolean): bigint =>
      Object.entries(entries).reduce(
        (sum, [kind, amount]) => (BY_TREASURY.has(kind) === isOurs ? sum + BigInt(amount) : sum),
        0n,
      )
    const dollars = rates === null ? null : String(inDollars(rates, money(BigInt(closing), currency)).amount)
    return [
      {
        ...{ day, currency, opening, closing },
        ...{ byTransfers: String(moved(false)), byTreasury: String(moved(true)), inDollars: dollars },
      },
    ]
  })

/** Returns the open position of each currency on each day of a period. */
export const exposureRows = ({ days, rates }: Period): readonly ExposureRow[] =>
  days.flatMap((day) => exposureOf(day, rates))

const major = (minor: string | null, currency: string): string =>
  minor === null || !isCurrencyCode(currency) ? '' : toMajorString(money(BigInt(minor), currency))

const RESULT_HEADER = [
  ...['Day (UTC)', 'Signed', 'From', 'To'],
  ...[
    'Transfers charged',
    'Transfers paid out',
    'Transfers refunded',
    'Repayments',
    'Charges disputed',
    'Result in USD',
  ],
  ...['Currency', 'Charged', 'Paid out', 'Refunded', 'Repaid', 'Disputed'],
  ...['Fees', 'Margin', 'Exchange', 'Provider fees', 'Losses'],
]

/**
 * Returns the profit and loss as CSV: a line for each day, corridor and currency. Counts and the dollar result appear only in
 * a corridor's first line, so that a column can be added up.
 */
export function resultsCsv(rows: readonly ResultRow[]): string {
  const lines = rows.flatMap((row) => {
    const of = [row.day, row.isSigned ? 'yes' : 'no', row.sender ?? '', row.recipient ?? '']
    const once = [...COUNTS.map((count) => String(row[count])), major(row.inDollars, 'USD')]
    const figures = row.figures.map((one) => [
      one.currency,
      ...[...AMOUNTS, ...PARTS].map((figure) => major(one[figure], one.currency)),
    ])
    return (figures.length === 0 ? [[]] : figures).map((cells, nth) => [
      ...of,
      ...(nth === 0 ? once : once.map(() => '')),
      ...cells,
    ])
  })
  return BYTE_ORDER_MARK + [RESULT_HEADER, ...lines].map(csvLine).join('')
}

const EXPOSURE_HEADER = [
  'Day (UTC)',
  'Currency',
  'Opening',
  'By transfers',
  'By treasury',
  'Closing',
  'Closing in USD',
]

/** Returns the open positions as CSV: a line for each day and currency. */
export function exposureCsv(rows: readonly ExposureRow[]): string {
  const lines = rows.map(
    ({ day, currency, opening, byTransfers, byTreasury, closing, inDollars: dollars }) => [
      ...[day, currency],
      ...[opening, byTransfers, byTreasury, closing].map((amount) => major(amount, currency)),
      major(dollars, 'USD'),
    ],
  )
  return BYTE_ORDER_MARK + [EXPOSURE_HEADER, ...lines].map(csvLine).join('')
}
