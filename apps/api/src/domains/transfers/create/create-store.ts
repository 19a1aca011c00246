import { rateToString, type Money } from '@sesa/money'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../../../db/index.ts'
import { currentTraceparent } from '../../../lib/tracing.ts'
import type { StoredQuote } from '../../pricing/index.ts'
import type { DeclarationColumns } from './declaration.ts'
import type { CheckedHolder, SendRequest } from './input.ts'
import type { Checked } from './check-fraud.ts'
import { recordEvent } from '../state/events.ts'
import { COLUMNS, type Claim } from '../state/transfer-row.ts'
import { LEASED } from '../state/schedule.ts'

/** Excludes letters that look like digits, since customers read references aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function newReference(): string {
  return `S-${[...randomBytes(8)].map((byte) => ALPHABET.charAt(byte % 32)).join('')}`
}

/** Creates a transfer, leased to the caller, which opens its payment. */
export async function insertTransfer(
  tx: Tx,
  request: SendRequest & {
    readonly declared: DeclarationColumns
    readonly holder?: CheckedHolder
    readonly asked?: Checked['asked']
  },
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
      ...(request.holder && {
        name_check: request.holder.verdict,
        name_rule: request.holder.rule,
        name_checked_at: sql<Date>`clock_timestamp()`,
        account_name: request.holder.name,
      }),
      quote_expires_at: quote.expiresAt,
      deliver_by: new Date(quote.deliverBy.getTime() + (request.asked?.payout_delay_minutes ?? 0) * 60_000),
      ...request.asked,
      next_step_at: quote.expiresAt,
      traceparent: currentTraceparent(),
      ...LEASED,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await recordEvent(tx, null, row)
  return { ...row, expired: false, stale: false, waits: false }
}

/** The request with an idempotency key. */
export interface Keyed {
  readonly transferId: string
  readonly bodyHash: string
  /** True if the transfer was cancelled unpaid, so that the key can be reused. */
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

/** Returns the user's unpaid transfers, except those that another process is opening. */
export async function unpaidTransfers(tx: Tx, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transfers
    where user_id = ${userId} and created_at > now() - interval '30 days'
      and state = 'awaiting_payment' and hold_reason is null
      and (payment_intent_id is not null or lease_until is null or lease_until < now())`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns true for an unpaid transfer whose quote has expired. */
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
