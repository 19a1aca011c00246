import { sql, type RawBuilder } from 'kysely'
import { MOMENT } from '../../../db/configuration.ts'
import { isCancellable, STATES } from './states.ts'
import { COLUMNS, frozenSender, scarceAccounts, standingOf, type Claim } from './transfer-row.ts'

/** Due time of a transfer's next step; null when it waits only for a wake. */
export type Scheduled = RawBuilder<Date | null>

export const now = sql<Date>`now()`
/** The transfer of a dead process is free after this; a live process extends its lease (`keepingLease`). */
export const LEASE = sql<Date>`now() + interval '10 seconds'`
export const NO_LEASE = { lease_token: null, lease_until: null } as const
/** The columns of a new transfer that is leased to the process that opens its payment. */
export const LEASED = { attempts: 1, lease_token: sql<string>`gen_random_uuid()`, lease_until: LEASE }
/** Sets the columns of a claim, in SQL. */
export const takeLease = sql`lease_token = gen_random_uuid(), lease_until = ${LEASE}, attempts = attempts + 1`
export const DATABASE_STARTED = sql<Date>`pg_postmaster_start_time()`
/** The facts that decide a charge or a pay-out; null once nothing can be paid out any more. */
const facts = sql`
  case when state in (${sql.join(STATES.filter(isCancellable).map((state) => sql.lit(state)))}) then jsonb_build_object(
    'sender', ${frozenSender(sql`transfers.id`)},
    'standing', (select to_jsonb(standing) from (${standingOf(sql`transfers.user_id`)}) standing),
    'scarce', ${scarceAccounts(sql`transfers.country`, sql`transfers.receive_currency`)}) end`
/** The columns that a claim returns. */
export const claimed = sql<Claim>`
  ${sql.raw(COLUMNS.map((column) => `transfers.${column}`).join(', '))},
  quote_expires_at <= now() as expired,
  state_changed_at < now() - case when state = 'awaiting_payment' and debit_started_at is not null
    then interval '10 days' else interval '24 hours' end as stale,
  coalesce(captured_at + payout_delay_minutes * interval '1 minute' > now(), false) as waits,
  (select rail from payout_routes where reference = transfers.payout_reference) as rail,
  (select (facts ->> 'savedCard')::boolean from fraud_decisions where transfer_id = transfers.id) as "savedCard",
  ${facts} as facts, ${DATABASE_STARTED} as "databaseStarted", ${MOMENT}`
/** The facts of a claim on a transfer that was just inserted. */
export const INSERTED = {
  ...{ expired: false, stale: false, waits: false, rail: null, savedCard: null, facts: null },
} as const
export const isUnleased = sql<boolean>`(lease_until is null or lease_until < now())`
/** SQL condition that is true for a transfer that has a next step, is not on hold, and is not leased. */
export const isFree = sql<boolean>`(next_step_at is not null and hold_reason is null and ${isUnleased})`

/**
 * SQL condition that is true for an opened payment: the card provider has to report whether it was charged. The customer who
 * makes such a call has usually just returned from the card form, so the charge is unknown until the answer.
 */
export const isChargeAsked = sql<boolean>`(state = 'awaiting_payment' and payment_intent_id is not null)`

/** Due now if provider events are pending. */
export const dueIfEvents: Scheduled = sql`case when late_events_pending then now() end`
