import type { CountryCode, IdentificationType } from '@sesa/contract'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Moment } from '../../../db/configuration.ts'
import type { Db, Tx } from '../../../db/index.ts'
import type { MoneyTables } from '../../../db/schema/money.ts'

export type TransferRow = Selectable<MoneyTables['transfers']>

/**
 * A transfer that only this process may change until its lease ends, by the database's clock.
 *
 * Scheduling uses five columns. `next_step_at`: when the next step is due; null when none is. `lease_token` and
 * `lease_until`: which claim owns the row, and until when. `wake_version`: the wake version, raised by every webhook and
 * request, so that a step notices events that arrived while it ran. `late_events_pending`: provider events are waiting to be
 * handled.
 *
 * `charge_unknown`: the card provider has not reported whether the card of an opened payment was charged. It counts only in
 * `awaiting_payment`.
 */
export interface Claim extends TransferRow, Moment {
  /** True if the quote's lock has expired. */
  readonly expired: boolean
  /** True if the state has not changed for 24 hours, or while a debit is under way, for ten days. */
  readonly stale: boolean
  /** True if the card was charged, and a rule delays the pay-out until later. */
  readonly waits: boolean
  /** The rail of the pay-out; null before it is chosen. */
  readonly rail: string | null
  /** When the database started. A choice of a rail may be missing if it was made before, and a backup was restored. */
  readonly databaseStarted: Date
  /** Whether the fraud rules took a saved card for granted; null for a transfer that they did not decide. */
  readonly savedCard: boolean | null
  /** Null once nothing can be paid out any more, and for a transfer that was just inserted. */
  readonly facts: PayoutFacts | null
}

/** The facts besides the transfer that decide a charge or a pay-out, as of the claim. */
export interface PayoutFacts {
  /** Null for a transfer of an earlier release. */
  readonly sender: FrozenSender | null
  readonly standing: Standing
  /** The provider accounts whose wallet for this pay-out is not ample, so that its reservations count. */
  readonly scarce: readonly string[]
}

/** What a customer's limits depend on besides the configuration: their tier today, and the country of their number. */
export interface Standing {
  readonly tier: number
  readonly country: CountryCode | null
}

/** Selects a customer's standing, to be part of another statement. */
export const standingOf = (userId: RawBuilder<unknown>): RawBuilder<Standing> => sql`
  select coalesce((select tier from customer_tiers where user_id = ${userId}
      and (until is null or until >= (now() at time zone 'UTC')::date)), 1) as tier,
    (select country from phone_identities where user_id = ${userId}) as country`

/** Selects the accounts whose wallet for a pay-out is not ample, as a JSON array, to be part of another statement. */
export const scarceAccounts = (
  country: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
): RawBuilder<readonly string[]> => sql`
  (select coalesce(jsonb_agg(account), '[]') from float_wallets where not ample and (country, currency) = (${country}, ${currency}))`

/** Returns the facts of a claim. @throws Error for a claim in a state that needs none. */
export function factsOf({ facts, reference }: Claim): PayoutFacts {
  if (facts === null) throw new Error(`Nothing is known for a pay-out of ${reference}`)
  return facts
}

/** A sender as of the opening of their payment. */
export interface FrozenSender {
  readonly name: string
  /** E.164; null for an account without a number. */
  readonly phone: string | null
  readonly gender: 'male' | 'female' | null
  /** YYYY-MM-DD. */
  readonly dob: string | null
  /** Null when the sender had declared no document. */
  readonly document: FrozenDocument | null
}

/** The sender details declared beyond the profile. */
export interface FrozenDocument {
  readonly nationality: string
  readonly address: { line: string; postalCode: string | null; city: string; country: string }
  readonly identificationType: IdentificationType
  /** The document's number, encrypted for the user, in PostgreSQL's format of bytes in JSON: \x and hexadecimal digits. */
  readonly sealedNumber: string
  readonly occupation: string | null
}

/** Selects the sender as frozen with a transfer, to be part of another statement; null for a transfer of an earlier release. */
export const frozenSender = (transferId: RawBuilder<unknown>): RawBuilder<FrozenSender | null> => sql`(
  select jsonb_build_object('name', name, 'phone', phone, 'gender', gender, 'dob', dob, 'document',
    case when num_nulls(nationality, address_line, city, country, identification_type, identification_number) = 0
      then jsonb_build_object('nationality', nationality, 'occupation', occupation,
        'address', jsonb_build_object('line', address_line, 'postalCode', postal_code, 'city', city, 'country', country),
        'identificationType', identification_type, 'sealedNumber', identification_number) end)
  from transfer_senders where transfer_id = ${transferId})`

/** Returns the sender as frozen with a transfer; null for a transfer of an earlier release. */
export async function readFrozenSender(db: Db | Tx, transferId: string): Promise<FrozenSender | null> {
  const { rows } = await sql<{ sender: FrozenSender | null }>`
    select ${frozenSender(sql`${transferId}`)} as sender`.execute(db)
  return rows[0]?.sender ?? null
}

/** The data of its charge that a transfer stores. */
export type Charge = Pick<TransferRow, 'captured_at'> &
  Partial<
    Pick<
      TransferRow,
      | 'card_brand'
      | 'card_last4'
      | 'card_wallet'
      | 'card_key'
      | 'card_country'
      | 'payout_delay_minutes'
      | 'pay_network'
      | 'clearing'
      | 'collection_id'
      | 'debit_started_at'
      | 'quote_expires_at'
      | 'bank_name'
      | 'bank_last4'
    >
  >

/** The lease expired, so another worker may own the transfer: discard this write. */
export class LeaseLost extends Error {}

/** Named one by one: statements with them are prepared, and a prepared `*` breaks when a migration adds a column. */
export const COLUMNS = [
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
  'payment_intent_id',
  'state',
  'state_changed_at',
  'captured_at',
  'cancel_reason',
  'failure_code',
  'hold_reason',
  'hold_owner',
  'late_events_pending',
  'charge_unknown',
  'next_step_at',
  'wake_version',
  'attempts',
  'failures',
  'lease_token',
  'lease_until',
  'refund_order',
  'repaid_amount',
  'purpose_of_funds',
  'source_of_funds',
  'relationship',
  'person_key',
  'card_key',
  'name_check',
  'name_rule',
  'name_checked_at',
  'account_name',
  'card_brand',
  'card_last4',
  'card_wallet',
  'card_country',
  'payout_delay_minutes',
  'request_3ds',
  'traceparent',
  'pay_method',
  'pay_network',
  'pay_phone',
  'refund_network',
  'clearing',
  'collection_id',
  'debit_started_at',
  'bank_name',
  'bank_last4',
] as const satisfies readonly (keyof TransferRow)[]

/** Reads a transfer by its id. */
export async function readTransfer(db: Db, id: string): Promise<TransferRow | undefined> {
  return db.selectFrom('transfers').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}
