import { money } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { wakePayout, type PayoutRail } from '../../transfers/index.ts'

/** A payout that awaits staff, or its outcome. */
export interface ManualPayout {
  readonly reference: string
  readonly transferReference: string
  readonly country: string
  readonly network: string
  readonly phone: string
  readonly amount: ReturnType<typeof money>
  readonly askedAt: Date
}

/** Creates the manual payout queue as a rail: a payout waits until staff record its outcome. */
export function createManualRail(db: Db): PayoutRail {
  return {
    async send({ reference, transferReference, amount, phone, country, network }) {
      if (country === 'US') return { outcome: 'rejected', code: 'NO_RAIL', next: 'final' }
      await inTransaction(db, 'rails.ask_manual_payout', (tx) =>
        tx
          .insertInto('manual_payouts')
          .values({
            reference,
            transfer_reference: transferReference,
            country,
            network,
            phone,
            amount: amount.amount,
            currency: amount.currency,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
      return { outcome: 'accepted' }
    },
    async status(reference) {
      const row = await db
        .selectFrom('manual_payouts')
        .select('outcome')
        .where('reference', '=', reference)
        .executeTakeFirst()
      if (row === undefined) return { status: 'not_found' }
      if (row.outcome === null) return { status: 'pending' }
      return row.outcome === 'paid'
        ? { status: 'completed' }
        : { status: 'failed', code: 'MANUAL_PAYOUT_FAILED' }
    },
  }
}

/** Lists payouts that await staff, oldest first. */
export async function listManualPayouts(db: Db): Promise<ManualPayout[]> {
  const rows = await db
    .selectFrom('manual_payouts')
    .selectAll()
    .where('outcome', 'is', null)
    .orderBy('asked_at')
    .execute()
  return rows.map((row) => ({
    reference: row.reference,
    transferReference: row.transfer_reference,
    country: row.country,
    network: row.network,
    phone: row.phone,
    amount: money(row.amount, row.currency),
    askedAt: row.asked_at,
  }))
}

/**
 * Records the outcome of a manual payout, once, and wakes its transfer, on hold or not. Returns false when no payout with
 * that transfer's reference waits. The reason is the carrier's payment number, or why it could not be paid.
 */
export async function endManualPayout(
  db: Db,
  end: {
    readonly transferReference: string
    readonly outcome: 'paid' | 'failed'
  },
  { staff, reason }: StaffAction,
): Promise<boolean> {
  return inTransaction(db, 'rails.end_manual_payout', async (tx) => {
    const { rows } = await sql<{ reference: string }>`
      update manual_payouts set outcome = ${end.outcome}, ended_at = now(), ended_by = ${staff}, note = ${reason}
      where transfer_reference = ${end.transferReference} and outcome is null returning reference`.execute(tx)
    const [row] = rows
    if (row === undefined) return false
    await sql`insert into staff_actions (action, staff, reason, subject)
      values ('end_manual_payout', ${staff}, ${`${end.outcome}: ${reason}`}, ${row.reference})`.execute(tx)
    await wakePayout(tx, row.reference)
    return true
  })
}
