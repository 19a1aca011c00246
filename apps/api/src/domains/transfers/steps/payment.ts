import { isCurrencyCode, money } from '@sesa/money'
import type { Current } from '../../../db/configuration.ts'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { rulesInForce } from '../../risk/index.ts'
import { delayAtCharge } from '../create/check-fraud.ts'
import { countDecline } from '../create/declines.ts'
import type { Digests } from '../create/limit-keys.ts'
import type { Limits } from '../create/limits.ts'
import { isCardAbove } from '../create/shared-limits.ts'
import { chargedAt, debitColumns } from '../ways-to-pay/bank-debit.ts'
import type { Payment, StartedDebit } from '../ports.ts'
import { decideAndApply, decideInTransaction } from '../state/apply.ts'
import { Change } from '../state/change.ts'
import { capture } from '../state/ledger-entries.ts'
import { factsOf, type Charge, type Claim } from '../state/transfer-row.ts'
import {
  decideCapture,
  decideHeldCapture,
  decidePayment,
  isAsQuoted,
  type CaptureDecision,
  type PaymentDecision,
} from './decide-payment.ts'
import { beginPayout, preparePayout, requestPayout, type Prepared } from './payout.ts'
import { retryLater, stayOnHold, writeStep, type Next, type StepDeps } from './step.ts'

/** Runs `awaiting_payment`: reads the payment, and closes it once it is cancelled or its quote has expired. */
export async function stepPayment(deps: StepDeps, claim: Claim): Promise<Next> {
  const paymentId = claim.payment_intent_id
  const closing = claim.expired || claim.cancel_reason !== null
  if (paymentId === null) return closing ? closeUnopened(deps, claim) : retryLater(deps, claim)
  const payIn = deps.payInOf(claim)
  const answer = closing ? await payIn.cancelPayment(claim) : await payIn.readPayment(claim)
  const decision = decidePayment(answer, claim)
  if (decision.next === 'capture') return recordCharge(deps, claim, decision.payment)
  if (answer.ok && answer.value.declinedCharge !== null) await recordDecline(deps, answer.value)
  if (decision.next === 'cancel') return recordCancelled(deps, claim)
  return waitForCharge(deps, claim, decision)
}

/** Asks about a payment again later; records a debit that was authorized since. */
async function waitForCharge(deps: StepDeps, claim: Claim, decision: PaymentDecision): Promise<Next> {
  if (decision.next === 'record_debit') return recordDebit(deps, claim, decision.debit)
  if (decision.next === 'close_failed_debit') return closeFailedDebit(deps, claim, decision.failure)
  const answer = decision.next === 'wait_for_charge' ? decision.status : null
  await retryLater(deps, claim, answer ?? 'silent')
  return answer
}

/** Records that the customer has authorized a debit: its price is honoured while the bank answers. */
async function recordDebit(deps: StepDeps, claim: Claim, debit: StartedDebit): Promise<Next> {
  await writeStep(deps, 'transfers.record_debit', claim, (current) =>
    Change.of(current)
      .debiting(debitColumns(debit, current))
      .chargeIs(true)
      .wait(deps.payInOf(claim).waitForAnswer(1)),
  )
  return 'processing'
}

/** Asks for the payment to be closed that the bank did not pay: until then, the customer could pay it again. */
function closeFailedDebit(deps: StepDeps, claim: Claim, failure: string): Promise<Next> {
  return writeStep(deps, 'transfers.record_debit_failed', claim, (current) =>
    Change.of(current).set(
      current.cancel_reason === null ? { cancel_reason: 'debit_failed', failure_code: failure } : {},
    ),
  )
}

/** Handles a payment whose transfer is on hold: closes nothing, but books a charge. The hold stays. */
export async function stepHeldPayment(deps: StepDeps, claim: Claim): Promise<Next> {
  const answer = await deps.payInOf(claim).readPayment(claim)
  const decision = decidePayment(answer, claim)
  if (decision.next === 'capture') return recordHeldCharge(deps, claim, decision.payment)
  if (decision.next === 'cancel' || claim.stale) return stayOnHold(deps, claim)
  return waitForCharge(deps, claim, decision)
}

