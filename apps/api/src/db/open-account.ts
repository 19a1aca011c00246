import { sql, type RawBuilder } from 'kysely'
import { Refused } from '../lib/refused.ts'
import type { Tx } from './index.ts'

/** Returns the statement of `holdOpenAccount`, to be part of another. */
export const holdingAccount = (userId: string, alone = false): RawBuilder<{ readonly open: boolean }> => sql`
  select locked_at is null and closed_at is null as open from users where id = ${userId}
  ${alone ? sql`for no key update` : sql`for share`}`

/**
 * Keeps an account open until the transaction ends: closing or locking it waits. `alone` also excludes other callers of
 * this function. Returns false when the account is already closed or locked. Take this lock before any other lock of
 * the account.
 */
export async function holdOpenAccount(
  tx: Tx,
  userId: string,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<boolean> {
  const { rows } = await holdingAccount(userId, alone).execute(tx)
  return rows[0]?.open ?? false
}

/**
 * Locks the account like `holdOpenAccount`. Throws Refused `unauthenticated` when it was closed or locked since the
 * request.
 */
export async function requireOpenAccount(...asked: Parameters<typeof holdOpenAccount>): Promise<void> {
  if (!(await holdOpenAccount(...asked))) throw new Refused('unauthenticated')
}
