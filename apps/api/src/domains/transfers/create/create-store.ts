import { rateToString } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import { randomBytes } from 'node:crypto'
import { MOMENT, type Moment } from '../../../db/configuration.ts'
import type { Tx } from '../../../db/index.ts'
import { inserting } from '../../../db/inserting.ts'
import { currentTraceparent } from '../../../lib/tracing.ts'
import type { Priced, Quotes, StoredQuote } from '../../pricing/index.ts'
import { savingDevice, storingDecision } from '../../risk/index.ts'
import { RECORD, type OpenedRecord } from '../adopt/record.ts'
import { DATABASE_STARTED, INSERTED, LEASED, NO_LEASE } from '../state/schedule.ts'
import type { State } from '../state/states.ts'
import { COLUMNS, type Claim, type TransferRow } from '../state/transfer-row.ts'
import type { Checked } from './check-fraud.ts'
import type { CheckedHolder, DeclarationColumns, SendRequest } from './input.ts'
import type { Digests } from './limit-keys.ts'
import { newPaymentId, type Way } from '../ways-to-pay/way-to-pay.ts'
import { freezingSender } from './senders.ts'
import type { CollectionTerms } from '../mobile-money/ports.ts'

/** Excludes letters that look like digits, since customers read references aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function newReference(): string {
  return `S-${[...randomBytes(8)].map((byte) => ALPHABET.charAt(byte % 32)).join('')}`
}

/** A checked payment to store. */
export interface NewTransfer {
  readonly opening: {
    readonly userId: string
    readonly sessionId: string
    /** Digest of the request's network address; null counts no address. */
    readonly addressKey: string | null
    readonly key: string | undefined
  }
  /** Digest of the request's body; kept with the idempotency key. */
  readonly bodyHash: string
  readonly request: SendRequest
  readonly price: Priced
  readonly way: Way
  readonly known: { readonly numbers: readonly string[] }
  readonly declared: DeclarationColumns
  readonly holder: CheckedHolder
  readonly checked: Checked
  /** The person's digest is stored; undefined while name or date of birth is unknown. */
  readonly person: Digests | undefined
  /** The account from which the float is reserved; null reserves none. */
  readonly account: string | null
}

/** A new transfer, leased to the caller, which opens its payment. */
export interface Stored {
  readonly claim: Claim
  readonly quote: StoredQuote
  /** The customer's sign-in number; null for none. */
  readonly phone: string | null
  /** How the payer's network takes the payment; null unless it is by mobile money. */
  readonly terms: CollectionTerms | null
  /** The transfer's record for the card provider, not yet sealed. */
  readonly record: OpenedRecord
}

interface StoredRow extends TransferRow, Moment, Pick<Claim, 'databaseStarted'> {
  readonly quoted_at: Date
  readonly quote_deliver_by: Date
  readonly record: OpenedRecord
}

const OPENED = sql`opened`

/**
 * Stores a payment in one statement: its quote, the transfer with its first event, the fraud decision, browser, frozen sender,
 * network address and float, and its idempotency key, taken from a cancelled transfer; another transfer's key fails the
 * statement. Every part is stored only with the quote: returns undefined when the configuration has changed since the price.
 */
