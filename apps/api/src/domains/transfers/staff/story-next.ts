import { cardLabel } from '@sesa/contract'
import { wordOf } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import { cardOf } from '../history/texts.ts'
import { waitsForPayout, waitsForScreening } from '../state/holds.ts'
import { refundeeOf, takerOf } from '../ways-to-pay/payer.ts'
import { isEnd, isPayoutInFlight } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import type { SeenHold } from './under-review.ts'

/** What happens next by itself. `at`: null when it has no time. */
export interface Next {
  readonly text: string
  readonly at: Date | null
}

interface NextFacts {
  readonly row: TransferRow
  readonly hold: (SeenHold & { readonly decided: boolean }) | null
  readonly cancelReason: string | null
  readonly isHidden: boolean
  readonly carrier: string
  readonly now: Date
}

const DAY_MS = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a moment: "29 Nov, 07:00 GMT". */
export function momentText(at: Date): string {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''}, ${at.toISOString().slice(11, 16)} GMT`
}

/** Returns what happens next by itself; null when nothing does. Under review, a reader without cases learns only who decides. */
export function nextOf(facts: NextFacts): Next | null {
  const { row, hold, isHidden } = facts
  if (isHidden) return { text: 'Nothing happens by itself. Compliance decides.', at: null }
  if (hold !== null) return { text: nextOnHold(facts, hold), at: hold.decided ? null : row.next_step_at }
  if (row.next_step_at === null)
    return isEnd(row.state) ? null : { text: 'We wait for the providers.', at: null }
  const failed =
    row.failures === 0 ? '' : ` ${row.failures} ${row.failures === 1 ? 'try' : 'tries'} in a row failed.`
  return { text: `${nextFree(facts)}${failed}`, at: row.next_step_at }
}

function nextOnHold({ row, carrier }: NextFacts, { owner, decided }: NonNullable<NextFacts['hold']>): string {
  const decides = `${wordOf('owner', owner)} decides.`
  if (decided) return 'Nothing happens by itself. The money stays with us.'
  if (waitsForScreening(row.hold_reason))
    return `The hold ends by itself once both people are clear. ${decides}`
  if (row.hold_reason === 'payout_float_empty' || row.hold_reason === 'refund_float_empty')
    return `We release it when the float is topped up, at most three times. ${decides}`
  if (waitsForPayout(row.hold_reason))
    return `The hold ends by itself if ${carrier} gives a final answer. ${decides}`
  if (row.hold_reason === 'disputed')
    return row.pay_method === 'bank_debit'
      ? 'The bank took the money back. Such a dispute cannot be contested.'
      : 'The hold ends by itself when the card issuer decides the dispute.'
  if (row.next_step_at === null) return `Nothing happens by itself. ${decides}`
  if (isPayoutInFlight(row.state))
    return `We keep asking ${carrier}: what it already has may still arrive. ${decides}`
  return row.state === 'awaiting_payment'
    ? `We keep asking ${takerOf(row)} whether the customer paid. ${decides}`
    : `A step that was requested before the hold still runs. ${decides}`
}

/** Without a hold: what the engine's next step does, and when it gives up. */
function nextFree({ row, cancelReason, carrier, now }: NextFacts): string {
  const card = cardOf(row)
  const amount = formatMoney(money(row.charge_amount, row.charge_currency))
  const refund = `refund ${amount} to ${card === null ? `the ${refundeeOf(row)}` : cardLabel(card)}`
  // After a day without change, `retryLater` and the pay-out's decisions put it on hold.
  const stops = `by ${momentText(new Date(row.state_changed_at.getTime() + DAY_MS))} it stops for a person.`
  switch (row.state) {
    case 'awaiting_payment':
      if (row.debit_started_at !== null) return nextOfDebit(row, cancelReason, refund)
      return cancelReason === null
        ? `We ask ${takerOf(row)} whether the customer paid. Unpaid, it closes after ${momentText(row.quote_expires_at)}.`
        : `We close the payment once ${takerOf(row)} can no longer take it.`
    case 'paid':
      if (cancelReason !== null) return `We ${refund}.`
      return isDelayed(row, now)
        ? `The pay-out to ${carrier} begins after the safety delay.`
        : `We send the pay-out to ${carrier}. Without success ${stops}`
    case 'paying_out':
    case 'payout_unknown':
      return `We ask ${carrier} again. Without a final answer ${stops}`
    case 'payout_failed':
      return `We ask ${carrier} once more, then ${refund}.`
    case 'refunding':
      return `We ${refund}. Without an answer ${stops}`
    case 'refund_failed':
      return 'We request the refund again. After four refusals it stops for a person.'
    case 'sent':
    case 'refunded':
    case 'cancelled':
      return row.refund_order === null
        ? `We handle late events of ${takerOf(row)}.`
        : `We ${refund}, as staff requested.`
  }
}

/** Says what happens next while a bank has not answered a debit. We cannot take the debit back. */
function nextOfDebit(
  { debit_started_at: since, quote_expires_at: until }: TransferRow,
  cancelReason: string | null,
  refund: string,
): string {
  const waits = `Waiting for the bank${since === null ? '' : ` since ${momentText(since)}`}.`
  return cancelReason === null
    ? `${waits} We keep the price until ${momentText(until)}; money that comes later is refunded.`
    : `${waits} If it pays, we ${refund}.`
}

const isDelayed = ({ captured_at, payout_delay_minutes: minutes }: TransferRow, now: Date): boolean =>
  captured_at !== null && captured_at.getTime() + minutes * 60_000 > now.getTime()
