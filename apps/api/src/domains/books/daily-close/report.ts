import { createHash } from 'node:crypto'
import type { EntryKind } from '../../record/index.ts'
import type { PositionState } from '../treasury/index.ts'

/** An account of the books over a day, in minor units as text. Opening balance plus entries equals the closing balance. */
export interface AccountOfDay {
  /** For example `customer:USD`. */
  readonly account: string
  readonly opening: string
  /** Net amount of the entries of each kind: positive is incoming. */
  readonly entries: Readonly<Partial<Record<EntryKind, string>>>
  readonly closing: string
}

/** The result of a corridor, or of entries without a transfer, in minor units as text: costs are negative. */
export interface CorridorOfDay {
  /** The countries; null for top-ups, conversions and fees without a transfer. */
  readonly sender: string | null
  readonly recipient: string | null
  readonly charged: number
  readonly paidOut: number
  /** Number of refunds to cards, less returned ones; below zero on a day with more returns than refunds. */
  readonly refunded: number
  /** Number of repayments from our bank account of amounts that a card did not accept. */
  readonly repaid: number
  /** Number of charges that cardholders' banks took back, less those that we won back. */
  readonly disputed: number
  /**
   * The currencies in which money moved: charges with fees, payouts by carriers, refunds, repayments, and disputed charges.
   */
  readonly amounts: readonly {
    readonly currency: string
    readonly charged: string
    readonly paidOut: string
    readonly refunded: string
    readonly repaid: string
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
  /** Sum at the mid-market rates of `ratesAsOf`, in cents; null without rates. */
  readonly inDollars: string | null
}

/** The report of a day (UTC) that two people sign. */
export interface DayReport {
  readonly day: string
  readonly accounts: readonly AccountOfDay[]
  readonly corridors: readonly CorridorOfDay[]
  readonly ratesAsOf: string | null
  /** Our books against the providers' balances at the time of the report. */
  readonly positions: readonly {
    readonly account: string
    readonly state: PositionState
    readonly difference: string | null
  }[]
  /** Unexplained and unresolved differences from the providers' records, by kind. */
  readonly openBreaks: Readonly<Record<string, number>>
  /** Part of the report, so that its digest binds the approver to them too. Earlier releases' reports lack both. */
  readonly explanation?: string | null
  readonly preparedBy?: string
}

export interface Problem {
  readonly text: string
  /** True if an explanation is enough to close the day. */
  readonly isExplainable: boolean
}

/** Returns the blockers of a daily close. `before` is the signed report of the day before; null for the first day. */
export function problemsOf(report: DayReport, before: DayReport | null): readonly Problem[] {
  const problems: Problem[] = []
  const closedAt = new Map(before?.accounts.map(({ account, closing }) => [account, closing]))
  for (const { account, opening, entries, closing } of report.accounts) {
    const moved = Object.values(entries).reduce((sum, amount) => sum + BigInt(amount), 0n)
    if (BigInt(opening) + moved !== BigInt(closing))
      problems.push({
        text: `${account}: opening ${opening} plus entries ${moved} isn’t closing ${closing}`,
        isExplainable: false,
      })
    if (before !== null && (closedAt.get(account) ?? '0') !== opening)
      problems.push({
        text: `${account}: opens at ${opening}, but ${before.day} closed at ${closedAt.get(account) ?? '0'}`,
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
      problems.push({ text: `${account}: provider balance unknown`, isExplainable: true })
  }
  for (const [kind, count] of Object.entries(report.openBreaks))
    problems.push({ text: `${count} open breaks (${kind})`, isExplainable: true })
  return problems
}

/** Returns true if a stored report is older than the figures for repayments and returned refunds. */
const countsGross = (report: DayReport): boolean =>
  report.corridors.some((corridor) => !Object.hasOwn(corridor, 'repaid'))

/** Reads a stored report. If it does not count repayments, sets them to zero and leaves the rest as signed. */
export function readReport(text: string): DayReport {
  const report = JSON.parse(text) as DayReport
  if (!countsGross(report)) return report
  return {
    ...report,
    corridors: report.corridors.map((corridor) => ({
      ...corridor,
      repaid: 0,
      amounts: corridor.amounts.map((amounts) => ({ ...amounts, repaid: '0' })),
    })),
  }
}

/**
 * Returns the part of a report that depends only on the books, as text; for a report that counts gross, without corridors.
 */
function booksOf({ day, accounts, corridors }: DayReport, isGross: boolean): string {
  const counted = corridors.map(({ inDollars: _inDollars, ...corridor }) => corridor)
  return JSON.stringify(isGross ? { day, accounts } : { day, accounts, corridors: counted })
}

/** Returns true if the books still agree with a stored report. */
export function saysTheSame(text: string, books: Pick<DayReport, 'accounts' | 'corridors'>): boolean {
  const report = JSON.parse(text) as DayReport
  const isGross = countsGross(report)
  return booksOf(report, isGross) === booksOf({ ...report, ...books }, isGross)
}

/** Returns the SHA-256 of the report's text, in hex. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