export async function storeOpening(
  tx: Tx,
  quotes: Quotes,
  { opening, bodyHash, request, price, declared, holder, checked, person, account, way, known }: NewTransfer,
): Promise<Stored | undefined> {
  const { userId, sessionId, addressKey, key } = opening
  const { asked, decision, facts } = checked
  const transfer = inserting('transfers', {
    reference: newReference(),
    user_id: userId,
    quote_id: sql<string>`q.id`,
    sender_country: request.from,
    country: request.to,
    recipient_name: request.name,
    recipient_phone: request.phone,
    network: request.network,
    ...declared,
    amount: price.send.amount,
    currency: price.send.currency,
    fee: price.fee.amount,
    total: price.total.amount,
    rate: rateToString(price.rate),
    receive_amount: price.receive.amount,
    receive_currency: price.receive.currency,
    charge_amount: price.charge.total.amount,
    charge_currency: price.charge.total.currency,
    charge_rate: rateToString(price.charge.rate),
    charge_fee: price.charge.fee.amount,
    charge_margin: price.charge.margin.amount,
    usd_amount: price.usd.amount,
    person_key: person?.[0] ?? null,
    name_check: holder.verdict,
    name_rule: holder.rule,
    name_checked_at: sql<Date>`clock_timestamp()`,
    account_name: holder.name,
    quote_expires_at: sql<Date>`q.expires_at`,
    deliver_by: sql<Date>`q.deliver_by + make_interval(mins => ${asked.payout_delay_minutes}::int)`,
    ...asked,
    next_step_at: sql<Date>`q.expires_at`,
    traceparent: currentTraceparent(),
    pay_method: way.method,
    // A payment by mobile money begins with its first attempt: nothing is opened at a provider.
    ...(way.method === 'momo'
      ? {
          ...NO_LEASE,
          payment_intent_id: newPaymentId(),
          pay_network: way.terms.network,
          pay_phone: way.phone,
        }
      : LEASED),
  })
  const columns = sql.join(COLUMNS.map((column) => sql.ref(column)))
  const event = inserting('transfer_events', {
    transfer_id: sql<string>`id`,
    from_state: null,
    to_state: sql<State>`state`,
    kind: 'moved',
  })
  const decided = { userId, transferId: sql<string>`id`, amount: price.send }
  const { rows } = await sql<StoredRow>`
    with q as (${quotes.storing(userId, price)}),
    opened as (${transfer} from q returning ${columns}),
    event as (${event} from opened),
    decision as (${storingDecision(decided, decision, facts)} from opened),
    device as (${savingDevice(OPENED, sessionId)}),
    sender as (${freezingSender(OPENED)}),
    origin as (
      insert into payment_origins (transfer_id, address_key)
      select id, ${addressKey} from opened where ${addressKey}::text is not null
    ),
    reserved as (
      insert into float_reservations (reference, account, country, currency, amount)
      select payout_reference, ${account}, country, receive_currency, receive_amount from opened
      where ${account}::text is not null
    ),
    freed as (
      delete from idempotency_keys k using opened, transfers cancelled
      where k.user_id = ${userId} and k.key = ${key ?? null} and cancelled.id = k.transfer_id
        and cancelled.state = 'cancelled'
      returning 1
    ),
    -- The insert waits for the delete by reading its count.
    keyed as (
      insert into idempotency_keys (user_id, key, body_hash, transfer_id)
      select ${userId}, ${key ?? null}, ${bodyHash}, id from opened
      where ${key ?? null}::text is not null and (select count(*) from freed) >= 0
    )
    select ${sql.join(COLUMNS.map((column) => sql.ref(`t.${column}`)))}, ${MOMENT}, ${DATABASE_STARTED} as "databaseStarted",
      q.created_at as quoted_at, q.deliver_by as quote_deliver_by, ${RECORD} as record
    from opened t, q`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const { quoted_at, quote_deliver_by, record, ...claim } = row
  const times = { createdAt: quoted_at, expiresAt: claim.quote_expires_at, deliverBy: quote_deliver_by }
  return {
    claim: { ...claim, ...INSERTED },
    quote: { ...price, id: claim.quote_id, userId, ...times },
    phone: known.numbers[0] ?? null,
    terms: way.terms,
    record,
  }
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

/** Selects the request of the key as one value; null for none. Only reliable under the user's lock. */
export const keyedRequest = (userId: string, key: string | undefined): RawBuilder<Keyed | null> => sql`(
  select jsonb_build_object('transferId', k.transfer_id, 'bodyHash', k.body_hash, 'cancelled', t.state = 'cancelled',
    'expired', t.state = 'awaiting_payment' and t.quote_expires_at <= now())
  from idempotency_keys k join transfers t on t.id = k.transfer_id
  where k.user_id = ${userId} and k.key = ${key ?? null})`

/**
 * Selects the user's unpaid transfers as one value, except those that another process is opening, and debits that the bank has
 * yet to answer. Only reliable under the user's lock.
 */
export const unpaidTransfers = (userId: string): RawBuilder<readonly string[]> => sql`
  array(select id from transfers
    where user_id = ${userId} and created_at > now() - interval '30 days'
      and state = 'awaiting_payment' and hold_reason is null and debit_started_at is null
      and (payment_intent_id is not null or lease_until is null or lease_until < now()))`
