import { sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

type Column = keyof Schema['transfers']

/** Columns of a transfer that a test sets as time, providers or another worker would. */
export type TransferChanges = Partial<Record<Column, unknown>>

/** Returns the database's time an interval ago: `ago('25 hours')`. */
export const ago = (interval: string) => sql<Date>`now() - ${interval}::interval`

/** Returns the database's time after an interval. */
export const fromNow = (interval: string) => sql<Date>`now() + ${interval}::interval`

export const NOW = sql<Date>`now()`
export const NEW_ID = sql<string>`gen_random_uuid()`

/** Returns the column's value plus `change`. */
export const shifted = (column: Column, change: number) => sql`${sql.ref(column)} + ${change}`

/** Returns the column's time, moved back by an interval. */
export const backdated = (column: Column, interval: string) =>
  sql<Date>`${sql.ref(column)} - ${interval}::interval`

/** Another worker has the lease and does not answer. */
export const LEASED_ELSEWHERE = { lease_token: NEW_ID, lease_until: fromNow('1 hour') }

/** Another worker had the lease, which has expired. */
export const LEASE_EXPIRED = { lease_token: NEW_ID, lease_until: ago('1 second') }

export const NO_LEASE = { lease_token: null, lease_until: null }
