/** The checks of a new payment under the user's lock, in the order in which they run. */
import type { Current } from '../../../db/configuration.ts'
import type { Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Priced } from '../../pricing/index.ts'
import { isAccountHeld, rulesInForce } from '../../risk/index.ts'
import { checkFraud, recordRefusal, type Checked } from './check-fraud.ts'
import type { DeclarationColumns } from './declaration.ts'
import type { CheckedHolder, SendRequest } from './input.ts'
import { checkLimits } from './limits.ts'
import { requireUnlocked, type OpenDeps, type Opening } from './open-payment.ts'
import { checkSharedLimits, type SenderLimits } from './shared-limits.ts'

/** A payment that a customer wants to open, with the facts known before the lock. */
export interface Candidate {
  readonly opening: Opening
  readonly request: SendRequest
  readonly price: Priced
  /** The configuration that price, rules and limits follow from. */
  readonly current: Current
  readonly declared: DeclarationColumns
  readonly holder: CheckedHolder
  /** Reserves the float for the pay-out. */
  reserve(tx: Tx, payoutReference: string): Promise<void>
}

/** The reason to commit without a transfer: a refusal to record, or unpaid transfers to cancel first. */
export type Stop =
  | { readonly kind: 'refused'; readonly refusal: Refused }
  | { readonly kind: 'unpaid'; readonly ids: readonly string[] }

/** The findings of the checks, for later checks and for the transfer. */
interface Findings {
  /** The user's unpaid transfers. */
  unpaid: readonly string[]
  /** True if the payment offers saved cards. */
  savedCard: boolean
  checked: Checked
  limits: SenderLimits
  /** The person's digest; null while name or date of birth is unknown. */
  personKey: Buffer | null
}

export type Passed = Readonly<Findings> & { readonly stop?: undefined }

/** Throws Refused, or returns findings or a reason to stop. Only reliable under the user's lock. */
type Check = (
  tx: Tx,
  deps: OpenDeps,
  candidate: Candidate,
  found: Readonly<Findings>,
) => Promise<Partial<Findings> | { readonly stop: Stop }>

const CHECKS: readonly Check[] = [
  async function accountNotOnHold(tx, _deps, { opening }) {
    if (await isAccountHeld(tx, opening.userId)) throw new Refused('account_on_hold')
    return {}
  },
  async function savedCardsUnlocked(tx, deps, { opening, request }) {
    return { savedCard: await requireUnlocked(deps, opening, request.phone, tx) }
  },
  async function fraudRules(tx, deps, { opening, request, price, current }, { savedCard }) {
    const rules = rulesInForce(current, deps.fraudRules)
    const checked = await checkFraud(tx, { ...opening, savedCard }, request, price.usd, rules)
    if (checked.decision.outcome !== 'refuse') return { checked }
    return { stop: { kind: 'refused', refusal: await recordRefusal(tx, opening, checked, price.send) } }
  },
  async function noOtherUnpaid(_tx, _deps, _candidate, { unpaid }) {
    if (unpaid.length === 0) return { unpaid }
    return { stop: { kind: 'unpaid', ids: unpaid } }
  },
  async function accountLimits(tx, deps, { opening, request, price, current }) {
    const limits = await deps.limitsOf(tx, opening.userId, request.to, current)
    await checkLimits(tx, opening.userId, price.usd, limits.own)
    return { limits }
  },
  async function sharedLimits(tx, { keys }, { opening, request, price }, { limits: { shared } }) {
    const sharing = { userId: opening.userId, phone: request.phone }
    return { personKey: await checkSharedLimits(tx, sharing, price.usd, { keys, shared }) }
  },
]

/** Runs every check until one stops the payment. `unpaid` are the user's unpaid transfers. Throws Refused. */
export async function checkAll(
  tx: Tx,
  deps: OpenDeps,
  candidate: Candidate,
  unpaid: readonly string[],
): Promise<Passed | { readonly stop: Stop }> {
  const found = { unpaid } as Findings
  for (const check of CHECKS) {
    const result = await check(tx, deps, candidate, found)
    if ('stop' in result) return { stop: result.stop }
    Object.assign(found, result)
  }
  return found
}
