import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CountryCode, IdentificationType } from '@sesa/contract'

/** The kind of account that a code is sent to. */
export type Lane = 'stranger' | 'slow' | 'known' | 'email'

/** Tables of accounts, sign-in, profiles and messages. */
export interface IdentityTables {
  users: {
    id: Generated<string>
    created_at: Generated<Date>
    locked_at: Date | null
    closed_at: Date | null
  }
  phone_identities: {
    phone_number: string
    user_id: string
    country: CountryCode
    verified_at: Generated<Date>
  }
  payer_numbers: {
    phone_number: string
    user_id: string
    verified_at: Generated<Date>
  }
  /** Every confirmed number: a view. */
  account_numbers: {
    user_id: ColumnType<string, never, never>
    phone_number: ColumnType<string, never, never>
    verified_at: ColumnType<Date, never, never>
    is_sign_in: ColumnType<boolean, never, never>
  }
  profiles: {
    user_id: string
    name: string | null
    email: string | null
    email_verified_at: Date | null
    pending_email: string | null
    /** Time from which the password can be reset with the confirmed address; null: at once. */
    reset_from: Generated<Date | null>
    gender: 'male' | 'female' | null
    /** YYYY-MM-DD */
    dob: string | null
    filled: GeneratedAlways<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  sender_details: {
    user_id: string
    nationality: string
    address_line: string
    postal_code: string | null
    city: string
    country: string
    identification_type: IdentificationType
    identification_number: Buffer
    occupation: string | null
    updated_at: Generated<Date>
  }
  name_corrections: {
    id: Generated<string>
    user_id: string
    name_before: string | null
    name_after: string
    document: string
    seen: string
    asked_at: Generated<Date>
  }
  identity_changes: {
    id: GeneratedAlways<bigint>
    user_id: string
    /** Null where staff changed the name. */
    session_id: string | null
    name: string | null
    dob: string | null
    changed_at: Generated<Date>
  }
  sessions: {
    id: Generated<string>
    user_id: string
    token_hash: Buffer
    device: string
    device_hash: Buffer | null
    trusted: boolean
    auth_time: Generated<Date>
    created_at: Generated<Date>
    last_used_at: Generated<Date>
    expires_at: Date
    /** Written as interval text such as '60 minutes'; compared only in SQL. */
    idle_limit: string
    ended_at: Date | null
  }
  verifications: {
    id: Generated<string>
    phone_number: string
    country: CountryCode
    address_key: Buffer
    salt: Buffer
    code_hash: Buffer
    wrong_tries: Generated<number>
    created_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
    lane: Generated<Lane>
    device_hash: Buffer | null
    user_id: string | null
  }
  known_devices: {
    user_id: string
    token_hash: Buffer
    name: string
    wrong_codes: Generated<number>
    created_at: Generated<Date>
    last_used_at: Generated<Date>
  }
  wrong_passwords: { subject_key: Buffer; count: number; last_at: Generated<Date> }
  rate_limits: { bucket: string; window_start: Date; count: number }
  security_events: {
    id: GeneratedAlways<bigint>
    user_id: string
    session_id: string | null
    kind: string
    details: ColumnType<Record<string, unknown>, string | undefined, never>
    at: Generated<Date>
  }
  signing_keys: {
    kid: string
    public_jwk: ColumnType<Record<string, unknown>, string, never>
    private_jwk: Buffer
    created_at: Generated<Date>
    retired_at: Date | null
  }
  messages: {
    id: string
    channel: 'sms' | 'email'
    recipient: string
    body: Buffer | null
    state: Generated<'queued' | 'sent' | 'failed'>
    attempts: Generated<number>
    provider_id: string | null
    failure: 'refused' | 'expired' | 'attempts_exhausted' | 'over_budget' | null
    budget: Generated<'codes' | 'notices'>
    created_at: Generated<Date>
    expires_at: Date | null
    ended_at: Date | null
    due_at: Date | null
    traceparent: string | null
  }
}
