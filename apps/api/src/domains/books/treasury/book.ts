import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { post } from '../../record/index.ts'
import { entriesOf } from './entries.ts'
import type { NewMovement } from './movement.ts'

/** Arbitrary lock number: two processes book movements one after the other. */
const BOOK_LOCK = 7_361_054

/** Takes the lock for booking movements until the transaction ends. */
export async function lockBooking(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BOOK_LOCK})`.execute(tx)
}

/**
 * Records movements, each once, and books the new ones. Needs the booking lock. `cardAccount` is the name of our account with
 * the card provider. Returns how many are new.
 */
export async function recordMovements(
  tx: Tx,
  movements: readonly NewMovement[],
  cardAccount: string,
): Promise<number> {
  if (movements.length === 0) return 0
  const recorded = await tx
    .insertInto('provider_movements')
    .values(
      movements.map((one) => ({
        account: one.account,
        provider_id: one.providerId,
        kind: one.kind,
        transfer_id: one.transferId,
        amount: one.amount,
        currency: one.currency,
        other_amount: one.otherAmount,
        other_currency: one.otherCurrency,
        fee: one.fee,
        adjusts: one.adjusts,
        occurred_at: one.at,
        action_id: one.actionId ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account', 'provider_id']).doNothing())
    .returning(['id', 'provider_id'])
    .execute()
  const ids = new Map(recorded.map(({ id, provider_id: providerId }) => [providerId, id]))
  for (const movement of movements) {
    const id = ids.get(movement.providerId)
    if (id === undefined) continue
    for (const entry of entriesOf(movement, cardAccount)) await post(tx, { transferId: id, ...entry })
  }
  return recorded.length
}
