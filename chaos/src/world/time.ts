import type { Database } from './postgres.ts'

/**
 * Makes hours pass in a moment. All times of the engine are rows judged by the database's clock, so moving a row's
 * time back is the same as waiting; the application's role could do none of this.
 */
export function timeOf({ sql }: Database) {
  return {
    /** Every wait between two looks is over. */
    async hurry(): Promise<void> {
      await sql('update transfers set next_step_at = now() where next_step_at > now()')
      await sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
    },
    /** Every lease runs out, and jobs of a worker that is gone are free. */
    async outliveLeases(): Promise<void> {
      await sql("update transfers set lease_until = now() - interval '1 second' where lease_until > now()")
      await sql(
        'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by is not null',
      )
    },
    /** Unpaid prices run out; `minutesAgo` is how long ago they did. Undefined id: all of them. */
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
    /** So long ago that a code was asked for that another may be. */
    async ageCodes(): Promise<void> {
      await sql(
        `update verifications set created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day',
          used_at = used_at - interval '1 day'`,
      )
    },
    /** Requests to pay out that had no answer are too old to be on their way; a second is what the outside world needs. */
    async ageUnanswered(): Promise<void> {
      await sql(
        `update payout_attempts set sent_at = sent_at - interval '16 minutes', expires_at = expires_at - interval '16 minutes'
        where outcome = 'unknown' and sent_at between now() - interval '15 minutes' and now() - interval '1 second'`,
      )
    },
    /** Requests to pay out whose sender never said what became of them are too old to be on their way. */
    async ageRequests(): Promise<void> {
      await sql(
        `update payout_attempts set sent_at = sent_at - interval '16 minutes', expires_at = expires_at - interval '16 minutes'
        where closed_at is null and sent_at > now() - interval '15 minutes'`,
      )
    },
  }
}
