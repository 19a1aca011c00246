/**
 * The personal data that a column holds. `person`: the person, or their record, that the row belongs to. `contact`: a phone
 * number, an email address or a postal address. `identity`: birth date, gender, nationality, occupation, documents. `money`:
 * amounts, prices and a transfer's purpose. `card`: a card, never its whole number. `device`: a browser, a device or the
 * address of a connection. `words`: text written by people or staff, and details of events. `staff`: the staff member who
 * acted. `key`: a digest, key or secret made for one person or browser.
 */
type Kind =
  | 'person'
  | 'name'
  | 'contact'
  | 'identity'
  | 'money'
  | 'card'
  | 'device'
  | 'words'
  | 'staff'
  | 'key'

/** The personal columns of each table by kind, separated by spaces. Other tables and columns hold no personal data. */
export const PERSONAL_COLUMNS: Readonly<Record<string, Readonly<Partial<Record<Kind, string>>>>> = {
  account_holds: { person: 'user_id transfer_id', words: 'reason lift_reason', staff: 'opened_by lifted_by' },
  announced: { person: 'subject' },
  answer_templates: { staff: 'created_by retired_by' },
  approvals: { person: 'entity', words: 'payload reason note result', staff: 'maker checker' },
  audit_details: { words: 'detail', key: 'salt' },
  audit_log: { person: 'subject', staff: 'member_id content' },
  card_consents: { person: 'user_id', card: 'card_id' },
  card_customers: { person: 'user_id customer_id' },
  card_declines: { person: 'decline_id transfer_id', device: 'address_key' },
  case_deadlines: { staff: 'author' },
  case_events: { words: 'detail', staff: 'staff' },
  case_proposals: { words: 'reason decision_reason exception', staff: 'proposed_by decided_by' },
  cases: { person: 'subject_id', staff: 'owner' },
  consent_origins: { person: 'consent_id user_id', device: 'address_prefix user_agent' },
  consents: { person: 'user_id' },
  customer_tiers: { person: 'user_id' },
  daily_closes: { words: 'explanation note', staff: 'prepared_by signed_by' },
  disputes: { person: 'transfer_id', money: 'amount currency' },
  drafts: { person: 'user_id', words: 'content' },
  email_links: {
    person: 'user_id',
    contact: 'email',
    device: 'browser_hash',
    key: 'token_hash password_hash',
  },
  enquiries: { name: 'name company', contact: 'email', words: 'message', key: 'digest' },
  enquiry_messages: { person: 'thread_id', words: 'body reason', staff: 'staff' },
  enquiry_threads: { person: 'user_id transfer_id', staff: 'assigned_to' },
  event_origins: { person: 'event_id user_id', device: 'address device' },
  federated_flows: { device: 'browser_hash', key: 'state_hash nonce code_verifier' },
  federated_identities: { person: 'user_id', key: 'subject' },
  filing_files: { words: 'sealed' },
  filings: { words: 'content', staff: 'drafted_by approved_by' },
  float_reservations: { person: 'reference', money: 'currency amount' },
  former_numbers: { person: 'user_id', key: 'number_key' },
  fraud_decisions: { person: 'user_id transfer_id', money: 'applied facts amount currency' },
  idempotency_keys: { person: 'user_id transfer_id', key: 'key body_hash' },
  identity_changes: { person: 'user_id session_id', name: 'name', identity: 'dob' },
  identity_checks: {
    person: 'user_id reference',
    name: 'name',
    identity: 'dob document_type document_country document_expires',
    key: 'person_key',
  },
  interests: { contact: 'email' },
  known_devices: { person: 'user_id', device: 'name', key: 'token_hash' },
  ledger_entries: { person: 'transfer_id' },
  ledger_postings: { person: 'transfer_id', money: 'from_account to_account amount currency' },
  limit_keys: { key: 'key' },
  locked_records: { person: 'user_id', identity: 'record' },
  manual_payouts: {
    person: 'reference transfer_reference',
    contact: 'phone',
    money: 'amount currency',
    words: 'note',
    staff: 'ended_by',
  },
  messages: { contact: 'recipient', words: 'body' },
  monitoring_alerts: { person: 'subject transfers newest_transfer', money: 'measured' },
  name_corrections: { person: 'user_id', name: 'name_before name_after', words: 'document seen' },
  notice_channels: { person: 'user_id' },
  notices: { person: 'user_id' },
  notification_settings: { person: 'user_id' },
  outbox: { person: 'transfer_id', money: 'repaid_amount' },
  passkey_challenges: { person: 'user_id', key: 'challenge_hash' },
  passkey_offers: { person: 'user_id' },
  passkeys: { person: 'user_id', device: 'name', key: 'credential_id public_key' },
  passwords: { person: 'user_id', key: 'hash' },
  payment_devices: { person: 'transfer_id', device: 'device_hash' },
  payment_origins: { person: 'transfer_id', device: 'address_key' },
  payout_attempts: { person: 'transfer_id' },
  payout_routes: { person: 'reference' },
  phone_identities: { person: 'user_id', contact: 'phone_number' },
  planned_closings: { words: 'reason', staff: 'planned_by cancelled_by' },
  policies: { words: 'reason', staff: 'author' },
  privacy_requests: { person: 'user_id', words: 'identity_confirmed note', staff: 'opened_by ended_by' },
  profiles: { person: 'user_id', name: 'name', contact: 'email pending_email', identity: 'gender dob' },
  provider_events: { person: 'subject' },
  provider_movements: { person: 'transfer_id', money: 'amount currency other_amount other_currency fee' },
  push_offers: { person: 'user_id' },
  push_subscriptions: { person: 'user_id session_id', device: 'endpoint', key: 'p256dh auth' },
  quotes: {
    person: 'user_id',
    money:
      'send_currency send_amount fee_amount margin_amount receive_currency receive_amount rate mid_rate charge_currency charge_amount charge_fee charge_margin charge_principal charge_rate',
  },
  rate_alert_links: { person: 'alert_id', key: 'token_hash' },
  rate_alerts: { person: 'user_id', money: 'threshold' },
  rate_limits: { key: 'bucket' },
  reconciliation_breaks: { person: 'subject' },
  refund_attempts: { person: 'transfer_id' },
  reminder_days: { person: 'reminder_id' },
  reminders: { person: 'user_id recipient_id', money: 'amount currency' },
  report_schemas: { staff: 'author' },
  saved_recipients: { person: 'user_id', name: 'name nickname account_name', contact: 'phone' },
  screening_decisions: { person: 'subject_id', staff: 'proposed_by confirmed_by', key: 'fingerprint' },
  screening_subjects: { person: 'user_id', name: 'name', contact: 'phone', identity: 'birth_date' },
  screenings: { person: 'subject_id', words: 'results' },
  security_events: { person: 'user_id session_id', words: 'details' },
  sender_details: {
    person: 'user_id',
    contact: 'address_line postal_code city country',
    identity: 'nationality identification_type identification_number occupation',
  },
  sessions: { person: 'user_id', device: 'device device_hash', key: 'token_hash' },
  sms_reports: { words: 'detail' },
  spent_proofs: { key: 'proof_hash' },
  staff_actions: { person: 'transfer_id subject', words: 'reason', staff: 'staff proposed_by approved_by' },
  staff_challenges: { staff: 'member_id', key: 'challenge_hash' },
  staff_command_lines: { device: 'machine', key: 'token_hash code_hash session_hash' },
  staff_invitations: { staff: 'member_id', key: 'token_hash' },
  staff_members: { name: 'name', contact: 'email', staff: 'id invited_by' },
  staff_notes: { person: 'user_id transfer_id', words: 'body', staff: 'member_id' },
  staff_passkeys: { staff: 'member_id', device: 'name', key: 'credential_id public_key' },
  staff_proofs: {
    staff: 'member_id',
    key: 'nonce challenge credential_id public_key client_data authenticator_data signature',
  },
  staff_sessions: { staff: 'member_id', key: 'token_hash' },
  tracking_links: { person: 'transfer_id user_id made_for', key: 'token_hash' },
  transfer_events: { person: 'transfer_id', words: 'detail', staff: 'staff' },
  transfer_senders: {
    person: 'transfer_id user_id',
    name: 'name',
    contact: 'phone address_line postal_code city country',
    identity: 'dob gender nationality identification_type identification_number occupation',
  },
  transfers: {
    person: 'id reference user_id payout_reference payment_intent_id',
    name: 'recipient_name account_name',
    contact: 'recipient_phone',
    money:
      'amount currency fee total rate receive_amount receive_currency charge_amount charge_currency charge_rate charge_fee charge_margin usd_amount purpose_of_funds source_of_funds relationship repaid_amount',
    card: 'card_key card_brand card_last4 card_wallet card_country',
    key: 'person_key',
  },
  user_limits: { person: 'user_id' },
  user_notices: { person: 'user_id', words: 'title body' },
  users: { person: 'id' },
  verifications: {
    person: 'user_id',
    contact: 'phone_number',
    device: 'address_key device_hash',
    key: 'salt code_hash',
  },
  wrong_codes: { key: 'number_key' },
  wrong_passwords: { key: 'subject_key' },
}
