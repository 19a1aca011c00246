import { createHash } from 'node:crypto'
import type { EntryKind } from '../ledger/index.ts'
import type { PositionState } from '../treasury/index.ts'

/** An account of the books over a day, in minor units as text. Opening and entries together are the closing balance. */
export interface AccountOfDay {
  /** Such as `customer:USD`. */
  readonly account: string
  readonly opening: string
  /** What entries of each kind moved: positive came in. */
  readonly entries: Readonly<Partial<Record<EntryKind, string>>>
  readonly closing: string
}

/** The result of a corridor, or of what belongs to no transfer, in minor units as text: costs are negative. */
export interface CorridorOfDay {
  /** The countries; null for top-ups, conversions and fees that belong to no transfer. */
  readonly sender: string | null
  readonly recipient: string | null
  readonly charged: number
  readonly paidOut: number
  readonly refunded: number
  /** Charges that a card holder's bank took back. */
  readonly disputed: number
  /** The currencies in which money moved: charged with fees, paid out by carriers, refunded to cards, taken back by banks. */
  readonly amounts: readonly {
    readonly currency: string
    readonly charged: string
    readonly paidOut: string
    readonly refunded: string
    readonly disputed: string
  }[]
  readonly results: readonly {
    readonly currency: string
    readonly fees: string
    readonly margin: string
    readonly exchange: string
    readonly providerFees: string
    readonly losses: string
  }[]
  /** Together at the mid-market rates of `ratesAsOf`, in cents; null without rates. */
  readonly inDollars: string | null
}

/** The report of a day (UTC), as two people sign it. */
export interface DayReport {
  readonly day: string
  readonly accounts: readonly AccountOfDay[]
  readonly corridors: readonly CorridorOfDay[]
  readonly ratesAsOf: string | null
  /** Our books against the providers' balances, when the report was prepared. */
  readonly positions: readonly {
    readonly account: string
    readonly state: PositionState
    readonly difference: string | null
  }[]
  /** Differences from the providers' records that nobody has explained or resolved, by kind. */
  readonly openBreaks: Readonly<Record<string, number>>
  /** Within the report, so that its digest binds the second person to them too. Reports of earlier releases lack both. */
  readonly explanation?: string | null
  readonly preparedBy?: string
}

export interface Problem {
  readonly text: string
  /** Whether an explanation is enough to close the day. */
  readonly isExplainable: boolean
}

/** Returns what keeps a day from being closed. `before` is the signed report of the day before; null for the first day. */
export function problemsOf(report: DayReport, before: DayReport | null): readonly Problem[] {
  const problems: Problem[] = []
  const closedAt = new Map(before?.accounts.map(({ account, closing }) => [account, closing]))
  for (const { account, opening, entries, closing } of report.accounts) {
    const moved = Object.values(entries).reduce((sum, amount) => sum + BigInt(amount), 0n)
    if (BigInt(opening) + moved !== BigInt(closing))
      problems.push({
        text: `${account}: opening ${opening} and entries ${moved} are not closing ${closing}`,
        isExplainable: false,
      })
    if (before !== null && (closedAt.get(account) ?? '0') !== opening)
      problems.push({
        text: `${account}: opens with ${opening}, but ${before.day} closed with ${closedAt.get(account) ?? '0'}`,
        isExplainable: false,
      })
  }
  for (const { account, state, difference } of report.positions) {
    if (state === 'differs')
      problems.push({
        text: `${account} differs from the provider by ${difference ?? ''}`,
        isExplainable: true,
      })
    if (state === 'unknown')
      problems.push({ text: `${account}: the provider’s balance is not known`, isExplainable: true })
  }
  for (const [kind, count] of Object.entries(report.openBreaks))
    problems.push({ text: `${count} open breaks ${kind}`, isExplainable: true })
  return problems
}

/** Returns the part of a report that the books alone decide, so that it can be made again later. */
export function booksOf({ day, accounts, corridors }: DayReport): string {
  const counted = corridors.map(({ inDollars: _inDollars, ...corridor }) => corridor)
  return JSON.stringify({ day, accounts, corridors: counted })
}

/** SHA-256 in hex of the report's text. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
