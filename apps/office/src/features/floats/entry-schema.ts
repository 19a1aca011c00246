import * as v from 'valibot'
import type { NewTreasuryEntry } from '@sesa/contract/office'
import { CURRENCY_CODES, isZero, parseAmount, toMinorNumber, type CurrencyCode } from '@sesa/money'
import { reasonSchema } from '../../lib/schemas.ts'

export const NO_ENTRY = {
  kind: '',
  account: '',
  currency: '',
  amount: '',
  otherCurrency: '',
  otherAmount: '',
  direction: '',
  as: '',
  reference: '',
  reason: '',
}
type Typed = Readonly<Record<keyof typeof NO_ENTRY, string>>
type Problems = Partial<Record<keyof Typed, string>>

const isOneOf = <T extends string>(text: string, all: readonly T[]): text is T =>
  all.some((one) => one === text)

interface Read {
  readonly problems: Problems
  readonly entry?: NewTreasuryEntry
}

/** Reads an amount and its currency, or notes what is wrong. */
function amountOf(
  typed: Typed,
  problems: Problems,
  keys: readonly ['currency', 'amount'] | readonly ['otherCurrency', 'otherAmount'],
) {
  const [currencyKey, amountKey] = keys
  const currency = typed[currencyKey]
  if (!isOneOf<CurrencyCode>(currency, CURRENCY_CODES)) {
    problems[currencyKey] = 'Choose a currency.'
    return undefined
  }
  const parsed = parseAmount(typed[amountKey], currency)
  if (parsed.ok && !isZero(parsed.money)) return { amount: toMinorNumber(parsed.money), currency }
  problems[amountKey] = `Enter an amount above zero, for example ${currency} 250.00.`
  return undefined
}

const ONE = ['currency', 'amount'] as const
const OTHER = ['otherCurrency', 'otherAmount'] as const

/** Returns the entry that the form asks for, or what is wrong with it, by field. */
export function readTyped(typed: Typed): Read {
  const problems: Problems = {}
  const { kind, account, direction, as } = typed
  const reference = typed.reference.trim()
  if (reference.length < 3) problems.reference = 'Enter the statement reference, at least 3 characters.'
  if (reference.length > 200) problems.reference = 'Shorten it to 200 characters.'
  if (kind !== 'conversion' && account === '') problems.account = 'Choose an account.'
  const one = amountOf(typed, problems, ONE)
  if (kind === 'adjustment') {
    if (!isOneOf(direction, ['more', 'less'])) problems.direction = 'Choose more or less.'
    if (!isOneOf(as, ['provider_fees', 'losses', 'capital'])) {
      problems.as = 'Choose how to book it.'
      return { problems }
    }
    if (one === undefined || Object.keys(problems).length > 0) return { problems }
    const amount = { ...one, amount: direction === 'less' ? -one.amount : one.amount }
    return { problems, entry: { kind, account, amount, as, reference } }
  }
  const other = amountOf(typed, problems, OTHER)
  if (kind === 'conversion' && one !== undefined && one.currency === other?.currency)
    problems.otherCurrency = 'Choose two different currencies.'
  if (!isOneOf(kind, ['top_up', 'conversion'])) problems.kind = 'Choose an entry type.'
  if (one === undefined || other === undefined || Object.keys(problems).length > 0) return { problems }
  if (kind === 'conversion') return { problems, entry: { kind, bought: one, sold: other, reference } }
  return { problems, entry: { kind: 'top_up', account, arrived: one, paid: other, reference } }
}

const text = v.string()
/** The form of an entry with its reason. */
export const entrySchema = v.pipe(
  v.object({
    ...{ kind: text, account: text, currency: text, amount: text, otherCurrency: text, otherAmount: text },
    ...{ direction: text, as: text, reference: text, reason: text },
  }),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): { entry: NewTreasuryEntry; reason: string } => {
    const { problems, entry } = readTyped(value)
    const reason = v.safeParse(reasonSchema, value.reason)
    if (entry !== undefined && reason.success) return { entry, reason: reason.output }
    const all = reason.success ? problems : { ...problems, reason: reason.issues[0].message }
    for (const [key, message] of Object.entries(all))
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key, value: '' }] })
    return NEVER
  }),
)
