import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/index.ts'

/** A payment to insert; hours are before now. */
export interface Planted {
  readonly user: string
  readonly hours: number
  /** US cents, without the fee. */
  readonly usd?: number
  /** US cents. */
  readonly fee?: number
  readonly wallet?: string
  readonly to?: string
  readonly person?: string
  readonly card?: string
  readonly device?: string
  readonly state?: string
}

export const WALLET = '+233241230001'
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const CURRENCIES: Readonly<Record<string, string>> = { GH: 'GHS', LR: 'LRD', SL: 'SLE' }

/** Inserts a past charged payment without the engine, and returns its reference. */
export async function plant(owner: Db, planted: Planted): Promise<string> {
  const { user, hours, usd = 20_000, fee = 0, wallet = WALLET, to = 'GH', person, card, device } = planted
  const reference = `S-${randomBytes(4).toString('hex').toUpperCase()}`
  const at = sql`now() - ${hours} * interval '1 hour'`
  await owner.transaction().execute(async (tx) => {
    // Skips the foreign keys: the quote does not exist.
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      insert into transfers (id, reference, user_id, quote_id, sender_country, country, recipient_name, recipient_phone,
        network, amount, currency, fee, total, rate, receive_amount, receive_currency, charge_amount, charge_currency,
        charge_rate, charge_fee, charge_margin, usd_amount, quote_expires_at, deliver_by, state, payment_intent_id,
        created_at, captured_at, state_changed_at, person_key, card_key)
      values (uuidv7(${hours} * interval '-1 hour'), ${reference}, ${user}, gen_random_uuid(), 'US', ${to}, 'Ama Mensah',
        ${wallet}, 'mtn', ${usd}, 'USD', ${fee}, ${usd + fee}, '11', ${usd * 11}, ${CURRENCIES[to]}, ${usd + fee}, 'USD',
        '1', ${fee}, 0, ${usd}, ${at}, ${at}, ${planted.state ?? 'sent'}, ${`pi_${reference}`},
        ${at}, ${at}, ${at}, ${person === undefined ? null : digest(person)}, ${card === undefined ? null : digest(card)})
      returning id`.execute(tx)
    if (device !== undefined) {
      await sql`insert into payment_devices (transfer_id, device_hash, opened_at)
        values (${rows[0]?.id}, ${digest(device)}, ${at})`.execute(tx)
    }
  })
  return reference
}

/** Inserts a user with a phone number, which is also a wallet. */
export async function plantUser(owner: Db, phone?: string): Promise<string> {
  const { id } = await owner.insertInto('users').defaultValues().returning('id').executeTakeFirstOrThrow()
  if (phone !== undefined) {
    await sql`insert into phone_identities (user_id, phone_number, country) values (${id}, ${phone}, 'GH')`.execute(
      owner,
    )
  }
  return id
}
