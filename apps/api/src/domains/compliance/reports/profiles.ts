import { type CountryCode, COUNTRIES } from '@sesa/contract'
import { CURRENCY_CODES } from '@sesa/money'
import * as v from 'valibot'
import type { Db, Tx } from '../../../db/index.ts'
import { readBy, type Read } from '../../../lib/schema-problems.ts'
import { readPolicy, type PolicyKind } from '../../record/index.ts'

const day = v.pipe(v.string(), v.isoDate('A date is YYYY-MM-DD.'))
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255))
const sourced = { source: text, isConfirmed: v.boolean() }

const schema = v.strictObject({
  authority: text,
  format: v.picklist(['goaml', 'fincen', 'printed']),
  currency: v.picklist(CURRENCY_CODES),
  /** Time from knowledge until a suspicion must be reported. */
  suspicion: v.strictObject({
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
    unit: v.picklist(['hours', 'calendar_days', 'business_days']),
    ...sourced,
  }),
  /** Total in US cents below which a report is voluntary; absent: no threshold. */
  threshold: v.optional(
    v.strictObject({ usd: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), ...sourced }),
  ),
  /** Returns that are due; `isActive` starts their deadlines. */
  returns: v.array(
    v.strictObject({ kind: v.picklist(['weekly', 'monthly']), isActive: v.boolean(), ...sourced }),
  ),
  holidays: v.array(day),
  /** Data given by the authority and data about our company, by the names that docs/compliance.md lists. */
  entity: v.record(v.string(), text),
  /** The authority's code lists: `indicators`, `documents`, and single codes under `single`. */
  codes: v.strictObject({
    indicators: v.record(v.string(), text),
    documents: v.record(v.string(), text),
    single: v.record(v.string(), text),
  }),
  /** The authority's own schema file, against which each document is checked: its name and SHA-256. */
  schema: v.optional(
    v.strictObject({
      name: text,
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Enter the file’s SHA-256 (64 digits).')),
    }),
  ),
})

export type Profile = v.InferOutput<typeof schema>

/** Reads a profile. Returns the errors, one per line, if it is not valid. */
export const readProfile = (given: unknown): Read<Profile> => readBy(schema, 'profile', given)

const NO_CODES = { indicators: {}, documents: {}, single: {} }
const UNKNOWN = {
  amount: 24,
  unit: 'hours',
  source: 'our choice: the law’s deadline was not found; Ghana’s is the shortest we know',
  isConfirmed: false,
} as const

/** The countries whose authorities get reports. */
export const REPORT_COUNTRIES: readonly CountryCode[] = COUNTRIES.map(({ code }) => code).toSorted()

/**
 * The profiles shipped on 2026-11-26, without ids and codes: authorities give those after registration, and until then each
 * document lists them as missing.
 */
export const SHIPPED_PROFILES: Readonly<Record<CountryCode, Profile>> = {
  GH: {
    authority: 'Financial Intelligence Centre (FIC)',
    format: 'goaml',
    currency: 'GHS',
    suspicion: { amount: 24, unit: 'hours', source: 'fic.gov.gh, primary text', isConfirmed: true },
    returns: [
      {
        kind: 'weekly',
        isActive: false,
        source: 'Bank of Ghana BG/GOV/SEC/2025/20: Monday to Sunday, Monday noon (secondary)',
        isConfirmed: false,
      },
      {
        kind: 'monthly',
        isActive: false,
        source: 'Bank of Ghana: tenth working day (secondary)',
        isConfirmed: false,
      },
    ],
    holidays: [],
    entity: {},
    codes: NO_CODES,
  },
  US: {
    authority: 'FinCEN',
    format: 'fincen',
    currency: 'USD',
    suspicion: {
      amount: 30,
      unit: 'calendar_days',
      source: 'fincen.gov, money services businesses, primary text',
      isConfirmed: true,
    },
    threshold: {
      usd: 200_000,
      source: 'fincen.gov, money services businesses, primary text',
      isConfirmed: true,
    },
    returns: [],
    holidays: [],
    entity: {},
    codes: NO_CODES,
  },
  LR: {
    authority: 'Financial Intelligence Agency (FIA)',
    format: 'printed',
    currency: 'LRD',
    suspicion: UNKNOWN,
    returns: [],
    holidays: [],
    entity: {},
    codes: NO_CODES,
  },
  SL: {
    authority: 'Financial Intelligence Agency (FIA)',
    format: 'printed',
    currency: 'SLE',
    suspicion: UNKNOWN,
    returns: [],
    holidays: [],
    entity: {},
    codes: NO_CODES,
  },
}

/** The profiles set by staff, each in force from its first day. */
export const REPORT_PROFILE: PolicyKind<Profile> = {
  kind: 'report_profile',
  read: (body) => readProfile((body as { readonly profile: unknown }).profile),
}

/** Returns the profile of a country in force: the newest valid one, or the shipped one. @throws Error when unreadable. */
export const profileInForce = async (db: Db | Tx, country: CountryCode): Promise<Profile> =>
  (await readPolicy(db, REPORT_PROFILE, country))?.value ?? SHIPPED_PROFILES[country]
