import type { CountryCode } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { defineOrder, type Order } from '../../lib/order.ts'
import { amountOf, countryOf, goneAbout, inWords, plainAbout } from '../../lib/order-words.ts'
import { actionRefused, Refused } from '../../lib/refused.ts'
import { accepted } from '../../lib/schema-problems.ts'
import { accountVersion, PERSON, PERSON_ROWS, readCustomer } from '../customers/index.ts'
import { definePolicyOrder, requireNotPast } from '../record/index.ts'
import type { IdentityStaff } from './identity-checks/staff.ts'
import { checkTierLimits, limitsOf, placeOf, requireNewDay, TIER_LIMITS } from './identity-checks/tiers.ts'
import { MONITORING_RULES, MONITORING_RULES_KEY, SHIPPED_RULES } from './monitoring/rules.ts'
import { REPORT_COUNTRIES, REPORT_PROFILE, SHIPPED_PROFILES } from './reports/profiles.ts'
import type { ReportsModule } from './reports/service.ts'

interface OrderDeps {
  readonly db: Db
  readonly identity: Pick<IdentityStaff, 'inspect' | 'review' | 'setTier' | 'show'>
  readonly reports: Pick<ReportsModule, 'requireSchema'>
}

/** Returns the version of a check, which is decided by comparing it with its account and with the person's other accounts. */
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
        effect:
          payload.verdict === 'refuse'
            ? `Refuse the identity check of ${customer.label}: the customer stays in their tier and can’t try again.`
            : `Verify the identity of ${customer.label}: the customer gets tier 2 until the document expires.`,
        link: { page: 'identity_check', id: entity },
        state: inWords(check.state),
        facts: [
          { label: 'Account', value: customer.state },
          { label: 'Provider', value: inWords(check.provider) },
          ...(check.reason === null ? [] : [{ label: 'Reason for review', value: inWords(check.reason) }]),
          ...(check.document_country === null ? [] : [{ label: 'Document', value: document.join(', ') }]),
        ],
        changes: [{ label: 'Identity check', from: inWords(check.state), to: after }],
      })
    },
    async check({ entity, payload }) {
      const check = await identity.inspect(entity)
      if (check === undefined) throw new Refused('not_found')
      if (check.state !== 'needs_review') throw actionRefused('This check is already decided.')
      if (payload.verdict === 'verify' && !check.isIdentified)
        throw actionRefused('The provider returned an incomplete document, so the check can only be refused.')
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
        effect: `Move ${customer.label} from ${now.toLowerCase()} to tier ${tier}${until === null ? '' : ` until ${until}`}.`,
        link: { page: 'customer', id: entity },
        state: `${now}, account ${customer.state.toLowerCase()}`,
        facts: [{ label: 'Until', value: until ?? 'No expiry' }],
        changes: [{ label: 'Tier', from: now, to: `Tier ${tier}` }],
      })
    },
    versionOf: accountVersion,
    async carryOut({ entity, payload }, action) {
      await identity.setTier(entity, payload, action)
      return `tier ${payload.tier}`
    },
  })

