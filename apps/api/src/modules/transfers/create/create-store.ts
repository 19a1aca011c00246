import { rateToString, type Money } from '@sesa/money'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../../../db/index.ts'
import type { CancelReason } from '../../../db/schema/money.ts'
import type { StoredQuote } from '../../quotes/index.ts'
import type { DeclarationColumns } from './declaration.ts'
import type { SendRequest } from './input.ts'
import { record } from '../state/transitions.ts'
import { LeaseLost, type Claim } from '../state/claims.ts'

/** Without letters that look like digits, as people read it out. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function newReference(): string {
  return `S-${[...randomBytes(8)].map((byte) => ALPHABET.charAt(byte % 32)).join('')}`
}

/** Writes a new transfer down, leased to the caller, who opens its payment. */
export async function insertTransfer(
  tx: Tx,
  request: SendRequest & { readonly declared: DeclarationColumns },
  quote: StoredQuote,
  usd: Money<'USD'>,
  personKey: Buffer | null = null,
): Promise<Claim> {
  const row = await tx
    .insertInto('transfers')
    .values({
      reference: newReference(),
      user_id: quote.userId,
      quote_id: quote.id,
      sender_country: request.from,
      country: request.to,
      recipient_name: request.name,
      recipient_phone: request.phone,
      network: request.network,
      ...request.declared,
      amount: quote.send.amount,
      currency: quote.send.currency,
      fee: quote.fee.amount,
      total: quote.total.amount,
      rate: rateToString(quote.rate),
      receive_amount: quote.receive.amount,
      receive_currency: quote.receive.currency,
      charge_amount: quote.charge.total.amount,
      charge_currency: quote.charge.total.currency,
      charge_rate: rateToString(quote.charge.rate),
      charge_fee: quote.charge.fee.amount,
      charge_margin: quote.charge.margin.amount,
      usd_amount: usd.amount,
      person_key: personKey,
      quote_expires_at: quote.expiresAt,
      deliver_by: quote.deliverBy,
      next_step_at: quote.expiresAt,
      attempts: 1,
      lease_token: sql<string>`gen_random_uuid()`,
      lease_until: sql<Date>`now() + interval '45 seconds'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, null, row)
  return { ...row, expired: false, stale: false }
}

/** What stands under an idempotency key. */
export interface Keyed {
  readonly transferId: string
  readonly bodyHash: string
  /** The transfer was cancelled before it was paid: the key is free again. */
  readonly cancelled: boolean
}

export async function readIdempotencyKey(
  db: Db | Tx,
  userId: string,
  key: string,
): Promise<Keyed | undefined> {
  const row = await db
    .selectFrom('idempotency_keys as k')
    .innerJoin('transfers as t', 't.id', 'k.transfer_id')
    .select(['k.transfer_id', 'k.body_hash', 't.state'])
    .where('k.user_id', '=', userId)
    .where('k.key', '=', key)
    .executeTakeFirst()
  return (
    row && {
      transferId: row.transfer_id,
      bodyHash: row.body_hash,
      cancelled: row.state === 'cancelled',
    }
  )
}

export async function writeIdempotencyKey(
  tx: Tx,
  userId: string,
  key: string,
  keyed: Pick<Keyed, 'transferId' | 'bodyHash'>,
): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).where('key', '=', key).execute()
  await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, body_hash: keyed.bodyHash, transfer_id: keyed.transferId })
    .execute()
}

/** The user's other unpaid transfers; those that are being opened at this moment are left alone. */
export async function unpaidTransfers(tx: Tx, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`/* prepared: transfers.unpaid */
    select id from transfers
    where user_id = ${userId} and created_at > now() - interval '30 days'
      and state = 'awaiting_payment' and hold_reason is null
      and (payment_intent_id is not null or lease_until is null or lease_until < now())`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Asks for the payment to be closed. A step does it, at the provider first. */
export async function markReplaced(
  tx: Tx,
  id: string,
  reason: Extract<CancelReason, 'replaced' | 'declined'> = 'replaced',
): Promise<void> {
  await sql`
    update transfers set cancel_reason = ${reason}, next_step_at = now(), bumps = bumps + 1
    where id = ${id} and state = 'awaiting_payment'
      and (cancel_reason is null or ${reason}::text = 'replaced')`.execute(tx)
}

/** Leases a transfer whose payment was never opened; undefined while somebody else is opening it. */
export async function claimUnopened(tx: Tx, id: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    update transfers set lease_token = gen_random_uuid(), lease_until = now() + interval '45 seconds',
      attempts = attempts + 1
    where id = ${id} and state = 'awaiting_payment' and payment_intent_id is null and hold_reason is null
      and (lease_until is null or lease_until < now())
    returning transfers.*, quote_expires_at <= now() as expired, false as stale`.execute(tx)
  return rows[0]
}

/** Keeps the payment's id and gives the lease back: from here on the sweep looks after the transfer. */
export async function saveOpenedPayment(tx: Tx, claim: Claim, paymentId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('transfers')
    .set({
      payment_intent_id: paymentId,
      attempts: 0,
      lease_token: null,
      lease_until: null,
      next_step_at: sql<Date>`case when cancel_reason is null then now() + interval '30 seconds' else now() end`,
    })
    .where('id', '=', claim.id)
    .where('lease_token', '=', claim.lease_token)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new LeaseLost(`Transfer ${claim.id}`)
}

/** True for an unpaid transfer whose price has run out. */
export async function isExpiredUnpaid(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('transfers')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'awaiting_payment')
    .where('quote_expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}
