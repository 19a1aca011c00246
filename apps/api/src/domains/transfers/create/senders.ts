import type { IdentificationType } from '@sesa/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { closeAllUnpaid } from '../state/wake.ts'
import { lockUser } from './limits.ts'

/** A sender as of the opening of their payment. */
export interface FrozenSender {
  readonly transferId: string
  readonly userId: string
  readonly name: string
  /** E.164; null for an account without a number. */
  readonly phone: string | null
  readonly gender: 'male' | 'female' | null
  /** YYYY-MM-DD. */
  readonly dob: string | null
  /** Null when the sender had declared no document. */
  readonly document: FrozenDocument | null
}

/** The sender details declared beyond the profile. The document's number is encrypted for the user. */
export interface FrozenDocument {
  readonly nationality: string
  readonly address: { line: string; postalCode: string | null; city: string; country: string }
  readonly identificationType: IdentificationType
  readonly sealedNumber: Buffer
  readonly occupation: string | null
}

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

const FROZEN = [
  'transfer_id',
  'user_id',
  'name',
  'phone',
  'gender',
  'dob',
  'nationality',
  'address_line',
  'postal_code',
  'city',
  'country',
  'identification_type',
  'identification_number',
  'occupation',
] as const

interface Row {
  readonly transfer_id: string
  readonly user_id: string
  readonly name: string
  readonly phone: string | null
  readonly gender: 'male' | 'female' | null
  readonly dob: string | null
  readonly nationality: string | null
  readonly address_line: string | null
  readonly postal_code: string | null
  readonly city: string | null
  readonly country: string | null
  readonly identification_type: IdentificationType | null
  readonly identification_number: Buffer | null
  readonly occupation: string | null
}

function documentOf(row: Row): FrozenDocument | null {
  const { nationality, address_line: line, city, country, identification_type: type } = row
  const sealedNumber = row.identification_number
  const isWhole = nationality !== null && line !== null && city !== null && country !== null && type !== null
  if (!isWhole || sealedNumber === null) return null
  return {
    nationality,
    address: { line, postalCode: row.postal_code, city, country },
    identificationType: type,
    sealedNumber,
    occupation: row.occupation,
  }
}

/** Returns the sender as frozen with a transfer; undefined for a transfer of an earlier release. */
export async function readFrozenSender(db: Db | Tx, transferId: string): Promise<FrozenSender | undefined> {
  const row = await db
    .selectFrom('transfer_senders')
    .select(FROZEN)
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
  return (
    row && {
      transferId: row.transfer_id,
      userId: row.user_id,
      name: row.name,
      phone: row.phone,
      gender: row.gender,
      dob: row.dob,
      document: documentOf(row),
    }
  )
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
