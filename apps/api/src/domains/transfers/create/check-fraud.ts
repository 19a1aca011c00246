import type { Money } from '@sesa/money'
import type { Db, Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { waitText } from '../../../lib/wait-text.ts'
import {
  decide,
  delayMinutes,
  gatherFacts,
  readFacts,
  requested3ds,
  storingDecision,
  type Decision,
  type Facts,
  type RuleSet,
} from '../../risk/index.ts'
import { waitForFewerDeclines } from './declines.ts'
import type { SendRequest } from './input.ts'

/** The customer, session and address of a new payment, and whether it offers a saved card. */
interface From {
  readonly userId: string
  readonly sessionId: string
  readonly addressKey: string | null
  readonly proven: boolean
  readonly savedCard: boolean
}

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

/** Applies rules to a new payment. Only reliable under the user's lock. */
export async function checkFraud(
  tx: Tx,
  from: From,
  { from: senderCountry, to, phone }: Pick<SendRequest, 'from' | 'to' | 'phone'>,
  usd: Money<'USD'>,
  rules: RuleSet,
): Promise<Checked> {
  const facts = await gatherFacts(tx, { ...from, from: senderCountry, to, phone, usd })
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
  from: Pick<From, 'userId' | 'addressKey'>,
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
