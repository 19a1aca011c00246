import type { CountryCode } from '@sesa/contract'
/** The end of a row after its period. */
export type End = 'deleted' | 'archived by month' | 'deleted with the account' | 'replaced' | 'kept'

/** A group of tables under the same law with the same end. */
export interface Regime {
  readonly name: string
  /** True if the rows are about a person. */
  readonly isPersonal: boolean
  /** The period and the event that starts it. */
  readonly period: string
  /** The law or reason, with its source and our confidence in it. */
  readonly law: string
  readonly end: End
  /** Each table, with its purpose. */
  readonly tables: Readonly<Record<string, string>>
}

/**
 * A retention period of a country's law. The longest one wins. These are dated settings: a lawyer must confirm them before
 * going live.
 */
export interface Law {
  readonly country: CountryCode
  readonly name: string
  readonly years: number
  readonly source: string
  /** Date of our research. */
  readonly asOf: string
}

export const LAWS: readonly Law[] = [
  {
    country: 'US',
    name: 'OFAC records',
    years: 10,
    source: 'final rule 90 FR 13286, primary text',
    asOf: '2026-11-25',
  },
  {
    country: 'US',
    name: 'BSA records and SAR',
    years: 5,
    source: 'fincen.gov, primary text for SAR',
    asOf: '2026-11-25',
  },
  {
    country: 'US',
    name: 'Regulation E, 12 CFR 1005.13',
    years: 2,
    source: 'primary text',
    asOf: '2026-11-25',
  },
  { country: 'GH', name: 'Act 1044, s. 32(7)', years: 5, source: 'press, unconfirmed', asOf: '2026-11-25' },
  {
    country: 'LR',
    name: 'record retention',
    years: 5,
    source: 'assumed, unconfirmed',
    asOf: '2026-11-25',
  },
  {
    country: 'SL',
    name: 'record retention',
    years: 5,
    source: 'assumed, unconfirmed',
    asOf: '2026-11-25',
  },
]

/** Returns a country's law with the longest period, which applies to transfers to and from it. */
export function longestOf(country: Law['country']): Law {
  const [longest] = LAWS.filter((law) => law.country === country).toSorted(
    (one, other) => other.years - one.years,
  )
  if (longest === undefined) throw new Error(`No law of ${country} is in the register`)
  return longest
}

const RECORDS = 'The longest of the laws above. Nothing is deleted until a lawyer confirms the period.'
const OURS = 'No legal period: as short as the purpose allows.'

