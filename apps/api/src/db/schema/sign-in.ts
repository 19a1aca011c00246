import type { ColumnType, Generated } from 'kysely'

/** Tables of additional sign-in methods and of closed accounts. */
export interface SignInTables {
  event_origins: { event_id: bigint; user_id: string; address: string; device: string; at: Generated<Date> }
  passwords: { user_id: string; hash: string; changed_at: Generated<Date> }
  email_links: {
    token_hash: Buffer
    kind: 'sign_up' | 'verify' | 'reset' | 'undo'
    email: string
    user_id: string | null
    password_hash: string | null
    browser_hash: Buffer | null
    wrong_tries: Generated<number>
    created_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
  }
  passkeys: {
    id: Generated<string>
    user_id: string
    credential_id: string
    public_key: Buffer
    counter: bigint
    transports: string[]
    name: string
    created_at: Generated<Date>
    last_used_at: Generated<Date>
  }
  passkey_offers: { user_id: string; declined_at: Generated<Date> }
  passkey_challenges: { challenge_hash: Buffer; user_id: string | null; expires_at: Date }
  federated_identities: {
    provider: 'google' | 'firebase'
    subject: string
    user_id: string
    created_at: Generated<Date>
  }
  federated_flows: {
    state_hash: Buffer
    browser_hash: Buffer
    nonce: string
    code_verifier: string
    expires_at: Date
  }
  wrong_codes: { number_key: Buffer; count: number }
  former_numbers: { user_id: string; number_key: Buffer; closed_at: Generated<Date> }
  spent_proofs: { proof_hash: Buffer; expires_at: Date }
  locked_records: {
    user_id: string
    /** Null while the account is open: values that the customer replaced during compliance work. */
    closed_at: Generated<Date | null>
    locked_until: Date
    record: ColumnType<Record<string, unknown>, string, never>
  }
}
