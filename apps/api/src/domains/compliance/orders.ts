import type { CountryCode } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { defineOrder, type Order } from '../../lib/order.ts'
import { amountOf, countryOf, goneAbout, inWords, plainAbout } from '../../lib/order-words.ts'
import { actionRefused, Refused } from '../../lib/refused.ts'
import { accountVersion, PERSON, PERSON_ROWS, readCustomer } from '../customers/index.ts'
import type { IdentityStaff } from './identity-checks/staff.ts'
import {
  checkTierLimits,
  listTierLimits,
  placeOf,
  requireNotPast,
  storeTierLimits,
  type NewTierLimits,
} from './identity-checks/tiers.ts'
import { rulesInForce, storeRules } from './monitoring/rule-store.ts'
import { readRules } from './monitoring/rules.ts'
import { profileInForce } from './reports/profile-store.ts'
import { readProfile, REPORT_COUNTRIES, type Profile } from './reports/profiles.ts'
import type { ReportsModule } from './reports/service.ts'

interface OrderDeps {
  readonly db: Db
  readonly identity: Pick<IdentityStaff, 'inspect' | 'review' | 'setTier' | 'show'>
  readonly reports: Pick<ReportsModule, 'requireSchema' | 'setProfile'>
}

/** Returns the number of a table's newest row; 0 without one. */
const newest =
  (table: 'monitoring_rules' | 'report_profiles' | 'tier_limits') =>
  async (db: Db | Tx): Promise<string> => {
    const { rows } = await sql<{ version: string }>`
      select coalesce(max(${sql.ref(table === 'monitoring_rules' ? 'version' : 'id')}), 0)::text as version
      from ${sql.table(table)}`.execute(db)
    return rows[0]?.version ?? '0'
  }