const tierLimitsOrder = ({ db }: OrderDeps): Order =>
  definePolicyOrder({
    ...{ db, policy: TIER_LIMITS, call: officeCalls.requestTierLimits },
    words: 'Change tier limits',
    reads: 'limits.change',
    entityOf: ({ body }) => placeOf(body),
    async about({ entity, payload }, inForce) {
      const { per24Hours, per30Days, debitsFirst, debitsLater, validFrom, source } = limitsOf(payload)
      const inDollars = (cents: bigint): string => formatMoney(money(cents, 'USD'))
      const now = inForce?.value
      const before = (cents: bigint | undefined): string =>
        cents === undefined ? 'Wider limits apply' : inDollars(cents)
      return plainAbout({
        label: `Limits of ${entity}`,
        effect: `From ${validFrom}, ${entity}: ${inDollars(per24Hours)} in 24 hours and ${inDollars(per30Days)} in 30 days.`,
        link: { page: 'limits', id: null },
        state: now === undefined ? 'No limits of its own' : `In force since ${now.validFrom}`,
        amount: amountOf(money(per24Hours, 'USD')),
        facts: [
          { label: 'Effective date', value: validFrom },
          { label: 'Source', value: source },
        ],
        changes: [
          { label: '24-hour limit', from: before(now?.per24Hours), to: inDollars(per24Hours) },
          { label: '30-day limit', from: before(now?.per30Days), to: inDollars(per30Days) },
          ...(debitsFirst !== null && debitsLater !== null
            ? [
                {
                  label: 'Bank payments, until some have settled',
                  from: before(now?.debitsFirst ?? undefined),
                  to: inDollars(debitsFirst),
                },
                {
                  label: 'Bank payments, later',
                  from: before(now?.debitsLater ?? undefined),
                  to: inDollars(debitsLater),
                },
              ]
            : []),
        ],
      })
    },
    async check({ payload }) {
      const limits = limitsOf(payload)
      checkTierLimits(limits)
      await requireNotPast(db, limits)
    },
    beforeStoring: ({ entity, payload }) => requireNewDay(db, entity, payload),
    done: (_version, { validFrom }) => `the limits apply from ${validFrom}`,
  })

const monitoringOrder = ({ db }: OrderDeps): Order =>
  definePolicyOrder({
    ...{ db, policy: MONITORING_RULES, call: officeCalls.requestMonitoringRules },
    words: 'Change monitoring rules',
    reads: 'monitoring.change',
    entityOf: () => MONITORING_RULES_KEY,
    shipped: () => ({ rules: SHIPPED_RULES.rules, mode: 'in_force' }),
    about: async ({ payload }, inForce) =>
      plainAbout({
        label: 'Monitoring rules',
        effect: `Replace the monitoring rules, ${payload.mode === 'shadow' ? 'in shadow mode' : 'in force at once'}.`,
        link: { page: 'monitoring_rules', id: null },
        state: `Version ${inForce?.version ?? SHIPPED_RULES.version} is in force`,
        facts: [{ label: 'Mode', value: inWords(payload.mode) }],
      }),
    done: (version, { mode }) => `version ${version} is ${mode === 'shadow' ? 'in shadow mode' : 'in force'}`,
  })

const countryOfProfile = (key: string): CountryCode | undefined => REPORT_COUNTRIES.find((one) => one === key)

const profileOrder = ({ db, reports }: OrderDeps): Order =>
  definePolicyOrder({
    ...{ db, policy: REPORT_PROFILE, call: officeCalls.requestReportProfile },
    words: 'Change a reporting profile',
    reads: 'reports.file',
    entityOf: ({ params }) => params.country,
    shipped(key) {
      const country = countryOfProfile(key)
      return country === undefined ? null : { profile: SHIPPED_PROFILES[country] }
    },
    about: async ({ entity, payload }, inForce) =>
      plainAbout({
        label: `Reporting profile of ${countryOf(entity)}`,
        effect: `Replace the reporting profile of ${countryOf(entity)} from ${payload.validFrom}.`,
        link: { page: 'report_profiles', id: null },
        state:
          inForce === undefined
            ? 'The built-in profile is in force'
            : `Version ${inForce.version}, in force since ${inForce.validFrom ?? ''}`,
        facts: [{ label: 'Effective date', value: payload.validFrom }],
      }),
    async check({ entity, payload }) {
      if (countryOfProfile(entity) === undefined) throw actionRefused(`${entity} has no profile.`)
      await reports.requireSchema(accepted(REPORT_PROFILE.read(payload)))
    },
    done: (_version, { validFrom }) => `the profile applies from ${validFrom}`,
  })

/** Returns the orders about identity checks, tiers and limits, and about monitoring and reports. */
export const complianceOrders = (deps: OrderDeps): Order[] => [
  reviewOrder(deps),
  tierOrder(deps),
  tierLimitsOrder(deps),
  monitoringOrder(deps),
  profileOrder(deps),
]
