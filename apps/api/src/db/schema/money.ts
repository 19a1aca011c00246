import type { ColumnType, Generated } from 'kysely'
import type {
  CountryCode,
  IdentificationType,
  NetworkValue,
  PurposeOfFunds,
  Relationship,
  SourceOfFunds,
} from '@sesa/contract'
import type { CurrencyCode } from '@sesa/money'
import type { State } from '../../modules/transfers/state/states.ts'

/** Written once, never updated: the restricted role may not. */
type Fixed<T> = ColumnType<T, T, never>
type FixedDefault<T> = ColumnType<T, T | undefined, never>
/** The database makes it. */
type Made<T> = ColumnType<T, never, never>

interface LedgerAccounts {
  code: Fixed<string>
  currency: Fixed<CurrencyCode>
  kind: Fixed<string>
}

interface LedgerEntries {
  id: Made<bigint>
  transfer_id: Fixed<string>
  kind: Fixed<string>
  created_at: Made<Date>
}

interface LedgerPostings {
  id: Made<bigint>
  entry_id: Fixed<bigint>
  transfer_id: Fixed<string>
  from_account: Fixed<string>
  to_account: Fixed<string>
  amount: Fixed<bigint>
  currency: Fixed<CurrencyCode>
  created_at: Made<Date>
  xid: Made<string>
}

interface LedgerCheckpoints {
  id: Made<bigint>
  account: Fixed<string>
  floor_id: Fixed<bigint>
  upto_xid: Fixed<string>
  balance: Fixed<bigint>
  system_identifier: Fixed<bigint>
  created_at: Made<Date>
}

interface UserLimits {
  user_id: Fixed<string>
  created_at: Made<Date>
}

interface Transfers {
  id: Made<string>
  reference: Fixed<string>
  user_id: Fixed<string>
  quote_id: Fixed<string>
  sender_country: Fixed<CountryCode>
  country: Fixed<CountryCode>
  recipient_name: Fixed<string>
  recipient_phone: Fixed<string>
  network: Fixed<NetworkValue>
  amount: Fixed<bigint>
  currency: Fixed<CurrencyCode>
  fee: Fixed<bigint>
  total: Fixed<bigint>
  rate: Fixed<string>
  receive_amount: Fixed<bigint>
  receive_currency: Fixed<CurrencyCode>
  charge_amount: Fixed<bigint>
  charge_currency: Fixed<CurrencyCode>
  charge_rate: Fixed<string>
  charge_fee: Fixed<bigint>
  charge_margin: Fixed<bigint>
  usd_amount: Fixed<bigint>
  quote_expires_at: Fixed<Date>
  deliver_by: Fixed<Date>
  payout_reference: FixedDefault<string>
  created_at: Made<Date>
  payment_intent_id: string | null
  state: Generated<State>
  state_changed_at: Generated<Date>
  captured_at: Date | null
  cancel_reason: CancelReason | null
  failure_code: string | null
  hold_reason: string | null
  hold_owner: string | null
  recheck: Generated<boolean>
  next_step_at: Date | null
  bumps: Generated<number>
  attempts: Generated<number>
  failures: Generated<number>
  lease_token: string | null
  lease_until: Date | null
  refund_order: string | null
  repaid_amount: bigint | null
  purpose_of_funds: Fixed<PurposeOfFunds | null>
  source_of_funds: Fixed<SourceOfFunds | null>
  relationship: Fixed<Relationship | null>
  person_key: FixedDefault<Buffer | null>
  card_key: Buffer | null
}

/** Why a transfer was to be cancelled; after its pay-out had begun, a wish. */
export type CancelReason = 'replaced' | 'expired' | 'user' | 'operator' | 'identity' | 'declined'

/** What a row of the history records. */
export type EventKind = 'moved' | 'held' | 'released' | 'cancel_requested' | 'noted'

interface TransferEvents {
  id: Made<bigint>
  transfer_id: Fixed<string>
  from_state: Fixed<State | null>
  to_state: Fixed<State>
  hold_reason: Fixed<string | null>
  detail: FixedDefault<string | null>
  kind: FixedDefault<EventKind>
  operator: FixedDefault<string | null>
  at: Made<Date>
}

interface PayoutAttempts {
  id: Made<bigint>
  transfer_id: Fixed<string>
  sent_at: Made<Date>
  expires_at: Made<Date>
  outcome: 'accepted' | 'rejected' | 'unknown' | null
  closed_at: Date | null
}

interface RefundAttempts {
  id: Made<bigint>
  transfer_id: Fixed<string>
  sent_at: Made<Date>
  refund_order: FixedDefault<string | null>
}

interface Disputes {
  id: FixedDefault<string>
  transfer_id: Fixed<string>
  provider_id: string | null
  amount: Fixed<bigint>
  currency: Fixed<CurrencyCode>
  created_at: Made<Date>
}

/** A view: what is booked for a transfer under another id than its own. */
interface BookedApart {
  id: Made<string>
  transfer_id: Made<string>
  action: Made<string>
}

interface ProviderEvents {
  provider: Fixed<string>
  event_id: Fixed<string>
  type: Fixed<string>
  subject: Fixed<string | null>
  received_at: Made<Date>
}

interface IdempotencyKeys {
  user_id: Fixed<string>
  key: Fixed<string>
  body_hash: Fixed<string>
  transfer_id: Fixed<string>
  created_at: Made<Date>
}

interface LimitKeys {
  key: Fixed<Buffer>
  used_at: Generated<Date>
}

interface TransferSenders {
  transfer_id: Fixed<string>
  user_id: Fixed<string>
  name: Fixed<string>
  dob: Fixed<string | null>
  gender: Fixed<'male' | 'female' | null>
  phone: Fixed<string | null>
  nationality: Fixed<string | null>
  address_line: Fixed<string | null>
  postal_code: Fixed<string | null>
  city: Fixed<string | null>
  country: Fixed<string | null>
  identification_type: Fixed<IdentificationType | null>
  /** Sealed for the user. Only the owner of the schema updates it, to seal it anew. */
  identification_number: Buffer | null
  occupation: Fixed<string | null>
  frozen_at: Made<Date>
}

interface PaymentOrigins {
  transfer_id: Fixed<string>
  address_key: Fixed<string>
  opened_at: Made<Date>
}

interface CardDeclines {
  decline_id: Fixed<string>
  transfer_id: Fixed<string>
  address_key: Fixed<string | null>
  declined_at: Generated<Date>
}

/** Tables of the ledger and of transfers (migration 003). */
export interface MoneyTables {
  ledger_accounts: LedgerAccounts
  ledger_entries: LedgerEntries
  ledger_postings: LedgerPostings
  ledger_checkpoints: LedgerCheckpoints
  user_limits: UserLimits
  transfers: Transfers
  transfer_events: TransferEvents
  payout_attempts: PayoutAttempts
  refund_attempts: RefundAttempts
  disputes: Disputes
  booked_apart: BookedApart
  provider_events: ProviderEvents
  idempotency_keys: IdempotencyKeys
  limit_keys: LimitKeys
  transfer_senders: TransferSenders
  payment_origins: PaymentOrigins
  card_declines: CardDeclines
}
