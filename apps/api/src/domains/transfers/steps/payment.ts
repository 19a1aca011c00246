import { isCurrencyCode, money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Tx } from '../../../db/index.ts'
import type { CancelReason } from '../../../db/schema/money.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { post } from '../../record/index.ts'
import { delayAtCharge } from '../create/check-fraud.ts'
import { countDecline } from '../create/declines.ts'
import { isCardAbove } from '../create/shared-limits.ts'
import type { CardPayment } from '../ports.ts'
import { releaseIdle, releaseUntilPayout, saveOnClaim } from '../state/claims.ts'
import { recordHolds } from '../state/events.ts'
import { capture } from '../state/ledger-entries.ts'
import { wokenSince } from '../state/schedule.ts'
import type { Charge, Claim } from '../state/transfer-row.ts'
import { placeHold, transition } from '../state/transitions.ts'
import {
  decideCapture,
  decideHeldCapture,
  decidePayment,
  isAsQuoted,
  type CaptureDecision,
  type PaymentDecision,
} from './decide-payment.ts'
import { beginPayout, dispatchPayout, type RoutedCharge } from './payout.ts'
import { paymentOf } from './refund.ts'
import { stopPayout, UNSCREENED, type Screened } from './screening.ts'
import { retryLater, stayOnHold, type Next, type StepDeps } from './step.ts'

/** Runs `awaiting_payment`: reads the card payment, and closes it once it is cancelled or its quote has expired. */
export async function stepPayment(deps: StepDeps, claim: Claim): Promise<Next> {
  const paymentId = claim.payment_intent_id
  const closing = claim.expired || claim.cancel_reason !== null
  if (paymentId === null) return closing ? closeUnopened(deps, claim) : retryLater(deps, claim)
  const answer = closing
    ? await callProvider('cards.cancel_payment', () => deps.cards.cancelPayment(paymentId))
    : await callProvider('cards.read_payment', () => deps.cards.readPayment(paymentId))
  const decision = decidePayment(answer)
  if (decision.next === 'capture') return recordCharge(deps, claim, decision.payment)
  if (answer.ok && answer.value.declinedCharge !== null) await recordDecline(deps, answer.value)
  if (decision.next === 'cancel') return recordCancelled(deps, claim)
  await retryLater(deps, claim, { charge_unknown: isStillUnknown(claim, decision) })
  return decision.next === 'wait_for_charge' ? decision.status : null
}

/**
 * Returns a condition that is true unless the card provider reports "unpaid". A wake since the claim may report a charge that
 * the answer lacks.
 */
function isStillUnknown(claim: Claim, decision: PaymentDecision): RawBuilder<boolean> {
  const isUnpaid = decision.next === 'wait_for_charge' && decision.status === 'uncharged'
  return isUnpaid ? sql`charge_unknown and ${wokenSince(claim)}` : sql`true`
}

/** Handles a payment whose transfer is on hold: closes nothing, but books a charge. The hold stays. */
export async function stepHeldPayment(deps: StepDeps, claim: Claim): Promise<Next> {
  const paymentId = paymentOf(claim)
  const answer = await callProvider('cards.read_payment', () => deps.cards.readPayment(paymentId))
  const decision = decidePayment(answer)
  if (decision.next === 'capture') return recordHeldCharge(deps, claim, decision.payment)
  if (decision.next === 'cancel' || claim.stale) return stayOnHold(deps, claim)
  await retryLater(deps, claim, { charge_unknown: isStillUnknown(claim, decision) })
  return decision.next === 'wait_for_charge' ? decision.status : null
}

async function recordHeldCharge(deps: StepDeps, claim: Claim, payment: CardPayment): Promise<null> {
  const { capturedAt } = payment
  if (capturedAt === null || !isAsQuoted(payment, claim)) return holdMismatch(deps, claim, payment)
  await inTransaction(deps.db, 'transfers.record_paid', async (tx) => {
    await recordKeptCard(deps, tx, claim, payment)
    const isAboveLimit = await isCardLimitPassed(deps, tx, claim, payment)
    const { late_events_pending, cancel_reason, hold } = decideHeldCapture(
      payment,
      capturedAt,
      claim,
      isAboveLimit,
    )
    const paid = await transition(tx, claim, 'paid', {
      ...chargeOf(deps, payment, capturedAt),
      // Provider events and requests that arrived since the claim stay.
      late_events_pending: sql<boolean>`late_events_pending or ${late_events_pending}`,
      cancel_reason: sql<CancelReason | null>`coalesce(cancel_reason, ${cancel_reason})`,
    })
    await recordHolds(tx, paid, hold === null ? [] : [hold])
    await post(tx, capture(claim))
    await releaseUntilPayout(tx, paid)
  })
  return null
}

async function recordDecline(deps: StepDeps, { id, declinedCharge }: CardPayment): Promise<void> {
  if (declinedCharge === null) return
  await inTransaction(deps.db, 'transfers.count_decline', (tx) =>
    countDecline(tx, id, declinedCharge, deps.declines),
  )
}

async function recordCancelled(deps: StepDeps, claim: Claim): Promise<null> {
  const cancel_reason = claim.cancel_reason ?? (claim.expired ? 'expired' : null)
  await inTransaction(deps.db, 'transfers.record_cancelled', (tx) =>
    transition(tx, claim, 'cancelled', { cancel_reason }),
  )
  return null
}

/**
 * Closes a payment that the provider may have although its id never reached us. Its secret was never handed out, so it cannot
 * be paid.
 */
