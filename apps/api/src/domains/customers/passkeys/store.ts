import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

const CHALLENGE_MINUTES = 5
/** Days until a passkey is offered again after "Not now". */
const DECLINED_DAYS = 90

export interface StoredPasskey {
  readonly id: string
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: bigint
  readonly transports: string[]
}

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/** Stores a challenge until it is answered; `userId` is the owner of the passkey it will create. */
export async function insertChallenge(tx: Tx, challenge: string, userId: string | null): Promise<void> {
  await tx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashOf(challenge),
      user_id: userId,
      expires_at: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES}::int)`,
    })
    .execute()
}

/** Consumes a challenge; returns false when it is for another purpose, expired or already used. */
export async function takeChallenge(tx: Tx, challenge: string, userId: string | null): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where(sql<boolean>`user_id is not distinct from ${userId}::uuid`)
    .returning(sql<boolean>`expires_at > now()`.as('inTime'))
    .executeTakeFirst()
  return row?.inTime ?? false
}

export async function passkeysOf(db: Db, userId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'transports', 'credential_id as credentialId'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

export async function findPasskey(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'credential_id as credentialId', 'public_key as publicKey'])
    .select(['counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Stores a new passkey; returns undefined when it is already known. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<StoredPasskey, 'id'> & { readonly name: string },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Records a use. Returns false when the passkey no longer exists or its counter did not rise, which means a copy is in use.
 * Passkeys without a counter always report 0.
 */
export async function countUse(tx: Tx, id: string, counter: bigint): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns true when the account has no passkey and its owner has not declined one in the last 90 days. */
export async function isPasskeyOffered(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ offered: boolean }>`
    select not exists (select from passkeys where user_id = ${userId}) and not exists (
      select from passkey_offers where user_id = ${userId}
      and declined_at > now() - make_interval(days => ${DECLINED_DAYS}::int)) as offered`.execute(db)
  return rows[0]?.offered ?? false
}

export async function declineOffer(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('passkey_offers')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ declined_at: sql`now()` }))
    .execute()
}

export async function forgetPasskeys(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkey_offers').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
}
