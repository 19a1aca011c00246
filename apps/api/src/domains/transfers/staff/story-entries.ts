import { cardLabel } from '@sesa/contract'
import { accountText, codeText, providerName, wordOf } from '@sesa/contract/office'
import { formatMoney, formatUsualRate, money, rate, type CurrencyCode } from '@sesa/money'
import { cardOf, networkLabel } from '../history/texts.ts'
import { failureText } from '../state/failures.ts'
import { collectionLines, type ToldCollection } from '../mobile-money/story.ts'
import { payerOf, refundeeOf, takerOf } from '../ways-to-pay/payer.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/** One line of a transfer's story. */
export interface Entry {
  readonly at: Date
  readonly text: string
  /** Who did it; null for the engine, the customer and providers. */
  readonly by: string | null
  /** The second person. */
  readonly second: string | null
  readonly details: readonly Detail[]
}

/** An answer of a provider, or a ledger entry. */
export interface Detail {
  readonly kind: 'provider' | 'ledger'
  readonly at: Date
  readonly text: string
}

export interface StoryEvent {
  readonly at: Date
  readonly kind: string
  readonly from_state: string | null
  readonly to_state: string
  readonly hold_reason: string | null
  readonly staff: string | null
  /** Missing in archives. */
  readonly approvedBy?: string | null
  readonly detail: string | null
}

export interface Attempt {
  readonly kind: 'payout' | 'refund' | 'dispute'
  readonly number: number
  readonly at: Date
  readonly endedAt: Date | null
  readonly outcome: string | null
  readonly answer: string | null
}

export interface ProviderEvent {
  readonly at: Date
  readonly provider: string
  readonly type: string
  readonly id: string
}

export interface Posting {
  readonly at: Date
  readonly entry: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly currency: CurrencyCode
}

interface EntryFacts {
  readonly row: TransferRow
  readonly events: readonly StoryEvent[]
  readonly attempts: readonly Attempt[]
  readonly collections: readonly ToldCollection[]
  readonly providerEvents: readonly ProviderEvent[]
  readonly postings: readonly Posting[]
  readonly rail: string | null
}

