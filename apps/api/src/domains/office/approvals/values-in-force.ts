import { isReplacing, type ApprovalAction, type ReplacingAction } from '@sesa/contract/office'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../../db/index.ts'
import * as fraud from '../../risk/index.ts'
import { listTierLimits, placeOf, profileInForce } from '../../compliance/index.ts'
import * as monitoring from '../../compliance/index.ts'
import { findPriceVersion } from '../../pricing/index.ts'
import { readTarget } from '../../payouts/index.ts'
import { reportCountry } from './kinds.ts'
import { readThreshold } from './store.ts'

type Values = Readonly<Record<string, unknown>>

/** What reading the values needs. */
export interface InForceDeps {
  readonly db: Db
  /** The rules of fraud in force until staff set others. */
  readonly shippedFraudRules: fraud.RuleSet
}

const READERS: Readonly<
  Record<ReplacingAction, (deps: InForceDeps, entity: string) => Promise<Values | null>>
> = {
  set_release_threshold: async ({ db }) => ({ amount: String((await readThreshold(db)).amount) }),
  async set_prices({ db }) {
    const newest = await findPriceVersion(db)
    return newest === undefined ? null : { list: newest.content }
  },
  async set_monitoring_rules({ db }) {
    const { inForce } = await monitoring.rulesInForce(db)
    return { rules: inForce.rules, mode: 'in_force' }
  },
  async set_fraud_rules({ db, shippedFraudRules }) {
    return { rules: (await fraud.rulesInForce(db, shippedFraudRules)).rules }
  },
  async set_report_profile({ db }, entity) {
    return v.is(reportCountry, entity) ? { profile: await profileInForce(db, entity) } : null
  },
  async set_tier_limits({ db }, entity) {
    const limits = (await listTierLimits(db)).find(
      (one) => one.state === 'in_force' && placeOf(one) === entity,
    )
    if (limits === undefined) return null
    const { tier, sender, recipient, source, validFrom } = limits
    const amounts = { per24Hours: String(limits.per24Hours), per30Days: String(limits.per30Days) }
    return { tier, sender, recipient, ...amounts, source, validFrom }
  },
  async route_network({ db }, entity) {
    const { country, network } = readTarget(entity)
    const { rows } = await sql<{ rail: string }>`select rail from network_rails
        where country = ${country} and network = ${network} order by position`.execute(db)
    return { rails: rows.map(({ rail }) => rail) }
  },
}

/**
 * Returns what is in force of the values that a request replaces, named as in its payload, so that the second person can
 * compare. Null for a request that replaces no values, and where none are in force.
 */
export async function valuesInForce(
  deps: InForceDeps,
  { action, entity }: { readonly action: ApprovalAction; readonly entity: string },
): Promise<Values | null> {
  return isReplacing(action) ? READERS[action](deps, entity) : null
}