async function recordHeldCharge(deps: StepDeps, claim: Claim, payment: Payment): Promise<Next> {
  const capturedAt = chargedAt(payment, claim)
  if (capturedAt === null || !isAsQuoted(payment, claim)) return holdMismatch(deps, claim, payment)
  const current = await deps.configuration.asOf(claim)
  const card = countedCard(deps, claim, { payment, current })
  const { next } = await decideInTransaction(deps.db, 'transfers.record_paid', claim, async (held, tx) => {
    await recordKeptCard(deps, tx, held, payment)
    const isAbove = await isAboveLimit(tx, held, card)
    const charge = chargeOf(deps, payment, { capturedAt, claim: held })
    const { hold, ...facts } = decideHeldCapture(payment, capturedAt, { ...held, ...charge }, isAbove)
    return Change.of(held)
      .move('paid', { ...charge, ...facts })
      .beneath(...(hold === null ? [] : [hold]))
      .book(capture({ ...held, ...charge }))
      .waitForPayout()
  })
  return next
}

async function recordDecline(deps: StepDeps, { id, declinedCharge }: Payment): Promise<void> {
  if (declinedCharge === null) return
  await inTransaction(deps.db, 'transfers.count_decline', (tx) =>
    countDecline(tx, id, declinedCharge, deps.declines),
  )
}

function recordCancelled(deps: StepDeps, claim: Claim): Promise<Next> {
  return writeStep(deps, 'transfers.record_cancelled', claim, (current) =>
    Change.of(current).move('cancelled', {
      cancel_reason: current.cancel_reason ?? (claim.expired ? 'expired' : null),
    }),
  )
}

/**
 * Closes a payment that the provider may have although its id never reached us. Its secret was never handed out, so it cannot
 * be paid.
 */
async function closeUnopened(deps: StepDeps, claim: Claim): Promise<Next> {
  const found = await deps.payInOf(claim).findPayment(claim)
  if (!found.ok) return retryLater(deps, claim)
  const payment = found.value
  if (payment !== null) {
    return writeStep(deps, 'transfers.adopt_payment', claim, (current) =>
      Change.of(current).set({ payment_intent_id: payment.id }),
    )
  }
  return writeStep(deps, 'transfers.record_unopened', claim, (current) =>
    Change.of(current).move('cancelled', { cancel_reason: current.cancel_reason ?? 'expired' }),
  )
}

async function recordCharge(deps: StepDeps, opened: Claim, payment: Payment): Promise<Next> {
  const capturedAt = chargedAt(payment, opened)
  if (capturedAt === null || !isAsQuoted(payment, opened)) return holdMismatch(deps, opened, payment)
  const current = await deps.configuration.asOf(opened)
  const payout_delay_minutes = await delayOf(deps, opened, { payment, current })
  const charge = {
    ...chargeOf(deps, payment, { capturedAt, claim: opened }),
    payout_delay_minutes,
  }
  // A charge that waits or is refunded is screened later, or never.
  const waits = payout_delay_minutes > 0 || opened.late_events_pending || opened.cancel_reason !== null
  const prepared = waits ? null : await preparePayout(deps, { ...opened, captured_at: capturedAt })
  const decide = (claim: Claim, isCardAbove: boolean): Change =>
    captured(
      claim,
      charge,
      decideCapture(payment, capturedAt, { ...claim, ...charge }, isCardAbove),
      prepared,
    )
  const card = countedCard(deps, opened, { payment, current })
  return requestPayout(deps, prepared, () =>
    payment.keptCard === null && card === null
      ? decideAndApply(deps.db, 'transfers.record_paid', opened, (claim) => decide(claim, false))
      : decideInTransaction(deps.db, 'transfers.record_paid', opened, async (claim, tx) => {
          await recordKeptCard(deps, tx, claim, payment)
          return decide(claim, await isAboveLimit(tx, claim, card))
        }),
  )
}

/** A charge, and the configuration that rules and limits follow from when it is recorded. */
interface AtCharge {
  readonly payment: Payment
  readonly current: Current
}

