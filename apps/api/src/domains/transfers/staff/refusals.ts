import { OFFICE_WORDS } from '@sesa/contract/office'
import { formatMoney, type Money } from '@sesa/money'
import type { Tx } from '../../../db/index.ts'
import { BooksArchived } from '../../record/index.ts'
import { holdsBeneath } from '../state/hold-stack.ts'
import { holdMeaning } from '../state/holds.ts'
import { isCancellable, isEnd, isPayoutInFlight, mayBePaidOut, type State } from '../state/states.ts'
import { isDisputed, transferBalanceOf } from '../state/transfer-balance.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import { isBlocked } from './under-review.ts'

/** The staff actions on a transfer. */
export const STAFF_ACTIONS = ['hold', 'release', 'refund', 'repaid', 'answer', 'cancel'] as const
export type StaffActionName = (typeof STAFF_ACTIONS)[number]

type Row = Pick<
  TransferRow,
  'reference' | 'state' | 'hold_reason' | 'cancel_reason' | 'charge_amount' | 'captured_at'
>

/** Formats a stored code within a sentence: `refund_returned` is “refund came back”. */
const inSentence = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1)
const stateText = (state: State): string => inSentence(OFFICE_WORDS.state[state])
const holdText = (reason: string): string =>
  inSentence((OFFICE_WORDS.hold as Readonly<Record<string, string>>)[reason] ?? reason)

/** The part of a transfer’s books that staff actions depend on. */
export interface Standing {
  readonly owed: Money
  /** True if two people decided that the money stays with us. */
  readonly blocked: boolean
  /** True if a dispute is undecided. */
  readonly disputed: boolean
  /** True if staff requested a refund. */
  readonly givenUp: boolean
  /** True if a hold beneath that allows a refund is in force again once the current one is released. */
  readonly refundableBeneath: boolean
}

/** Reads the standing of a transfer from the books; null once they are archived. */
export async function standingOf(tx: Tx, row: TransferRow): Promise<Standing | null> {
  try {
    const position = await transferBalanceOf(tx, row)
    const { owed, givenUp } = position
    // Only the release of an ended transfer that we owe money for depends on the holds beneath.
    const beneath =
      row.hold_reason !== null && isEnd(row.state) && owed.amount > 0n ? await holdsBeneath(tx, row) : []
    return {
      owed,
      givenUp,
      blocked: row.hold_reason === 'screening' && (await readBlocked(tx, row.id)),
      disputed: isDisputed(position),
      refundableBeneath: beneath.some((reason) => holdMeaning(reason)?.actions.includes('refund')),
    }
  } catch (error) {
    if (error instanceof BooksArchived) return null
    throw error
  }
}

async function readBlocked(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('transfers as t')
    .select(isBlocked.as('blocked'))
    .where('t.id', '=', id)
    .executeTakeFirst()
  return row?.blocked ?? false
}

/** Returns true for the actions that decide about a hold, and therefore about a review. */
export const decidesHold = (action: StaffActionName): boolean => action !== 'hold' && action !== 'cancel'

/**
 * Returns why staff cannot take this action now; null when they can. Does not query the providers: a refund or a repayment
 * can still be refused because of their answer. `standing` is null once the books are archived.
 */
export function refusalOf(action: StaffActionName, row: Row, standing: Standing | null): string | null {
  switch (action) {
    case 'hold':
      return holdRefusal(row)
    case 'cancel':
      return cancelRefusal(row)
    case 'release':
    case 'refund':
    case 'repaid':
    case 'answer':
      return heldRefusal(action, row, standing)
  }
}

function holdRefusal({ reference, hold_reason, state }: Row): string | null {
  if (hold_reason !== null) return `${reference} is already on hold.`
  return isEnd(state) ? `${reference} has ended: ${stateText(state)}.` : null
}

/** Matches `requestCancel`, which decides a race with a pay-out. */
function cancelRefusal({ reference, state, cancel_reason, hold_reason }: Row): string | null {
  if (!isCancellable(state)) return `${reference} can’t be cancelled any more: ${stateText(state)}.`
  if (cancel_reason !== null) return `Cancellation of ${reference} is already requested.`
  return state === 'awaiting_payment' && hold_reason !== null
    ? `${reference} is on hold before its payment is settled. Refund it or release the hold instead.`
    : null
}

