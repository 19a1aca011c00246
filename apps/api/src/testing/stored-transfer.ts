import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/index.ts'

interface StoredTransfer {
  readonly id: string
  readonly reference: string
  readonly payment: string
  readonly payout: string
}

/** Inserts a user without identity or profile, and returns the id. */
export async function storeUser(owner: Db): Promise<string> {
  const { id } = await owner.insertInto('users').defaultValues().returning('id').executeTakeFirstOrThrow()
  return id
}

/** Inserts a user's transfer in this state, without the engine. */
export async function storeTransfer(owner: Db, userId: string, state: string): Promise<StoredTransfer> {
  const reference = `S-${randomBytes(4).toString('hex').toUpperCase()}`
  const paid = state !== 'awaiting_payment' && state !== 'cancelled'
  return owner.transaction().execute(async (tx) => {
    // Skips the foreign keys: the quote does not exist.
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql<StoredTransfer>`
    insert into transfers (reference, user_id, quote_id, sender_country, country, recipient_name, recipient_phone, network,
      amount, currency, fee, total, rate, receive_amount, receive_currency, charge_amount, charge_currency, charge_rate,
      charge_fee, charge_margin, usd_amount, quote_expires_at, deliver_by, state, payment_intent_id, captured_at)
    values (${reference}, ${userId}, gen_random_uuid(), 'US', 'LR', 'Isata Kamara', '+231770000555', 'mtn',
      10000, 'USD', 0, 10000, '170', 1700000, 'LRD', 10000, 'USD', '1',
      0, 0, 10000, now(), now(), ${state}, ${`pi_${reference}`}, ${paid ? sql`now()` : null})
    returning id, reference, payment_intent_id as payment, payout_reference as payout`.execute(tx)
    const [stored] = rows
    if (stored === undefined) throw new Error('Nothing was stored')
    return stored
  })
}
