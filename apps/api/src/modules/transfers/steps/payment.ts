import { isCurrencyCode, money } from '@sesa/money'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { post } from '../../ledger/index.ts'
import { capture } from '../state/ledger-entries.ts'
import type { CardPayment, ProviderAnswer } from '../ports.ts'
import { countDecline } from '../create/declines.ts'
import { isCardAbove } from '../create/shared-limits.ts'
import { dispatchPayout, beginPayout } from './payout.ts'
import { retryLater, type Next, type StepDeps } from './step.ts'
import { placeHold, transition } from '../state/transitions.ts'
import { saveOnClaim, type Claim } from '../state/claims.ts'

/** A capture this long after the price's lock ran out is still honoured at the locked price. */
const GRACE_MS = 10 * 60 * 1_000

/** `awaiting_payment`: look at the card payment; close it once it is to be cancelled or its price has run out. */
export async function stepPayment(deps: StepDeps, claim: Claim): Promise<Next> {
  const paymentId = claim.payment_intent_id
  const closing = claim.expired || claim.cancel_reason !== null
  if (paymentId === null) return closing ? closeUnopened(deps, claim) : retryLater(deps, claim)
  const answer = closing
    ? await callProvider('stripe.cancel_payment_intent', () => deps.cards.cancelPayment(paymentId))
    : await callProvider('stripe.read_payment_intent', () => deps.cards.readPayment(paymentId))
  return settle(deps, claim, answer)
}

async function settle(deps: StepDeps, claim: Claim, answer: ProviderAnswer<CardPayment>): Promise<Next> {
  if (!answer.ok) return retryLater(deps, claim)
  const payment = answer.value
  if (payment.status === 'succeeded') return captured(deps, claim, payment)
  const { declinedCharge } = payment
  if (declinedCharge !== null) {
    await inTransaction(deps.db, 'transfers.count_decline', (tx) =>
      countDecline(tx, payment.id, declinedCharge, deps.declines),
    )
  }
  if (payment.status !== 'cancelled') {
    await retryLater(deps, claim)
    return payment.status === 'open' ? 'uncharged' : 'processing'
  }
  await inTransaction(deps.db, 'transfers.record_cancelled', (tx) =>
    transition(deps, tx, claim, 'cancelled', {
      cancel_reason: claim.cancel_reason ?? (claim.expired ? 'expired' : null),
    }),
  )
  return null
}

/** The provider may hold a payment whose id never reached us. Nobody has its secret, so it cannot be paid. */
async function closeUnopened(deps: StepDeps, claim: Claim): Promise<Next> {
  const found = await callProvider('stripe.find_payment_intent', () => deps.cards.findPayment(claim.id))
  if (!found.ok) return retryLater(deps, claim)
  const payment = found.value
  if (payment !== null) {
    return inTransaction(deps.db, 'transfers.adopt_payment', (tx) =>
      saveOnClaim(tx, claim, { payment_intent_id: payment.id }),
    )
  }
  await inTransaction(deps.db, 'transfers.record_unopened', (tx) =>
    transition(deps, tx, claim, 'cancelled', { cancel_reason: claim.cancel_reason ?? 'expired' }),
  )
  return null
}

async function captured(deps: StepDeps, claim: Claim, payment: CardPayment): Promise<Next> {
  const capturedAt = payment.capturedAt
  const asQuoted =
    payment.received === claim.charge_amount &&
    payment.currency === claim.charge_currency &&
    payment.transferId === claim.id
  if (!asQuoted || capturedAt === null) {
    const { received, currency } = payment
    await inTransaction(deps.db, 'transfers.hold_mismatch', async (tx) => {
      if (isCurrencyCode(currency) && received > 0n) await post(tx, capture(claim, money(received, currency)))
      await placeHold(deps, tx, claim, 'payment_mismatch', { captured_at: capturedAt ?? claim.created_at })
    })
    return null
  }
  const late = capturedAt.getTime() > claim.quote_expires_at.getTime() + GRACE_MS
  const inDoubt = payment.disputed || payment.refunded || claim.recheck
  const taken = await inTransaction(deps.db, 'transfers.record_paid', async (tx) => {
    const card = await checkCard(deps, tx, claim, payment)
    await post(tx, capture(claim))
    const isReturning = late || claim.cancel_reason !== null
    if (card.isAbove && !isReturning) {
      const paid = await transition(deps, tx, claim, 'paid', { captured_at: capturedAt })
      // With anything else in doubt about the charge, that is looked at in a minute, under the hold.
      await placeHold(deps, tx, paid, 'card_limit', inDoubt ? { recheck: true } : {})
      return { claim: null }
    }
    if (late || !inDoubt) return beginPayout(deps, tx, claim, { capturedAt, late })
    // What came after the charge is looked at before anything is paid out.
    return { claim: await transition(deps, tx, claim, 'paid', { captured_at: capturedAt, recheck: true }) }
  })
  return taken.claim === null ? null : dispatchPayout(deps, taken)
}

/** Keeps the card's digest with the transfer, and tells whether its charge passes the card's limit over all accounts. */
async function checkCard(
  { shared, keys }: StepDeps,
  tx: Tx,
  claim: Claim,
  { cardFingerprint }: CardPayment,
): Promise<{ readonly isAbove: boolean }> {
  if (shared.card === null || cardFingerprint === null) return { isAbove: false }
  const card = keys.ofCard(cardFingerprint)
  const amount = money(claim.usd_amount, 'USD')
  const isAbove = await isCardAbove(tx, { id: claim.id, amount }, card, shared.card)
  await saveOnClaim(tx, claim, { card_key: card[0] })
  return { isAbove }
}