/** Returns the story's lines in the order of time, with what providers said and what was booked under the nearest line. */
export function entriesOf(facts: EntryFacts): Entry[] {
  const { row, events, attempts, collections, providerEvents, postings } = facts
  const isRequested = attempts.some(({ kind }) => kind === 'payout')
  const lines: (Entry & { readonly details: Detail[] })[] = [
    // The request that begins it says more.
    ...events
      .filter(({ kind, to_state: to }) => !(isRequested && kind === 'moved' && to === 'paying_out'))
      .map((event) => ({
        at: event.at,
        text: eventText(row, event),
        by: event.staff,
        second: event.approvedBy ?? null,
        details: answerOf(event),
      })),
    ...attempts.map((attempt) => attemptLine(facts, attempt)),
    ...collectionLines(collections),
    ...debitLines(row),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  const details: Detail[] = [
    ...providerEvents.map(({ at, provider, type, id }): Detail => ({
      ...{ kind: 'provider', at },
      text: `${providerName(provider)}: ${type} ${id}`,
    })),
    ...postings.map(({ at, entry, from, to, amount, currency }): Detail => ({
      ...{ kind: 'ledger', at },
      text: `${wordOf('entry', entry)}: ${formatMoney(money(amount, currency))} from ${accountText(from)} to ${accountText(to)}`,
    })),
  ]
  for (const detail of details) nearest(lines, detail.at)?.details.push(detail)
  return lines
}

/** Returns a line as one text: "2026-11-28T07:00:38.000Z Hold released: a note (Ama Mensah, approved by Kofi Annor)". */
export function lineOf({ at, text, by, second }: Entry): string {
  const who = [...(by === null ? [] : [`by ${by}`]), ...(second === null ? [] : [`approved by ${second}`])]
  return `${at.toISOString()} ${text}${who.length === 0 ? '' : ` (${who.join(', ')})`}`
}

function nearest<L extends { readonly at: Date }>(lines: readonly L[], at: Date): L | undefined {
  const away = (line: L): number => Math.abs(line.at.getTime() - at.getTime())
  return lines.reduce<L | undefined>(
    (best, line) => (best === undefined || away(line) < away(best) ? line : best),
    undefined,
  )
}

/** Returns the carrier's code and words, kept with its failure. */
const answerOf = ({ kind, to_state: to, at, detail }: StoryEvent): Detail[] =>
  kind === 'moved' && to === 'payout_failed' && detail !== null
    ? [{ kind: 'provider', at, text: detail }]
    : []

function eventText(
  row: TransferRow,
  { kind, from_state: from, to_state: to, hold_reason, detail }: StoryEvent,
): string {
  const because = detail === null ? '' : `: ${codeText(detail)}`
  switch (kind) {
    case 'moved':
      return movedText(row, from, to, detail)
    case 'held':
      return `On hold, ${hold_reason === null ? 'no reason' : wordOf('hold', hold_reason)}${because}`
    case 'released':
      return `Hold released${because}`
    case 'cancel_requested':
      return `Cancellation requested${because}`
    default:
      return `${wordOf('event', kind)}${because}`
  }
}

/** Says what a change of state meant. */
function movedText(row: TransferRow, from: string | null, to: string, detail: string | null): string {
  const card = cardOf(row)
  const named = (wallet: string) => (card === null ? `the ${wallet}` : cardLabel(card))
  const charge = formatMoney(money(row.charge_amount, row.charge_currency))
  const failure = row.failure_code === null ? '' : `: ${failureText(row.failure_code)}`
  switch (to) {
    case 'awaiting_payment':
      return `Price locked, ${formatUsualRate(rate(row.rate, row.currency, row.receive_currency))}${detail === null ? '' : `: ${detail}`}`
    case 'paid':
      return `Charged ${charge} to ${named(payerOf(row))}`
    case 'paying_out':
      return `Sent to ${networkLabel(row)}`
    case 'payout_unknown':
      return `${networkLabel(row)} gave no clear answer`
    case 'payout_failed':
      return detail === null
        ? `Pay-out given up${failure}`
        : `${networkLabel(row)} refused: ${failureText(detail.split(':')[0] ?? null)}`
    case 'sent':
      return `Delivered by ${networkLabel(row)}`
    case 'refunding':
      return `Refund of ${charge} due${from === 'paid' || from === 'awaiting_payment' ? failure : ''}`
    case 'refund_failed':
      return `${capital(takerOf(row))} refused the refund`
    case 'refunded':
      return row.repaid_amount === null
        ? `Refunded ${charge} to ${named(refundeeOf(row))}`
        : 'Everything owed was returned'
    case 'cancelled':
      return row.cancel_reason === 'debit_failed'
        ? `The bank did not pay${failure}`
        : `Payment closed${detail === null ? '' : `: ${detail}`}`
    default:
      return wordOf('state', to)
  }
}

/** The start of a debit: its bank answers days later. */
const debitLines = (row: TransferRow): (Entry & { readonly details: Detail[] })[] =>
  row.debit_started_at === null
    ? []
    : [
        {
          at: row.debit_started_at,
          text: `Debit of the ${payerOf(row)} authorized, bank asked to pay`,
          ...{ by: null, second: null, details: [] },
        },
      ]

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function attemptLine({ row, rail }: EntryFacts, { kind, number, at, endedAt, outcome, answer }: Attempt) {
  const by = { by: null, second: null }
  switch (kind) {
    case 'payout': {
      const name = rail === null ? networkLabel(row) : providerName(rail)
      const said =
        outcome === null
          ? null
          : [wordOf('attempt', outcome), ...(answer === null ? [] : [answer])].join(': ')
      const details: Detail[] =
        said === null ? [] : [{ kind: 'provider', at: endedAt ?? at, text: `${name}: ${said}` }]
      return { at, text: `Sent to ${name}, attempt ${number}`, ...by, details }
    }
    case 'refund':
      return {
        at,
        text: `Refund requested from ${takerOf(row)}, attempt ${number}`,
        ...by,
        details: [] as Detail[],
      }
    case 'dispute': {
      const details: Detail[] = outcome === null ? [] : [{ kind: 'provider', at, text: outcome }]
      const text =
        row.pay_method === 'bank_debit'
          ? 'The bank took the debit back'
          : 'The card holder disputed the charge'
      return { at, text, ...by, details }
    }
  }
}
