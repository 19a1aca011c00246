import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/** Locks an address, in any spelling, until the transaction ends, so that confirmations run one at a time. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('profiles.email'), hashtext(lower(${email})))`.execute(tx)
}

/** Returns the account that confirmed an address, in any spelling. */
export async function emailOwner(db: Db | Tx, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select('user_id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.user_id
}

/** Locks and returns an account's address until the transaction ends. */
export async function lockAddressOf(tx: Tx, userId: string) {
  return tx
    .selectFrom('profiles')
    .select(['email', 'pending_email as pending'])
    .select(sql<boolean>`email_verified_at is not null`.as('verified'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Hours until a newly confirmed address can reset the password, unless its owner confirmed it in a proven session. */
export const RESET_WAIT_HOURS = 24

/**
 * Sets an account's confirmed address. The caller holds the address's lock and has checked that no other account has
 * confirmed it. With `waits`, password reset with the address opens only after RESET_WAIT_HOURS. Returns the opening time;
 * null means immediately.
 */
export async function setConfirmedEmail(
  tx: Tx,
  userId: string,
  email: string,
  { waits }: { waits: boolean } = { waits: false },
): Promise<Date | null> {
  const resetFrom = waits ? sql<Date>`now() + make_interval(hours => ${RESET_WAIT_HOURS}::int)` : null
  const row = await tx
    .insertInto('profiles')
    .values({ user_id: userId, email, email_verified_at: sql`now()`, reset_from: resetFrom })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        email,
        email_verified_at: sql`now()`,
        pending_email: null,
        reset_from: resetFrom,
        updated_at: sql`now()`,
      }),
    )
    .returning('reset_from as resetFrom')
    .executeTakeFirstOrThrow()
  return row.resetFrom
}

/** Returns true once a confirmed address may reset the password of its account. */
export async function isResetOpen(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('profiles')
    .select(sql<boolean>`reset_from is null or reset_from <= now()`.as('open'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.open ?? false
}
