import { subtract, type Money } from '@sesa/money'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { post } from '../../ledger/index.ts'
import { addRefundAttempt, countRefundAttempts, FRESH_MS } from './attempts.ts'
import { refund } from '../state/ledger-entries.ts'
import { placeHold, clearHold, transition, record } from '../state/transitions.ts'
import { unbookedRefunds, transferBalanceOf, type TransferBalance } from '../state/transfer-balance.ts'
import { isEnd } from '../state/states.ts'
import { retryLater, type Next, type StepDeps } from './step.ts'
import { saveOnClaim, releaseIdle, type Claim } from '../state/claims.ts'

/** Refused refunds before a human looks. */
const MOST_REFUNDS = 4n

/** The id of the card payment of a transfer that was charged. */
export function paymentOf(claim: Claim): string {
  if (claim.payment_intent_id === null) throw new Error(`Transfer ${claim.id} has no payment to refund`)
  return claim.payment_intent_id
}

/** How giving back what we owe ended for now. */
type Given = 'given' | 'refused' | 'wait'

/**
 * Gives back what we owe for a transfer. Looks for a refund before it asks for one: the provider forgets idempotency keys
 * after a day. It refuses a second full refund of one charge, so a request that was lost on the way costs nothing.
 */
async function giveBack(deps: StepDeps, claim: Claim): Promise<{ given: Given; amount: Money }> {
  const paymentId = paymentOf(claim)
  const position = await readPosition(deps, claim)
  const amount = position.owed
  // A lost dispute has given it back.
  if (amount.amount <= 0n) return { given: 'given', amount }
  const listed = await callProvider('stripe.list_refunds', () => deps.cards.listRefunds(paymentId))
  if (!listed.ok) return { given: 'wait', amount }
  const { succeeded, pending } = unbookedRefunds(listed.value, position)
  if (succeeded >= amount.amount) return { given: 'given', amount }
  if (pending > 0n) return { given: 'wait', amount }
  const rest = subtract(amount, { ...amount, amount: succeeded })
  const attempt = await inTransaction(deps.db, 'transfers.write_refund', (tx) => addRefundAttempt(tx, claim))
  const sent = await callProvider('stripe.refund', async () => {
    // Meanwhile somebody may have paid it back in another way.
    if (attempt.age() > FRESH_MS) return null
    return deps.cards.refund({ paymentId, transferId: claim.id, attemptId: attempt.id, amount: rest })
  })
  if (sent === null) return { given: 'wait', amount }
  if (!sent.ok) return { given: sent.reason === 'refused' ? 'refused' : 'wait', amount }
  const { status } = sent.value
  return { given: status === 'succeeded' ? 'given' : status === 'failed' ? 'refused' : 'wait', amount }
}

const readPosition = (deps: StepDeps, claim: Claim): Promise<TransferBalance> =>
  inTransaction(deps.db, 'transfers.read_position', (tx) => transferBalanceOf(tx, claim))

/** `refunding`: what we owe goes back to the card. */
export async function stepRefunding(deps: StepDeps, claim: Claim): Promise<Next> {
  const { given, amount } = await giveBack(deps, claim)
  if (given === 'wait') return retryLater(deps, claim)
  if (given === 'refused') {
    return inTransaction(deps.db, 'transfers.record_refund_failed', (tx) =>
      transition(deps, tx, claim, 'refund_failed'),
    )
  }
  await inTransaction(deps.db, 'transfers.record_refunded', async (tx) => {
    if (amount.amount > 0n) await post(tx, refund(claim.id, amount))
    await transition(deps, tx, claim, 'refunded')
  })
  return null
}

/** `refund_failed`: tries again after a while, then hands over to a human. */
export async function stepRefundFailed(deps: StepDeps, claim: Claim): Promise<Next> {
  if (claim.attempts < 2) return retryLater(deps, claim)
  return inTransaction(deps.db, 'transfers.retry_refund', async (tx) => {
    if ((await countRefundAttempts(tx, claim)) < MOST_REFUNDS) return transition(deps, tx, claim, 'refunding')
    await placeHold(deps, tx, claim, 'refund_failed')
    return null
  })
}

/**
 * The refund that an operator ordered for a held transfer. One that has not ended goes to `refunding`; after an end the
 * state stays and the refund is a correction under the order's id. Done, the hold is lifted.
 */
export async function stepOrderedRefund(deps: StepDeps, claim: Claim, order: string): Promise<Next> {
  if (!isEnd(claim.state)) {
    return inTransaction(deps.db, 'transfers.begin_ordered_refund', (tx) =>
      transition(deps, tx, claim, 'refunding', { failure_code: 'stopped' }),
    )
  }
  const { given, amount } = await giveBack(deps, claim)
  if (given === 'wait') return retryLater(deps, claim)
  await inTransaction(deps.db, 'transfers.record_ordered_refund', async (tx: Tx) => {
    const ended = await saveOnClaim(tx, claim, { refund_order: null })
    if (given === 'refused') return placeHold(deps, tx, ended, 'refund_failed')
    if (amount.amount > 0n) await post(tx, refund(order, amount))
    if (ended.hold_reason !== 'disputed') return clearHold(deps, tx, ended, 'refunded')
    // The bank's word is still to come.
    await record(tx, ended.state, ended, { kind: 'noted', detail: 'refunded' })
    return releaseIdle(tx, ended)
  })
  return null
}