/** Returns the delay of the pay-out, now that the charge shows whether a saved card paid. */
async function delayOf(
  { db, savedCards, fraudRules }: StepDeps,
  claim: Claim,
  { payment: { keptCard }, current }: AtCharge,
): Promise<number> {
  if (claim.savedCard === null) return claim.payout_delay_minutes
  const isSaved = keptCard !== null && (await savedCards.wasSaved(db, claim.user_id, keptCard.id))
  if (claim.savedCard === isSaved) return claim.payout_delay_minutes
  return delayAtCharge(db, claim, isSaved, rulesInForce(current, fraudRules))
}

/** Books a charge and moves its transfer on. `prepared` is null if its people were not screened. */
export function captured(
  claim: Claim,
  charge: Charge,
  decision: CaptureDecision,
  prepared: Prepared | null,
): Change {
  const change = Change.of(claim).book(capture({ ...claim, ...charge }))
  switch (decision.next) {
    case 'route':
      if (decision.late) return change.move('refunding', { ...charge, failure_code: 'late' })
      return beginPayout(change, charge, prepared)
    case 'book_and_check':
      return change.move('paid', { ...charge, late_events_pending: true })
    case 'delay':
      return change.move('paid', charge).waitForPayout()
    case 'hold_card_limit':
      return change.move('paid', charge).hold('card_limit', { lateEvents: decision.late_events_pending })
  }
}

async function holdMismatch(deps: StepDeps, claim: Claim, payment: Payment): Promise<Next> {
  const { received, currency } = payment
  const capturedAt = chargedAt(payment, claim)
  const { next } = await decideInTransaction(
    deps.db,
    'transfers.hold_mismatch',
    claim,
    async (current, tx) => {
      await recordKeptCard(deps, tx, current, payment)
      const charge = chargeOf(deps, payment, {
        capturedAt: capturedAt ?? current.created_at,
        claim: current,
      })
      const booked = { ...current, ...charge }
      const charged = Change.of(current)
        .set(charge)
        .book(
          ...(isCurrencyCode(currency) && received > 0n ? [capture(booked, money(received, currency))] : []),
        )
      // On hold, it is in force once the current hold ends.
      return current.hold_reason === null
        ? charged.hold('payment_mismatch')
        : charged.beneath('payment_mismatch').waitForWake()
    },
  )
  return next
}

/** Returns the data of its charge that a transfer stores: the time, and which card, bank account or wallet paid. */
export function chargeOf(
  { keys }: Pick<StepDeps, 'keys'>,
  payment: Payment,
  { capturedAt, claim }: { readonly capturedAt: Date; readonly claim: Claim },
): Charge {
  const { card, cardFingerprint, cardCountry: card_country, collection, debit } = payment
  return {
    captured_at: capturedAt,
    ...(collection && {
      ...{ collection_id: collection.id, pay_network: collection.network, clearing: collection.clearing },
    }),
    ...debitColumns(debit, claim),
    ...(card && { card_brand: card.brand, card_last4: card.last4, card_wallet: card.wallet }),
    ...(cardFingerprint !== null && { card_key: keys.ofCard(cardFingerprint)[0], card_country }),
  }
}

/** Saves that the card provider keeps the card. */
export async function recordKeptCard(
  { savedCards }: { readonly savedCards: Pick<StepDeps['savedCards'], 'cardKept'> },
  tx: Tx,
  claim: Claim,
  { keptCard }: Payment,
): Promise<void> {
  if (keptCard !== null) await savedCards.cardKept(tx, claim.user_id, keptCard)
}

/** A card that is counted: its digests, and its limits across all accounts. */
interface CountedCard {
  readonly digests: Digests
  readonly limits: Limits
}

/** Returns the card of a charge if it is counted; null if it is unknown, or cards are not counted. */
function countedCard(
  { limitsOf, keys }: StepDeps,
  claim: Claim,
  { payment: { cardFingerprint }, current }: AtCharge,
): CountedCard | null {
  if (cardFingerprint === null) return null
  const { shared } = limitsOf(factsOf(claim).standing, claim.country, current)
  return shared.card && { digests: keys.ofCard(cardFingerprint), limits: shared.card }
}

/** Returns true when the charge exceeds its card's limit across all accounts, and locks the card. */
async function isAboveLimit(tx: Tx, claim: Claim, card: CountedCard | null): Promise<boolean> {
  if (card === null) return false
  const amount = money(claim.usd_amount, 'USD')
  return isCardAbove(tx, { id: claim.id, amount }, card.digests, card.limits)
}
