import { sql, type RawBuilder } from 'kysely'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Db } from '../../../db/index.ts'
import type { Sealing } from '../../../lib/secrets.ts'

/** Names the key that seals these records: each purpose has its own key. */
export const RECORD_PURPOSE = 'payment-record'

/** The columns of a transfer that never change: the customer's agreed terms, and the reference of its pay-out. */
export const TRANSFER_COLUMNS = [
  'id',
  'reference',
  'user_id',
  'quote_id',
  'sender_country',
  'country',
  'recipient_name',
  'recipient_phone',
  'network',
  'amount',
  'currency',
  'fee',
  'total',
  'rate',
  'receive_amount',
  'receive_currency',
  'charge_amount',
  'charge_currency',
  'charge_rate',
  'charge_fee',
  'charge_margin',
  'usd_amount',
  'quote_expires_at',
  'deliver_by',
  'payout_reference',
  'created_at',
  'purpose_of_funds',
  'source_of_funds',
  'relationship',
  'person_key',
  'name_check',
  'name_rule',
  'name_checked_at',
  'account_name',
  'payout_delay_minutes',
  'request_3ds',
  'pay_method',
] as const

/** The columns of its quote. Leaves out the id of its rates, which a restore may lose. */
export const QUOTE_COLUMNS = [
  'id',
  'user_id',
  'sender',
  'recipient',
  'fix',
  'send_currency',
  'send_amount',
  'fee_amount',
  'margin_amount',
  'receive_currency',
  'receive_amount',
  'rate',
  'mid_rate',
  'charge_currency',
  'charge_amount',
  'charge_fee',
  'charge_margin',
  'charge_principal',
  'charge_rate',
  'price_version',
  'created_at',
  'expires_at',
  'deliver_by',
] as const

/** Lists columns as texts of a statement. */
const columns = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.lit(name)))

/**
 * A decrypted record: JSON of `{ transfer, quote }` by column, and the customer's number. The database parses it, so no
 * amount becomes a float.
 */
export type OpenedRecord = string

/** Selects the record of a transfer `t` with its quote `q`, in a statement that has both rows. */
export const RECORD = sql<OpenedRecord>`
  jsonb_build_object(
    'transfer', (select jsonb_object_agg(key, value) from jsonb_each(jsonb_strip_nulls(to_jsonb(t)))
      where key in (${columns(TRANSFER_COLUMNS)})),
    'phone', (select phone_number from phone_identities i where i.user_id = t.user_id),
    'quote', (select jsonb_object_agg(key, value) from jsonb_each(jsonb_strip_nulls(to_jsonb(q)))
      where key in (${columns(QUOTE_COLUMNS)})))::text`

/** Reads the record of a stored transfer. */
export async function readRecord(db: Db, id: string): Promise<OpenedRecord> {
  const { rows } = await sql<{ record: OpenedRecord }>`
    select ${RECORD} as record from transfers t join quotes q on q.id = t.quote_id where t.id = ${id}`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`Transfer ${id} has no record`)
  return row.record
}

/**
 * Returns a transfer's record for the card provider to store with the payment: compressed, encrypted for this transfer, in
 * base64. After a restore, the transfer is recovered from it.
 */
export function sealRecord(sealing: Sealing, record: OpenedRecord, id: string): string {
  return sealing.seal(deflateRawSync(record).toString('base64'), id).toString('base64')
}

/** Decrypts the record of a transfer; returns null when none of our secrets sealed it for this transfer. */
export function openRecord(sealing: Sealing, record: string, id: string): OpenedRecord | null {
  try {
    const packed = sealing.unseal(Buffer.from(record, 'base64'), id)
    return inflateRawSync(Buffer.from(packed, 'base64')).toString()
  } catch {
    return null
  }
}
