import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { IDENTITY_CHECK_STATES } from '../rules/identity-checks.ts'
import { calendarDate, country, dateTime, uuid } from '../schema.ts'
import { askCall, approval } from './approvals.ts'
import { amountOf, bigId, officeCall, reason, readCall } from './call.ts'

const check = v.object({
  id: uuid,
  customerId: uuid,
  provider: v.string(),
  /** The provider's own id of the check. */
  reference: v.nullable(v.string()),
  state: v.picklist(IDENTITY_CHECK_STATES),
  reason: v.nullable(v.string()),
  /** The provider's own word for the outcome. */
  providerCode: v.nullable(v.string()),
  /** As the document has it, masked. */
  name: v.nullable(v.string()),
  expires: v.nullable(v.string()),
  since: dateTime,
})
export type OfficeIdentityCheck = v.InferOutput<typeof check>

const tier = v.picklist([1, 2, 3])
const byId = v.strictObject({ id: uuid })

const identityCheckPage = v.object({
  ...check.entries,
  country: v.string(),
  documentType: v.nullable(v.string()),
  documentCountry: v.nullable(v.string()),
  failures: v.number(),
  createdAt: dateTime,
  /** What the document and the account say, masked. */
  compared: v.array(
    v.object({
      what: v.picklist(['name', 'birth_date']),
      document: v.nullable(v.string()),
      account: v.nullable(v.string()),
      isSame: v.boolean(),
    }),
  ),
  /** Other accounts that were verified with the same person and document. */
  samePerson: v.array(v.object({ customerId: uuid, since: dateTime })),
  tier,
  /** In 24 hours: today, and once the check is verified. */
  limits: v.object({ now: amountOf, verified: amountOf }),
  /** What the customer reads after each decision. */
  customerReads: v.object({ verify: v.string(), refuse: v.string() }),
  /** False when the provider gave no complete document: then the check can only be refused. */
  mayVerify: v.boolean(),
  approvals: v.array(approval),
})
export type OfficeIdentityCheckPage = v.InferOutput<typeof identityCheckPage>

/** US dollar cents as text. */
const cents = v.pipe(v.string(), v.regex(/^[1-9]\d{0,13}$/))

const tierLimit = v.object({
  id: bigId,
  tier,
  /** Null counts for every country. */
  sender: v.nullable(v.string()),
  recipient: v.nullable(v.string()),
  per24Hours: cents,
  per30Days: cents,
  /** Of bank debits that have not settled, for new customers and later; null where wider limits apply. */
  debitsFirst: v.nullable(cents),
  debitsLater: v.nullable(cents),
  source: v.string(),
  validFrom: v.string(),
  state: v.picklist(['in_force', 'future', 'earlier']),
})
export type TierLimit = v.InferOutput<typeof tierLimit>

export const identityCheckCalls = {
  showIdentityCheck: readCall({
    path: '/office/api/identity-checks/{id}',
    summary: 'One identity check: outcome, mismatches with the account, and the person’s other accounts',
    permission: 'identity.review',
    params: byId,
    success: { 200: identityCheckPage },
  }),
  revealIdentityCheck: officeCall({
    method: 'POST',
    path: '/office/api/identity-checks/{id}/reveal',
    summary: 'Reveal the document’s and the account’s data in full, with a reason',
    permission: 'customers.reveal',
    params: byId,
    body: v.strictObject({ reason }),
    success: {
      200: v.object({
        compared: v.array(
          v.object({
            what: v.picklist(['name', 'birth_date']),
            document: v.nullable(v.string()),
            account: v.nullable(v.string()),
          }),
        ),
      }),
    },
    errors: ['rate_limited'],
  }),
  requestIdentityReview: askCall({
    path: '/office/api/identity-checks/{id}/review',
    summary: 'Request approval to verify or refuse a check under review',
    permission: 'identity.review',
    asks: 'review_identity',
    params: byId,
    body: v.strictObject({ verdict: v.picklist(['verify', 'refuse']), reason }),
  }),
  requestTier: askCall({
    path: '/office/api/customers/{id}/tier',
    summary: 'Request a new tier for a customer',
    permission: 'identity.review',
    asks: 'set_tier',
    params: byId,
    body: v.strictObject({ tier, until: v.nullable(calendarDate), reason }),
  }),
  listTierLimits: readCall({
    path: '/office/api/tier-limits',
    summary: 'Tier limits by country and corridor, with their sources',
    permission: 'limits.change',
    success: {
      200: v.object({
        limits: v.array(tierLimit),
        /** Limits of bank debits where none are set. */
        bankDebit: v.object({ debitsFirst: cents, debitsLater: cents }),
      }),
    },
  }),
  tryTierLimits: officeCall({
    method: 'POST',
    path: '/office/api/tier-limits/try',
    summary: 'How many customers of a tier have sent more than given limits',
    permission: 'limits.change',
    body: v.strictObject({ tier, sender: v.nullable(country), per24Hours: cents, per30Days: cents }),
    success: {
      200: v.object({
        above: v.number(),
        /** True when there are more than counted. */
        isMore: v.boolean(),
      }),
    },
  }),
  requestTierLimits: askCall({
    path: '/office/api/tier-limits',
    summary: 'Request new tier limits, from a given day',
    permission: 'limits.change',
    asks: 'set_tier_limits',
    body: v.strictObject({
      tier,
      sender: v.nullable(country),
      recipient: v.nullable(country),
      per24Hours: cents,
      per30Days: cents,
      debitsFirst: v.optional(cents),
      debitsLater: v.optional(cents),
      source: visibleText(3, 300),
      validFrom: calendarDate,
      reason,
    }),
  }),
}
