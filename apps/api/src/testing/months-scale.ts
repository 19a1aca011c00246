/**
 * Run by bench/: measures a posting, a balance, a page of the history and a claim in a new database, and again with many
 * transfers and ten postings for each in partitions of 24 months. Then archives the oldest month while others write and read.
 * Prints one line of JSON. Argument: the number of transfers.
 */
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import pg from 'pg'
import { inTransaction, type Db } from '../db/index.ts'
import { archiveMonth } from '../modules/archive/index.ts'
import { balance, checkpoint, post } from '../modules/ledger/index.ts'
import { readFilter, readRows } from '../modules/transfers/history/list.ts'
import { claimDue } from '../modules/transfers/state/transitions.ts'
import { onBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { fillMonth, startMonthsAt } from './old-months.ts'
import { storeUser } from './stored-transfer.ts'
import { timed, timesOf, type Times } from './timed.ts'

const MONTHS = 24
const SAMPLES = 400
const ACCOUNT = 'customer:USD'
const PAGE = 21
/** One transfer in this many belongs to the measured customer. */
const OWN_SHARE = 100
/** A statement fills this many transfers: its rows must fit into memory. */
const AT_ONCE = 25_000
/** So many of each kind of work run at once while a month is archived. */
const LOOPS = 4
const BEFORE_MS = 10_000
/** Much of the machine, so that the fill is not all checkpoints. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '8GB', checkpoint_timeout: '15min', work_mem: '64MB' }

const transfers = Number.parseInt(process.argv[2] ?? '', 10)

const monthAgo = (count: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 10)
}

async function newId(owner: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(owner)
  return rows[0]?.id ?? ''
}

/** Prepares a run, which is then timed. */
type Work = () => Promise<() => Promise<unknown>>

/** The work that must not cost more with history, by name. */
function worksOf({ db }: BenchDatabase, userId: string, nextId: () => Promise<string>): Record<string, Work> {
  const filter = readFilter(userId, {})
  return {
    posting: async () => {
      const transferId = await nextId()
      return () =>
        inTransaction(db, 'bench.post', (tx) =>
          post(tx, {
            transferId,
            kind: 'capture',
            postings: [{ from: 'card_clearing', to: 'customer', amount: money(100n, 'USD') }],
          }),
        )
    },
    balance: async () => () => balance(db, ACCOUNT),
    page: async () => () => readRows(db, { ...filter, cursor: undefined, limit: PAGE }),
    claim: async () => () => inTransaction(db, 'bench.claim', (tx) => claimDue(tx, 1)),
  }
}

type Costs = Readonly<Record<'posting' | 'balance' | 'page' | 'claim', Times>>

/** Makes the newest transfers due, or ends that. */
const makeDue = (owner: Db, isDue: boolean) =>
  sql`update transfers set next_step_at = ${isDue ? sql`now()` : null}, lease_token = null, lease_until = null
    where id in (select id from transfers order by id desc limit ${SAMPLES})`.execute(owner)

async function costsOf(database: BenchDatabase, userId: string): Promise<Costs> {
  const { owner } = database
  await checkpoint(owner)
  await makeDue(owner, true)
  const ids = await Promise.all(Array.from({ length: SAMPLES }, () => newId(owner)))
  const works = worksOf(database, userId, async () => ids.pop() ?? newId(owner))
  const costs: Record<string, Times> = {}
  for (const [name, prepare] of Object.entries(works)) {
    const runs = await Promise.all(Array.from({ length: SAMPLES }, prepare))
    costs[name] = await timed(SAMPLES, async () => runs.pop()?.())
  }
  await makeDue(owner, false)
  return costs as Costs
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Adds as many transfers to a month as a new customer has, one half of them the measured customer's. */
const fillLittle = (client: pg.Client, own: string): Promise<void> =>
  fillMonth(client, { month: monthAgo(1), transfers: 1_000, own, ownShare: 2, more: 5, from: 100_000_001 })

async function fillAll(client: pg.Client, own: string): Promise<void> {
  const each = Math.ceil(transfers / MONTHS)
  for (let month = MONTHS; month >= 1; month--) {
    for (let done = 0; done < each; done += AT_ONCE) {
      const from = (MONTHS - month) * each + done + 1
      const count = Math.min(AT_ONCE, each - done)
      await fillMonth(client, {
        month: monthAgo(month),
        transfers: count,
        own,
        ownShare: OWN_SHARE,
        more: 5,
        from,
      })
    }
    console.error(`bench: ${monthAgo(month).slice(0, 7)} is filled`)
  }
}

/** Works in loops until stopped, and returns how long each kind of work took. */
function startLoad(database: BenchDatabase, userId: string) {
  const works = worksOf(database, userId, () => newId(database.owner))
  let durations: Record<string, number[]> = {}
  let over = false
  const loops = Object.entries(works).flatMap(([name, prepare]) =>
    Array.from({ length: LOOPS }, async () => {
      while (!over) {
        const run = await prepare()
        const start = performance.now()
        await run()
        ;(durations[name] ??= []).push(performance.now() - start)
      }
    }),
  )
  return {
    /** Returns what was timed since the last call. */
    take(): Record<string, Times & { runs: number }> {
      const taken = durations
      durations = {}
      return Object.fromEntries(
        Object.entries(taken).map(([name, all]) => [name, { ...timesOf(all), runs: all.length }]),
      )
    },
    async stop(): Promise<void> {
      over = true
      await Promise.all(loops)
    },
  }
}

async function archiveUnderLoad(database: BenchDatabase, userId: string) {
  const { owner, folder } = database
  const load = startLoad(database, userId)
  await sleep(BEFORE_MS)
  const before = load.take()
  const start = performance.now()
  const steps: string[] = []
  const say = (line: string): void => {
    steps.push(
      `${((performance.now() - start) / 1_000).toFixed(1)} s ${line.replace(/ to \/.*/, ' to files')}`,
    )
  }
  const action = { staff: 'Bench', reason: 'Measured' }
  const manifest = await archiveMonth(
    { owner, dir: path.join(folder, 'archive'), say },
    monthAgo(MONTHS).slice(0, 7),
    action,
  )
  const seconds = (performance.now() - start) / 1_000
  const during = load.take()
  await load.stop()
  return { before, during, seconds, steps, tables: manifest.tables }
}

/** Whether the balance equals the sum of all postings, those of the archive included. */
async function isRight({ db, owner }: BenchDatabase): Promise<boolean> {
  const exact = await balance(db, ACCOUNT)
  const { rows } = await sql<{ sum: bigint }>`
    select (coalesce((select sum(amount) from archived_sums where account = ${ACCOUNT}), 0)
      + (select sum(case when to_account = ${ACCOUNT} then amount else -amount end) from ledger_postings
        where ${ACCOUNT} in (from_account, to_account)))::bigint as sum`.execute(owner)
  return rows[0]?.sum === exact
}

const result: Record<string, unknown> = { transfers }
await onBenchDatabase(async (database) => {
  const own = await storeUser(database.owner)
  await withClient(database.ownerUrl, (client) => fillLittle(client, own))
  await costsOf(database, own)
  result['fresh'] = await costsOf(database, own)
}, SETTINGS)
await onBenchDatabase(async (database) => {
  const { owner, ownerUrl } = database
  const own = await storeUser(owner)
  await withClient(ownerUrl, async (client) => {
    await startMonthsAt(client, monthAgo(MONTHS))
    await fillLittle(client, own)
    await costsOf(database, own)
    result['empty'] = await costsOf(database, own)
    const start = performance.now()
    await fillAll(client, own)
    result['fillSeconds'] = (performance.now() - start) / 1_000
    await client.query('vacuum (freeze, analyze) transfers, ledger_postings, transfer_events, ledger_entries')
    await client.query('checkpoint')
  })
  const { rows } = await sql<{ postings: bigint; bytes: bigint; partitions: number }>`
    select (select count(*) from ledger_postings) as postings, pg_database_size(current_database()) as bytes,
      (select count(*)::int from month_tables where parent = 'ledger_postings') as partitions`.execute(owner)
  Object.assign(result, {
    postings: Number(rows[0]?.postings),
    bytes: Number(rows[0]?.bytes),
    partitions: rows[0]?.partitions,
  })
  await costsOf(database, own)
  result['full'] = await costsOf(database, own)
  result['archive'] = await archiveUnderLoad(database, own)
  result['right'] = await isRight(database)
}, SETTINGS)
console.log(JSON.stringify(result))
