import { sql, type InsertObject, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Returns an insert of one row, to be part of a statement: `from`, `where` and `returning` may follow, and the row's values
 * may be expressions over them.
 */
export function inserting<T extends keyof Schema>(
  table: T,
  row: InsertObject<Schema, T>,
): RawBuilder<unknown> {
  const columns = Object.keys(row).map((column) => sql.ref(column))
  return sql`insert into ${sql.table(table)} (${sql.join(columns)}) select ${sql.join(Object.values(row))}`
}
