import type { Effect, Rule, RuleSet } from './rules.ts'

type Count = NonNullable<Rule['when']['count']>

/** The facts about a payment before its card is charged, stored with the decision. They name no person. */
export interface Facts {
  /** US cents. */
  readonly amountUsd: number
  readonly senderCountry: string
  readonly recipientCountry: string
  /** True if the account has sent nothing yet. */
  readonly firstTransfer: boolean
  /** True if the account has sent nothing yet from this browser. */
  readonly newDevice: boolean
  /** True if the account's last card is from another country than the sender; null if unknown. */
  readonly foreignCard: boolean | null
  /** True if the payment offers the customer's saved cards. Missing in decisions of earlier releases, like the two below. */
  readonly savedCard?: boolean
  /** True if the account has not yet paid this wallet with a proof of its owner. */
  readonly newRecipient?: boolean
  /** True if the account has not yet paid from the chosen wallet; null for other ways to pay. Missing in earlier releases. */
  readonly newPayer?: boolean | null
  /** True if the customer signed in or confirmed their identity in the last ten minutes. */
  readonly proven?: boolean
  /** Counts before this payment, by `what.per.hours`, for example `transfers.account.24`; amounts in US cents. */
  readonly counts: Readonly<Record<string, number>>
}

export type Outcome = 'allow' | Effect['outcome']

export interface AppliedRule {
  readonly ruleId: string
  readonly then: Effect
  /** The rule's count, so that a refusal can give its end. */
  readonly count?: Count
}

export interface Decision {
  readonly version: number
  /** The strongest outcome among the rules that apply. */
  readonly outcome: Outcome
  /** The rule that decided it; null if none applies. */
  readonly ruleId: string | null
  /** Every rule that applies: a payment can be both authenticated and delayed. */
  readonly applied: readonly AppliedRule[]
}

/** Outcomes, weakest first. */
const STRENGTH: readonly Outcome[] = ['allow', 'authenticate', 'delay', 'refuse']

function isCounted({ what, per, hours, atLeast }: Count, { counts, amountUsd }: Facts): boolean {
  const before = counts[`${what}.${per}.${hours}`] ?? 0
  const own = what === 'transfers' ? 1 : what === 'amount' ? amountUsd : 0
  return before + own >= atLeast
}

function applies({ when }: Rule, facts: Facts): boolean {
  if (when.amountAtLeast !== undefined && facts.amountUsd < when.amountAtLeast) return false
  if (when.firstTransfer && !facts.firstTransfer) return false
  if (when.newDevice && !facts.newDevice) return false
  if (when.foreignCard && facts.foreignCard !== true) return false
  if (when.savedCard && facts.savedCard !== true) return false
  if (when.newRecipient && facts.newRecipient !== true) return false
  if (when.newPayer && facts.newPayer !== true) return false
  return when.count === undefined || isCounted(when.count, facts)
}

/** Decides about a new payment. Of several rules with the strongest outcome, the first decides. */
export function decide({ version, rules }: RuleSet, facts: Facts): Decision {
  const applied = rules
    .filter((rule) => applies(rule, facts))
    .map(({ id: ruleId, then, when: { count } }): AppliedRule => ({ ruleId, then, ...(count && { count }) }))
  const strongest = applied.reduce<AppliedRule | null>(
    (best, one) => (best === null || strength(one) > strength(best) ? one : best),
    null,
  )
  return {
    version,
    outcome: strongest?.then.outcome ?? 'allow',
    ruleId: strongest?.ruleId ?? null,
    applied,
  }
}

const strength = ({ then }: AppliedRule): number => STRENGTH.indexOf(then.outcome)

/** Returns how 3-D Secure is requested: the strongest request of all rules; null leaves it to the card provider. */
export function requested3ds({ applied }: Pick<Decision, 'applied'>): 'any' | 'challenge' | null {
  const requests = applied.flatMap(({ then }) => (then.outcome === 'authenticate' ? [then.request] : []))
  return requests.includes('challenge') ? 'challenge' : (requests[0] ?? null)
}

/** Returns the minutes between the charge and the pay-out: the longest delay of all rules. */
export function delayMinutes({ applied }: Pick<Decision, 'applied'>): number {
  return Math.max(0, ...applied.map(({ then }) => (then.outcome === 'delay' ? then.minutes : 0)))
}