async function closeUnopened(deps: StepDeps, claim: Claim): Promise<Next> {
  const found = await callProvider('cards.find_payment', () => deps.cards.findPayment(claim.id))
  if (!found.ok) return retryLater(deps, claim)
  const payment = found.value
  if (payment !== null) {
    return inTransaction(deps.db, 'transfers.adopt_payment', (tx) =>
      saveOnClaim(tx, claim, { payment_intent_id: payment.id }),
    )
  }
  await inTransaction(deps.db, 'transfers.record_unopened', (tx) =>
    transition(tx, claim, 'cancelled', { cancel_reason: claim.cancel_reason ?? 'expired' }),
  )
  return null
}

async function recordCharge(deps: StepDeps, opened: Claim, payment: CardPayment): Promise<Next> {
  const { capturedAt } = payment
  if (capturedAt === null || !isAsQuoted(payment, opened)) return holdMismatch(deps, opened, payment)
  const payout_delay_minutes = await delayOf(deps, opened, payment)
  const claim = { ...opened, payout_delay_minutes }
  // A charge that waits or is refunded is screened later, or never.
  const waits = claim.payout_delay_minutes > 0 || claim.late_events_pending || claim.cancel_reason !== null
  const screened = waits ? UNSCREENED : await deps.screening.check(claim)
  const routed = await inTransaction(deps.db, 'transfers.record_paid', async (tx) => {
    await recordKeptCard(deps, tx, claim, payment)
    const decision = decideCapture(
      payment,
      capturedAt,
      claim,
      await isCardLimitPassed(deps, tx, claim, payment),
    )
    const next = await performCapture(
      tx,
      claim,
      { ...chargeOf(deps, payment, capturedAt), payout_delay_minutes },
      decision,
      screened,
    )
    await post(tx, capture(claim))
    return next
  })
  return routed === null ? null : dispatchPayout(deps, routed)
}

/** Returns the delay of the pay-out, now that the charge shows whether a saved card paid. */
async function delayOf(
  { db, savedCards, fraudRules }: StepDeps,
  claim: Claim,
  { keptCard }: CardPayment,
): Promise<number> {
  const isSaved = keptCard !== null && (await savedCards.wasSaved(db, claim.user_id, keptCard.id))
  return delayAtCharge(db, claim, isSaved, fraudRules)
}

/** Moves the charged transfer to its next state; returns null when it is on hold, or its pay-out waits. */
async function performCapture(
  tx: Tx,
  claim: Claim,
  charge: Charge,
  decision: CaptureDecision,
  { verdict, passes }: Screened,
): Promise<RoutedCharge | null> {
  if (decision.next === 'route' && (decision.late || verdict === 'clear')) {
    return beginPayout(tx, claim, passes, { charge, late: decision.late })
  }
  const late_events_pending = decision.next === 'book_and_check'
  const moved = await transition(tx, claim, 'paid', {
    ...charge,
    ...(late_events_pending && { late_events_pending }),
  })
  // The wake version as read by the step: a wake since then makes the next step due.
  const paid = { ...moved, wake_version: claim.wake_version }
  if (decision.next === 'book_and_check') return { claim: paid }
  if (decision.next === 'delay') {
    await releaseUntilPayout(tx, paid)
    return null
  }
  if (decision.next === 'route') {
    await stopPayout(tx, paid, verdict)
    return null
  }
  await placeHold(tx, paid, 'card_limit', decision.late_events_pending ? { late_events_pending: true } : {})
  return null
}

async function holdMismatch(deps: StepDeps, claim: Claim, payment: CardPayment): Promise<null> {
  const { received, currency, capturedAt } = payment
  await inTransaction(deps.db, 'transfers.hold_mismatch', async (tx) => {
    await recordKeptCard(deps, tx, claim, payment)
    const charge = chargeOf(deps, payment, capturedAt ?? claim.created_at)
    if (claim.hold_reason === null) await placeHold(tx, claim, 'payment_mismatch', charge)
    else {
      // In force once the current hold ends.
      await recordHolds(tx, claim, ['payment_mismatch'])
      const { wake_version } = claim
      // The wake version as read by the step: a wake since then makes the next step due.
      await releaseIdle(tx, { ...(await saveOnClaim(tx, claim, charge)), wake_version })
    }
    if (isCurrencyCode(currency) && received > 0n) await post(tx, capture(claim, money(received, currency)))
  })
  return null
}

/** Returns the data of its charge that a transfer stores: the time, and which card paid. */
export function chargeOf({ keys }: Pick<StepDeps, 'keys'>, payment: CardPayment, capturedAt: Date): Charge {
  const { card, cardFingerprint, cardCountry: card_country } = payment
  return {
    captured_at: capturedAt,
    ...(card && { card_brand: card.brand, card_last4: card.last4, card_wallet: card.wallet }),
    ...(cardFingerprint !== null && { card_key: keys.ofCard(cardFingerprint)[0], card_country }),
  }
}

/** Saves that the card provider keeps the card. */
export async function recordKeptCard(
  { savedCards }: { readonly savedCards: Pick<StepDeps['savedCards'], 'cardKept'> },
  tx: Tx,
  claim: Claim,
  { keptCard }: CardPayment,
): Promise<void> {
  if (keptCard !== null) await savedCards.cardKept(tx, claim.user_id, keptCard)
}

/** Returns true when the charge exceeds the card's limit across all accounts. */
async function isCardLimitPassed(
  { limitsOf, keys }: StepDeps,
  tx: Tx,
  claim: Claim,
  { cardFingerprint }: CardPayment,
): Promise<boolean> {
  if (cardFingerprint === null) return false
  const { shared } = await limitsOf(tx, claim.user_id, claim.country)
  if (shared.card === null) return false
  const amount = money(claim.usd_amount, 'USD')
  return isCardAbove(tx, { id: claim.id, amount }, keys.ofCard(cardFingerprint), shared.card)
}
