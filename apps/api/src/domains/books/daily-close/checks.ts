import type { DailyCloseCheck } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import type { PositionState } from '../treasury/index.ts'
import type { Close } from './store.ts'

/** What a day moved, over all corridors. */
export interface DayFigures {
  readonly charged: number
  readonly paidOut: number
  /** The result in US dollar cents; null without rates. */
  readonly inDollars: bigint | null
}

/** What the server knows about closing a day. */
export interface DayFacts {
  readonly isOver: boolean
  /** Our books were compared with the providers' after the day ended. */
  readonly isCompared: boolean
  /** By kind; of a signed day, as it was signed. */
  readonly openBreaks: Readonly<Record<string, number>>
  readonly positions: readonly { readonly account: string; readonly state: PositionState }[]
  /** Null while the day is not over, or if its books are archived. */
  readonly figures: DayFigures | null
  /** The same day a week before; null without one. */
  readonly weekBefore: DayFigures | null
  readonly close: Pick<Close, 'preparedBy' | 'signedBy' | 'explanation'> | undefined
}

/** Counts this close, and results this close in cents, are near whatever part they are of each other. */
const NEAR_COUNT = 5n
const NEAR_CENTS = 5_000n

/** Returns true if two figures differ by at most half of the larger one, or by little. */
function isNear(one: bigint, other: bigint, little: bigint): boolean {
  const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
  const distance = size(one - other)
  const larger = size(one) > size(other) ? size(one) : size(other)
  return distance <= little || distance * 2n <= larger
}

/** Returns true if a day's figures are near those of the week before; a result without rates counts as near. */
export function areNear(day: DayFigures, before: DayFigures): boolean {
  const areCounts = (['charged', 'paidOut'] as const).every((one) =>
    isNear(BigInt(day[one]), BigInt(before[one]), NEAR_COUNT),
  )
  const isResult =
    day.inDollars === null || before.inDollars === null || isNear(day.inDollars, before.inDollars, NEAR_CENTS)
  return areCounts && isResult
}

const figuresText = ({ charged, paidOut, inDollars }: DayFigures): string =>
  `${charged} charged, ${paidOut} paid out${inDollars === null ? '' : `, ${formatMoney(money(inDollars, 'USD'))}`}`

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

function checkFigures({ isOver, figures, weekBefore }: DayFacts): DailyCloseCheck {
  const kind = 'figures'
  if (!isOver) return { kind, state: 'waiting', text: 'Known once the day is over' }
  if (figures === null) return { kind, state: 'done', text: 'The books of the day are archived' }
  if (weekBefore === null) return { kind, state: 'done', text: `${figuresText(figures)}; no week before` }
  const text = `${figuresText(figures)}; a week before ${figuresText(weekBefore)}`
  return { kind, state: areNear(figures, weekBefore) ? 'done' : 'problem', text }
}

/** Returns the checklist of a day, in the order in which it turns green. */
export function checksOf(facts: DayFacts): DailyCloseCheck[] {
  const { isOver, isCompared, openBreaks, positions, close } = facts
  const breaks = Object.values(openBreaks).reduce((sum, count) => sum + count, 0)
  const apart = positions.filter(({ state }) => state === 'differs' || state === 'unknown').length
  const done = (isDone: boolean, otherwise: 'waiting' | 'problem') => (isDone ? 'done' : otherwise)
  const mustExplain = apart > 0 || breaks > 0
  return [
    {
      kind: 'over',
      state: done(isOver, 'waiting'),
      text: isOver ? 'Ended at midnight UTC' : 'Ends at midnight UTC; can be prepared from 00:05',
    },
    {
      kind: 'compared',
      state: done(isCompared, 'waiting'),
      text: isCompared ? 'After the day ended' : 'Compared every hour, at 7 minutes past',
    },
    {
      kind: 'breaks',
      state: done(breaks === 0, 'problem'),
      text: breaks === 0 ? 'No open break' : counted(breaks, 'open break', 'open breaks'),
    },
    {
      kind: 'positions',
      state: done(apart === 0, 'problem'),
      text:
        apart === 0
          ? 'Our books agree with every balance'
          : counted(apart, 'position differs or is unknown', 'positions differ or are unknown'),
    },
    checkFigures(facts),
    {
      kind: 'prepared',
      state: done(close !== undefined, 'waiting'),
      text:
        close === undefined
          ? mustExplain
            ? 'Not prepared; needs an explanation'
            : 'Not prepared'
          : `By ${close.preparedBy}${close.explanation === null ? '' : ', with an explanation'}`,
    },
    {
      kind: 'signed',
      state: done(typeof close?.signedBy === 'string', 'waiting'),
      text: close?.signedBy ? `By ${close.signedBy}` : 'Not signed',
    },
  ]
}
