/** The checks of a new payment, in the order in which they run. Pure. */
import { Refused } from '../../../lib/refused.ts'
import { rulesInForce, type RuleSet } from '../../risk/index.ts'
import { checkFraud, type Checked } from './check-fraud.ts'
import { checkBankDebits, checkLimits } from './limits.ts'
import type { Candidate, OpeningFacts } from './opening-facts.ts'
import { requireUnlocked } from './saved-cards-lock.ts'
import { checkSharedLimits } from './shared-limits.ts'

/** The reason to store no transfer: a refusal to record, or unpaid transfers to cancel first. */
export type Stop =
  | { readonly kind: 'refused'; readonly checked: Checked }
  | { readonly kind: 'unpaid'; readonly ids: readonly string[] }

/** The findings of the checks, for later checks and for the transfer. */
interface Findings {
  /** True if the payment offers saved cards. */
  readonly savedCard: boolean
  readonly checked: Checked
}

export type Passed = Findings & { readonly stop?: undefined }

/** What the checks decide about. */
export interface Checkable {
  readonly candidate: Omit<Candidate, 'reserve'>
  readonly facts: OpeningFacts
  /** The fraud rules until staff store others. */
  readonly fraudRules: RuleSet
}

/** Throws Refused, or returns findings or a reason to stop. */
type Check = (given: Checkable, found: Findings) => Partial<Findings> | { readonly stop: Stop }

const CHECKS: readonly Check[] = [
  function accountNotOnHold({ facts }) {
    if (facts.isHeld) throw new Refused('account_on_hold')
    return {}
  },
  function savedCardsUnlocked({ facts }) {
    return { savedCard: requireUnlocked(facts.cards) }
  },
  function fraudRules({ candidate: { opening, request, price, current }, facts, ...given }, { savedCard }) {
    const rules = rulesInForce(current, given.fraudRules)
    const checked = checkFraud(rules, facts, { ...opening, ...request, usd: price.usd, savedCard })
    return checked.decision.outcome === 'refuse' ? { stop: { kind: 'refused', checked } } : { checked }
  },
  function noRequestOpen({ facts: { isAsked } }) {
    if (isAsked) throw new Refused('payment_attempt_open')
    return {}
  },
  function noOtherUnpaid({ facts: { unpaid } }) {
    return unpaid.length === 0 ? {} : { stop: { kind: 'unpaid', ids: unpaid } }
  },
  function accountLimits({ candidate: { price }, facts }) {
    checkLimits(facts, price.usd, facts.limits.own)
    return {}
  },
  function limitsOfAllAccounts({ candidate: { price }, facts }) {
    checkSharedLimits(facts, price.usd, facts.limits.shared)
    return {}
  },
  function bankDebitLimits({ candidate: { price, way }, facts }) {
    if (way.method === 'bank_debit') checkBankDebits(facts, price.usd, facts.limits.bankDebit)
    return {}
  },
]

/** Runs every check until one stops the payment. Throws Refused. */
export function checkAll(given: Checkable): Passed | { readonly stop: Stop } {
  let found = {} as Findings
  for (const check of CHECKS) {
    const result = check(given, found)
    if ('stop' in result) return { stop: result.stop }
    found = { ...found, ...result }
  }
  return found
}
