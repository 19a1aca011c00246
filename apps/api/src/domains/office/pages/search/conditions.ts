import type { Role } from '@sesa/contract/office'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../db/index.ts'
import { isUnderReview, UNDER_REVIEW, type Reader } from '../../../transfers/index.ts'
import type { Chosen, Meaning } from './pieces.ts'
import { RECENT_DAYS } from './understand.ts'

export type Condition = RawBuilder<boolean>

/** The member for whom conditions are made. */
export interface Asker extends Reader {
  readonly id: string
  readonly name: string
  readonly roles: readonly Role[]
}

/** An id is made some time after its transaction began, so that a range of ids is wider than the span. */
const SLACK = sql`interval '1 day'`

/**
 * Matches names by all words, in any order. Each must be part of a word of the name; a word of two letters must be the end of
 * one. A single letter counts only alone.
 */
function ofNames(words: readonly string[]): Condition {
  const long = words.filter((word) => [...word].length > 1)
  const parts = (long.length > 0 ? long : words).map((word) => `'${word}'${[...word].length > 2 ? ':*' : ''}`)
  return sql`name_parts(name) @@ ${parts.join(' & ')}::tsquery`
}

/** The ids of the customers that a meaning is about; null if it is about something else. */
function idsOf(meaning: Meaning): RawBuilder<unknown> | null {
  switch (meaning.kind) {
    case 'phone':
      return sql`select user_id from account_numbers where phone_number = any (${meaning.numbers}::text[])`
    case 'email':
      return sql`select user_id from profiles where ${startsWith(sql`lower(email)`, meaning.start)}`
    case 'domain':
      return sql`select user_id from profiles where ${startsWith(sql`split_part(lower(email), '@', 2)`, meaning.start)}`
    default:
      return null
  }
}

