import { COUNTRIES } from '@sesa/contract'
import * as v from 'valibot'
import { readBy, type Read } from '../../../lib/schema-problems.ts'
import type { SenderExtras } from './model.ts'

const day = v.pipe(v.string(), v.isoDate('A date is YYYY-MM-DD.'))
const words = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))
const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'A country is two capital letters.'))

const extras = v.strictObject({
  firstName: v.optional(words(100)),
  lastName: v.optional(words(100)),
  gender: v.optional(v.picklist(['male', 'female'])),
  issueDate: v.optional(day),
  expiryDate: v.optional(day),
  issueCountry: v.optional(country),
  taxNumber: v.optional(words(100)),
  state: v.optional(words(3)),
  birthPlace: v.optional(words(255)),
  taxRegistration: v.optional(words(100)),
  sourceOfWealth: v.optional(words(255)),
}) satisfies v.GenericSchema<unknown, SenderExtras>

const schema = v.pipe(
  v.strictObject({
    country: v.picklist(COUNTRIES.map(({ code }) => code)),
    case: v.optional(v.pipe(v.string(), v.regex(/^K-\d{6,}$/, 'A case is K- and a number.'))),
    /** Date of knowledge. The deadline counts from here. */
    knownAt: v.pipe(v.string(), v.isoTimestamp('A time is like 2026-11-25T18:00:00Z.')),
    transfers: v.pipe(v.array(words(20)), v.maxLength(200)),
    /** The account, when no transfer is reported. */
    account: v.optional(v.pipe(v.string(), v.uuid())),
    narrative: words(20_000),
    action: words(4_000),
    /** Codes from the authority's list. A printed report needs none. */
    indicators: v.pipe(v.array(words(50)), v.maxLength(50)),
    /** By transfer: facts about its sender that staff know and our records lack. */
    senders: v.optional(v.record(v.string(), extras), {}),
  }),
  v.check(
    ({ transfers, account }) => transfers.length > 0 !== (account !== undefined),
    'Enter transfers, or an account if there are none.',
  ),
  v.check(({ transfers }) => new Set(transfers).size === transfers.length, 'Enter each transfer only once.'),
  v.check(
    ({ indicators }) => new Set(indicators).size === indicators.length,
    'Enter each indicator only once.',
  ),
)

/** A draft suspicious-activity report, as in its file. */
export type Draft = v.InferOutput<typeof schema>

/** Reads a draft. Returns the errors, one per line, if it is not valid. */
export const readDraft = (given: unknown): Read<Draft> => readBy(schema, 'draft', given)
