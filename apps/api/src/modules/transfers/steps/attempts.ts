import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { runPrepared } from '../../../db/prepared.ts'
import { startStopwatch } from '../../../lib/stopwatch.ts'
import { LeaseLost, renewLease, type Claim } from '../state/claims.ts'

/** A request that has waited longer than this to be sent, as in a process that was stopped, is not sent any more; ms. */
export const FRESH_MS = 30_000

/** A request to pay out that has been written down. */
export interface PayoutAttempt {
  readonly id: bigint
  readonly expires_at: Date
  /** Milliseconds since this process began to write it. */
  age(): number
}

/** Writes a pay-out request down, before it is sent, in a transaction that has changed the claimed transfer. */
export async function addPayoutAttempt(tx: Tx, claim: Claim): Promise<PayoutAttempt> {
  const age = startStopwatch()
  const [attempt] = await runPrepared(
    tx,
    tx.insertInto('payout_attempts').values({ transfer_id: claim.id }).returning(['id', 'expires_at']),
  )
  if (attempt === undefined) throw new Error(`No attempt was written for transfer ${claim.id}`)
  return { ...attempt, age }
}

/** The sender's word on its request: it has ended and will not be sent any more. */
export async function closePayoutAttempt(
  tx: Tx,
  attempt: PayoutAttempt,
  outcome: 'accepted' | 'rejected' | 'unknown',
): Promise<void> {
  await runPrepared(
    tx,
    tx
      .updateTable('payout_attempts')
      .set({ outcome, closed_at: sql<Date>`now()` })
      .where('id', '=', attempt.id),
  )
}

/** So long after a request pawaPay's "not found" is its word that the request never came (docs/providers.md). */
const IS_OLD = sql`sent_at < now() - interval '15 minutes'`

export interface PayoutHistory {
  readonly count: number
  /** Those since an operator last released the transfer. */
  readonly recent: number
  /** Outcome of the newest request; null while its sender has not closed it. */
  readonly last: 'accepted' | 'rejected' | 'unknown' | null
  readonly rejected: boolean
  /** An operator has ordered to give the money back. */
  readonly givenUp: boolean
  /** Every request was closed by its sender or is older than 15 minutes: none will be sent any more. */
  readonly closed: boolean
  /** Every request was answered or is older than 15 minutes: none can be on its way. */
  readonly settled: boolean
}

export async function payoutHistory(tx: Tx, claim: Claim): Promise<PayoutHistory> {
  const { rows } = await sql<PayoutHistory>`
    select count(*)::int as count,
      (count(*) filter (where sent_at > coalesce((select max(at) from operator_actions
        where transfer_id = ${claim.id} and action = 'release'), '-infinity')))::int as recent,
      (array_agg(outcome order by id desc))[1] as last,
      coalesce(bool_or(outcome = 'rejected'), false) as rejected,
      exists (select from operator_actions where transfer_id = ${claim.id} and action = 'refund') as "givenUp",
      coalesce(bool_and(closed_at is not null or ${IS_OLD}), true) as closed,
      coalesce(bool_and((outcome is not null and outcome <> 'unknown') or ${IS_OLD}), true) as settled
    from payout_attempts where transfer_id = ${claim.id}`.execute(tx)
  const [history] = rows
  if (history === undefined) throw new LeaseLost(`Transfer ${claim.id}`)
  return history
}

/** A refund request that has been written down. */
export interface RefundAttempt {
  readonly id: bigint
  /** Milliseconds since this process began to write it. */
  age(): number
}

/** Writes a refund request down, before it is sent. @throws LeaseLost when the transfer is no longer ours. */
export async function addRefundAttempt(tx: Tx, claim: Claim): Promise<RefundAttempt> {
  const age = startStopwatch()
  await renewLease(tx, claim)
  const { id } = await tx
    .insertInto('refund_attempts')
    .values({ transfer_id: claim.id, refund_order: claim.refund_order })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, age }
}

/** True when a refund request was ever written down for a transfer: it may have been carried out. */
export async function hasRefundAttempt(tx: Tx, claim: Claim): Promise<boolean> {
  const attempt = await tx
    .selectFrom('refund_attempts')
    .select('id')
    .where('transfer_id', '=', claim.id)
    .limit(1)
    .executeTakeFirst()
  return attempt !== undefined
}

/** Refund requests since an operator last ordered one. */
export async function countRefundAttempts(tx: Tx, claim: Claim): Promise<bigint> {
  const { count } = await tx
    .selectFrom('refund_attempts')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('transfer_id', '=', claim.id)
    .where('refund_order', 'is not distinct from', claim.refund_order)
    .executeTakeFirstOrThrow()
  return count
}