/** Every table of the schema, once. The office shows it on its Retention page. */
export const REGISTER: readonly Regime[] = [
  {
    name: 'Financial records',
    isPersonal: true,
    period: 'from the end of the transfer, by the longest law of its countries',
    law: RECORDS,
    end: 'kept',
    tables: {
      transfers: 'sender, recipient, amount and outcome',
      quotes: 'the price of each transfer',
      idempotency_keys: 'keys that prevent double payment',
      transfer_senders: 'the sender’s identity at payment',
      payout_attempts: 'pay-out requests',
      payout_routes: 'the rail of each pay-out',
      refund_attempts: 'refund requests to the provider of the payment',
      collection_attempts: 'requests to pay from a wallet',
      collection_refunds: 'refunds to wallets',
      manual_payouts: 'manual pay-outs',
      disputes: 'card disputes',
      ledger_entries: 'ledger entries',
      provider_events: 'provider events, stored to prevent double processing',
      provider_movements: 'movements on our balances',
    },
  },
  {
    name: 'Ledger and transfer history',
    isPersonal: true,
    period: 'from the end of the transfer, by the longest law of its countries',
    law: RECORDS,
    end: 'archived by month',
    tables: {
      transfer_events: 'the history of each transfer',
      ledger_postings: 'ledger amounts',
      archives: 'archived months and the digests of their files',
      archived_sums: 'totals per account of archived months',
    },
  },
  {
    name: 'Decision and audit records',
    isPersonal: true,
    period: 'from the decision or booking, by the longest law',
    law: RECORDS,
    end: 'kept',
    tables: {
      staff_actions: 'staff actions with member and reason',
      staff_members: 'members, so that a name in a record stays unique',
      audit_log: 'every staff action, decision and access, as a hash chain with ids only',
      audit_details: 'names and reasons in the audit log',
      audit_head: 'the latest entry of the audit log',
      approvals: 'requests and approvals',
      staff_proofs: 'passkey confirmations with signatures; unanswered ones are replaced by the next',
      privacy_requests: 'privacy requests and our answers',
      security_events: 'account events',
      account_holds: 'account holds',
      screening_subjects:
        'screened people; closed accounts keep name and date of birth only with a case, until the locked record is deleted',
      screenings: 'screening results',
      screening_decisions: 'decisions on matches',
      cases: 'screening and monitoring cases',
      case_events: 'case history',
      case_proposals: 'proposed and confirmed case decisions',
      fraud_decisions: 'fraud decisions by payment',
      monitoring_alerts: 'monitoring alerts about customers and wallets, with their figures',
      filings: 'reports to authorities; never shown to customers',
      filing_files: 'approved report files, sealed; kept after account closure',
      consents: 'accepted versions of legal texts',
      card_consents: 'consent to save a card',
      users: 'the account that transfers refer to; closed accounts keep no name or number',
      daily_closes: 'daily closes with preparer and signer',
      reconciliation_runs: 'reconciliation runs',
      reconciliation_breaks: 'breaks and their explanations',
    },
  },
  {
    name: 'Locked records of closed accounts',
    isPersonal: true,
    period:
      'from account closure: 5 years (`locked_records.locked_until`); with a case, hold or report: 5 years from its end, or 10 if money was blocked or returned',
    law: 'Ghana, Act 1044, s. 32(7): 5 years (press, unconfirmed). OFAC’s 10 years exceed the first period: a lawyer must decide before going live.',
    end: 'deleted',
    tables: {
      locked_records:
        'the customer’s identity, outside the application’s reach; the office reads it for a case or report. For open accounts: data that the customer replaced while a case, hold or report was open',
    },
  },
  {
    name: 'Account data',
    isPersonal: true,
    period: 'while the account is open',
    law: OURS,
    end: 'deleted with the account',
    tables: {
      phone_identities: 'sign-in phone number',
      profiles: 'name and email',
      passwords: 'password hashes',
      passkeys: 'passkey public keys',
      passkey_offers: 'whether a passkey was declined',
      federated_identities: 'linked sign-in accounts',
      sender_details: 'identity for the next payment',
      identity_changes: 'name changes under review',
      name_corrections: 'name corrections with the document',
      saved_recipients: 'saved recipients',
      card_customers: 'the customer at the card provider',
      notification_settings: 'notification settings',
      notice_channels: 'channel settings',
      notices: 'country opening notices',
      reminders: 'reminders to send',
      reminder_days: 'days of reminders',
      rate_alerts: 'rate alerts',
      rate_alert_links: 'links to turn off an alert',
      consent_origins: 'origin of a consent',
      user_limits: 'a customer’s limits',
      customer_tiers: 'customer tiers',
      identity_checks: 'results of identity checks; the provider keeps the images',
      wrong_codes: 'wrong codes for a number; cleared by staff or a later correct code',
      push_subscriptions: 'browsers with push notifications; deleted when the session ends',
    },
  },
  {
    name: 'Automatically deleted data',
    isPersonal: true,
    period: 'see the deletion periods below',
    law: OURS,
    end: 'deleted',
    tables: {
      drafts: 'an unfinished transfer or profile',
      verifications: 'codes',
      sessions: 'sign-ins',
      known_devices: 'browsers that signed in',
      rate_limits: 'request counters',
      spent_proofs: 'used proofs of work',
      event_origins: 'IP addresses and devices of events',
      email_links: 'links in emails',
      wrong_passwords: 'wrong passwords',
      passkey_challenges: 'passkey challenges',
      federated_flows: 'started sign-ins through other services',
      messages: 'sent messages',
      sms_reports: 'delivery reports',
      user_notices: 'the list of notices',
      push_offers: 'declined push offers',
      tracking_links: 'links for recipients',
      enquiries: 'messages to support without an account',
      interests: 'requested countries',
      enquiry_threads: 'enquiries',
      enquiry_messages: 'enquiry messages',
      staff_notes: 'staff notes on customers and transfers',
      former_numbers: 'former numbers, while a limit counts them',
      limit_keys: 'keys shared by accounts, while a limit counts them',
      card_declines: 'declined cards, while a limit counts them',
      payment_origins: 'origins of payments, while a limit counts them',
      payment_devices: 'devices of payments, for fraud rules',
      staff_invitations: 'invitations of members who haven’t joined',
      staff_passkeys: 'staff passkeys',
      staff_challenges: 'staff passkey challenges',
      staff_sessions: 'staff sessions',
      staff_command_lines: 'pending command-line sign-ins',
      work_owners: 'who works on an item of the inbox',
      float_readings: 'balances read from providers',
      announced: 'already alerted problems',
      outbox: 'moves of transfers until their messages are written',
      float_reservations: 'float reservations',
    },
  },
  {
    name: 'Prices and rates',
    isPersonal: false,
    period: 'no end: receipts and statements refer to them',
    law: 'Not personal.',
    end: 'kept',
    tables: {
      rate_snapshots: 'times of rate snapshots',
      snapshot_rates: 'historical rates',
      daily_rates: 'daily rates',
      rate_history_requests: 'requests for past rates',
      rate_sources: 'rate sources',
      source_rates: 'each source’s latest rates',
      policies: 'versions of prices, rules, limits, reporting profiles, thresholds and alert levels',
      report_schemas: 'authorities’ schema files',
      case_deadlines: 'case deadlines with their sources',
      privacy_deadlines: 'privacy deadlines with their sources',
      legal_texts: 'versions of legal texts',
      answer_templates: 'answer templates',
      monitoring_runs: 'rule outcome counts',
      daily_outcomes: 'transfers by day, corridor, network and outcome',
      daily_results: 'income and costs by day, corridor and currency',
      ledger_accounts: 'the chart of accounts',
      ledger_checkpoints: 'balance checkpoints',
    },
  },
  {
    name: 'System state',
    isPersonal: false,
    period: 'one row per subject; ended workers and processes for a day',
    law: 'Not personal.',
    end: 'replaced',
    tables: {
      signing_keys: 'signing keys',
      corridors: 'open and closed corridors',
      screening_list: 'screening list version',
      network_rails: 'rails by network',
      planned_closings: 'planned closings of rails and corridors',
      rail_terms: 'rail limits',
      collection_terms: 'limits of payments from wallets',
      rail_health: 'rail status',
      float_wallets: 'our wallets',
      provider_reads: 'read positions at providers',
      treasury_positions: 'treasury positions',
      job_workers: 'running workers',
      dead_jobs: 'dead jobs',
      processes: 'running processes',
      finished_checks: 'check completion times',
      monitoring_cursor: 'monitoring position',
      invariant_watch: 'invariant check position',
      order_roles: 'requester and approver roles by request type',
      configuration: 'version of prices, routes and limits',
      saved_views: 'named views of lists, of members and roles',
      schema_migrations: 'applied migrations',
    },
  },
]
