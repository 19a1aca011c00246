import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'

/** Columns that every use changes. */
const RESTLESS = new Set(['sessions.last_used_at'])

async function columns(owner: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(owner)
  return rows
}

/** Returns the name of every column of the database, in snake case and in camel case. */
export async function columnNames(owner: Db): Promise<string[]> {
  const names = (await columns(owner)).map(({ column }) => column)
  const camel = names.map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
  return [...new Set([...names, ...camel])]
}

/** Returns all stored data about people, or about one user: the rows of each table that names a user. */
export async function personalRows(owner: Db, userId?: string): Promise<Record<string, unknown[]>> {
  const all = await columns(owner)
  const tables = [...all.filter(({ column }) => column === 'user_id').map(({ table }) => table), 'users']
  const kept: Record<string, unknown[]> = {}
  for (const table of tables.toSorted()) {
    const whose = sql.ref(table === 'users' ? 'id' : 'user_id')
    const restless = all
      .filter((each) => each.table === table && RESTLESS.has(`${table}.${each.column}`))
      .map(({ column }) => column)
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${restless}::text[] as row from ${sql.table(table)} t
      where ${userId === undefined ? sql`true` : sql`t.${whose} = ${userId}`} order by 1`.execute(owner)
    kept[table] = rows.map(({ row }) => row)
  }
  return kept
}
