/**
 * Run by bench/: measures a posting, a balance, a page of the history and a claim in a new database, and again with
 * many transfers and ten postings for each in partitions of 24 months. Then archives the oldest month while other
 * connections write and read. Prints one line of JSON. Argument: the number of transfers.
 */
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inTransaction, type Db } from '../db/index.ts'
import { balance, checkpoint, post } from '../domains/record/index.ts'
import { readFilter, readRows } from '../domains/transfers/history/list.ts'
import { claimDue } from '../domains/transfers/state/transitions.ts'
import { onBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { fillMonth, startMonthsAt } from './old-months.ts'
import { storeUser } from './stored-transfer.ts'
import { timesOf, type Times } from './timed.ts'

const CLI = path.join(import.meta.dirname, '../bin/cli.ts')
const MONTHS = 24
const SAMPLES = 400
const ACCOUNT = 'customer:USD'
const PAGE = 21
/** One transfer in this many belongs to the measured customer. */
const OWN_SHARE = 100
/** Transfers per statement: its rows must fit into memory. */
const AT_ONCE = 25_000
/** Loops of each kind of work that run at once while a month is archived. */
const LOOPS = 4
const BEFORE_MS = 10_000
/** Most of the machine's memory, so that checkpoints do not dominate the fill. */
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

const WORKS = ['posting', 'balance', 'page', 'claim'] as const

/** Prepares a run, which is then timed. */
type Work = () => Promise<() => Promise<unknown>>

/** Returns the work that must not slow down with history, by name. */
function worksOf(
  { db }: BenchDatabase,
  userId: string,
  nextId: () => Promise<string>,
): Record<(typeof WORKS)[number], Work> {
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

/** Makes the newest transfers due, or undoes it. */
const makeDue = (owner: Db, isDue: boolean) =>
  sql`update transfers set next_step_at = ${isDue ? sql`now()` : null}, lease_token = null, lease_until = null
    where id in (select id from transfers order by id desc limit ${SAMPLES})`.execute(owner)

/** A database and its measured customer. */
interface Measured {
  readonly name: string
  readonly database: BenchDatabase
  readonly own: string
}

/** Times each kind of work in each database in turn, so that other load on the machine affects all of them equally. */
async function compare(all: readonly Measured[]): Promise<Record<string, Record<string, Times>>> {
  for (const { database } of all) {
    await checkpoint(database.owner)
    await makeDue(database.owner, true)
  }
  const works = all.map(({ name, database, own }) => ({
    name,
    works: worksOf(database, own, () => newId(database.owner)),
  }))
  const found: Record<string, Record<string, Times>> = {}
  for (const work of WORKS) {
    const durations = works.map((): number[] => [])
    for (let run = 0; run < SAMPLES; run++) {
      for (const [at, one] of works.entries()) {
        const act = await one.works[work]()
        const start = performance.now()
        await act()
        durations[at]?.push(performance.now() - start)
      }
    }
    works.forEach(({ name }, at) => ((found[name] ??= {})[work] = timesOf(durations[at] ?? [])))
  }
  for (const { database } of all) await makeDue(database.owner, false)
  return found
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

/** Adds as many transfers to a month as a new customer has, half of them for the measured customer. */
const fillLittle = (client: pg.Client, own: string): Promise<void> =>
  fillMonth(client, { month: monthAgo(1), transfers: 1_000, own, ownShare: 2, more: 5, from: 100_000_001 })

async function fillAll(client: pg.Client, owner: Db, own: string): Promise<void> {
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
    // In steps, as every five minutes: one over everything would exceed the statement timeout.
    await checkpoint(owner)
    console.error(`bench: ${monthAgo(month).slice(0, 7)} is filled`)
  }
}

/** Loops until stopped, and returns how long each kind of work took. */
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
    /** Returns the times measured since the last call. */
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
  const { ownerUrl, folder } = database
  const load = startLoad(database, userId)
  await sleep(BEFORE_MS)
  const before = load.take()
  const start = performance.now()
  const steps: string[] = []
  const month = monthAgo(MONTHS).slice(0, 7)
  const dir = path.join(folder, 'archive')
  const args = ['archive', 'month', month, '--by', 'Bench', '--reason', 'Measured']
  const env = { DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: ownerUrl, ARCHIVE_DIR: dir }
  const command = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  command.stdout.on('data', (part: Buffer) => {
    const text = part.toString('utf8').split('\n')[0]?.replace(dir, 'files') ?? ''
    steps.push(`${((performance.now() - start) / 1_000).toFixed(1)} s ${text}`)
  })
  await once(command, 'close')
  if (command.exitCode !== 0) throw new Error(`sesa archive month ended with exit code ${command.exitCode}`)
  const seconds = (performance.now() - start) / 1_000
  const during = load.take()
  await load.stop()
  const { tables } = JSON.parse(await readFile(path.join(dir, month, 'manifest.json'), 'utf8')) as {
    tables: object
  }
  return { before, during, seconds, steps, tables }
}

/** Returns true if the balance equals the sum of all postings, including archived ones. */
async function isRight({ db, ownerUrl }: BenchDatabase): Promise<boolean> {
  const exact = await balance(db, ACCOUNT)
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<{ sum: string }>(
      `select (coalesce((select sum(amount) from archived_sums where account = $1), 0)
        + (select sum(case when to_account = $1 then amount else -amount end) from ledger_postings
          where $1 in (from_account, to_account)))::text as sum`,
      [ACCOUNT],
    ),
  )
  return rows[0]?.sum === String(exact)
}

/** Fills the months, and returns their size. */
async function fill({ owner, ownerUrl }: BenchDatabase, own: string) {
  const start = performance.now()
  return withClient(ownerUrl, async (client) => {
    await fillAll(client, owner, own)
    await client.query('vacuum (freeze, analyze) transfers, ledger_postings, transfer_events, ledger_entries')
    await client.query('checkpoint')
    const fillSeconds = (performance.now() - start) / 1_000
    const { rows } = await client.query<{ postings: number; bytes: number; partitions: number }>(
      `select (select count(*)::float8 from ledger_postings) as postings,
        pg_database_size(current_database())::float8 as bytes,
        (select count(*)::int from month_tables where parent = 'ledger_postings') as partitions`,
    )
    return { fillSeconds, ...rows[0] }
  })
}

async function measure(all: readonly Measured[], { database, own }: Measured): Promise<void> {
  const size = await fill(database, own)
  await compare(all)
  const costs = await compare(all)
  const archive = await archiveUnderLoad(database, own)
  const right = await isRight(database)
  console.log(JSON.stringify({ transfers, ...size, costs, archive, right }))
}

/** Starts a database with a customer and a thousand transfers, and passes it to `next`. */
const withDatabase = (
  name: string,
  isInMonths: boolean,
  next: (measured: Measured) => Promise<void>,
): Promise<void> =>
  onBenchDatabase(async (database) => {
    const own = await storeUser(database.owner)
    await withClient(database.ownerUrl, async (client) => {
      if (isInMonths) await startMonthsAt(client, monthAgo(MONTHS))
      await fillLittle(client, own)
    })
    await next({ name, database, own })
  }, SETTINGS)

await withDatabase('fresh', false, (fresh) =>
  withDatabase('empty', true, (empty) =>
    withDatabase('full', true, (full) => measure([fresh, empty, full], full)),
  ),
)
