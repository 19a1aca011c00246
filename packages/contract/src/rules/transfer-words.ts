import { formatMoney, money } from '@sesa/money'
import type { OpenTransfer } from '../calls/history.ts'
import type { PayMethodName } from '../calls/pay.ts'
import type { TransferDetail } from '../calls/transfers.ts'
import * as i18n from '../i18n.ts'
import type { TransferStatus } from '../statuses.ts'

// How a transfer stands, as its customer reads it. The app shows these words, and the office shows staff the same ones. The
// comment above each claim names the fact that makes it true. A hold may keep the money, so no sentence here promises that
// a held transfer's money continues or is refunded. Notices and the timeline's texts come from the API.

/** Returns true while we ask the carrier again whether the money arrived. */
function isBeingChecked({ status, timeline }: Pick<TransferDetail, 'status' | 'timeline'>): boolean {
  return status === 'processing' && timeline.some(({ step, at }) => step === 'checking' && at !== null)
}

type State = Pick<OpenTransfer, 'status' | 'notice'> &
  Partial<
    Pick<TransferDetail, 'cancellable' | 'timeline'> & {
      pay: Pick<TransferDetail['pay'], 'attempts' | 'method'> &
        Partial<Pick<TransferDetail['pay'], 'asksRefundNumber'>>
    }
  >

/** Returns the one or two words that say how a transfer stands, on its page and on the home page. */
export function headlineOf({ status, notice, cancellable = true, timeline = [], pay }: State): string {
  switch (status) {
    case 'awaiting_payment':
      if (pay?.method === 'bank_debit') return i18n.t('Waiting for your bank')
      // Every request to pay has ended without money.
      return pay?.attempts.every(({ endedAt }) => endedAt !== null)
        ? i18n.t('Not paid yet')
        : i18n.t('Waiting for your approval')
    // It is unknown whether the customer was charged.
    case 'checking':
      return i18n.t('Checking')
    case 'processing':
      // The carrier reported a failure and is asked again: it is still unknown where the money is.
      if (isBeingChecked({ status, timeline })) return i18n.t('Checking')
      // The customer was charged, no one asked to cancel, and the pay-out is the next step or in flight. A notice says more.
      return notice === null && cancellable ? i18n.t('On its way') : i18n.t('In progress')
    // The carrier reported that it paid.
    case 'sent':
      return i18n.t('Arrived')
    // The outcome is open.
    case 'held':
      return i18n.t('On hold')
    // No pay-out can arrive any more, and we owe the refund.
    case 'failed':
      return pay?.asksRefundNumber ? i18n.t('Your refund needs another number') : i18n.t('Refunding')
    // The provider reported that the refund succeeded, or staff booked that we repaid another way.
    case 'refunded':
      return i18n.t('Refunded')
    case 'cancelled':
      return i18n.t('Cancelled')
  }
}

/** Describes a transfer without a notice in one sentence; the arrival time of a transfer on its way says more. */
export function sentenceOf(status: TransferStatus, wallet: string, method?: PayMethodName): string | null {
  switch (status) {
    case 'awaiting_payment':
      return method === 'bank_debit'
        ? i18n.t('We send the money once your bank has paid.')
        : i18n.t('We send the money once you’ve approved the payment on your phone.')
    // The carrier reported that it paid.
    case 'sent':
      return i18n.t('The money is in {wallet}.', { wallet })
    case 'processing':
      return i18n.t('Your transfer is being processed.')
    case 'held':
      return i18n.t('We’re reviewing this transfer.')
    // The server's notice has the reason, and says whether the customer was charged.
    case 'failed':
    case 'refunded':
    case 'cancelled':
      return null
  }
}

type Amounts = Pick<
  TransferDetail,
  | 'status'
  | 'recipient'
  | 'amount'
  | 'currency'
  | 'receive_amount'
  | 'receive_currency'
  | 'charge'
  | 'timeline'
>

/** Returns the money of a transfer in one line. Leaves out an amount that will not arrive. */
export function amountsOf(detail: Amounts): string {
  const { status, recipient, timeline } = detail
  const sent = formatMoney(money(detail.amount, detail.currency))
  if (status === 'cancelled' || status === 'awaiting_payment')
    return i18n.t('{amount} to {recipient}', { amount: sent, recipient })
  if (status === 'failed' || status === 'refunded') {
    // The server names the amount and where it goes, or that we repaid another way.
    const refund = timeline.findLast(({ step, at }) => at !== null && step.startsWith('refund'))
    return [
      i18n.t('You paid {amount}', {
        amount: formatMoney(money(detail.charge.amount, detail.charge.currency)),
      }),
      ...(refund ? [refund.text] : []),
    ].join(' · ')
  }
  return `${sent} → ${formatMoney(money(detail.receive_amount, detail.receive_currency))} · ${recipient}`
}

/** Our promise about a transfer in progress without a request to cancel. */
interface Promised {
  /** The latest time, ISO 8601. */
  readonly latest: string
  /** As displayed: "23:28". */
  readonly clock: string
  readonly network: string
  /** Median time of recent transfers to the network; null while there are too few. */
  readonly medianSeconds: number | null
}

/** Below this, the time left changes every second; above, every half minute. */
const LAST_MINUTE_MS = 60_000

/** Describes when the money arrives, as of now: counts down to the latest time, then reports that it takes longer. */
export function arrivalWords({ latest, clock, network, medianSeconds }: Promised, now: number): string {
  const leftMs = Date.parse(latest) - now
  if (leftMs <= 0)
    return i18n.t('This is taking longer than usual. We’re checking with {network}.', { network })
  // The median of recent transfers is omitted if it exceeds the promise.
  if (medianSeconds === null || medianSeconds * 1_000 > leftMs)
    return i18n.t('Arrives by {clock} ({time} left).', { clock, time: leftText(leftMs) })
  return i18n.t('Usually arrives in {time}, by {clock} at the latest.', {
    time: leftText(medianSeconds * 1_000),
    clock,
  })
}

function leftText(ms: number): string {
  if (ms < LAST_MINUTE_MS) return i18n.t('under a minute')
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 120) return i18n.t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })
  return i18n.t('{count} hours', { count: Math.round(minutes / 60) })
}

/** How a transfer stands, in words. Each fact is said once. */
export interface Told {
  readonly headline: string
  /** Null where the arrival time says it. */
  readonly sentence: string | null
  readonly amounts: string
}

/** Returns the status to show: a hold that only waits for another number for the refund is no review of ours. */
export function shownStatusOf({
  status,
  pay,
}: Pick<TransferDetail, 'status'> & Partial<Pick<TransferDetail, 'pay'>>) {
  return pay?.asksRefundNumber ? 'failed' : status
}

/** Returns what the customer reads about a transfer. `wallet`: whose wallet it goes to, as words. */
export function toldOf(
  given: Omit<TransferDetail, 'pay'> & Partial<Pick<TransferDetail, 'pay'>>,
  wallet: string,
): Told {
  const detail = { ...given, status: shownStatusOf(given) }
  const headline = headlineOf(detail)
  const sentence =
    headline === i18n.t('On its way')
      ? null
      : (detail.notice ?? sentenceOf(detail.status, wallet, detail.pay?.method))
  return { headline, sentence, amounts: amountsOf(detail) }
}

/** Returns how a transfer stands as one reads it aloud. */
export function spokenOf({ headline, sentence, amounts }: Told): string {
  const said = amounts.replace(/ → (.*) · /, ' sent. $1 for ').replace(' · ', '. ')
  return [headline, sentence, said]
    .filter((part) => part !== null)
    .map((part) => part.replace(/\.?$/, '.'))
    .join(' ')
}
