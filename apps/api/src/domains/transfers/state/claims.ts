import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { dueIfWoken, isChargeAsked, LEASE, NO_LEASE, now, wokenSince } from './schedule.ts'
import { isEnd } from './states.ts'
import type { Charge, Claim } from './transfer-row.ts'
import { updateClaim, type ChargeFact } from './transitions.ts'

/** Extends the lease. Call it before recording a request: a process that slept past its lease then sends nothing. */
export async function renewLease(tx: Tx, claim: Claim): Promise<void> {
  await updateClaim(tx, claim, { lease_until: LEASE })
}

/** Releases the lease until `waitMs` from now, or immediately when the transfer was woken meanwhile. */
export async function releaseLease(
  tx: Tx,
  claim: Claim,
  waitMs: number,
  facts: ChargeFact = {},
): Promise<void> {
  const later = sql`least(now() + ${waitMs} * interval '1 millisecond',
    case when state = 'awaiting_payment' and quote_expires_at > now() then quote_expires_at end)`
  await updateClaim(tx, claim, {
    ...facts,
    next_step_at: sql<Date>`case when wake_version = ${claim.wake_version} then ${later} else now() end`,
    failures: 0,
    ...NO_LEASE,
  })
}

/** Releases the lease after an error. `failures`: consecutive errors of our own. */
export async function releaseLeaseAfterError(
  tx: Tx,
  claim: Claim,
  { failures, waitMs }: { readonly failures: number; readonly waitMs: number },
): Promise<void> {
  await updateClaim(tx, claim, {
    next_step_at: sql<Date>`now() + ${waitMs} * interval '1 millisecond'`,
    charge_unknown: isChargeAsked,
    failures,
    ...NO_LEASE,
  })
}

/** Releases the lease of a transfer that waits only for a wake. */
export async function releaseIdle(tx: Tx, claim: Claim): Promise<void> {
  await updateClaim(tx, claim, { next_step_at: dueIfWoken(claim), ...NO_LEASE })
}

/** Releases the lease of a charged transfer until its pay-out may begin, or immediately when it was woken meanwhile. */
export async function releaseUntilPayout(tx: Tx, claim: Claim): Promise<void> {
  const payoutAt = sql`captured_at + payout_delay_minutes * interval '1 minute'`
  await updateClaim(tx, claim, {
    next_step_at: sql<Date>`case when ${wokenSince(claim)} or late_events_pending then now() else greatest(now(), ${payoutAt}) end`,
    failures: 0,
    ...NO_LEASE,
  })
}

/** Marks the provider events as handled, unless more arrived meanwhile, and releases the lease. */
export async function clearPendingEvents(tx: Tx, claim: Claim): Promise<void> {
  const hasStep = claim.refund_order !== null || (!isEnd(claim.state) && claim.hold_reason === null)
  const next_step_at = hasStep ? now : dueIfWoken(claim)
  await updateClaim(tx, claim, { late_events_pending: wokenSince(claim), next_step_at, ...NO_LEASE })
}

/** Saves facts about a claimed transfer without changing its state. */
export async function saveOnClaim(
  tx: Tx,
  claim: Claim,
  facts: Partial<Pick<Claim, 'payment_intent_id' | 'refund_order'> & Charge>,
): Promise<Claim> {
  return updateClaim(tx, claim, facts)
}

/** Saves the id of the payment just opened and releases the lease to the sweep. */
export async function saveOpenedPayment(db: Db | Tx, claim: Claim, paymentId: string): Promise<void> {
  const next_step_at = sql<Date>`case when cancel_reason is null then now() + interval '30 seconds' else now() end`
  await updateClaim(db, claim, { payment_intent_id: paymentId, attempts: 0, next_step_at, ...NO_LEASE })
}
