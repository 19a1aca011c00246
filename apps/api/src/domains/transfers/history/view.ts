import type {
  ListedStatus,
  OpenTransfer,
  TimelineStep,
  Transfer,
  TransferDetail,
  TransferResult,
  TransferStatus,
} from '@sesa/contract'
import { money, toMajorNumber, toMinorNumber, type CurrencyCode } from '@sesa/money'
import type { EventKind } from '../../../db/schema/money.ts'
import { isCancellable, isGivingBack, publicStatus, stepOf, type State } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import { cardOf, networkLabel, transferNotice, stepText } from './texts.ts'
import { checkingPayment, isDebiting, isPaymentChecked } from './uncharged.ts'

export interface HistoryEvent {
  readonly to_state: State
  readonly kind: EventKind
  readonly at: Date
}

const minor = (amount: bigint, currency: CurrencyCode): number => toMinorNumber(money(amount, currency))

/**
 * Returns the status of one transfer. A payment by mobile money is shown while it waits for its payer, and a debit while it
 * waits for the bank. Throws Refused
 * `card_provider_unavailable` while it is unknown whether a card was charged.
 */
function statusOf(row: TransferRow): TransferStatus {
  const status = publicStatus(row.state, row.hold_reason !== null)
  if (status !== null) return status
  if (row.captured_at === null) {
    if (row.pay_method === 'momo' || isDebiting(row)) return 'awaiting_payment'
    throw checkingPayment(row)
  }
  return 'processing'
}

/** Returns the status in a list, which contains transfers that were charged or may have been. */
export function listedStatus(row: TransferRow): ListedStatus {
  return isPaymentChecked(row) ? 'checking' : statusOf(row)
}

export function toTransfer(row: TransferRow): Transfer {
  return {
    payment_id: row.payment_intent_id ?? row.id,
    recipient: row.recipient_name,
    country: row.country,
    sender_country: row.sender_country,
    date: row.created_at.toISOString(),
    amount: minor(row.amount, row.currency),
    currency: row.currency,
    receive_amount: minor(row.receive_amount, row.receive_currency),
    receive_currency: row.receive_currency,
    status: listedStatus(row),
    reference: row.reference,
  }
}

/** Returns an unfinished transfer, with its estimate and any problem. */
export function toOpenTransfer(row: TransferRow, isEmailed: boolean): OpenTransfer {
  const transfer = toTransfer(row)
  return {
    ...transfer,
    delivery_estimate: row.deliver_by.toISOString(),
    notice: transferNotice(row, transfer.status, { wasReturning: isGivingBack(row.state), isEmailed }),
  }
}

export function toResult(row: TransferRow): TransferResult {
  return {
    status: statusOf(row),
    amount: minor(row.amount, row.currency),
    currency: row.currency,
    recipient: row.recipient_name,
    receive_amount: toMajorNumber(money(row.receive_amount, row.receive_currency)),
    receive_currency: row.receive_currency,
    date: row.created_at.toISOString(),
  }
}

/** Returns true while the customer can still request a cancellation and has not. */
function canCancel(row: TransferRow): boolean {
  const mismatched = row.state === 'awaiting_payment' && row.hold_reason !== null
  return isCancellable(row.state) && row.cancel_reason === null && !mismatched
}

/** Returns the details of a transfer, without its attempts to pay. `isEmailed`: whether its sender gets email. */
export function toDetail(
  row: TransferRow,
  history: readonly HistoryEvent[],
  isEmailed: boolean,
): Omit<TransferDetail, 'pay'> {
  const status = statusOf(row)
  const wasReturning = hasReached(history, 'refunding')
  return {
    ...toTransfer(row),
    status,
    fee: minor(row.fee, row.currency),
    total: minor(row.total, row.currency),
    rate: row.rate,
    charge: {
      amount: minor(row.charge_amount, row.charge_currency),
      currency: row.charge_currency,
      rate: row.charge_rate,
    },
    phone: row.recipient_phone,
    name_check: row.name_check ?? 'unknown',
    account_name: row.account_name,
    method: 'momo',
    network: row.network,
    network_label: networkLabel(row),
    card: cardOf(row),
    delivery_estimate: row.deliver_by.toISOString(),
    cancellable: canCancel(row),
    notice: transferNotice(row, status, { wasReturning, isEmailed }),
    timeline: timeline(row, history, status),
  }
}

type Step = TimelineStep['step']

/**
 * Returns the steps that normally follow. Once the customer has requested a cancellation, none is certain before the refund.
 */
function stepsAhead({ cancel_reason }: TransferRow, status: TransferStatus): readonly Step[] {
  if (status === 'failed') return ['refunding', 'refunded']
  return status === 'processing' && cancel_reason === null ? ['paying_out', 'sent'] : []
}

const hasReached = (history: readonly HistoryEvent[], state: State): boolean =>
  history.some(({ to_state, kind }) => kind === 'moved' && to_state === state)

const TAKEN_BACK: readonly State[] = ['payout_failed', 'refunding', 'refund_failed']

/**
 * Returns the timeline step of a state in the history. Does not show a failure that we are still checking, one that the
 * carrier reversed by paying, or a refund that a hold may keep.
 */
function shownStep(reached: State, { state: now, hold_reason }: TransferRow): Step | null {
  if (now === 'sent' && TAKEN_BACK.includes(reached)) return null
  if (hold_reason !== null && stepOf(reached) === 'refunding') return null
  return reached === 'payout_failed' && now !== 'payout_failed' ? 'failed' : stepOf(reached)
}

/** Returns the events known from the transfer itself, once its events are archived. */
function knownOf({ captured_at: paidAt, state, state_changed_at: at }: TransferRow): HistoryEvent[] {
  const end = { to_state: state, kind: 'moved', at } as const
  return paidAt === null ? [end] : [{ to_state: 'paid', kind: 'moved', at: paidAt }, end]
}

/** Lists each step once, at the time it was first reached, then the current hold, then the upcoming steps. */
function timeline(
  row: TransferRow,
  history: readonly HistoryEvent[],
  status: TransferStatus,
): TimelineStep[] {
  const reached = new Map<Step, Date>()
  for (const event of history.length > 0 ? history : knownOf(row)) {
    const step = shownStep(event.to_state, row)
    if (event.kind === 'moved' && step !== null && !reached.has(step)) reached.set(step, event.at)
  }
  const held = history.findLast(({ kind }) => kind === 'held')
  if (row.hold_reason !== null && held !== undefined) reached.set('held', held.at)
  // Until we know whether the money arrived, we cannot predict the next step.
  const ahead = reached.has('checking') ? [] : stepsAhead(row, status).filter((step) => !reached.has(step))
  return [
    ...[...reached].map(([step, at]) => ({ step, at: at.toISOString(), text: stepText(row, step) })),
    ...ahead.map((step) => ({ step, at: null, text: stepText(row, step) })),
  ]
}