/** A check is decided by comparing it with its account, and with the other accounts of the person. */
async function checkVersion(tx: Tx, check: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', c.state, c.updated_at, ${PERSON},
      (select count(*) from identity_checks o where o.person_key = c.person_key and o.state = 'verified'
        and o.user_id <> c.user_id)) as version
    from identity_checks c join (${PERSON_ROWS}) on u.id = c.user_id
    where c.id = ${check}::uuid`.execute(tx)
  return rows[0]?.version ?? null
}

const reviewOrder = ({ db, identity }: OrderDeps): Order =>
  defineOrder({
    call: officeCalls.requestIdentityReview,
    words: 'Decide an identity check',
    reads: 'identity.review',
    entityOf: ({ params }) => params.id,
    async about({ entity, payload }, reader) {
      const check = await db
        .selectFrom('identity_checks')
        .select(['user_id', 'provider', 'state', 'reason', 'document_type', 'document_country'])
        .where('id', '=', entity)
        .executeTakeFirst()
      const customer = check && (await readCustomer(db, check.user_id, reader))
      if (check === undefined || customer === undefined) return goneAbout('An identity check')
      const document = [inWords(check.document_type ?? 'document'), countryOf(check.document_country)]
      const after = payload.verdict === 'refuse' ? 'Refused' : 'Verified'
      return plainAbout({
        label: customer.label,
        link: { page: 'identity_check', id: entity },
        state: inWords(check.state),
        facts: [
          { label: 'Account', value: customer.state },
          { label: 'Provider', value: inWords(check.provider) },
          ...(check.reason === null ? [] : [{ label: 'Why staff decide', value: inWords(check.reason) }]),
          ...(check.document_country === null ? [] : [{ label: 'Document', value: document.join(', ') }]),
        ],
        changes: [{ label: 'Identity check', from: inWords(check.state), to: after }],
      })
    },
    async check({ entity, payload }) {
      const check = await identity.inspect(entity)
      if (check === undefined) throw new Refused('not_found')
      if (check.state !== 'needs_review') throw actionRefused('The check was decided already.')
      if (payload.verdict === 'verify' && !check.isIdentified)
        throw actionRefused('The provider gave no complete document, so the check can only be refused.')
    },
    versionOf: checkVersion,
    async carryOut({ entity, payload: { verdict } }, action) {
      await identity.review(entity, verdict, action)
      return verdict === 'verify' ? 'verified' : 'refused'
    },
  })

const tierOrder = ({ db, identity }: OrderDeps): Order =>
  defineOrder({
    call: officeCalls.requestTier,
    words: 'Set a customer’s tier',
    reads: 'identity.review',
    entityOf: ({ params }) => params.id,
    async about({ entity, payload: { tier, until } }, reader) {
      const customer = await readCustomer(db, entity, reader)
      if (customer === undefined) return goneAbout('A customer')
      const now = `Tier ${(await identity.show(entity)).tier}`
      return plainAbout({
        label: customer.label,
        link: { page: 'customer_identity', id: entity },
        state: `${now}, account ${customer.state.toLowerCase()}`,
        facts: [{ label: 'Until', value: until ?? 'No end' }],
        changes: [{ label: 'Tier', from: now, to: `Tier ${tier}` }],
      })
    },
    versionOf: accountVersion,
    async carryOut({ entity, payload }, action) {
      await identity.setTier(entity, payload, action)
      return `tier ${payload.tier}`
    },
  })

function limitsOf({
  per24Hours,
  per30Days,
  ...limits
}: Omit<NewTierLimits, 'per24Hours' | 'per30Days'> & { per24Hours: string; per30Days: string }) {
  return { ...limits, per24Hours: BigInt(per24Hours), per30Days: BigInt(per30Days) }
}

const limitsInForce = async (db: Db, entity: string) =>
  (await listTierLimits(db)).find((one) => one.state === 'in_force' && placeOf(one) === entity)

const tierLimitsOrder = ({ db }: OrderDeps): Order =>
  defineOrder({
    call: officeCalls.requestTierLimits,
    words: 'Change the limits of a tier',
    reads: 'limits.change',
    entityOf: ({ body }) => placeOf(body),
    async about({ entity, payload }) {
      const { per24Hours, per30Days, validFrom, source } = limitsOf(payload)
      const inDollars = (cents: bigint): string => formatMoney(money(cents, 'USD'))
      const now = await limitsInForce(db, entity)
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
    async check({ payload }) {
      const limits = limitsOf(payload)
      checkTierLimits(limits)
      await requireNotPast(db, limits)
    },
    versionOf: newest('tier_limits'),
    async current(entity) {
      const limits = await limitsInForce(db, entity)
      if (limits === undefined) return null
      const { tier, sender, recipient, source, validFrom } = limits
      const amounts = { per24Hours: String(limits.per24Hours), per30Days: String(limits.per30Days) }
      return { tier, sender, recipient, ...amounts, source, validFrom }
    },
    async carryOut({ payload }, action) {
      const limits = limitsOf(payload)
      await storeTierLimits(db, limits, action)
      return `the limits apply from ${limits.validFrom}`
    },
  })

function rulesOf(rules: unknown) {
  const read = readRules({ rules })
  if (!read.ok) throw actionRefused(read.problems.join(' '))
  return read.rules
}

const monitoringOrder = ({ db }: OrderDeps): Order =>
  defineOrder({
    call: officeCalls.requestMonitoringRules,
    words: 'Change the rules of monitoring',
    reads: 'monitoring.change',
    entityOf: () => 'monitoring rules',
    async about({ payload }) {
      const { inForce } = await rulesInForce(db)
      return plainAbout({
        label: 'Rules of monitoring',
        link: { page: 'monitoring_rules', id: null },
        state: `Version ${inForce.version} is in force`,
        facts: [{ label: 'They would be', value: inWords(payload.mode) }],
      })
    },
    check: ({ payload }) => void rulesOf(payload.rules),
    versionOf: newest('monitoring_rules'),
    current: async () => ({ rules: (await rulesInForce(db)).inForce.rules, mode: 'in_force' }),
    async carryOut({ payload: { rules, mode } }, action) {
      const version = await storeRules(db, rulesOf(rules), mode, action)
      return `version ${version} is ${mode === 'shadow' ? 'in shadow mode' : 'in force'}`
    },
  })

function profileOf(profile: unknown): Profile {
  const read = readProfile(profile)
  if (!read.ok) throw actionRefused(read.problems.join(' '))
  return read.profile
}

const findCountry = (entity: string): CountryCode | undefined =>
  REPORT_COUNTRIES.find((one) => one === entity)

function countryWithProfile(entity: string): CountryCode {
  const found = findCountry(entity)
  if (found === undefined) throw actionRefused(`${entity} has no profile.`)
  return found
}

const profileOrder = ({ db, reports }: OrderDeps): Order =>
  defineOrder({
    call: officeCalls.requestReportProfile,
    words: 'Set a country’s report profile',
    reads: 'reports.file',
    entityOf: ({ params }) => params.country,
    payloadOf: ({ body: { validFrom, profile } }) => ({ validFrom, profile: profileOf(profile) }),
    async about({ entity, payload }) {
      return plainAbout({
        label: `What the authority of ${countryOf(entity)} asks for`,
        link: { page: 'report_profiles', id: null },
        state: `Profile ${await newest('report_profiles')(db)} was stored last`,
        facts: [{ label: 'Applies from', value: payload.validFrom }],
      })
    },
    async check({ entity, payload }) {
      countryWithProfile(entity)
      await reports.requireSchema(profileOf(payload.profile))
    },
    versionOf: newest('report_profiles'),
    async current(entity) {
      const country = findCountry(entity)
      return country === undefined ? null : { profile: await profileInForce(db, country) }
    },
    async carryOut({ entity, payload: { validFrom, profile } }, action) {
      const country = countryWithProfile(entity)
      await reports.setProfile({ country, validFrom, profile: profileOf(profile) }, action)
      return `the profile applies from ${validFrom}`
    },
  })

/** The orders about who customers are and what they may send, and about monitoring and reports. */
export const complianceOrders = (deps: OrderDeps): Order[] => [
  reviewOrder(deps),
  tierOrder(deps),
  tierLimitsOrder(deps),
  monitoringOrder(deps),
  profileOrder(deps),
]
