import { formatMoney, isNegative, isZero, money, subtract, type Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { holdingAccount } from '../../../db/open-account.ts'
import { Refused } from '../../../lib/refused.ts'
import { accountsOf, countedTransfers } from './former-numbers.ts'
import { lockingKeys } from './limit-keys.ts'

/** The maximum that one user sends in a rolling window, in US dollars. */
export interface Limits {
  readonly per24Hours: Money<'USD'>
  readonly per30Days: Money<'USD'>
}

/**
 * Takes the user's lock, which serializes opening transfers, and then those of keys that accounts share. Take it before any
 * transfer's row. Throws Refused `unauthenticated` if the account was closed or locked since the request began.
 */
export async function lockUser(tx: Tx, userId: string, keys: readonly Buffer[] = []): Promise<void> {
  // Each part reads the one before, so the account is locked first, the user's limits second, and the keys last.
  const { rows } = await sql<{ open: boolean; locked: boolean }>`
    with account as materialized (${holdingAccount(userId)}), limits as materialized (${lockingSender(userId)}),
    sender as materialized (select account.open, exists (select from limits) as locked from account),
    keys as (${lockingKeys(keys, sql`exists (select from sender where open and locked)`)})
    select open, locked from sender`.execute(tx)
  const [account] = rows
  if (account?.open !== true) throw new Refused('unauthenticated')
  if (account.locked) return
  await lockSender(tx, userId)
  await lockingKeys(keys).execute(tx)
}

const lockingSender = (userId: string): RawBuilder<unknown> =>
  sql`select 1 from user_limits where user_id = ${userId} for update`

/** Takes the user's lock like `lockUser`, for an account that may have been closed since it sent. */
export async function lockSender(tx: Tx, userId: string): Promise<void> {
  const lock = lockingSender(userId)
  if ((await lock.execute(tx)).rows.length > 0) return
  await sql`insert into user_limits (user_id) values (${userId}) on conflict do nothing`.execute(tx)
  await lock.execute(tx)
}

/** Totals, in US cents. */
export interface Sent {
  readonly day: bigint
  readonly month: bigint
}

/**
 * Selects what a user has sent, to be part of another statement. All transfers count except cancelled and refunded ones: an
 * unpaid payment reserves its amount. Only reliable under the user's lock.
 */
export const sentBy = (userId: string): RawBuilder<Sent> => sql`
  select coalesce(sum(usd_amount) filter (where created_at > now() - interval '24 hours'), 0)::bigint as day,
    coalesce(sum(usd_amount), 0)::bigint as month
  from ${countedTransfers(userId)}`

/** Refuses an amount over a limit (`limit_24_hours`, `limit_30_days`). Pure. */
export function checkLimits({ day, month }: Sent, amount: Money<'USD'>, limits: Limits): void {
  refuseAbove('limit_24_hours', '24-hour', subtract(limits.per24Hours, money(day, 'USD')), amount)
  refuseAbove('limit_30_days', '30-day', subtract(limits.per30Days, money(month, 'USD')), amount)
}

function refuseAbove(
  code: 'limit_24_hours' | 'limit_30_days',
  window: string,
  left: Money<'USD'>,
  amount: Money<'USD'>,
): void {
  if (!isNegative(subtract(left, amount))) return
  const message =
    isNegative(left) || isZero(left)
      ? `You’ve reached your ${window} limit. Try again later.`
      : `This is over your ${window} limit. You can still send up to ${formatMoney(left)}.`
  throw new Refused(code, { field: 'amount', message })
}

/** The maximum of one user's bank debits that have not settled. */
export interface BankDebitLimits {
  readonly first: Money<'USD'>
  /** From this many settled debits on. */
  readonly settledBefore: number
  readonly later: Money<'USD'>
}

/** The limits of bank debits until staff set others. */
export const BANK_DEBIT_LIMITS: BankDebitLimits = {
  first: money(50_000n, 'USD'),
  settledBefore: 3,
  later: money(300_000n, 'USD'),
}

/** A debit settles this many days after its charge. Most returns arrive within two banking days; we count a margin. */
const SETTLES_AFTER_DAYS = 10

/** A user's bank debits. */
export interface Debits {
  /** The total that has not settled, in US cents. */
  readonly unsettled: bigint
  /** How many have settled. */
  readonly settled: number
}

/**
 * Selects a user's bank debits, to be part of another statement. Earlier accounts of the number count while unsettled, so a new
 * account has no more than the old one; only the user's own debits count as settled. Only reliable under the user's lock.
 */
export const debitsOf = (userId: string): RawBuilder<Debits> => sql`
  select coalesce(sum(usd_amount) filter (where not has_settled and state not in ('cancelled', 'refunded')), 0)::bigint as unsettled,
    count(*) filter (where has_settled and user_id = ${userId}::uuid and not disputed)::int as settled
  from ${accountsOf(userId)} cross join lateral (
    select usd_amount, state, exists (select from disputes where transfer_id = t.id) as disputed,
      coalesce(captured_at <= now() - make_interval(days => ${SETTLES_AFTER_DAYS}::int), false) as has_settled
    from transfers t
    where t.user_id = sender.user_id and t.created_at <= sender.until and t.pay_method = 'bank_debit'
    offset 0
  ) debits`

/** Selects none, for other ways to pay. */
export const NO_DEBITS: RawBuilder<Debits> = sql`select 0::bigint as unsettled, 0 as settled`

/** Refuses a bank debit over the limit of those that have not settled (`amount_above_limit`). Pure. */
export function checkBankDebits(
  { unsettled, settled }: Debits,
  amount: Money<'USD'>,
  { first, settledBefore, later }: BankDebitLimits,
): void {
  const left = subtract(settled < settledBefore ? first : later, money(unsettled, 'USD'))
  if (!isNegative(subtract(left, amount))) return
  const message =
    isNegative(left) || isZero(left)
      ? 'You can’t pay from a bank account until your earlier bank payments settle. Pay by card.'
      : `You can send up to ${formatMoney(left)} from a bank account for now. Send less, or pay by card.`
  throw new Refused('amount_above_limit', { field: 'amount', message })
}
