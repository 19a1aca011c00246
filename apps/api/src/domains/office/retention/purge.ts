import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import { DELETIONS, type Deletion } from './deletions.ts'

/** Rows per transaction. */
const BATCH = 1_000
/** Batches per table and run; the next run continues. */
const MOST_BATCHES = 100

async function deleteBatch(db: Db, { table, due }: Deletion, batch: number): Promise<number> {
  const { numAffectedRows } = await inTransaction(db, 'retention.purge', (tx) =>
    sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} old where ${sql.raw(due)} limit ${batch}
    ))`.execute(tx),
  )
  return Number(numAffectedRows ?? 0n)
}

/**
 * Deletes the rows due by the register, in small transactions. Returns the number of deleted rows per table. A table that
 * cannot be purged does not stop the others; the first error is thrown at the end.
 */
export async function purge(
  db: Db,
  { batch = BATCH, batches = MOST_BATCHES } = {},
): Promise<ReadonlyMap<string, number>> {
  const deleted = new Map<string, number>()
  const errors: unknown[] = []
  for (const deletion of DELETIONS) {
    try {
      for (let count = 0; count < batches; count++) {
        const some = await deleteBatch(db, deletion, batch)
        deleted.set(deletion.table, (deleted.get(deletion.table) ?? 0) + some)
        if (some < batch) break
      }
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return deleted
}
