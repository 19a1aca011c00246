import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { countDecline, type DeclineLimits } from '../create/declines.ts'
import type { CardEvent } from '../ports.ts'

/** The channel on which workers hear that a step is due. Only a hint: the sweep finds what is not heard. */
export const WAKE_CHANNEL = 'transfers'

const notify = sql`pg_notify(${WAKE_CHANNEL}, '')`

/** Notes a card provider's event, once, makes its transfer's next step due now, and counts a declined card. */
export async function wakeFromCardEvent(db: Db, event: CardEvent, declines: DeclineLimits): Promise<void> {
  await inTransaction(db, 'transfers.hint_from_cards', async (tx) => {
    if (event.paymentId !== null && event.declined !== null) {
      await countDecline(tx, event.paymentId, event.declined, declines)
    }
    await sql`
      with fresh as (
        insert into provider_events (provider, event_id, type, subject)
        values ('stripe', ${event.id}, ${event.type}, ${event.paymentId})
        on conflict do nothing returning subject
      ), bumped as (
        update transfers
        set next_step_at = now(), bumps = bumps + 1, recheck = recheck or ${event.afterwards} or state = 'cancelled'
        from fresh
        where payment_intent_id = fresh.subject
          and (${event.afterwards} or (${event.charged} and state = 'cancelled')
            or (next_step_at is not null and hold_reason is null))
        returning id
      )
      select ${notify} from bumped`.execute(tx)
  })
}

/** A rail's word on a pay-out by its reference: see `wakePayout`. */
export async function wakeFromPayoutEvent(db: Db, reference: string): Promise<void> {
  await inTransaction(db, 'transfers.hint_from_payouts', (tx) => wakePayout(tx, reference))
}

/**
 * Makes the transfer's next step due now, also while it is held; one that had given up on its pay-out looks again
 * whether it was right. For who writes the word down in the same transaction.
 */
export async function wakePayout(tx: Tx, reference: string): Promise<void> {
  await sql`
    with bumped as (
      update transfers
      set next_step_at = now(), bumps = bumps + 1,
        recheck = recheck or state not in ('paying_out', 'payout_unknown')
      where payout_reference = ${reference} and state not in ('awaiting_payment', 'sent', 'cancelled')
      returning id
    )
    select ${notify} from bumped`.execute(tx)
}
