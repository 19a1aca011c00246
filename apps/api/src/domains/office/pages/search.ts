import { COUNTRIES, foldName, plainText } from '@sesa/contract'
import { parsePhone } from '@sesa/contract/phone'
import { CURRENCY_CODES, parseAmount } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/index.ts'
import {
  findCustomers,
  findTransfers,
  MOST,
  transfersOfCustomers,
  type CustomerRow,
  type TransferRow,
} from './store.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const IN_REFERENCE = /^(S-)?[\dA-Z]{3,8}$/
const LONGEST_REFERENCE = 8
/** No index covers amounts or the middle of a reference: both are searched in recent transfers, ordered by id. */
const RECENT_DAYS = 30
/** More customers with one name than staff read, and few enough to sort. */
const MOST_NAMESAKES = 1_000
/** All characters that people write in a phone number. */
const NUMBER = /^\+?[\d\s().,/\p{Dash}]+$/u

export interface Hits {
  readonly customers: readonly CustomerRow[]
  readonly transfers: readonly TransferRow[]
}

type Condition = RawBuilder<boolean>

const isRecent = sql<boolean>`t.id >= month_start_id(now() - make_interval(days => ${RECENT_DAYS}::int))`

/** Returns every number that a text can mean, in E.164: national in any of our countries, or with a calling code. */
function readPhones(text: string): readonly string[] {
  if (!NUMBER.test(text)) return []
  const digits = text.replace(/\D/g, '')
  const international = text.replace('(0)', '').replace(/\D/g, '')
  const readings = [
    parsePhone(`+${international.replace(/^(00|011)/, '')}`),
    ...(text.startsWith('+') ? [] : COUNTRIES.map(({ code }) => parsePhone(digits, code))),
  ]
  return [...new Set(readings.flatMap((read) => (read.ok ? [read.phone.e164] : [])))]
}

function ofAmount(text: string): readonly Condition[] {
  // Only an incomplete or invalid phone number begins like this, never an amount.
  if (/^(\+|0\d)/.test(text)) return []
  const minor = new Set<bigint>()
  for (const currency of CURRENCY_CODES) {
    const parsed = parseAmount(text, currency)
    if (parsed.ok) minor.add(parsed.money.amount)
  }
  return [...minor].map(
    (amount) => sql`${isRecent} and ${amount} in (t.amount, t.total, t.receive_amount, t.charge_amount)`,
  )
}

/** Matches the beginning of a reference, and any part of a recent one. The range is valid in every collation. */
function ofReference(text: string): readonly Condition[] {
  const typed = text.toUpperCase()
  if (!IN_REFERENCE.test(typed)) return []
  const part = typed.replace(/^S-/, '')
  return [
    sql`t.reference between ${`S-${part}`} and ${`S-${part.padEnd(LONGEST_REFERENCE, 'Z')}`}`,
    sql`${isRecent} and position(${part} in t.reference) > 0`,
  ]
}

/**
 * Matches customers by all typed words, in any order. Each must be part of a word of the name; a word of two letters must be
 * the end of one. Returns null without a word.
 */
function ofName(text: string): Condition | null {
  const words = foldName(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}/u.test(word))
  const long = words.filter((word) => [...word].length > 1)
  const parts = (long.length > 0 ? long : words).map((word) => `'${word}'${[...word].length > 2 ? ':*' : ''}`)
  if (parts.length === 0) return null
  return sql`u.id in (
    select user_id from profiles where name_parts(name) @@ ${parts.join(' & ')}::tsquery limit ${MOST_NAMESAKES})`
}

interface Conditions {
  readonly customers: Condition | null
  /** Each condition is a separate query: an index covers each one, but no two together. */
  readonly transfers: readonly Condition[]
}

/** Chooses the searches: by an id, an address or a number, or else by name, reference, payment and amount. */
function conditionsOf(text: string): Conditions {
  const id = text.toLowerCase()
  if (UUID.test(id))
    return {
      customers: sql`u.id = ${id}`,
      transfers: [sql`t.id = ${id} or t.payout_reference = ${id} or t.user_id = ${id}`],
    }
  if (text.includes('@')) return { customers: sql`lower(p.email) = ${id}`, transfers: [] }
  const phones = readPhones(text)
  if (phones.length > 0)
    return {
      customers: sql`i.phone_number = any (${phones}::text[])`,
      transfers: [sql`t.recipient_phone = any (${phones}::text[])`],
    }
  return {
    customers: ofName(text),
    transfers: [sql`t.payment_intent_id = ${text}`, ...ofReference(text), ...ofAmount(text)],
  }
}

/**
 * Finds customers with their transfers by id, number in any notation, address or parts of their name, and transfers by id,
 * reference, payment, pay-out reference, recipient's number or amount. Without `customers`, finds transfers only by their own
 * data.
 */
export async function findAnything(
  db: Db,
  typed: string,
  { customers: withCustomers }: { readonly customers: boolean },
): Promise<Hits> {
  const text = plainText(typed)
  const conditions = conditionsOf(text)
  const customers =
    withCustomers && conditions.customers !== null ? await findCustomers(db, conditions.customers) : []
  const found = await Promise.all([
    transfersOfCustomers(
      db,
      customers.map(({ id }) => id),
    ),
    ...conditions.transfers.map((condition) => findTransfers(db, condition)),
  ])
  const byId = new Map(found.flat().map((transfer) => [transfer.id, transfer]))
  const newestFirst = [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return { customers, transfers: newestFirst.slice(0, MOST) }
}
