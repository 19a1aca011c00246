import type { Money } from '@sesa/money'
import type { Db, Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { waitText } from '../../../lib/wait-text.ts'
import {
  decide,
  delayMinutes,
  factsOf,
  readFacts,
  requested3ds,
  storingDecision,
  type Decision,
  type Earlier,
  type Facts,
  type RuleSet,
} from '../../risk/index.ts'
import { waitForFewerDeclines } from './declines.ts'

/** A decision about a new payment, and its effects on the transfer. */
export interface Checked {
  readonly decision: Decision
  readonly facts: Facts
  readonly asked: {
    /** How 3-D Secure is requested; null leaves it to the card provider. */
    readonly request_3ds: 'any' | 'challenge' | null
    readonly payout_delay_minutes: number
  }
}

/** Applies rules to a new payment. Pure. */
export function checkFraud(
  rules: RuleSet,
  earlier: Earlier,
  payment: Parameters<typeof factsOf>[1],
): Checked {
  const facts = factsOf(earlier, payment)
  const decision = decide(rules, facts)
  return {
    decision,
    facts,
    asked: { request_3ds: requested3ds(decision), payout_delay_minutes: delayMinutes(decision) },
  }
}

/**
 * Returns the delay of a charged transfer's pay-out, in minutes. It was decided as if a saved card paid, if one was offered;
 * the charge now shows whether one did, so the rules apply to the same facts again.
 */
export async function delayAtCharge(
  db: Db | Tx,
  { id, payout_delay_minutes: decided }: { readonly id: string; readonly payout_delay_minutes: number },
  savedCard: boolean,
  rules: RuleSet,
): Promise<number> {
  const facts = await readFacts(db, id)
  if (facts?.savedCard === undefined || facts.savedCard === savedCard) return decided
  return delayMinutes(decide(rules, { ...facts, savedCard }))
}

/** Stores the decision about a refused payment, and returns the refusal. */
export async function recordRefusal(
  tx: Tx,
  from: { readonly userId: string; readonly addressKey: string | null },
  { decision, facts }: Checked,
  amount: Money,
): Promise<Refused> {
  await storingDecision({ userId: from.userId, transferId: null, amount }, decision, facts).execute(tx)
  const refusing = decision.applied.filter(({ then }) => then.outcome === 'refuse')
  const wait = await waitForFewerDeclines(tx, from, refusing)
  const isAboutDeclines = refusing.every(({ count }) => count?.what === 'declines')
  if (!isAboutDeclines) return new Refused('payment_refused')
  return new Refused('cards_declined', {
    retryAfter: wait,
    message: `Too many cards were declined. Try again in ${waitText(wait)}, or contact support.`,
  })
}
