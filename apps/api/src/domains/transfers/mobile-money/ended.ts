import { attemptText } from '@sesa/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { brandOf } from '../ways-to-pay/payer.ts'

/** A request to pay that ended without money, unseen by its payer. */
export interface UnseenEnd {
  readonly userId: string
  readonly attemptId: string
  readonly paymentId: string
  readonly reference: string
  readonly recipientName: string
  /** Why it ended, for the payer. */
  readonly reason: string
}

/** Maximum requests of one run. */
const MOST = 100

/** Records that the payer has read how their requests to pay ended. Writes once for each request. */
export async function markEndsSeen(
  db: Db | Tx,
  attempts: readonly { readonly id: string; readonly ended_at: Date | null; readonly seen_at: Date | null }[],
): Promise<void> {
  const unseen = attempts.filter(({ ended_at, seen_at }) => ended_at !== null && seen_at === null)
  if (unseen.length === 0) return
  await db
    .updateTable('collection_attempts')
    .set({ seen_at: sql<Date>`now()` })
    .where(
      'id',
      'in',
      unseen.map(({ id }) => id),
    )
    .execute()
}

/**
 * Lists the requests to pay that ended a minute or more ago while their payer was away: they have not read the end, asked again,
 * or cancelled. Leaves out those with a notice.
 */
export async function listUnseenEnds(tx: Tx): Promise<readonly UnseenEnd[]> {
  const { rows } = await sql<
    Omit<UnseenEnd, 'reason'> & {
      readonly country: string
      readonly network: string
      readonly answer: string | null
    }
  >`
    select t.user_id as "userId", a.id as "attemptId", coalesce(t.payment_intent_id, t.id::text) as "paymentId", t.reference,
      t.recipient_name as "recipientName", a.country, a.network,
      case a.state when 'never_arrived' then a.state else a.answer end as answer
    from collection_attempts a join transfers t on t.id = a.transfer_id
    where a.state in ('failed', 'never_arrived') and a.seen_at is null
      and a.ended_at between now() - interval '15 minutes' and now() - interval '1 minute'
      and t.state = 'awaiting_payment' and t.cancel_reason is null and t.hold_reason is null
      and not exists (select from collection_attempts o where o.transfer_id = a.transfer_id and o.number > a.number)
      and not exists (select from user_notices n where n.user_id = t.user_id and n.key = 'payment_ended:' || a.id)
    order by a.ended_at limit ${MOST}`.execute(tx)
  return rows.map(({ country, network, answer, ...end }) => ({
    ...end,
    reason: attemptText({ status: 'failed', failure: answer, networkLabel: brandOf(country, network) }),
  }))
}
