import type { ResultRow } from '@sesa/contract/office'
import { DAY_MS, dayOf } from '../../lib/days.ts'

export const COUNTS = ['charged', 'paidOut', 'refunded', 'repaid', 'disputed'] as const
type Count = (typeof COUNTS)[number]

/** The figures of a corridor over a period. */
export interface CorridorFigures extends Readonly<Record<Count, number>> {
  /** US dollar cents as text; null without rates. */
  readonly inDollars: string | null
}

/** A corridor over a period, against the one before. */
export interface ComparedCorridor {
  /** Null for what belongs to no transfer. */
  readonly sender: string | null
  readonly recipient: string | null
  readonly now: CorridorFigures
  readonly before: CorridorFigures
}

/** Returns the days just before a period, as many as it has: a week for a week. */
export function daysBefore({ from, to }: { readonly from: string; readonly to: string }) {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return { from: dayOf(first - (last - first) - DAY_MS), to: dayOf(first - DAY_MS) }
}

function sumOf(rows: readonly ResultRow[]): CorridorFigures {
  const count = (key: Count): number => rows.reduce((sum, row) => sum + row[key], 0)
  const dollars = rows.reduce<bigint | null>(
    (sum, { inDollars }) => (sum === null || inDollars === null ? null : sum + BigInt(inDollars)),
    0n,
  )
  return {
    ...{ charged: count('charged'), paidOut: count('paidOut'), refunded: count('refunded') },
    ...{ repaid: count('repaid'), disputed: count('disputed') },
    inDollars: dollars === null ? null : String(dollars),
  }
}

const nameOf = ({ sender, recipient }: ResultRow): string => `${sender ?? ''} ${recipient ?? ''}`

/** Returns every corridor of either period with the sums of both, in order; last what belongs to no transfer. */
export function compareCorridors(
  now: readonly ResultRow[],
  before: readonly ResultRow[],
): readonly ComparedCorridor[] {
  const [ofNow, ofBefore] = [Map.groupBy(now, nameOf), Map.groupBy(before, nameOf)]
  return [...Map.groupBy([...now, ...before], nameOf)]
    .toSorted(([one], [other]) => (one === ' ' ? 1 : other === ' ' ? -1 : one < other ? -1 : 1))
    .flatMap(([name, own]) =>
      own.slice(0, 1).map(({ sender, recipient }) => ({
        ...{ sender, recipient },
        now: sumOf(ofNow.get(name) ?? []),
        before: sumOf(ofBefore.get(name) ?? []),
      })),
    )
}
