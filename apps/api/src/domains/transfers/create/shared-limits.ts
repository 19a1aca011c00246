import type { CountryCode, ErrorCode } from '@sesa/contract'
import { add, compare, money, type Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Current } from '../../../db/configuration.ts'
import type { Db, Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { COUNTED_DAYS } from './former-numbers.ts'
import { lockingKeys, type Digests } from './limit-keys.ts'
import type { BankDebitLimits, Limits, Sent } from './limits.ts'
import { standingOf, type Standing } from '../state/transfer-row.ts'

/** Maximum of all accounts together for one person, one wallet and one card. */
export interface SharedLimits {
  readonly person: Limits
  readonly wallet: Limits
  /** Null counts no cards. */
  readonly card: Limits | null
}

/** All limits of one customer in one corridor. */
export interface SenderLimits {
  readonly own: Limits
  readonly shared: SharedLimits
  readonly bankDebit: BankDebitLimits
}

/** Returns a customer's limits to a destination; null if none is chosen. Pure. */
export type LimitsOf = (standing: Standing, to: CountryCode | null, current: Current) => SenderLimits

/** Returns a customer's limits, and reads their standing alone. */
export async function readLimits(
  limitsOf: LimitsOf,
  db: Db | Tx,
  userId: string,
  to: CountryCode | null,
  current: Current,
): Promise<SenderLimits> {
  const { rows } = await standingOf(sql`${userId}`).execute(db)
  if (rows[0] === undefined) throw new Error('The database returned no tier')
  return limitsOf(rows[0], to, current)
}

const twice = <C extends 'USD'>(amount: Money<C>): Money<C> => add(amount, amount)

/**
 * Returns the shared limits derived from one account's: a person and a card get the same, however many accounts use them. A
 * wallet gets twice as much, since several relatives often support one person.
 */
export function sharedLimitsOf(limits: Limits): SharedLimits {
  const { per24Hours, per30Days } = limits
  return {
    person: limits,
    wallet: { per24Hours: twice(per24Hours), per30Days: twice(per30Days) },
    card: limits,
  }
}

/** The window that a further amount would exceed; null for neither. */
type ExceededWindow = '24 hours' | '30 days' | null

/** Sums the matching transfers of all accounts that count. */
const sumOf = (matching: RawBuilder<unknown>): RawBuilder<Sent> => sql`
  select coalesce(sum(usd_amount) filter (where created_at > now() - interval '24 hours'), 0)::bigint as day,
    coalesce(sum(usd_amount), 0)::bigint as month
  from transfers
  where ${matching} and created_at > now() - make_interval(days => ${COUNTED_DAYS}::int)
    and state not in ('cancelled', 'refunded')`

/** Matches the digests one by one: for an array, PostgreSQL expects ten, and plans the statement each time. */
const isOneOf = (column: 'person_key' | 'card_key', digests: readonly Buffer[]): RawBuilder<boolean> =>
  digests.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join(digests)})`

function findExceededWindow({ day, month }: Sent, amount: Money<'USD'>, limits: Limits): ExceededWindow {
  const isAbove = (sent: bigint, limit: Money<'USD'>) => compare(add(money(sent, 'USD'), amount), limit) > 0
  if (isAbove(day, limits.per24Hours)) return '24 hours'
  return isAbove(month, limits.per30Days) ? '30 days' : null
}

/**
 * Refuses with a message that reveals nothing about other accounts, neither their amounts nor their existence. Therefore no
 * message names the remaining amount.
 */
function refuseExceeded(
  code: Extract<ErrorCode, 'limit_person' | 'limit_recipient'>,
  exceeded: ExceededWindow,
): void {
  if (exceeded === null) return
  const field = code === 'limit_person' ? 'amount' : 'phone'
  const what =
    code === 'limit_person'
      ? `This is over the limit for one person in ${exceeded}.`
      : `We can’t send this much to this number within ${exceeded}.`
  const wait =
    exceeded === '24 hours' ? 'Send less, or try again tomorrow.' : 'Send less, or try again later.'
  throw new Refused(code, { field, message: `${what} ${wait}` })
}

/** Totals of all accounts for one person and one wallet, in US cents. */
export type SentTogether = Record<'personDay' | 'personMonth' | 'walletDay' | 'walletMonth', bigint>

/**
 * Selects what all accounts have sent as a person (none while name or date of birth is unknown) and to a recipient's wallet, to
 * be part of another statement. Only reliable under the locks of both.
 */
export const sentTogether = (person: readonly Buffer[], phone: string): RawBuilder<SentTogether> => sql`
  select person.day as "personDay", person.month as "personMonth", wallet.day as "walletDay", wallet.month as "walletMonth"
  from (${sumOf(isOneOf('person_key', person))}) person,
    (${sumOf(sql`recipient_phone = ${phone}`)}) wallet`

/** Refuses an amount over the limit of the person (`limit_person`) or the recipient's wallet (`limit_recipient`). Pure. */
export function checkSharedLimits(sent: SentTogether, amount: Money<'USD'>, shared: SharedLimits): void {
  const byPerson = { day: sent.personDay, month: sent.personMonth }
  refuseExceeded('limit_person', findExceededWindow(byPerson, amount, shared.person))
  const toWallet = { day: sent.walletDay, month: sent.walletMonth }
  refuseExceeded('limit_recipient', findExceededWindow(toWallet, amount, shared.wallet))
}

/**
 * Returns true when a charged transfer exceeds its card's limit across all accounts. Locks the card until the transaction
 * ends: call it before the transfer's row is changed, and store the card's digest in the same transaction.
 */
export async function isCardAbove(
  tx: Tx,
  { id, amount }: { readonly id: string; readonly amount: Money<'USD'> },
  card: Digests,
  limits: Limits,
): Promise<boolean> {
  await lockingKeys(card).execute(tx)
  const { rows } = await sumOf(sql`${isOneOf('card_key', card)} and id <> ${id}`).execute(tx)
  return rows.some((sent) => findExceededWindow(sent, amount, limits) !== null)
}
