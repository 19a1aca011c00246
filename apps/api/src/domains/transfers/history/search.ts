import { foldName, LISTED_STATUSES, plainText, type ListedStatus } from '@sesa/contract'
import { CURRENCY_CODES, parseAmount, type CurrencyCode } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import { chargedOf, checkedOf, everyPerson, NEWEST_FIRST } from './past-recipients.ts'
import { statesShownAs } from '../state/states.ts'

/** The filters of a page of a user's transfers; all must match. */
export interface Choice {
  readonly userId: string
  /** Text as typed; an empty text matches all transfers. */
  readonly text: string
  readonly status: ListedStatus | undefined
  /** The last transfer of the previous page. */
  readonly cursor: string | undefined
  /** Opened at or after `from` and before `to`. */
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly limit: number
}

type Condition = RawBuilder<unknown>

const NEVER_SEEN_LATER_MS = 60_000
const SHORTEST_NUMBER = 3
const IN_REFERENCE = /^[0-9A-Z]{3,8}$/

/** Returns the smallest id (UUID version 7) that can have been created at a moment since 1970. */
function idFrom(moment: number): string {
  const hex = Math.max(0, moment).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Returns the conditions for a page's position. Ids begin with a timestamp, so dates also bound every index scan. */
function placedIn({ cursor, from, to }: Choice): Condition[] {
  const conditions: Condition[] = []
  if (cursor !== undefined) conditions.push(sql`id < ${cursor}`)
  if (from !== undefined) conditions.push(sql`id >= ${idFrom(from.getTime())} and created_at >= ${from}`)
  // `created_at` is the start of the transaction, a little earlier than the id.
  if (to !== undefined)
    conditions.push(sql`id < ${idFrom(to.getTime() + NEVER_SEEN_LATER_MS)} and created_at < ${to}`)
  return conditions
}

/** Returns the condition for every charged row of the page. */
function within(choice: Choice): Condition {
  const { userId, status } = choice
  const conditions = [chargedOf(userId), ...placedIn(choice)]
  if (status === 'held') conditions.push(sql`hold_reason is not null`)
  else if (status === 'checking') conditions.push(sql`false`)
  else if (status !== undefined)
    conditions.push(sql`hold_reason is null and state in (${sql.join(statesShownAs(status))})`)
  return sql.join(conditions, sql` and `)
}

/**
 * Returns the condition for every row of the page without a known charge. A customer has few, so their text is compared
 * directly.
 */
function withinChecked(choice: Choice): Condition {
  const { userId, status, text } = choice
  if (status !== undefined && status !== 'checking') return sql`false`
  const conditions = [checkedOf(userId), ...placedIn(choice)]
  if (text !== '' && !'checking'.startsWith(text.toLowerCase())) {
    const byName = matchRecipients(text, { name: sql`recipient_name`, phone: sql`recipient_phone` })
    conditions.push(sql`(${sql.join([byName, ...ofAmount(text), ...ofReference(text)], sql` or `)})`)
  }
  return sql.join(conditions, sql` and `)
}

/** Returns one condition per state shown as this status: an index returns one state newest first, but not several. */
function shownAs(status: ListedStatus): Condition[] {
  if (status === 'held') return [sql`hold_reason is not null`]
  if (status === 'checking') return []
  return statesShownAs(status).map((state) => sql`hold_reason is null and state = ${state}`)
}

/** Matches “100”, “100.00” and “1,000” in any currency, and “LRD 100” in LRD only. */
function ofAmount(text: string): Condition[] {
  const minor = new Map<bigint, CurrencyCode[]>()
  for (const currency of CURRENCY_CODES) {
    const parsed = parseAmount(text, currency)
    if (!parsed.ok) continue
    const { amount } = parsed.money
    minor.set(amount, [...(minor.get(amount) ?? []), currency])
  }
  return [...minor].flatMap(([amount, currencies]) => [
    sql`(amount = ${amount} and currency in (${sql.join(currencies)}))`,
    sql`(receive_amount = ${amount} and receive_currency in (${sql.join(currencies)}))`,
  ])
}

/** Matches references by prefix, with or without “S-”, in any case. The range is valid in every collation. */
function ofReference(text: string): Condition[] {
  const typed = text.toUpperCase()
  // An S without a hyphen is the common prefix or the first letter after it.
  const beginnings = typed.startsWith('S-') ? [typed.slice(2)] : [typed, typed.replace(/^S/, '')]
  return [...new Set(beginnings)]
    .filter((beginning) => IN_REFERENCE.test(beginning))
    .map((beginning) => sql`reference between ${`S-${beginning}`} and ${`S-${beginning.padEnd(8, 'Z')}`}`)
}

const ofStatus = (text: string): Condition[] =>
  LISTED_STATUSES.filter((status) => status.startsWith(text.toLowerCase())).flatMap(shownAs)

/** Matches recipients by all words of their name, or by their number. */
function matchRecipients(
  text: string,
  { name, phone }: { readonly name: Condition; readonly phone: Condition },
): Condition {
  const folded = foldName(text)
  const words = folded.split(' ').map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const byName =
    folded === '' ? sql`false` : sql`fold_name(${name}) like all (array[${sql.join(words)}]::text[])`
  const written = plainText(text)
  const digits = written.replace(/\D/g, '').replace(/^0+/, '')
  // “2,000” and “20.00” are amounts, not parts of a number.
  if (/[\p{L},]|\.\d{0,2}$/u.test(written) || digits.length < SHORTEST_NUMBER) return byName
  return sql`(${byName} or ${phone} like ${`%${digits}%`})`
}

/** Returns the ids of the newest transfers to matching recipients, at most one page per recipient. */
function idsByRecipient(choice: Choice): RawBuilder<{ id: string }> {
  return sql`(
    with recursive ${everyPerson(choice.userId)}
    select theirs.id from person cross join lateral (
      select id from transfers
      where ${within(choice)} and recipient_phone = person.phone and recipient_name = person.name
      ${NEWEST_FIRST} limit ${choice.limit}) theirs
    where ${matchRecipients(choice.text, { name: sql`person.name`, phone: sql`person.phone` })} order by theirs.id desc limit ${choice.limit})`
}

/** Returns the ids of a user's newest unfinished transfers: being checked, on their way, on hold or being refunded. */
export function openIdsOf(userId: string, limit: number): RawBuilder<{ id: string }> {
  const choice = {
    userId,
    text: '',
    status: undefined,
    cursor: undefined,
    from: undefined,
    to: undefined,
    limit,
  }
  const charged = (['processing', 'failed', 'held'] as const)
    .flatMap(shownAs)
    .map((condition) => sql`${within(choice)} and ${condition}`)
  const branches = [...charged, withinChecked(choice)].map(
    (condition) => sql`(select id from transfers where ${condition} ${NEWEST_FIRST} limit ${limit})`,
  )
  return sql`select id from (${sql.join(branches, sql` union `)}) found order by id desc limit ${limit}`
}

/** More than a person can send: matches everything. */
const EVERYTHING = 2_000_000_000

/** Returns the condition for every transfer in a list, on all its pages. */
export function matchedBy(choice: Omit<Choice, 'cursor' | 'limit'>): RawBuilder<unknown> {
  const all = { ...choice, cursor: undefined, limit: EVERYTHING }
  return choice.text === '' ? sql`((${within(all)}) or (${withinChecked(all)}))` : sql`id in (${idsOf(all)})`
}

/**
 * Returns the ids of a page, newest first. Each kind of match reads one page from an index in this order, and the newest of
 * the union are returned. No branch scans the whole history.
 */
export function idsOf(choice: Choice): RawBuilder<{ id: string }> {
  const { text, status, limit } = choice
  const select = (condition: Condition): RawBuilder<{ id: string }> =>
    sql`(select id from transfers where ${condition} ${NEWEST_FIRST} limit ${limit})`
  const branch = (condition: Condition) => select(sql`${within(choice)} and ${condition}`)
  const everything = status === undefined ? [sql`true`] : shownAs(status)
  const charged =
    text === ''
      ? everything.map(branch)
      : [idsByRecipient(choice), ...[...ofAmount(text), ...ofReference(text), ...ofStatus(text)].map(branch)]
  const branches = [...charged, select(withinChecked(choice))]
  return sql`select id from (${sql.join(branches, sql` union `)}) found order by id desc limit ${limit}`
}
