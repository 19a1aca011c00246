import { COUNTRIES, NETWORKS } from '@sesa/contract'
import {
  accountText,
  codeText,
  providerName,
  readable,
  wordOf,
  type ApprovalState,
  type Role,
  type TreasuryEntry,
  type TreasuryPosition,
} from '@sesa/contract/office'
import { formatMoney, isCurrencyCode, money } from '@sesa/money'
import { formatCalendarDate, formatMinor, formatMoment } from '@sesa/ui/format.ts'

export { accountText, codeText, providerName, readable, wordOf }

export const STATE_WORDS: Readonly<Record<ApprovalState, string>> = {
  pending: 'Awaiting approval',
  approved: 'Approved, running',
  done: 'Done',
  failed: 'Failed',
  rejected: 'Rejected',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  support: 'Support',
  compliance: 'Compliance',
  finance: 'Finance',
  engineer: 'Engineer',
  administrator: 'Administrator',
}

/** The movements of our money that staff enter. */
export const ENTRY_WORDS: Readonly<Record<TreasuryEntry['kind'], string>> = {
  top_up: 'Wallet top-up',
  conversion: 'Bank conversion',
  adjustment: 'Adjustment',
}

export const ADJUSTS_WORDS: Readonly<Record<NonNullable<TreasuryEntry['as']>, string>> = {
  provider_fees: 'Provider fee',
  losses: 'Loss or gain',
  capital: 'Owners’ equity',
}

export const POSITION_WORDS: Readonly<Record<TreasuryPosition['state'], string>> = {
  equal: 'Equal',
  settling: 'In transit',
  differs: 'Differs',
  unknown: 'Unknown',
  not_begun: 'No entries yet',
}

/** The state of a report to an authority: `acknowledged` is "Filed". */
export const filingStateWord = (state: string): string =>
  state === 'acknowledged' ? 'Filed' : readable(state)

/** The kind of a break: `card_charge_missing_there` is "Card charge missing at the provider". */
export const breakWord = (kind: string): string =>
  readable(kind)
    .replace(/missing here$/u, 'missing in our books')
    .replace(/missing there$/u, 'missing at the provider')

/** A wallet at a provider: `stripe//USD` is "Stripe, USD". */
export function walletText({
  account,
  country,
  currency,
}: {
  account: string
  country: string
  currency: string
}): string {
  return [providerName(account), ...(country === '' ? [] : [countryName(country)]), currency].join(', ')
}

/** A moment to the second, for what follows fast: "21 Nov 2026, 14:05:09 GMT". */
export function exactMoment(iso: string): string {
  const seconds = new Date(iso).getSeconds().toString().padStart(2, '0')
  return formatMoment(iso).replace(/(\d\d:\d\d)/, `$1:${seconds}`)
}

/** A moment in GMT, which its column names: "21 Nov 2026, 14:05". */
export function gmtMoment(iso: string): string {
  const [date = '', time = ''] = new Date(iso).toISOString().split('T')
  return `${formatCalendarDate(date)}, ${time.slice(0, 5)}`
}

/** An entry of the audit log in words: `action.approve_filing` is "Approve filing". */
export const auditWord = (action: string): string => readable(action.replace(/^action\./, ''))

/** The name of a country's network: `mtn` of `GH` is "MTN MoMo". */
export function networkName(network: string, country: string): string {
  const found = NETWORKS.find((one) => one.value === network && one.country === country)
  return found?.label ?? readable(network)
}

/** Joins words as people do: "finance, support or administrator". */
export function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
}

/** An amount in minor units with its currency: "USD 12.50". */
export function amountText({ amount, currency }: { amount: number; currency: string }): string {
  return formatMinor(amount, currency)
}

/** Minor units, given as text, with their currency: "USD 12.50". */
export function minorText(minor: string | null, currency: string): string {
  return minor === null || !isCurrencyCode(currency) ? 'Unknown' : formatMoney(money(BigInt(minor), currency))
}

/** The direction in which money was sent; null for what belongs to no transfer. */
export function corridorName({
  sender,
  recipient,
}: {
  readonly sender: string | null
  readonly recipient: string | null
}): string {
  return sender === null ? 'No transfer' : `${sender} to ${recipient ?? ''}`
}

/** The name of a country, or the given words without one: `GH` is "Ghana". */
export function countryName(code: string | null, without = 'Not given'): string {
  return COUNTRIES.find((one) => one.code === code)?.name ?? code ?? without
}

/** How long until a deadline, or how long it has passed. */
export function dueText(dueAt: string, now: number): string {
  const due = Date.parse(dueAt)
  return due < now ? `Overdue by ${spanText(due, now)}` : spanText(now, due)
}

/** The tone of a deadline: amber in its last quarter, red once it has passed. */
export function dueTone(from: string, dueAt: string, now: number): 'plain' | 'warn' | 'danger' {
  const [start, due] = [Date.parse(from), Date.parse(dueAt)]
  if (due < now) return 'danger'
  return due - now <= (due - start) / 4 ? 'warn' : 'plain'
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago a moment was, or how far ahead: "3 hours", "1 day". */
export function spanText(from: number, to: number): string {
  const ms = Math.abs(to - from)
  for (const [unit, length] of UNITS) {
    const count = Math.floor(ms / length)
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`
  }
  return 'less than a minute'
}
