import { createHash } from 'node:crypto'
import type { EntryKind } from '../../record/index.ts'
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
  /** Refunds to cards, less those that came back; below zero on a day on which more came back. */
  readonly refunded: number
  /** Repayments from our bank account, of what a card did not take. */
  readonly repaid: number
  /** Charges that a card holder's bank took back, less those that we won back. */
  readonly disputed: number
  /** The currencies in which money moved: charged with fees, paid out by carriers, refunded, repaid, taken back by banks. */
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

/** Whether a stored report is from before repayments were counted, and what came back taken off. */
const countsGross = (report: DayReport): boolean =>
  report.corridors.some((corridor) => !Object.hasOwn(corridor, 'repaid'))

/** Reads a stored report. One that does not count repayments says zero of them, and else stays as it was signed. */
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

/** Returns the part of a report that the books alone decide; of one that counts gross, what is counted today as it was then. */
function booksOf({ day, accounts, corridors }: DayReport, isGross: boolean): string {
  const counted = corridors.map(({ inDollars: _inDollars, ...corridor }) => corridor)
  return JSON.stringify(isGross ? { day, accounts } : { day, accounts, corridors: counted })
}

/** Whether the books still say what a stored report says. */
export function saysTheSame(text: string, books: Pick<DayReport, 'accounts' | 'corridors'>): boolean {
  const report = JSON.parse(text) as DayReport
  const isGross = countsGross(report)
  return booksOf(report, isGross) === booksOf({ ...report, ...books }, isGross)
}

/** SHA-256 in hex of the report's text. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
