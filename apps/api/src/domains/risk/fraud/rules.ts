import * as v from 'valibot'
import type { Current } from '../../../db/configuration.ts'
import { readBy, type Read } from '../../../lib/schema-problems.ts'
import { policyOn, policyPart, type PolicyKind } from '../../record/index.ts'

/** Windows of the counts, in hours: an hour, a day, a week, 30 days. */
export const WINDOWS = [1, 24, 168, 720] as const

const id = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]{3,60}$/, 'Use 3 to 60 lower-case letters, digits and dashes for the id.'),
)
const hours = v.picklist(WINDOWS)
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** Charged transfers, or their amount in US cents, including the one being opened. */
const sendings = v.strictObject({
  what: v.picklist(['transfers', 'amount']),
  per: v.picklist(['account', 'card', 'device', 'recipient', 'payer']),
  hours,
  atLeast: whole,
})
const declines = v.strictObject({
  what: v.literal('declines'),
  per: v.picklist(['account', 'address']),
  hours,
  atLeast: whole,
})

/** All conditions of a rule must be met. */
const when = v.pipe(
  v.strictObject({
    /** US cents. */
    amountAtLeast: v.optional(whole),
    firstTransfer: v.optional(v.literal(true)),
    newDevice: v.optional(v.literal(true)),
    foreignCard: v.optional(v.literal(true)),
    savedCard: v.optional(v.literal(true)),
    newRecipient: v.optional(v.literal(true)),
    newPayer: v.optional(v.literal(true)),
    count: v.optional(v.variant('what', [sendings, declines])),
  }),
  v.check((given) => Object.keys(given).length > 0, 'A rule needs at least one condition.'),
)

const then = v.variant('outcome', [
  /** Requests authentication of the customer by the card's bank; `challenge` requires a step that the customer sees. */
  v.strictObject({ outcome: v.literal('authenticate'), request: v.picklist(['any', 'challenge']) }),
  /** Pays out this long after the charge. */
  v.strictObject({ outcome: v.literal('delay'), minutes: v.pipe(whole, v.maxValue(1_440)) }),
  v.strictObject({ outcome: v.literal('refuse'), code: v.picklist(['cards_declined', 'payment_refused']) }),
])

const rule = v.strictObject({ id, when, then })

const schema = v.strictObject({
  rules: v.pipe(
    v.array(rule),
    v.maxLength(100),
    v.check(
      (rules) => new Set(rules.map((one) => one.id)).size === rules.length,
      'Give each rule its own id.',
    ),
    v.check(
      (rules) => rules.every((one) => one.then.outcome !== 'refuse' || isFair(one)),
      'Rules that count declines must refuse with cards_declined; other rules can’t.',
    ),
  ),
})

/**
 * Returns true if a rule refuses with `cards_declined` exactly when it counts declines: the sentence of that code says that
 * cards were declined, and when that ends.
 */
function isFair({ when: { count }, then: { outcome, ...rest } }: v.InferOutput<typeof rule>): boolean {
  const isAboutDeclines = count?.what === 'declines'
  return outcome !== 'refuse' || !('code' in rest) || (rest.code === 'cards_declined') === isAboutDeclines
}

export type Rule = v.InferOutput<typeof rule>
export type Effect = Rule['then']

/** A set of rules and its version; 0 is the set shipped with the product. */
export interface RuleSet {
  readonly version: number
  readonly rules: readonly Rule[]
}

/** Reads rules. Returns the errors, one per line, if they are not valid. */
export function readRules(given: unknown): Read<readonly Rule[]> {
  const read = readBy(schema, 'rules', given)
  return read.ok ? { ok: true, value: read.value.rules } : read
}

/** The rules set by staff, in force once a second person has approved them. */
export const FRAUD_RULES: PolicyKind<readonly Rule[]> = { kind: 'fraud_rules', read: readRules }
export const FRAUD_RULES_KEY = 'fraud rules'

/** The fraud rules of the configuration. */
export const FRAUD_RULE_SETS = policyPart(FRAUD_RULES)

/** Returns the rules in force: the newest version, or the shipped ones. @throws Error when this release cannot read them. */
export function rulesInForce({ snapshot, now }: Current, shipped: RuleSet): RuleSet {
  const stored = policyOn(snapshot.of(FRAUD_RULE_SETS), FRAUD_RULES_KEY, now)
  return stored === undefined ? shipped : { version: stored.version, rules: stored.value() }
}

const day = { what: 'declines', hours: 24 } as const

const OF_ACCOUNT: Rule = {
  id: 'declines-of-account',
  when: { count: { ...day, per: 'account', atLeast: 10 } },
  then: { outcome: 'refuse', code: 'cards_declined' },
}
/** Addresses have a higher limit: a mobile network puts thousands of phones behind one. */
const FROM_ADDRESS: Rule = {
  id: 'declines-from-address',
  when: { count: { ...day, per: 'address', atLeast: 100 } },
  then: { outcome: 'refuse', code: 'cards_declined' },
}
const AUTHENTICATION: readonly Rule[] = [
  {
    id: 'authenticate-first',
    when: { firstTransfer: true },
    then: { outcome: 'authenticate', request: 'any' },
  },
  {
    id: 'authenticate-large',
    when: { amountAtLeast: 50_000 },
    then: { outcome: 'authenticate', request: 'any' },
  },
]
const DELAY: Rule = {
  id: 'delay-first-large',
  when: { firstTransfer: true, amountAtLeast: 50_000 },
  then: { outcome: 'delay', minutes: 30 },
}

/** Signs that a thief of a session or a number uses a saved card, whatever the amount. */
const UNUSUAL = [
  { name: 'recipient', when: { savedCard: true, newRecipient: true } },
  { name: 'device', when: { savedCard: true, newDevice: true } },
] as const
const SAVED_CARD_CHALLENGES: readonly Rule[] = UNUSUAL.map(({ name, when }) => ({
  id: `challenge-saved-card-new-${name}`,
  when,
  then: { outcome: 'authenticate', request: 'challenge' },
}))
const SAVED_CARD_DELAYS: readonly Rule[] = UNUSUAL.map(({ name, when }) => ({
  id: `delay-saved-card-new-${name}`,
  when,
  then: { outcome: 'delay', minutes: 30 },
}))

/** The rules shipped for real money and for tests with the providers. */
export const SHIPPED_RULES: RuleSet = {
  version: 0,
  rules: [OF_ACCOUNT, FROM_ADDRESS, ...AUTHENTICATION, ...SAVED_CARD_CHALLENGES, DELAY, ...SAVED_CARD_DELAYS],
}

/** The sandbox's rules: all its customers share one address, and none of them waits. */
export const SANDBOX_RULES: RuleSet = {
  version: 0,
  rules: [OF_ACCOUNT, ...AUTHENTICATION, ...SAVED_CARD_CHALLENGES],
}
