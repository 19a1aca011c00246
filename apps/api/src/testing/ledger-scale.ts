/**
 * Run by bench/: reads balances while many write, abort and take checkpoints, and measures the cost of a posting and a
 * balance as the ledger grows. Prints one line of JSON. Arguments: reads, and the numbers of entries to measure at,
 * smallest first.
 */
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inTransaction, type Db } from '../db/index.ts'
import {
  rebuildCheckpointsAfterRestore,
  balance,
  checkpoint,
  post,
  type Entry,
} from '../domains/record/index.ts'
import { onBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { timed } from './timed.ts'

const WRITERS = 12
const SAMPLES = 400
const ACCOUNT = 'customer:USD'

const count = (text: string | undefined): number => Number.parseInt(text ?? '', 10)
const [, , readsText, ...sizesText] = process.argv
const reads = count(readsText)
const sizes = sizesText.map(count)

const capture = (): Entry => ({
  transferId: randomUUID(),
  kind: 'capture',
  postings: [{ from: 'card_clearing', to: 'customer', amount: money(100n, 'USD') }],
})

class Aborted extends Error {}

/** Writes until stopped; some transactions are slow, some roll back. */
async function write(db: Db, nature: 'plain' | 'slow' | 'aborts', isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await inTransaction(db, 'bench.write', async (tx) => {
      await post(tx, capture())
      if (nature !== 'plain') await sleep(15)
      if (nature === 'aborts') throw new Aborted()
    }).catch((error: unknown) => {
      if (!(error instanceof Aborted)) throw error
    })
    // The reads compare with a full sum, which must stay quick.
    await sleep(10)
  }
}

/** Leaves a transaction open in another database on the same server, which must not freeze the horizon of ours. */
async function idleElsewhere(ownerUrl: string): Promise<() => Promise<void>> {
  const url = new URL(ownerUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return () => client.end()
}

/** Compares balances with the sum of all postings in one snapshot. Counts the reads, the wrong and the empty ones. */
async function readWhileWriting({ db, ownerUrl }: BenchDatabase) {
  let over = false
  const isOver = (): boolean => over
  const close = await idleElsewhere(ownerUrl)
  const natures = ['plain', 'slow', 'aborts'] as const
  const writing = Array.from({ length: WRITERS }, (_, at) => write(db, natures[at % 3] ?? 'plain', isOver))
  const checkpoints = (async () => {
    while (!isOver()) {
      await checkpoint(db)
      await sleep(100)
    }
  })()
  const result = { reads: 0, wrong: 0, empty: 0, restored: 0 }
  while (result.reads < reads) {
    const [exact, full] = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(
          case when to_account = ${ACCOUNT} then amount else -amount end), 0)::bigint as sum
          from ledger_postings where ${ACCOUNT} in (from_account, to_account)`.execute(tx)
        return [await balance(tx, ACCOUNT), rows[0]?.sum ?? 0n]
      })
    result.reads++
    if (exact !== full) result.wrong++
    if (full === 0n) {
      result.empty++
      result.reads--
    }
  }
  over = true
  await Promise.all([...writing, checkpoints])
  await close()
  return result
}

/** Adds entries of one posting each until there are `upTo`. */
async function fill(ownerUrl: string, upTo: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const there = 'select count(*)::int as there from ledger_entries'
    const { rows } = await client.query<{ there: number }>(there)
    await client.query(
      `with entry as (
        insert into ledger_entries (transfer_id, kind)
        select gen_random_uuid(), 'capture' from generate_series(1, $1::int)
        returning id, transfer_id
      )
      insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
      select id, transfer_id, 'card_clearing:USD', 'customer:USD', 100, 'USD' from entry`,
      [upTo - (rows[0]?.there ?? 0)],
    )
    await client.query('vacuum analyze ledger_entries, ledger_postings')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

async function measure(database: BenchDatabase): Promise<void> {
  const { db, owner, ownerUrl } = database
  const watched = await readWhileWriting(database)
  // As in a restored dump: another cluster's number, and ids from its future.
  await sql`update ledger_checkpoints set system_identifier = 42`.execute(owner)
  await rebuildCheckpointsAfterRestore(db)
  const costs: object[] = []
  for (const entries of sizes) {
    await fill(ownerUrl, entries)
    await checkpoint(db)
    const posting = await timed(SAMPLES, () => inTransaction(db, 'bench.post', (tx) => post(tx, capture())))
    const reading = await timed(SAMPLES, () => balance(db, ACCOUNT))
    const { rows } = await sql<{ sum: bigint }>`select sum(amount)::bigint as sum from ledger_postings
      where to_account = ${ACCOUNT}`.execute(owner)
    const right = (await balance(db, ACCOUNT)) === rows[0]?.sum
    costs.push({ entries, posting, reading, right })
  }
  console.log(JSON.stringify({ watched, costs }))
}

await onBenchDatabase(measure)
