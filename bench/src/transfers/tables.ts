import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeFreshTree, removeTree, startProduct } from '../product.ts'
import { number } from '../report.ts'
import { sendMoney, signUp } from './transfers.ts'

const SENDERS = 8
const WARM_UP = 40
/** Time for a transfer's jobs, such as its messages, which end after it. */
const JOBS_MS = 5_000

interface Size {
  readonly name: string
  readonly rows: number
  readonly bytes: number
}

/** Reads the rows and bytes (indexes included) of each table; the partitions of a table count as one. */
async function readSizes(client: pg.Client): Promise<ReadonlyMap<string, Size>> {
  await client.query('vacuum')
  const { rows } = await client.query<Size>(
    `select case when relname ~ '^(ledger_postings|transfer_events)_' then regexp_replace(relname, '_(first|other|20.*)$', '')
        else relname end as name,
      sum(n_tup_ins - n_tup_del)::float8 as rows, sum(pg_total_relation_size(relid))::float8 as bytes
    from pg_stat_user_tables where schemaname = 'public' group by 1`,
  )
  return new Map(rows.map((size) => [size.name, size]))
}

/** Measures the rows and bytes that a transfer leaves in each table (`npm run bench -- --tables`). */
export async function measureTables(transfers: number): Promise<string> {
  await makeFreshTree()
  const product = await startProduct()
  const client = new pg.Client({ connectionString: await product.ownerUrl() })
  try {
    await client.connect()
    const customers = await signUp(product, SENDERS)
    await sendMoney(customers, WARM_UP)
    await sleep(JOBS_MS)
    const before = await readSizes(client)
    await sendMoney(customers, transfers)
    await sleep(JOBS_MS)
    const after = await readSizes(client)
    const each = [...after.values()].map(({ name, rows, bytes }) => ({
      name,
      rows: (rows - (before.get(name)?.rows ?? 0)) / transfers,
      bytes: (bytes - (before.get(name)?.bytes ?? 0)) / transfers,
    }))
    return each
      .filter(({ rows, bytes }) => rows > 0.5 || bytes > 20)
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ name, rows, bytes }) => `${name}: ${number(rows, 1)} rows, ${number(bytes)} bytes`)
      .join('\n')
  } finally {
    await client.end()
    await product.stop()
    await removeTree()
  }
}
