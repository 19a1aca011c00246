import { sql } from 'kysely'
import type { JWK } from 'jose'
import type { Db, Tx } from '../../../../db/index.ts'

export interface KeyRow {
  readonly kid: string
  readonly public_jwk: JWK
  readonly private_jwk: Buffer
}

/** Returns the key pair in use, or undefined. */
export async function signingKey(db: Db): Promise<KeyRow | undefined> {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk', 'private_jwk'])
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}

/** Stores a new key pair; if another process stored one first, keeps that one. */
export async function keepSigningKey(
  tx: Tx,
  row: { kid: string; public_jwk: string; private_jwk: Buffer },
): Promise<void> {
  await tx
    .insertInto('signing_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Retires a key pair; a retired one stays retired. */
export async function retireSigningKey(tx: Tx, kid: string): Promise<void> {
  await tx
    .updateTable('signing_keys')
    .set({ retired_at: sql`now()` })
    .where('kid', '=', kid)
    .where('retired_at', 'is', null)
    .execute()
}

/** Returns the key pairs whose private half is still needed; a retired pair signs nothing. */
export async function signingKeysInUse(db: Db): Promise<Pick<KeyRow, 'kid' | 'private_jwk'>[]> {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk'])
    .where('retired_at', 'is', null)
    .orderBy('kid')
    .execute()
}

/** Stores the re-encrypted private half of a pair. */
export async function keepSealed(db: Db, { kid, private_jwk }: Pick<KeyRow, 'kid' | 'private_jwk'>) {
  await db.updateTable('signing_keys').set({ private_jwk }).where('kid', '=', kid).execute()
}
