import { isCurrencyCode, money, type Money } from '@sesa/money'
import type { Break } from './breaks.ts'

/** Both sides of a break in money; null where it is not about an amount. */
export interface Sides {
  readonly ours: Money | null
  readonly theirs: Money | null
  /** The provider’s less ours. */
  readonly difference: Money | null
}

/** Returns the first amount in a text, such as `S-WP41P001 capture: USD 1,500.50`. */
export function amountIn(text: string | null): Money | null {
  const [, sign = '', currency = '', digits = ''] =
    /(-?)\b([A-Z]{3}) (\d[\d,]*\.\d\d)\b/.exec(text ?? '') ?? []
  if (!isCurrencyCode(currency)) return null
  return money(BigInt(`${sign}${digits.replaceAll(/[,.]/g, '')}`), currency)
}

const nothingIn = (other: Money | null): Money | null => other && money(0n, other.currency)

function pairOf({ kind, ours, theirs }: Pick<Break, 'kind' | 'ours' | 'theirs'>): Omit<Sides, 'difference'> {
  const [mine, other] = [amountIn(ours), amountIn(theirs)]
  // A carrier need not report the amount of a pay-out that we gave up.
  if (kind.endsWith('_missing_here')) return { ours: nothingIn(other ?? mine), theirs: other ?? mine }
  if (kind.endsWith('_missing_there')) return { ours: mine, theirs: nothingIn(mine) }
  return { ours: mine, theirs: other }
}

/** Returns what each side of a break has, in money. */
export function sidesOf(one: Pick<Break, 'kind' | 'ours' | 'theirs'>): Sides {
  // The books and the balance move with every transfer, so that break keeps their difference alone.
  if (one.kind === 'balance_differs') {
    const size = amountIn(one.ours)
    const isMore = one.ours?.includes(' more ') ?? false
    return {
      ours: null,
      theirs: null,
      difference: size && money(isMore ? -size.amount : size.amount, size.currency),
    }
  }
  const { ours, theirs } = pairOf(one)
  const difference =
    ours !== null && theirs !== null && ours.currency === theirs.currency
      ? money(theirs.amount - ours.amount, ours.currency)
      : null
  return { ours, theirs, difference }
}
