import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/index.ts'
import type { TransferMove, TransferSnapshot } from './moves.ts'
import { snapshotOf } from './state/snapshot.ts'
import { COLUMNS, type TransferRow } from './state/transfer-row.ts'

/** The columns of a transfer that may change after a move and that a snapshot reads: the outbox keeps them as of the move. */
export const FROZEN = [
  'state',
  'captured_at',
  'cancel_reason',
  'failure_code',
  'refund_order',
  'repaid_amount',
] as const satisfies readonly (keyof TransferRow)[]

/** Queues the messages about moves of a transfer, in this order. `transfer` is its row after the moves. */
export async function tell(tx: Tx, transfer: TransferRow, moves: readonly TransferMove[]): Promise<void> {
  if (moves.length === 0) return
  const { state, captured_at, cancel_reason, failure_code, refund_order, repaid_amount } = transfer
  const kept = { state, captured_at, cancel_reason, failure_code, refund_order, repaid_amount }
  await tx
    .insertInto('outbox')
    .values(moves.map((move) => ({ transfer_id: transfer.id, move, ...kept })))
    .execute()
}

/** A move about which nobody has been notified yet. */
export interface UntoldMove {
  readonly id: bigint
  readonly move: TransferMove
  /** Earlier attempts to write its messages that failed. */
  readonly failures: number
  /** The transfer as of the move. */
  readonly transfer: TransferSnapshot
  /** The trace of the transfer; null without tracing. */
  readonly traceparent: string | null
}

/** A row of `lockUntold`. */
export interface UntoldRow extends TransferRow {
  readonly move_id: bigint
  readonly move: TransferMove
  readonly move_failures: number
}

/** The columns of a row of `lockUntold`: named, so that the statement is prepared. */
export const UNTOLD_COLUMNS: readonly (keyof UntoldRow)[] = ['move_id', 'move', 'move_failures', ...COLUMNS]

/** SQL condition that is true for the first untold move of a transfer. The alias of the outbox is `o`. */
const isFirst = sql`not exists (select from outbox e where e.transfer_id = o.transfer_id and e.id < o.id)`

/** SQL condition that is true while a move is due. */
export const isUntoldDue = sql<boolean>`exists (select from outbox o where o.due_at <= now() and ${isFirst})`

/**
 * Returns the query that locks the first due move of up to `limit` transfers, oldest first, and returns all their untold moves
 * in order, with the transfer's columns. A transfer whose first move another process has locked, or that waits after an error,
 * is left out: its moves stay in order. With `only`, returns the moves of that transfer.
 */
export const lockUntold = (limit: number, only: string | null): RawBuilder<UntoldRow> => sql`
  with first as materialized (
    select transfer_id from outbox o where due_at <= now() and ${isFirst}
      and (${only}::uuid is null or transfer_id = ${only}::uuid)
    order by id limit ${limit} for update skip locked
  )
  select o.id as move_id, o.move, o.failures as move_failures, ${sql.raw(FROZEN.map((name) => `o.${name}`).join(', '))},
    ${sql.raw(
      COLUMNS.filter((name) => !FROZEN.some((kept) => kept === name))
        .map((name) => `t.${name}`)
        .join(', '),
    )}
  from first join outbox o using (transfer_id) join transfers t on t.id = o.transfer_id
  order by o.id`

/** Returns the move of a row of `lockUntold`. */
export const untoldMove = (row: UntoldRow): UntoldMove => ({
  id: row.move_id,
  move: row.move,
  failures: row.move_failures,
  transfer: snapshotOf(row),
  traceparent: row.traceparent,
})

/** Returns the statement that deletes moves whose messages are written. */
export const deleteTold = (ids: readonly bigint[]) =>
  sql`delete from outbox where id = any(${ids.map(String)}::bigint[])`

/** Lets a move wait after an error: 1 s after the first, up to 5 minutes. */
export async function putOff(tx: Tx, id: bigint): Promise<void> {
  await sql`update outbox set failures = failures + 1,
    due_at = now() + least(power(2, failures), 300) * interval '1 second' where id = ${id}`.execute(tx)
}
