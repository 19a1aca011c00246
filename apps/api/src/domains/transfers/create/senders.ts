import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { closeAllUnpaid } from '../state/wake.ts'
import { lockUser } from './limits.ts'

/**
 * Returns the statement that copies the sender's profile and declared document to the transfer `opened`, a row with its id and
 * user. Receipts, messages and rails use the copy. Run it under the user's lock, which a change of name or date of birth also
 * takes. Copies nothing without a name.
 */
export const freezingSender = (opened: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    insert into transfer_senders (transfer_id, user_id, name, dob, gender, phone, nationality, address_line, postal_code,
      city, country, identification_type, identification_number, occupation)
    select opened.id, p.user_id, p.name, p.dob, p.gender, i.phone_number, d.nationality, d.address_line, d.postal_code,
      d.city, d.country, d.identification_type, d.identification_number, d.occupation
    from ${opened} opened join profiles p on p.user_id = opened.user_id
      left join phone_identities i on i.user_id = p.user_id
      left join sender_details d on d.user_id = p.user_id
    where p.name is not null`

/** Copies the sender to a stored transfer; see `freezingSender`. */
export async function freezeSender(tx: Tx, transferId: string): Promise<void> {
  await freezingSender(sql`(select id, user_id from transfers where id = ${transferId})`).execute(tx)
}

/**
 * Erases the frozen copies of a closed account, after the locked record has them, and the lock of an account that never sent.
 */
export async function forgetFrozenSenders(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('transfer_senders').where('user_id', '=', userId).execute()
  await sql`delete from user_limits where user_id = ${userId}
    and not exists (select from transfers where user_id = ${userId})`.execute(tx)
}

/**
 * Closes the user's open payments because name or date of birth changes in this transaction. A charge made before the card
 * provider has closed them is refunded: nothing is paid out for an identity that was not on file at the payment. Returns true
 * if the user has ever opened a payment.
 */
export async function closeForIdentity(tx: Tx, userId: string): Promise<boolean> {
  // An opening that holds this lock has read the name that is about to change.
  await lockUser(tx, userId)
  await closeAllUnpaid(tx, userId, 'identity')
  const { rows } = await sql`select 1 from transfers where user_id = ${userId} limit 1`.execute(tx)
  return rows.length > 0
}
