import type { Db, Tx } from '../../../../db/index.ts'
import { holdOpenAccount } from '../../../../db/open-account.ts'
import { rememberNumber } from '../../../transfers/index.ts'
import type { Audit } from '../../account-record/index.ts'
import { lockNumber } from './verifications-store.ts'

/** A confirmed number that an account can pay from. */
export interface PayerNumber {
  readonly phone: string
  readonly isSignIn: boolean
}

/** Returns an account's confirmed numbers: the sign-in number first, then the others by their confirmation. */
export function payerNumbersOf(db: Db | Tx, userId: string): Promise<PayerNumber[]> {
  return db
    .selectFrom('account_numbers')
    .select(['phone_number as phone', 'is_sign_in as isSignIn'])
    .where('user_id', '=', userId)
    .orderBy('is_sign_in', 'desc')
    .orderBy('verified_at')
    .execute()
}

/** Returns the account that pays from a number, other than its sign-in number. */
async function payerOf(tx: Tx, phoneNumber: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payer_numbers')
    .select('user_id')
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
  return row?.user_id
}

/** Returns the account of a number, whether it signs in with it or pays from it. Needs the number's lock. */
export async function numberOwner(tx: Tx, phoneNumber: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('account_numbers')
    .select('user_id')
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
  return row?.user_id
}

export async function insertPayerNumber(tx: Tx, userId: string, phoneNumber: string): Promise<void> {
  await tx.insertInto('payer_numbers').values({ user_id: userId, phone_number: phoneNumber }).execute()
}

/** Removes a number that an account pays from; returns false when it has no such number. Needs the account's lock. */
export async function deletePayerNumber(tx: Tx, userId: string, phoneNumber: string): Promise<boolean> {
  await rememberNumber(tx, userId, phoneNumber)
  const removed = await tx
    .deleteFrom('payer_numbers')
    .where('user_id', '=', userId)
    .where('phone_number', '=', phoneNumber)
    .returning('phone_number')
    .executeTakeFirst()
  return removed !== undefined
}

/**
 * Ends the use of a number to pay from, because an account is about to sign in with it: its holder has just proved that they
 * have the SIM. Another account that paid from the number is notified, and its transfers keep counting for the number.
 */
export async function endPayerNumber(
  tx: Tx,
  audit: Audit,
  phoneNumber: string,
  signingIn: string,
): Promise<void> {
  await lockNumber(tx, phoneNumber)
  const payer = await payerOf(tx, phoneNumber)
  if (payer === undefined) return
  // A new transfer of the other account waits for this lock.
  if (payer !== signingIn) await holdOpenAccount(tx, payer, { alone: true })
  // The other account may have removed it meanwhile.
  if (!(await deletePayerNumber(tx, payer, phoneNumber)) || payer === signingIn) return
  await audit.record(tx, { userId: payer, sessionId: null, kind: 'payer_number_ended', origin: null })
}
