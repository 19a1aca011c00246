import { COUNTRIES, type CountryCode } from '@sesa/contract'
import type { ApprovalAction } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../../db/index.ts'
import { ActionRefused } from '../../../lib/staff-action.ts'
import { newestRules, readRules, storeRules } from '../../risk/index.ts'
import {
  checkTierLimits,
  listTierLimits,
  placeOf,
  requireNotPast,
  storeTierLimits,
} from '../../compliance/index.ts'
import { amountOf, plainAbout } from './about.ts'
import type { Kind } from './kind.ts'

/** The entity of a request to change the rules of fraud. */
export const FRAUD_RULES = 'fraud rules'

const rulesPayload = v.object({ rules: v.unknown() })
const country = v.picklist(COUNTRIES.map(({ code }): CountryCode => code))
const cents = v.pipe(v.string(), v.regex(/^[1-9]\d{0,13}$/))
const limitsPayload = v.object({
  tier: v.picklist([1, 2, 3]),
  sender: v.nullable(country),
  recipient: v.nullable(country),
  per24Hours: cents,
  per30Days: cents,
  source: v.string(),
  validFrom: v.pipe(v.string(), v.isoDate()),
})

function rulesOf(payload: unknown) {
  const read = readRules({ rules: v.parse(rulesPayload, payload).rules })
  if (!read.ok) throw new ActionRefused(read.problems.join(' '))
  return read.rules
}

function limitsOf(payload: unknown) {
  const { per24Hours, per30Days, ...limits } = v.parse(limitsPayload, payload)
  return { ...limits, per24Hours: BigInt(per24Hours), per30Days: BigInt(per30Days) }
}

/** Creates the kinds of requests that change rules of fraud and limits of tiers. */
export const createComplianceKinds = (db: Db) =>
  ({
    set_fraud_rules: {
      permission: 'fraud.manage',
      reads: 'fraud.manage',
      async about() {
        const newest = await newestRules(db)
        return plainAbout({
          label: 'Rules of fraud',
          link: { page: 'fraud_rules', id: null },
          state:
            newest === undefined ? 'The shipped rules are in force' : `Version ${newest.version} is in force`,
        })
      },
      check: (payload) => void rulesOf(payload),
      async versionOf(tx) {
        const { rows } = await sql<{ version: string }>`
          select coalesce(max(version), 0)::text as version from fraud_rules`.execute(tx)
        return rows[0]?.version ?? '0'
      },
      async carryOut(_entity, payload, action) {
        return `version ${await storeRules(db, rulesOf(payload), action)} is in force`
      },
    },
    set_tier_limits: {
      permission: 'limits.change',
      reads: 'limits.change',
      async about(_db, { entity, payload }) {
        const { per24Hours, per30Days, validFrom, source } = limitsOf(payload)
        const inDollars = (cents: bigint): string => formatMoney(money(cents, 'USD'))
        const now = (await listTierLimits(db)).find(
          (one) => one.state === 'in_force' && placeOf(one) === entity,
        )
        const before = (cents: bigint | undefined): string =>
          cents === undefined ? 'As the next wider limits say' : inDollars(cents)
        return plainAbout({
          label: `Limits of ${entity}`,
          link: { page: 'changes', id: null },
          state: now === undefined ? 'None of its own' : `In force since ${now.validFrom}`,
          amount: amountOf(money(per24Hours, 'USD')),
          facts: [
            { label: 'Applies from', value: validFrom },
            { label: 'Source', value: source },
          ],
          changes: [
            { label: 'In 24 hours', from: before(now?.per24Hours), to: inDollars(per24Hours) },
            { label: 'In 30 days', from: before(now?.per30Days), to: inDollars(per30Days) },
          ],
        })
      },
      async check(payload, entity) {
        const limits = limitsOf(payload)
        if (placeOf(limits) !== entity) throw new ActionRefused(`The values are not for ${entity}.`)
        checkTierLimits(limits)
        await requireNotPast(db, limits)
      },
      async versionOf(tx) {
        const { rows } = await sql<{ version: string }>`
          select coalesce(max(id), 0)::text as version from tier_limits`.execute(tx)
        return rows[0]?.version ?? '0'
      },
      async carryOut(_entity, payload, action) {
        const limits = limitsOf(payload)
        await storeTierLimits(db, limits, action)
        return `the limits apply from ${limits.validFrom}`
      },
    },
  }) as const satisfies Partial<Record<ApprovalAction, Kind>>
