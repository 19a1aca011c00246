import type { CountryCode } from '@sesa/contract'
import type { Tx } from '../../../db/index.ts'

/** Returns the account of a number. */
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

/** Gives a number to an account; returns false when the account already has one. The caller holds the number's lock. */
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
