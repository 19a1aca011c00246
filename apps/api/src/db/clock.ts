import { sql } from 'kysely'
import type { Db, Tx } from './index.ts'

/** Returns the database's clock, which decides what is due: the clocks of several machines may differ. */
export async function readDatabaseClock(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const now = rows[0]?.now
  if (now === undefined) throw new Error('The database returned no time')
  return now
}
