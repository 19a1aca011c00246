import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'

/** The cause of an account hold: a report of the card provider, or staff. */
export type HoldCause = 'fraud_warning' | 'review' | 'dispute' | 'staff'

/** Recorded as the author of holds and releases caused by the card provider. */
const PROVIDER = 'card provider'

/** The card provider's report about a charge, with the id of its warning, review or dispute. */
export interface FraudReport {
  readonly cause: Exclude<HoldCause, 'staff'>
  readonly providerId: string
}

/**
 * Puts an account on hold for a report. Returns false when that report has done so before, even if staff lifted that hold.
 */
export async function openHoldForReport(
  tx: Tx,
  { userId, transferId }: { readonly userId: string; readonly transferId: string },
  { cause, providerId }: FraudReport,
): Promise<boolean> {
  const opened = await tx
    .insertInto('account_holds')
    .values({
      user_id: userId,
      transfer_id: transferId,
      cause,
      provider_id: providerId,
      opened_by: PROVIDER,
      reason: cause,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return opened !== undefined
}

/** Puts an account on hold for staff. Returns false when staff already have. */
export async function openHoldByStaff(
  tx: Tx,
  userId: string,
  { staff, reason }: StaffAction,
): Promise<boolean> {
  const opened = await tx
    .insertInto('account_holds')
    .values({ user_id: userId, cause: 'staff', opened_by: staff, reason })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return opened !== undefined
}

/** Lifts the hold opened by a report, because the card provider withdrew the report. Returns false when none is in force. */
export async function liftHoldOfReport(tx: Tx, { cause, providerId }: FraudReport): Promise<boolean> {
  const lifted = await tx
    .updateTable('account_holds')
    .set({ lifted_at: sql<Date>`clock_timestamp()`, lifted_by: PROVIDER, lift_reason: `${cause} closed` })
    .where('provider_id', '=', providerId)
    .where('lifted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return lifted !== undefined
}

/** Lifts every hold of an account for staff, and returns how many there were. */
export async function liftHoldsByStaff(
  tx: Tx,
  userId: string,
  { staff, reason }: StaffAction,
): Promise<number> {
  const lifted = await tx
    .updateTable('account_holds')
    .set({ lifted_at: sql<Date>`clock_timestamp()`, lifted_by: staff, lift_reason: reason })
    .where('user_id', '=', userId)
    .where('lifted_at', 'is', null)
    .returning('id')
    .execute()
  return lifted.length
}

/** Returns a condition that is true while an account is on hold: it opens no new payments. */
export const isHeld = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from account_holds where user_id = ${userId} and lifted_at is null)`

/** Returns true while an account is on hold. */
export async function isAccountHeld(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${isHeld(userId)} as held`.execute(db)
  return rows[0]?.held ?? false
}

/**
 * Returns true while a hold on its sender's account stops a transfer. Staff who release the transfer overrule the holds so
 * far.
 */
export async function isStoppedByHold(
  tx: Tx,
  { id, user_id }: { readonly id: string; readonly user_id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account_holds where user_id = ${user_id} and lifted_at is null
      and opened_at > coalesce((select max(at) from staff_actions
        where transfer_id = ${id} and action = 'release'), '-infinity') limit 1`.execute(tx)
  return rows.length > 0
}

/** One account hold, as shown to staff. */
export interface AccountHold {
  readonly cause: HoldCause
  readonly openedBy: string
  readonly reason: string
  readonly openedAt: Date
  /** The transfer of the reported charge; null for a hold by staff. */
  readonly reference: string | null
  readonly liftedAt: Date | null
  readonly liftedBy: string | null
  readonly liftReason: string | null
}

/** Returns all past and current holds of an account, oldest first. */
export async function listAccountHolds(db: Db, userId: string): Promise<readonly AccountHold[]> {
  const { rows } = await sql<AccountHold>`
    select h.cause, h.opened_by as "openedBy", h.reason, h.opened_at as "openedAt", t.reference,
      h.lifted_at as "liftedAt", h.lifted_by as "liftedBy", h.lift_reason as "liftReason"
    from account_holds h left join transfers t on t.id = h.transfer_id
    where h.user_id = ${userId} order by h.id`.execute(db)
  return rows
}

/** Counts the holds in force. */
export async function countAccountHolds(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from account_holds where lifted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}