const startsWith = (column: RawBuilder<unknown>, start: string): Condition =>
  sql`${column} like ${`${start.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`

interface InSpan {
  readonly from: Date
  readonly until: Date
}

const isInSpan = (at: string, { from, until }: InSpan): Condition =>
  sql`(${sql.ref(at)} >= ${from} and ${sql.ref(at)} < ${until})`

/** The roles that decide about a hold, by its owner as the reader sees it. */
const OWNERS: Readonly<Record<Role, readonly string[]>> = {
  support: [],
  compliance: ['operations', 'compliance'],
  finance: ['operations', 'treasury'],
  engineer: ['engineering'],
  administrator: [],
}

function ofTransfer(meaning: Meaning, asker: Asker): Condition {
  switch (meaning.kind) {
    case 'id':
      return sql`(t.id = ${meaning.id} or t.payout_reference = ${meaning.id} or t.user_id = ${meaning.id})`
    case 'wallet':
      return sql`t.recipient_phone = any (${meaning.numbers}::text[])`
    case 'reference':
      return sql`t.reference between ${meaning.start} and ${meaning.start.padEnd('S-'.length + 8, 'Z')}`
    case 'payment':
      return sql`t.payment_intent_id = ${meaning.id}`
    case 'amount': {
      const within = (amount: string, currency: string) =>
        sql`(${sql.ref(amount)} between ${meaning.from} and ${meaning.to}
          and ${sql.ref(currency)} = any (${meaning.in}::text[]))`
      return sql`(${within('t.amount', 't.currency')} or ${within('t.total', 't.currency')}
        or ${within('t.receive_amount', 't.receive_currency')} or ${within('t.charge_amount', 't.charge_currency')})`
    }
    case 'span':
      return sql`(${isInSpan('t.created_at', meaning)}
        and t.id >= month_start_id(greatest(${meaning.from}::timestamptz, '1970-01-02') - ${SLACK})
        and t.id < month_start_id(${meaning.until}::timestamptz + ${SLACK}))`
    case 'states':
      return sql`t.state = any (${meaning.states}::text[])`
    case 'held':
      return sql`t.hold_reason is not null`
    case 'review':
      return sql`(t.hold_reason is not null and ${isUnderReview})`
    case 'corridor':
      return sql`(t.sender_country = ${meaning.from} and t.country = ${meaning.to})`
    case 'network':
      return sql`t.network = ${meaning.network}`
    case 'currency':
      return sql`${meaning.currency} in (t.currency, t.receive_currency, t.charge_currency)`
    case 'card':
      return sql`${meaning.last4} in (t.card_last4, t.bank_last4)`
    case 'owner': {
      const owners =
        meaning.owner === 'me' ? asker.roles.flatMap((role) => OWNERS[role]) : OWNERS[meaning.owner]
      // A neutral hold has one owner, whatever the cause.
      const owner = asker.seesCases
        ? sql`t.hold_owner`
        : sql`case when ${isUnderReview} then ${UNDER_REVIEW.owner} else t.hold_owner end`
      return sql`(t.hold_reason is not null and ${owner} = any (${owners}::text[]))`
    }
    default: {
      const ids = idsOf(meaning)
      return ids === null ? sql`false` : sql`t.user_id in (${ids})`
    }
  }
}

function ofCustomer(meaning: Meaning): Condition {
  switch (meaning.kind) {
    case 'id':
      return sql`u.id = ${meaning.id}`
    case 'span':
      return isInSpan('u.created_at', meaning)
    case 'locked':
      return sql`u.locked_at is not null`
    case 'closed':
      return sql`u.closed_at is not null`
    default: {
      const ids = idsOf(meaning)
      return ids === null ? sql`false` : sql`u.id in (${ids})`
    }
  }
}

/** Names with at most this many bearers are searched by their ids. Of more, some are soon met in the order of a list. */
const FEW = 2_000

/** Returns the customers with the names of a reading; undefined if it has none, or if more than a few have them. */
export async function fewNamed(db: Db, reading: readonly Chosen[]): Promise<readonly string[] | undefined> {
  const words = wordsIn(reading)
  if (words.length === 0) return undefined
  const { rows } = await sql<{ user_id: string }>`
    select user_id from profiles where ${ofNames(words)} limit ${FEW + 1}`.execute(db)
  return rows.length > FEW ? undefined : rows.map(({ user_id }) => user_id)
}

const wordsIn = (reading: readonly Chosen[]): readonly string[] =>
  reading.flatMap(({ meaning }) => (meaning.kind === 'name' ? meaning.words : []))

interface People {
  /** The column with the customer's id. */
  readonly id: 't.user_id' | 'u.id'
  /** The customers with the names of the reading, if few have them. */
  readonly few: readonly string[] | undefined
}

function namedIn(words: readonly string[], { id, few }: People): Condition {
  return few === undefined
    ? sql`${sql.ref(id)} in (select user_id from profiles where ${ofNames(words)})`
    : sql`${sql.ref(id)} = any (${few}::uuid[])`
}

function allOf(
  reading: readonly Chosen[],
  conditionOf: (meaning: Meaning) => Condition,
  people: People,
): Condition[] {
  const words = wordsIn(reading)
  return [
    ...(words.length > 0 ? [namedIn(words, people)] : []),
    ...reading
      .filter(({ meaning }) => meaning.kind !== 'name')
      .map(({ meaning, isNegated }) => {
        const condition = conditionOf(meaning)
        return isNegated ? sql<boolean>`(${condition}) is not true` : condition
      }),
  ]
}

/** Returns the conditions on a transfer `t` that must all hold for one reading of the text. */
export function transferConditions(
  reading: readonly Chosen[],
  asker: Asker,
  few: People['few'],
): readonly Condition[] {
  const has = (kind: Meaning['kind']): boolean => reading.some(({ meaning }) => meaning.kind === kind)
  const recent = sql<boolean>`t.id >= month_start_id(now() - make_interval(days => ${RECENT_DAYS}::int))`
  return [
    ...allOf(reading, (meaning) => ofTransfer(meaning, asker), { id: 't.user_id', few }),
    ...(has('amount') && !has('span') ? [recent] : []),
  ]
}

/** Returns the conditions on a customer, `u`, that must all hold for one reading of the text. */
export const customerConditions = (reading: readonly Chosen[], few: People['few']): readonly Condition[] =>
  allOf(reading, ofCustomer, { id: 'u.id', few })
