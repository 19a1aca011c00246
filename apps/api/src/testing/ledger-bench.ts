/**
 * Run by bench/: books entries through the ledger module, then runs the statements that the module sent with `pgbench`,
 * in turns on one PostgreSQL that syncs to disk. Prints one line of JSON. Arguments: path of pgbench, writers, seconds
 * per turn, turns.
 */
import { money } from '@sesa/money'
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { inTransaction, type Db } from '../db/index.ts'
import type { Schema } from '../db/schema.ts'
import { balance, post, type Entry } from '../domains/record/index.ts'
import { onBenchDatabase, type BenchDatabase } from './bench-database.ts'

const run = promisify(execFile)
const count = (text: string | undefined): number => Number.parseInt(text ?? '', 10)
const [pgbench = 'pgbench', ...rest] = process.argv.slice(2)
const [writers = 16, seconds = 5, turns = 3] = rest.map(count)

/** Returns the most demanding entry: one posting, one commit, and every writer on the same two accounts. */
const capture = (): Entry => ({
  transferId: randomUUID(),
  kind: 'capture',
  postings: [{ from: 'card_clearing', to: 'customer', amount: money(100n, 'USD') }],
})
const book = (db: Db, entry = capture()): Promise<void> =>
  inTransaction(db, 'bench.post', (tx) => post(tx, entry))

/** Returns the postings per second of a turn, as counted by the database. */
async function measure(owner: Db, work: () => Promise<void>): Promise<number> {
  await sql`checkpoint`.execute(owner)
  const before = await postings(owner)
  const start = performance.now()
  await work()
  const elapsed = performance.now() - start
  return ((await postings(owner)) - before) / (elapsed / 1000)
}

async function postings(owner: Db): Promise<number> {
  const { rows } = await sql<{ made: number }>`select count(*)::int as made from ledger_postings`.execute(
    owner,
  )
  return rows[0]?.made ?? 0
}

async function throughModule(db: Db): Promise<void> {
  const end = performance.now() + seconds * 1000
  const writer = async (): Promise<void> => {
    while (performance.now() < end) await book(db)
  }
  await Promise.all(Array.from({ length: writers }, writer))
}

/** Records the statements that the module sends to book one entry. */
async function recordStatements(url: string, entry: Entry): Promise<readonly CompiledQuery[]> {
  const recorded: CompiledQuery[] = []
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void recorded.push(query),
  })
  await book(db, entry)
  await db.destroy()
  const statements = recorded.filter(({ sql: text }) => !/^(begin|start transaction|commit)\b/i.test(text))
  if (statements.length === 0) throw new Error('The ledger module sent no statement')
  return statements
}

interface Script {
  readonly text: string
  readonly variables: readonly string[]
}

/** Turns the statements into a pgbench script: each value a parameter, with a new transfer id each time. */
function toScript(statements: readonly CompiledQuery[], { transferId }: Entry): Script {
  const variables: string[] = []
  const asVariable = (value: unknown): string => {
    if (value === transferId) return 'gen_random_uuid()'
    if (Array.isArray(value)) return `array[${value.map(asVariable).join(', ')}]`
    const name = `v${variables.length}`
    variables.push(`${name}=${String(value)}`)
    return `:${name}`
  }
  const lines = statements.map(({ sql: text, parameters }) => {
    const statement = text.replace(/\$(\d+)/g, (_, index: string) => asVariable(parameters[count(index) - 1]))
    return `${statement.replace(/\s+/g, ' ').trim()};`
  })
  return { text: ['begin;', ...lines, 'commit;', ''].join('\n'), variables }
}

async function throughPgbench(url: string, file: string, { variables }: Script): Promise<void> {
  const load = ['-n', '-M', 'prepared', '-c', `${writers}`, '-j', '2', '-T', `${seconds}`, '-f', file]
  await run(pgbench, [...load, ...variables.flatMap((variable) => ['-D', variable]), url])
}

async function compare({ db, appUrl, owner, folder }: BenchDatabase): Promise<void> {
  const entry = capture()
  const script = toScript(await recordStatements(appUrl, entry), entry)
  const file = path.join(folder, 'post.sql')
  await writeFile(file, script.text)
  await Promise.all(Array.from({ length: writers * 20 }, () => book(db)))
  const result: { module: number[]; pgbench: number[] } = { module: [], pgbench: [] }
  for (let turn = 0; turn < turns; turn++) {
    result.module.push(await measure(owner, () => throughModule(db)))
    result.pgbench.push(await measure(owner, () => throughPgbench(appUrl, file, script)))
  }
  const owed = await balance(db, 'customer:USD')
  const booked = await postings(owner)
  if (owed !== BigInt(booked) * 100n) throw new Error(`${booked} postings, but a balance of ${owed}`)
  console.log(JSON.stringify({ ...result, booked, statements: script.text }))
}

await onBenchDatabase(compare)
