import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/index.ts'

/** Days without a sign-in after which a browser is forgotten; browsers keep no cookie longer. */
export const DEVICE_DAYS = 400

/** Returns true when this browser has signed in to this account before. */
export async function isKnownDevice(db: Db | Tx, userId: string, deviceHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', deviceHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how many wrong codes this browser ever tried for this account; undefined for an unknown browser. */
export async function wrongCodesOfDevice(
  tx: Tx,
  userId: string,
  deviceHash: Buffer,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('known_devices')
    .select('wrong_codes')
    .where('user_id', '=', userId)
    .where('token_hash', '=', deviceHash)
    .executeTakeFirst()
  return row?.wrong_codes
}

export async function addWrongCodeOfDevice(tx: Tx, userId: string, deviceHash: Buffer): Promise<void> {
  await tx
    .updateTable('known_devices')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('user_id', '=', userId)
    .where('token_hash', '=', deviceHash)
    .execute()
}

/** Records that this browser signed in to this account. */
export async function rememberDevice(
  tx: Tx,
  { userId, deviceHash, name }: { userId: string; deviceHash: Buffer; name: string },
): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash: deviceHash, name })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'token_hash']).doUpdateSet({ name, last_used_at: sql`now()` }),
    )
    .execute()
}

/** Forgets every browser of an account except the one of this session. */
export async function forgetOtherDevices(tx: Tx, userId: string, keep: string | null): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`token_hash is distinct from (select device_hash from sessions where id = ${keep}::uuid)`,
    )
    .execute()
}

export async function forgetDevice(tx: Tx, userId: string, deviceHash: Buffer): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', '=', deviceHash)
    .execute()
}

/** Returns an account's browsers for the data export. */
export async function devicesOf(db: Db, userId: string) {
  return db
    .selectFrom('known_devices')
    .select(['name', 'created_at as firstSignIn', 'last_used_at as lastSignIn'])
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .execute()
}
