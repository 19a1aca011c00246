import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { Claim } from '../state/transfer-row.ts'

/** A request that waited longer than this, for example in a suspended process, is not sent any more; milliseconds. */
export const FRESH_MS = 30_000

/** Why a carrier did not pay: its code, and its message if any. */
export interface CarrierRefusal {
  readonly code: string
  readonly words?: string
}

/** Returns a carrier's refusal as shown to staff: "WALLET_LIMIT_REACHED: The wallet is full." */
export const answerText = ({ code, words }: CarrierRefusal): string =>
  words === undefined ? code : `${code}: ${words}`

/** This long after a request, "not found" proves that it never arrived (docs/providers.md). */
const IS_OLD = sql`sent_at < now() - interval '15 minutes'`

export interface PayoutHistory {
  readonly count: number
  /** Number of requests since staff last released the transfer. */
  readonly recent: number
  /** Outcome of the newest request; null until the worker that sent it recorded one. */
  readonly last: 'accepted' | 'rejected' | 'unknown' | null
  readonly rejected: boolean
  /** True if staff requested a refund. */
  readonly givenUp: boolean
  /** True if every request has an outcome or is older than 15 minutes: none will be sent any more. */
  readonly closed: boolean
  /** True if every request was answered or is older than 15 minutes: none can still reach the carrier. */
  readonly settled: boolean
}

/** Reads the pay-out requests of a transfer. */
export async function payoutHistory(db: Db | Tx, claim: Claim): Promise<PayoutHistory> {
  const { rows } = await sql<PayoutHistory>`
    select count(*)::int as count,
      (count(*) filter (where sent_at > coalesce((select max(at) from staff_actions
        where transfer_id = ${claim.id} and action = 'release'), '-infinity')))::int as recent,
      (array_agg(outcome order by id desc))[1] as last,
      coalesce(bool_or(outcome = 'rejected'), false) as rejected,
      exists (select from staff_actions where transfer_id = ${claim.id} and action = 'refund') as "givenUp",
      coalesce(bool_and(closed_at is not null or ${IS_OLD}), true) as closed,
      coalesce(bool_and((outcome is not null and outcome <> 'unknown') or ${IS_OLD}), true) as settled
    from payout_attempts where transfer_id = ${claim.id}`.execute(db)
  const [history] = rows
  if (history === undefined) throw new Error(`No history of the pay-outs of ${claim.id}`)
  return history
}

/** Returns true when a refund request was ever recorded for a transfer: it may have been carried out. */
export async function hasRefundAttempt(db: Db | Tx, claim: Claim): Promise<boolean> {
  const attempt = await db
    .selectFrom('refund_attempts')
    .select('id')
    .where('transfer_id', '=', claim.id)
    .limit(1)
    .executeTakeFirst()
  return attempt !== undefined
}

/**
 * Counts the refund requests since staff last requested a refund, or the customer named another wallet for it; without those
 * for which our float was too low.
 */
export async function countRefundAttempts(db: Db | Tx, claim: Claim): Promise<bigint> {
  const { count } = await db
    .selectFrom('refund_attempts')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('transfer_id', '=', claim.id)
    .where('refund_order', 'is not distinct from', claim.refund_order)
    .where(
      sql<boolean>`sent_at > coalesce((select max(refund_named_at) from collection_attempts
          where transfer_id = ${claim.id}), '-infinity')
        and not exists (select from collection_refunds r where r.request_id = refund_attempts.id and r.lacked_float)`,
    )
    .executeTakeFirstOrThrow()
  return count
}
