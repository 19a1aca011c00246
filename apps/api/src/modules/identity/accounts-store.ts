import { sql } from 'kysely'
import type { CountryCode } from '@sesa/contract'
import { purgeBudgets } from '../../db/budgets.ts'
import type { Db, Tx } from '../../db/index.ts'
import { purgeDevices } from './sessions/devices.ts'
import { purgeProofsOfWork } from './limits/proof-of-work-store.ts'

/** Returns the account a number belongs to. */
export async function phoneOwner(tx: Tx, phoneNumber: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('phone_identities')
    .select('user_id')
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
  return row?.user_id
}

/** Creates an account without any sign-in method. */
export async function insertUser(tx: Tx): Promise<string> {
  const { id } = await tx.insertInto('users').defaultValues().returning('id').executeTakeFirstOrThrow()
  return id
}

/** Gives a number to an account; false when the account already has one. The caller holds the number's lock. */
export async function linkPhone(
  tx: Tx,
  userId: string,
  phoneNumber: string,
  country: CountryCode,
): Promise<boolean> {
  const row = await tx
    .insertInto('phone_identities')
    .values({ user_id: userId, phone_number: phoneNumber, country })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes codes after two days, sessions 90 days after their end and browsers 400 days after their last sign-in. */
export async function purgeIdentity(db: Db): Promise<void> {
  await purgeBudgets(db)
  await purgeProofsOfWork(db)
  await purgeDevices(db)
  await db
    .deleteFrom('verifications')
    .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute()
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute()
}
