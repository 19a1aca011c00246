import { sql } from 'kysely'
import type { Tx } from '../../db/index.ts'
import { post } from '../ledger/index.ts'
import { entriesOf } from './entries.ts'
import type { Movement } from './movement.ts'

/** Any fixed number: two processes book movements one after the other. */
const BOOK_LOCK = 7_361_054

export type NewMovement = Omit<Movement, 'id'> & { readonly actionId?: string }

/** Takes the lock under which movements are booked, until the transaction ends. */
export async function lockBooking(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BOOK_LOCK})`.execute(tx)
}

/** Records movements, each once. Returns how many are new. */
export async function recordMovements(tx: Tx, movements: readonly NewMovement[]): Promise<number> {
  if (movements.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await tx
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
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** Books the recorded movements of an account with these ids that have no entry yet. Needs the lock. */
export async function bookMovements(
  tx: Tx,
  account: string,
  providerIds: readonly string[],
  cardAccount: string,
): Promise<void> {
  const { rows } = await sql<Movement>`
    select m.id, m.account, m.provider_id as "providerId", m.kind, m.transfer_id as "transferId", m.amount, m.currency,
      m.other_amount as "otherAmount", m.other_currency as "otherCurrency", m.fee, m.adjusts, m.occurred_at as at
    from provider_movements m
    where m.account = ${account} and m.provider_id = any(${providerIds}::text[])
      and not exists (select from ledger_entries e where e.transfer_id = m.id)
    order by m.occurred_at, m.id`.execute(tx)
  for (const movement of rows) {
    for (const entry of entriesOf(movement, cardAccount))
      await post(tx, { transferId: movement.id, ...entry })
  }
}
