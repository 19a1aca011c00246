import * as v from 'valibot'
import type { Db } from '../../../db/index.ts'
import { readBy, type Read } from '../../../lib/schema-problems.ts'
import { readPolicy, type PolicyKind } from '../../record/index.ts'

const id = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]{3,60}$/, 'Use 3 to 60 lower-case letters, digits and dashes for the id.'),
)
const whole = (most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(most))
const days = whole(90)
const times = v.pipe(whole(50), v.minValue(2))
/** US cents. */
const cents = whole(100_000_000)

/** A rule's condition. Each has a subject: an account, or the wallet that receives the money. */
const what = v.variant('kind', [
  /** Payments just below a threshold. */
  v.strictObject({
    kind: v.literal('structuring'),
    thresholds: v.pipe(v.array(cents), v.minLength(1), v.maxLength(10)),
    percent: v.pipe(whole(99), v.minValue(50)),
    days,
    atLeast: times,
  }),
  /** Different people who send to one wallet. */
  v.strictObject({ kind: v.literal('many_senders'), days, atLeast: times }),
  /** Wallets that an account sends to for the first time. */
  v.strictObject({ kind: v.literal('many_payees'), days, atLeast: times }),
  /** Accounts of one person, by name and date of birth. */
  v.strictObject({ kind: v.literal('several_accounts'), days, atLeast: times }),
  /** Accounts that pay each other in a circle. */
  v.strictObject({ kind: v.literal('ring'), days, atMost: v.pipe(whole(4), v.minValue(2)) }),
  /**
   * A large payment after a long pause: `times` the usual amount, which is the median of at least `history` earlier payments.
   */
  v.strictObject({
    kind: v.literal('dormant'),
    pauseDays: v.pipe(whole(730), v.minValue(30)),
    times,
    history: whole(50),
  }),
  /** A first payment to a country, from an account that has sent to others. */
  v.strictObject({ kind: v.literal('new_corridor'), amountAtLeast: cents, history: whole(50) }),
  /** Many payments in hours. */
  v.strictObject({ kind: v.literal('velocity'), hours: whole(168), atLeast: times }),
  /** Payments of about the same amount. */
  v.strictObject({ kind: v.literal('similar_amounts'), days, percent: whole(25), atLeast: times }),
  /** Accounts that pay with one card, from one browser, or from one mobile money wallet. */
  v.strictObject({
    kind: v.literal('shared'),
    by: v.picklist(['card', 'device', 'payer']),
    days,
    atLeast: times,
  }),
  /** A first payment from a wallet whose name the network did not confirm. */
  v.strictObject({ kind: v.literal('new_payer'), amountAtLeast: cents }),
])

const rule = v.strictObject({ id, look: what })
const schema = v.strictObject({
  rules: v.pipe(
    v.array(rule),
    v.maxLength(50),
    v.check(
      (rules) => new Set(rules.map((one) => one.id)).size === rules.length,
      'Give each rule its own id.',
    ),
  ),
})

export type Rule = v.InferOutput<typeof rule>
export type Look = Rule['look']

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

/** The rules shipped with the product: initial values, to be tuned with the results of `sesa monitoring try`. */
export const SHIPPED_RULES: RuleSet = {
  version: 0,
  rules: [
    {
      id: 'structuring',
      look: {
        kind: 'structuring',
        thresholds: [100_000, 200_000, 300_000],
        percent: 85,
        days: 7,
        atLeast: 3,
      },
    },
    { id: 'many-senders', look: { kind: 'many_senders', days: 14, atLeast: 4 } },
    { id: 'many-payees', look: { kind: 'many_payees', days: 30, atLeast: 6 } },
    { id: 'several-accounts', look: { kind: 'several_accounts', days: 90, atLeast: 2 } },
    { id: 'ring', look: { kind: 'ring', days: 30, atMost: 4 } },
    { id: 'dormant-then-large', look: { kind: 'dormant', pauseDays: 180, times: 3, history: 3 } },
    { id: 'new-corridor', look: { kind: 'new_corridor', amountAtLeast: 50_000, history: 3 } },
    { id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 5 } },
    { id: 'similar-amounts', look: { kind: 'similar_amounts', days: 7, percent: 10, atLeast: 3 } },
    { id: 'shared-card', look: { kind: 'shared', by: 'card', days: 30, atLeast: 3 } },
    { id: 'shared-device', look: { kind: 'shared', by: 'device', days: 30, atLeast: 3 } },
  ],
}

/** Rules that the product ships in shadow mode, until staff set rules of their own. */
export const SHIPPED_SHADOW: RuleSet = {
  version: 0,
  rules: [
    { id: 'shared-payer', look: { kind: 'shared', by: 'payer', days: 30, atLeast: 2 } },
    { id: 'new-payer', look: { kind: 'new_payer', amountAtLeast: 50_000 } },
  ],
}

/** The rules set by staff: each version is in force or in shadow mode, which only records. */
export const MONITORING_RULES: PolicyKind<readonly Rule[]> = {
  kind: 'monitoring_rules',
  read: (body) => readRules({ rules: (body as { readonly rules: unknown }).rules }),
}
export const MONITORING_RULES_KEY = 'monitoring rules'

export interface RulesInForce {
  /** The newest version in force, or the shipped rules. */
  readonly inForce: RuleSet
  /** A newer version in shadow mode, or the shipped one beside the shipped rules; null when there is none. */
  readonly shadow: RuleSet | null
}

/** Returns the rules that apply now. @throws Error when this release cannot read them. */
export async function rulesInForce(db: Db): Promise<RulesInForce> {
  const newest = async (mode: 'in_force' | 'shadow'): Promise<RuleSet | undefined> => {
    const stored = await readPolicy(db, MONITORING_RULES, MONITORING_RULES_KEY, mode)
    return stored && { version: stored.version, rules: stored.value }
  }
  const inForce = (await newest('in_force')) ?? SHIPPED_RULES
  const shadow = await newest('shadow')
  if (shadow !== undefined && shadow.version > inForce.version) return { inForce, shadow }
  return { inForce, shadow: inForce === SHIPPED_RULES ? SHIPPED_SHADOW : null }
}
