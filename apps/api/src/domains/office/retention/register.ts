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
    name: 'retention of records',
    years: 5,
    source: 'assumed, unconfirmed',
    asOf: '2026-11-25',
  },
  {
    country: 'SL',
    name: 'retention of records',
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

const RECORDS = 'The longest of the laws above. Nothing is deleted before a lawyer has confirmed the period.'
const OURS = 'No law asks for it: as short as the purpose allows.'

/** Every table of the schema, once. The office shows it on its Retention page. */
export const REGISTER: readonly Regime[] = [
  {
    name: 'Records of money',
    isPersonal: true,
    period: 'from the transfer’s end: the longest law of its countries',
    law: RECORDS,
    end: 'kept',
    tables: {
      transfers: 'who sent what to whom, and how it ended',
      quotes: 'the price of each transfer',
      idempotency_keys: 'so that a repeated request pays once',
      transfer_senders: 'the sender’s identity at the payment',
      payout_attempts: 'requests to pay out',
      payout_routes: 'the rail of each payout',
      refund_attempts: 'requests to the card provider to pay money back',
      manual_payouts: 'payouts ended by hand',
      disputes: 'disputes of card payments',
      ledger_entries: 'the books',
      provider_events: 'events from providers, so that none counts twice',
      provider_movements: 'movements of our balances',
    },
  },
  {
    name: 'Books and histories of transfers',
    isPersonal: true,
    period: 'from the transfer’s end: the longest law of its countries',
    law: RECORDS,
    end: 'archived by month',
    tables: {
      transfer_events: 'the history of each transfer',
      ledger_postings: 'the books: amounts',
      archives: 'which months are archived, and the digest of their files',
      archived_sums: 'what archived months moved into each account',
    },
  },
  {
    name: 'Records that stay whole',
    isPersonal: true,
    period: 'from the decision or the booking: the longest law',
    law: RECORDS,
    end: 'kept',
    tables: {
      staff_actions: 'what staff did, by whom and why',
      staff_members: 'members of staff, so that a name in a record stays one person’s',
      audit_log: 'every action, decision and read of staff, in a chain of hashes, with ids alone',
      audit_details: 'the names and reasons of the audit log',
      audit_head: 'the end of the audit log',
      approvals: 'what one member of staff asked for and another decided',
      staff_proofs:
        'what staff confirmed with a passkey, with its signature; unanswered ones go when staff ask for the next',
      privacy_requests: 'who asked for their data or its erasure, and when we answered',
      security_events: 'what happened to an account',
      account_holds: 'accounts stopped for fraud',
      screening_subjects:
        'whom we screened; a closed account keeps name and date of birth only with a case, until its locked record goes',
      screenings: 'what the screening list answered',
      screening_decisions: 'what two people decided about a match',
      cases: 'what staff had to decide',
      case_events: 'the history of cases',
      case_proposals: 'decisions that one person proposed and another confirmed',
      fraud_decisions: 'which rule decided on a payment',
      monitoring_alerts: 'what monitoring found about customers and wallets, and from which figures',
      filings: 'reports to authorities, never shown to a customer',
      filing_files: 'the approved files of these reports, sealed; they stay when an account is closed',
      consents: 'which version of a text was accepted',
      card_consents: 'consent to save a card',
      users: 'the account itself, which transfers refer to; closed ones keep no name or number',
      daily_closes: 'the books of a day, and the two people who closed it',
      reconciliation_runs: 'what was compared with the providers',
      reconciliation_breaks: 'differences from the providers’ books, and their explanation',
    },
  },
  {
    name: 'Locked records of closed accounts',
    isPersonal: true,
    period:
      'from the account’s closing: 5 years (`locked_records.locked_until`); with a case, hold or report, from its end: 5 years, and 10 where money was blocked or returned',
    law: 'Ghana, Act 1044, s. 32(7): 5 years (press, unconfirmed). OFAC’s 10 years are longer than the first period: a lawyer must decide before going live.',
    end: 'deleted',
    tables: {
      locked_records:
        'who the customer was, out of the application’s reach; the office reads it for a case or report. Of open accounts, what the customer replaced while such work was open',
    },
  },
  {
    name: 'The account',
    isPersonal: true,
    period: 'while the account is open',
    law: OURS,
    end: 'deleted with the account',
    tables: {
      phone_identities: 'the number that signs in',
      profiles: 'name and email',
      passwords: 'digests of passwords',
      passkeys: 'public keys of passkeys',
      passkey_offers: 'whether a passkey was declined',
      federated_identities: 'accounts at other services that sign in',
      sender_details: 'identity for the next payment',
      identity_changes: 'changes of name under review',
      name_corrections: 'names that staff asked to correct, with the document',
      saved_recipients: 'people to send to again',
      card_customers: 'the customer at the card provider',
      notification_settings: 'what is sent how',
      notice_channels: 'switches of channels',
      notices: 'requests to hear of a country',
      reminders: 'reminders to send',
      reminder_days: 'days of reminders',
      rate_alerts: 'alerts about a rate',
      rate_alert_links: 'links that stop an alert',
      consent_origins: 'where a consent came from',
      user_limits: 'limits of one customer',
      customer_tiers: 'how well we know a customer',
      identity_checks: 'results of identity checks; the provider keeps the images',
      wrong_codes: 'wrong codes for a number; staff and a later right code clear them',
      push_subscriptions: 'browsers that take notices; deleted when their session ends',
    },
  },
  {
    name: 'What is deleted by itself',
    isPersonal: true,
    period: 'see the periods of deletion below',
    law: OURS,
    end: 'deleted',
    tables: {
      drafts: 'an unfinished transfer or profile',
      verifications: 'codes',
      sessions: 'sign-ins',
      known_devices: 'browsers that signed in',
      rate_limits: 'counters of requests',
      spent_proofs: 'proofs of work that were used',
      event_origins: 'addresses and devices of events',
      email_links: 'links in emails',
      wrong_passwords: 'wrong passwords',
      passkey_challenges: 'challenges of passkeys',
      federated_flows: 'sign-ins by other services that have begun',
      messages: 'messages sent',
      sms_reports: 'delivery reports',
      user_notices: 'the list of notices',
      push_offers: 'declined offers of push notices',
      tracking_links: 'links for recipients',
      enquiries: 'messages to support without an account',
      interests: 'countries that people asked for',
      enquiry_threads: 'conversations with support',
      enquiry_messages: 'their messages',
      staff_notes: 'notes of staff on customers and transfers',
      former_numbers: 'numbers given up, while a limit counts them',
      limit_keys: 'keys that accounts share, while a limit counts them',
      card_declines: 'declined cards, while a limit counts them',
      payment_origins: 'origins of payments, while a limit counts them',
      payment_devices: 'devices of payments, for fraud rules',
      staff_invitations: 'links for members of staff who have not joined',
      staff_passkeys: 'passkeys of staff',
      staff_challenges: 'challenges of their passkeys',
      staff_sessions: 'their sessions',
      staff_command_lines: 'command lines that wait for their member',
      float_readings: 'balances read from providers',
      announced: 'what alerts have named',
      float_reservations: 'float kept for a transfer',
    },
  },
  {
    name: 'Prices and rates',
    isPersonal: false,
    period: 'without an end: receipts and statements refer to them',
    law: 'Not personal.',
    end: 'kept',
    tables: {
      rate_snapshots: 'when rates were taken',
      snapshot_rates: 'rates as they were',
      daily_rates: 'one rate a day',
      rate_history_requests: 'requests for past days',
      rate_sources: 'sources of rates',
      source_rates: 'the last rates of each source',
      policies:
        'versions of prices, rules and limits, of what each authority asks for with our ids there, of thresholds and levels of alerts',
      report_schemas: 'schema files of authorities',
      case_deadlines: 'deadlines of cases, with their sources',
      privacy_deadlines: 'how long we take to answer requests about personal data, with the sources',
      legal_texts: 'versions of legal texts',
      answer_templates: 'templates of answers to customers',
      monitoring_runs: 'how often each rule had which outcome',
      ledger_accounts: 'the chart of accounts',
      ledger_checkpoints: 'balances at a moment',
    },
  },
  {
    name: 'State of the product',
    isPersonal: false,
    period: 'one row per subject; workers and processes that are gone, for a day',
    law: 'Not personal.',
    end: 'replaced',
    tables: {
      signing_keys: 'keys that sign',
      corridors: 'open and closed corridors',
      screening_list: 'the version of the screening list',
      network_rails: 'which rail a network uses',
      planned_closings: 'when rails and corridors are closed for a while',
      rail_terms: 'limits of a rail',
      rail_health: 'whether a rail works',
      float_wallets: 'our wallets',
      provider_reads: 'where reading continues',
      treasury_positions: 'differences from balances',
      job_workers: 'running workers',
      dead_jobs: 'jobs given up',
      processes: 'running processes',
      finished_checks: 'when checks finished',
      monitoring_cursor: 'where monitoring continues',
      invariant_watch: 'where the check of the invariants continues',
      order_roles: 'which roles ask for an order of two people, and which decide',
      schema_migrations: 'applied migrations',
    },
  },
]
