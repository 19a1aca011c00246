import type { Selectable } from 'kysely'
import type { Moment } from '../../../db/configuration.ts'
import type { Db } from '../../../db/index.ts'
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
  /** True if the state has not changed for 24 hours. */
  readonly stale: boolean
  /** True if the card was charged, and a rule delays the pay-out until later. */
  readonly waits: boolean
  /** The rail of the pay-out; null before it is chosen. */
  readonly rail: string | null
  /** When the database started. A choice of a rail may be missing if it was made before, and a backup was restored. */
  readonly databaseStarted: Date
  /** Whether the fraud rules took a saved card for granted; null for a transfer that they did not decide. */
  readonly savedCard: boolean | null
}

/** The data of its charge that a transfer stores. */
export type Charge = Pick<TransferRow, 'captured_at'> &
  Partial<
    Pick<
      TransferRow,
      'card_brand' | 'card_last4' | 'card_wallet' | 'card_key' | 'card_country' | 'payout_delay_minutes'
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
] as const satisfies readonly (keyof TransferRow)[]

/** Reads a transfer by its id. */
export async function readTransfer(db: Db, id: string): Promise<TransferRow | undefined> {
  return db.selectFrom('transfers').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}