/** The actions that decide about a hold. */
type HoldAction = Exclude<StaffActionName, 'hold' | 'cancel'>

function heldRefusal(action: HoldAction, row: Row, standing: Standing | null): string | null {
  const { reference, hold_reason: reason } = row
  if (reason === null) return `${reference} isn’t on hold.`
  if (holdMeaning(reason)?.actions.includes(action) !== true)
    return holdMeaning(reason)?.isReview ? underReviewRefusal(row) : NEVER[action](reference, reason)
  if (standing === null)
    return `The books of ${reference} are archived. Restore them with archive return first.`
  if (action === 'release') return releaseRefusal(row, reason, standing)
  if (action === 'answer' && row.captured_at !== null)
    return `The network has answered about ${reference}. Release the hold instead.`
  return action === 'refund' ? refundRefusal(row, standing) : null
}

/**
 * Returns the refusal for decisions of compliance, without details: staff who do not see cases read it too, after the fact.
 */
export const underReviewRefusal = ({ reference }: Pick<Row, 'reference'>): string =>
  `${reference} is under review by compliance.`

/** Returns the refusal, for staff who see cases, to move money that two people blocked. */
export const blockedRefusal = ({ reference }: Pick<Row, 'reference'>): string =>
  `The money of ${reference} is blocked by a confirmed decision and stays with us.`

/** The refusals of actions that the reason of the hold never allows. */
const NEVER: Readonly<Record<HoldAction, (reference: string, reason: string) => string>> = {
  release: (reference, reason) =>
    `${reference} is on hold (${holdText(reason)}), and we owe the sender money. Refund it instead.`,
  refund: (reference, reason) => `${reference} is on hold (${holdText(reason)}) and can’t be refunded.`,
  repaid: (reference, reason) =>
    `${reference} is on hold (${holdText(reason)}) and can only be refunded the way it was paid.`,
  answer: (reference, reason) =>
    `${reference} is on hold (${holdText(reason)}) and doesn’t wait for a network’s answer about a payment.`,
}

function releaseRefusal(row: Row, reason: string, standing: Standing): string | null {
  const { reference, state } = row
  const { owed, disputed, givenUp, refundableBeneath } = standing
  if (reason === 'screening' && !isEnd(state)) return underReviewRefusal(row)
  if (reason === 'disputed' && disputed)
    return `The dispute of ${reference} is undecided. Respond at the card provider; the bank’s decision ends the hold.`
  if (isEnd(state) && owed.amount > 0n && !refundableBeneath)
    return `We owe the sender of ${reference} ${formatMoney(owed)}. Refund it instead.`
  // Once a refund is requested nothing more is sent, so the transfer may continue.
  if (isChargeGone(row, owed) && !givenUp)
    return `The charge of ${reference} was returned, so it can’t be paid out. Refund it to end it without a pay-out.`
  return null
}

/**
 * Returns why staff cannot refund, or null. They can refund what we owe once no carrier can pay it out any more, and the rest
 * of a charge that is gone. In that case the pay-out is given up or, if the money arrives after all, ends as sent.
 */
function refundRefusal(row: Row, { owed }: Standing): string | null {
  if (row.hold_reason === 'refunded_elsewhere' || isChargeGone(row, owed)) return null
  const isForEngine = row.state === 'payout_failed' && row.hold_reason !== 'payout_contradiction'
  if (owed.amount > 0n && !isPayoutInFlight(row.state) && !isForEngine) return null
  return (
    `${row.reference} (${stateText(row.state)}) can’t be refunded: we owe ${formatMoney(owed)}. ` +
    `Cancel it instead: it’s refunded once the carrier confirms the failed pay-out.`
  )
}

/** Returns true for a transfer that would be paid out although we no longer have its charge. */
function isChargeGone(row: Row, owed: Money): boolean {
  return mayBePaidOut(row.state) && owed.amount < row.charge_amount
}

/**
 * Returns true when a release leads to the refund: a failed refund gets the same number of attempts again, and a mismatched
 * charge of which we owe nothing more can only end.
 */
export function releaseLeadsToRefund({ state, captured_at }: Row, owed: Money): boolean {
  return (
    state === 'refund_failed' || (state === 'awaiting_payment' && captured_at !== null && owed.amount === 0n)
  )
}
