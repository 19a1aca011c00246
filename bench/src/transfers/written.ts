import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Delay with which PostgreSQL publishes its counters. */
const STATISTICS_MS = 1_500

/** PostgreSQL's counters that a transfer increases. */
export interface Written {
  /** Bytes of WAL, including full pages after a checkpoint. */
  readonly wal: number
  /** Bytes of the database's files. */
  readonly disk: number
  readonly commits: number
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
}

/** Reads the counters, once they contain everything until now. */
export async function readWritten(ownerUrl: string): Promise<Written> {
  await sleep(STATISTICS_MS)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<Record<keyof Written, number>>(
    `select (pg_current_wal_lsn() - '0/0')::float8 as wal, pg_database_size(current_database())::float8 as disk,
      xact_commit::float8 as commits, tup_inserted::float8 as inserted, tup_updated::float8 as updated,
      tup_deleted::float8 as deleted
    from pg_stat_database where datname = current_database()`,
  )
  await client.end()
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL keeps no statistics of this database')
  return row
}

/** Returns the data that each of `count` transfers wrote between two readings. */
export function writtenBetween(before: Written, after: Written, count: number): Written {
  const each = (name: keyof Written): number => (after[name] - before[name]) / count
  return {
    wal: each('wal'),
    disk: each('disk'),
    commits: each('commits'),
    inserted: each('inserted'),
    updated: each('updated'),
    deleted: each('deleted'),
  }
}
