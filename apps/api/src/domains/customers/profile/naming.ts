import { isPermitted } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { maskName } from '../../../lib/mask.ts'
import type { Reader } from '../../../lib/order.ts'
import { countryOf } from '../../../lib/order-words.ts'

interface CustomerRow {
  readonly name: string | null
  readonly country: string | null
  readonly created_at: Date
  readonly locked_at: Date | null
  readonly closed_at: Date | null
}

/** Reads a customer as named in an order; undefined when there is none. Names are masked, as everywhere in the office. */
export async function readCustomer(db: Db | Tx, id: string, { roles }: Reader) {
  const { rows } = await sql<CustomerRow>`select p.name, i.country, u.created_at, u.locked_at, u.closed_at
    from users u left join profiles p on p.user_id = u.id left join phone_identities i on i.user_id = u.id
    where u.id = ${id}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const since = row.created_at.toISOString().slice(0, 10)
  const name = isPermitted(roles, 'customers.read') ? maskName(row.name) : null
  return {
    label: name ?? `A customer in ${countryOf(row.country)} since ${since}`,
    country: countryOf(row.country),
    since,
    state:
      row.closed_at !== null
        ? `Closed on ${row.closed_at.toISOString().slice(0, 10)}`
        : row.locked_at === null
          ? 'Open'
          : `Locked since ${row.locked_at.toISOString().slice(0, 10)}`,
  }
}

/** Versions of the rows that identify a customer: compared without reading any name. */
export const PERSON = sql`concat_ws(':', u.locked_at, p.xmin, i.xmin, t.tier, t.until)`
export const PERSON_ROWS = sql`users u left join profiles p on p.user_id = u.id
  left join phone_identities i on i.user_id = u.id left join customer_tiers t on t.user_id = u.id`

/** Returns a version that changes with any identifying data of the customer; null without an open account. */
export async function accountVersion(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', 'open', ${PERSON}) as version from ${PERSON_ROWS}
    where u.id = ${userId}::uuid and u.closed_at is null`.execute(tx)
  return rows[0]?.version ?? null
}
