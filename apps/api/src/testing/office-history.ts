import pg from 'pg'
import { createDb, type Db } from '../db/index.ts'
import { checkpoint } from '../domains/record/index.ts'
import { fillMonth, startMonthsAt } from './old-months.ts'

const MONTHS = 24
/** Transfers per statement: its rows must fit into memory. */
const AT_ONCE = 25_000

const monthAgo = (count: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 10)
}

/** Creates the ledger checkpoint that the worker would have created at the end of the month. */
async function checkpointAtEndOf(
  month: string,
  { client, db }: { client: pg.Client; db: Db },
): Promise<void> {
  await checkpoint(db)
  await client.query(
    `update ledger_checkpoints set created_at = least(now(), ($1::timestamp + interval '1 month') at time zone 'UTC')
      where upto_xid = (select max(upto_xid) from ledger_checkpoints)`,
    [month],
  )
}

interface History {
  readonly transfers: number
  /** The customer who has one transfer in 100. */
  readonly own: string
}

/**
 * Fills a database that has no transfers: this many over 24 months, and a customer for every ten of them. `ownerUrl` is
 * a superuser's. Returns the number of customers.
 */
export async function fillOffice(
  ownerUrl: string,
  { transfers, own }: History,
): Promise<{ readonly customers: number }> {
  const customers = Math.ceil(transfers / 10)
  const client = new pg.Client({ connectionString: ownerUrl })
  const db = createDb(ownerUrl)
  await client.connect()
  try {
    await startMonthsAt(client, monthAgo(MONTHS - 1))
    const each = Math.ceil(transfers / MONTHS)
    for (let month = MONTHS - 1; month >= 0; month--) {
      for (let done = 0; done < each; done += AT_ONCE) {
        const from = (MONTHS - 1 - month) * each + done + 1
        const count = Math.min(AT_ONCE, each - done)
        await fillMonth(client, {
          month: monthAgo(month),
          transfers: count,
          own,
          ownShare: 100,
          more: 0,
          from,
        })
      }
      await checkpointAtEndOf(monthAgo(month), { client, db })
    }
    await client.query('set session_replication_role = replica')
    await client.query(
      `with made as (insert into users (id) select md5('customer ' || n)::uuid from generate_series(1, $1::int) n returning id),
        phone as (insert into phone_identities (phone_number, user_id, country)
          select '+23177' || lpad(n::text, 7, '0'), md5('customer ' || n)::uuid, 'LR' from generate_series(1, $1::int) n)
      insert into profiles (user_id, name, email)
        select md5('customer ' || n)::uuid, 'Ama ' || (n % 1000) || ' Mensah', 'ama' || n || '@example.com'
        from generate_series(1, $1::int) n`,
      [customers],
    )
    // The senders of `fillMonth`.
    await client.query(
      `with made as (insert into users (id) select md5('stranger ' || n)::uuid from generate_series(1, 2000) n
        on conflict do nothing)
      insert into profiles (user_id, name)
        select md5('stranger ' || n)::uuid, 'Kofi ' || (n % 200) || ' Sender' from generate_series(1, 2000) n`,
    )
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
    await db.destroy()
  }
  return { customers }
}
