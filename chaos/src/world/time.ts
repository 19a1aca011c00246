import type { Database } from './postgres.ts'

/** SQL condition for a transfer on hold while a provider may still move its money: its outcome is queried for a day. */
export const IS_WATCHED = `(hold_reason is not null
  and state in ('awaiting_payment', 'paying_out', 'payout_unknown'))`

/**
 * Makes hours pass in a moment. The engine compares times in rows with the database's clock, so moving a row's time
 * back is equivalent to waiting. The application's role has no right to do this.
 */
export function timeOf({ sql }: Database) {
  return {
    /** Makes every waiting transfer, move, message and job due now. A message that is being sent keeps its lease of 10 seconds. */
    async hurry(): Promise<void> {
      await sql(`update transfers set captured_at = captured_at - payout_delay_minutes * interval '1 minute'
        where state = 'paid' and captured_at + payout_delay_minutes * interval '1 minute' > now()`)
      await sql('update transfers set next_step_at = now() where next_step_at > now()')
      await sql('update outbox set due_at = now() where due_at > now()')
      await sql(
        "update messages set due_at = now() where state = 'queued' and due_at > now() + interval '10 seconds'",
      )
      await sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
    },
    /** Keeps a dead process's leases valid, however long its restart takes. */
    async keepLeases(): Promise<void> {
      await sql("update transfers set lease_until = now() + interval '1 hour' where lease_until > now()")
    },
    /** Expires every lease, and unlocks the jobs of workers, dead or alive. */
    async outliveLeases(): Promise<void> {
      await sql("update transfers set lease_until = now() - interval '1 second' where lease_until > now()")
      await sql("update messages set due_at = now() where state = 'queued' and due_at > now()")
      await sql(
        'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by is not null',
      )
    },
    /** Makes the day pass during which the outcome of held payments and pay-outs is queried. */
    async outliveWatches(): Promise<void> {
      await sql(`update transfers set state_changed_at = state_changed_at - interval '1 day'
        where ${IS_WATCHED} and state_changed_at > now() - interval '1 day'`)
    },
    /** Expires the price of an unpaid transfer, or of all, `minutesAgo` minutes ago. */
    async expireQuotes(paymentId?: string, minutesAgo = 0): Promise<void> {
      const late = `${minutesAgo} minutes`
      await sql(
        `with moved as (
          update transfers set quote_expires_at = now() - $1::interval
          where state = 'awaiting_payment' and quote_expires_at > now() - $1::interval
            -- Hours do not pass between two lines of a step.
            and (lease_until is null or lease_until < now())
            and ($2::text is null or payment_intent_id = $2)
          returning quote_id
        )
        update quotes set expires_at = now() - $1::interval,
          created_at = least(created_at, now() - $1::interval - interval '30 minutes')
        from moved where quotes.id = quote_id`,
        [late, paymentId ?? null],
      )
    },
    /** Makes codes old enough that the customer may request another one. */
    async ageCodes(): Promise<void> {
      await sql(
        `update verifications set created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day',
          used_at = used_at - interval '1 day'`,
      )
    },
    /** Makes unanswered pay-out requests too old to be in flight, after a second for the sandbox. */
    async ageUnanswered(): Promise<void> {
      await sql(
        `update payout_attempts set sent_at = sent_at - interval '16 minutes'
        where outcome = 'unknown' and sent_at between now() - interval '15 minutes' and now() - interval '1 second'`,
      )
    },
    /** Makes requests to pay out, or to pay, whose process never recorded an outcome too old to be in flight. */
    async ageRequests(): Promise<void> {
      await sql(
        `update payout_attempts set sent_at = sent_at - interval '16 minutes'
        where closed_at is null and sent_at > now() - interval '15 minutes'`,
      )
      await sql(
        `update collection_attempts set recorded_at = recorded_at - interval '16 minutes'
        where state in ('recorded', 'sent') and recorded_at > now() - interval '15 minutes'`,
      )
      // A refused refund is repeated minutes later.
      await sql(
        `update collection_refunds set ended_at = ended_at - interval '10 minutes'
        where (lacked_float or request_id is null) and ended_at > now() - interval '10 minutes'`,
      )
      await sql(
        `update collection_attempts set missed_at = missed_at - interval '1 minute'
        where missed_at > now() - interval '1 minute'`,
      )
    },
  }
}
