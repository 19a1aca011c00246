import { rateToString, type Money } from '@sesa/money'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { CONFIGURATION_VERSION, DATABASE_TIME } from '../../../db/configuration.ts'
import type { Db, Tx } from '../../../db/index.ts'
import { currentTraceparent } from '../../../lib/tracing.ts'
import type { StoredQuote } from '../../pricing/index.ts'
import type { DeclarationColumns } from './declaration.ts'
import type { CheckedHolder, SendRequest } from './input.ts'
import type { Checked } from './check-fraud.ts'
import { recordEvent } from '../state/events.ts'
import { COLUMNS, type Claim } from '../state/transfer-row.ts'
import { DATABASE_STARTED, INSERTED, LEASED } from '../state/schedule.ts'

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
    .returning([...COLUMNS, DATABASE_TIME.as('now'), CONFIGURATION_VERSION.as('configurationVersion')])
    .returning(DATABASE_STARTED.as('databaseStarted'))
    .executeTakeFirstOrThrow()
  await recordEvent(tx, null, row)
  return { ...row, ...INSERTED }
}

/** The request with an idempotency key. */
export interface Keyed {
  readonly transferId: string
  readonly bodyHash: string
  /** True if the transfer was cancelled unpaid, so that the key can be reused. */
  readonly cancelled: boolean
  /** True for an unpaid transfer whose quote has expired. */
  readonly expired: boolean
}

/** What the user has open. */
interface OpenAtUser {
  readonly keyed: Keyed | undefined
  /** The user's unpaid transfers, except those that another process is opening. */
  readonly unpaid: readonly string[]
}

/** Reads the request with the key, if any, and the user's unpaid transfers. Only reliable under the user's lock. */
export async function readOpen(db: Db | Tx, userId: string, key: string | undefined): Promise<OpenAtUser> {
  const { rows } = await sql<{ [K in keyof Keyed]: Keyed[K] | null } & Pick<OpenAtUser, 'unpaid'>>`
    select k.transfer_id as "transferId", k.body_hash as "bodyHash", t.state = 'cancelled' as cancelled,
      t.state = 'awaiting_payment' and t.quote_expires_at <= now() as expired,
      array(select id from transfers
        where user_id = ${userId} and created_at > now() - interval '30 days'
          and state = 'awaiting_payment' and hold_reason is null
          and (payment_intent_id is not null or lease_until is null or lease_until < now())) as unpaid
    from (values (1)) as one left join (idempotency_keys k join transfers t on t.id = k.transfer_id)
      on k.user_id = ${userId} and k.key = ${key ?? null}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The open transfers returned no row')
  const { unpaid, ...keyed } = row
  return { keyed: keyed.transferId === null ? undefined : (keyed as Keyed), unpaid }
}

/** Gives the key to a transfer. The key of a cancelled one is free; that of another fails the transaction. */
export async function writeIdempotencyKey(
  tx: Tx,
  userId: string,
  key: string,
  { transferId, bodyHash }: Pick<Keyed, 'transferId' | 'bodyHash'>,
): Promise<void> {
  // The insert waits for the delete by reading its count.
  await sql`
    with freed as (
      delete from idempotency_keys k using transfers t
      where k.user_id = ${userId} and k.key = ${key} and t.id = k.transfer_id and t.state = 'cancelled' returning 1
    )
    insert into idempotency_keys (user_id, key, body_hash, transfer_id)
    select ${userId}, ${key}, ${bodyHash}, ${transferId} where (select count(*) from freed) >= 0`.execute(tx)
}
