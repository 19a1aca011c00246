import type { BodyOf, calls, RecipientCheck } from '@sesa/contract'
import { takeFromBudgets } from '../../../db/budgets.ts'
import { inOneStatement, type Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { waitText } from '../../../lib/wait-text.ts'
import { readDestination, readWallet, type RequireHolder } from '../../transfers/index.ts'
import { NAME_RULE } from './compare-names.ts'
import { askForHolder, decideHolder, inactiveText, type HolderDeps } from './holder.ts'
import { likelyNetwork, type HintDeps } from './likely-network.ts'

/** Daily (UTC) number checks: enough to send money, too few to harvest names. */
export interface CheckLimits {
  readonly perAccountDay: number
  readonly totalPerDay: number
}

/** The limits of a public service. */
export const STRICT_CHECK_LIMITS: CheckLimits = { perAccountDay: 30, totalPerDay: 50_000 }

/** The sandbox's people are invented, so its limits are higher. */
export const SANDBOX_CHECK_LIMITS: CheckLimits = { perAccountDay: 200, totalPerDay: 1_000_000 }

const DAY = 86_400

export interface CheckDeps extends HolderDeps, HintDeps {
  readonly rails: HolderDeps['rails'] & HintDeps['rails']
  readonly db: Db
  readonly limits: CheckLimits
}

/** Counts one check. Returns the wait in seconds: 0 while checks are left today. */
export async function countCheck({ db, limits }: CheckDeps, userId: string): Promise<number> {
  const { wait } = await inOneStatement(db, 'recipients.count_check', (within) =>
    takeFromBudgets(within, [
      { bucket: `recipient-check:${userId}`, most: limits.perAccountDay, seconds: DAY },
      { bucket: 'recipient-checks', most: limits.totalPerDay, seconds: DAY },
    ]),
  )
  return wait
}

/**
 * Requests the holder of a number from the recipient's network, and compares the typed name. Hints at another network unless
 * the chosen one has the wallet. Stores nothing of the answer.
 * Throws Refused with the code of the invalid field, or `rate_limited`.
 */
export async function checkRecipient(
  deps: CheckDeps,
  userId: string,
  body: BodyOf<typeof calls.checkRecipient>,
): Promise<RecipientCheck> {
  const country = readDestination(body.country)
  const wallet = { country, ...readWallet(country, body) }
  const wait = await countCheck(deps, userId)
  if (wait > 0) {
    const message = `Too many number checks today. Continue without the check, or try again in ${waitText(wait)}.`
    throw new Refused('rate_limited', { retryAfter: wait, message })
  }
  const typedName = body.typedName?.trim() || undefined
  const likely = likelyNetwork(deps, wallet)
  const { account, name, verdict } = await askForHolder(deps, wallet, typedName)
  return {
    account,
    name,
    comparison: verdict === 'unknown' ? null : verdict,
    likelyNetwork: account === 'active' ? null : await likely,
  }
}

/**
 * Returns the check before a payment. It does not count towards the day's checks: its answer never contains a name, and
 * opening payments has its own limit.
 */
export const createRequireHolder =
  (deps: HolderDeps): RequireHolder =>
  async (wallet, typed, current) => {
    const holder = await askForHolder(deps, wallet, typed.name, current)
    const refusal = decideHolder(holder, typed.confirmed)
    if (refusal === 'recipient_inactive') {
      throw new Refused(refusal, { field: 'phone', message: inactiveText(wallet) })
    }
    if (refusal !== null) throw new Refused(refusal, { field: 'name' })
    return { verdict: holder.verdict, rule: NAME_RULE, name: holder.name }
  }
