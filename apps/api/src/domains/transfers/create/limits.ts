import { formatMoney, isNegative, isZero, money, subtract, type Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { holdingAccount } from '../../../db/open-account.ts'
import { Refused } from '../../../lib/refused.ts'
import { countedTransfers } from './former-numbers.ts'
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
