import { sql } from 'kysely'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { disableStatementTimeout, inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { checkpoint } from '../../record/index.ts'
import { readFinished } from '../reconciliation/index.ts'
import {
  readManifest,
  verifyFiles,
  writeManifest,
  writeTable,
  type ArchiveFile,
  type Manifest,
} from './files.ts'
import { alone, findMonth, listMonths, MONTHLY, type Month, type Monthly } from './months.ts'

/** Rows read per statement. */
const AT_ONCE = 5_000
/** Lock timeout for whole tables. Requests that need one of these tables wait as long. */
const LOCK_TIMEOUT_MS = 100
const PAUSE_MS = 1_000
/** Attempts for about two minutes. */
const MOST_ATTEMPTS = 120

export interface ArchiveDeps {
  /** Connection with the schema owner's role. */
  readonly owner: Db
  /** The folder of all archives. */
  readonly dir: string
  /** Prints a progress line for staff after each step. */
  say(line: string): void
}

export const folderOf = (dir: string, month: string): string => path.join(dir, month)

interface Part {
  readonly parent: Monthly
  readonly name: string
}

export const partsOf = async (db: Db | Tx, { toId }: Month): Promise<readonly Part[]> =>
  (
    await sql<Part>`select parent, name from month_tables where to_id = ${toId}::uuid order by parent`.execute(
      db,
    )
  ).rows

/** Throws Refused unless the month is the oldest one not archived, and old enough. */
function requireDue(months: readonly Month[], month: Month): void {
  const oldest = months.find(({ state }) => state !== 'archived')
  if (oldest !== undefined && oldest.month !== month.month)
    throw actionRefused(`Months are archived in order. Archive ${oldest.month} first.`)
  if (!month.isDue)
    throw actionRefused(
      `The books of ${month.month} can change until ${month.from.toISOString().slice(0, 10)}. Archive it after that day.`,
    )
}

/** Throws Refused while a transfer of the month is not final, is on hold, or has unread provider events. */
async function requireEnded(tx: Tx, { month, toId }: Month): Promise<void> {
  const { rows } = await sql<{ reference: string }>`
    select reference from transfers
    where id >= (select archived_before()) and id < ${toId}::uuid
      and (state not in ('sent', 'refunded', 'cancelled') or hold_reason is not null or late_events_pending)
    order by id limit 5`.execute(tx)
  if (rows.length > 0)
    throw actionRefused(
      `Some transfers of ${month} are open or on hold: ${rows.map(({ reference }) => reference).join(', ')}. See the inbox.`,
    )
}

/** Refuses new rows in the month from now on. Can be repeated. */
async function seal(owner: Db, month: Month, { staff, reason }: StaffAction): Promise<void> {
  await inTransaction(owner, 'archive.seal', async (tx) => {
    await disableStatementTimeout(tx)
    for (const { name } of await partsOf(tx, month))
      await sql`create or replace trigger sealed before insert on ${sql.table(name)}
        for each row execute function refuse_archived('always')`.execute(tx)
    // The triggers' locks ensure that concurrent writes are committed and visible here.
    await requireEnded(tx, month)
    await sql`insert into archives (month, to_id) values (to_date(${month.month}, 'YYYY-MM'), ${month.toId}::uuid)
      on conflict do nothing`.execute(tx)
    await tx
      .insertInto('staff_actions')
      .values({ action: 'archive_month', staff, reason, subject: month.month })
      .execute()
  })
}

/** Yields the rows of a sealed partition as JSON with every column as text, in the order of transfers and ids. */
async function* linesOf(owner: Db, name: string): AsyncGenerator<string> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(owner)
  const asText = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`))
  let last = { transfer: '00000000-0000-0000-0000-000000000000', id: 0n }
  for (;;) {
    const { rows } = await sql<{ line: string; transfer: string; id: bigint }>`
      select row_to_json(r)::text as line, r.transfer_id as transfer, r.id::bigint as id
      from (
        select ${asText} from ${sql.table(name)} p
        where p.transfer_id >= ${last.transfer}::uuid and (p.transfer_id, p.id) > (${last.transfer}::uuid, ${last.id}::bigint)
        order by p.transfer_id, p.id limit ${AT_ONCE}::integer
      ) r`.execute(owner)
    for (const { line } of rows) yield line
    const final = rows.at(-1)
    if (final === undefined || rows.length < AT_ONCE) return
    last = final
  }
}

/** Returns the net amount that a partition's postings moved into each account. */
async function readSums(owner: Db, name: string): Promise<Record<string, string>> {
  return inTransaction(owner, 'archive.sum', async (tx) => {
    await disableStatementTimeout(tx)
    const { rows } = await sql<{ account: string; sum: string }>`
      select leg.account, sum(leg.amount)::text as sum
      from ${sql.table(name)} p, lateral (values (p.to_account, p.amount), (p.from_account, -p.amount)) as leg (account, amount)
      group by leg.account order by leg.account`.execute(tx)
    return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
  })
}

/** Writes the files and the manifest of a sealed month, and returns the manifest's SHA-256. */
async function writeFiles(
  owner: Db,
  folder: string,
  month: Month,
): Promise<{ manifest: Manifest; sha256: string }> {
  const files = new Map<Monthly, ArchiveFile>()
  let sums: Record<string, string> = {}
  for (const { parent, name } of await partsOf(owner, month)) {
    files.set(parent, await writeTable(folder, parent, linesOf(owner, name)))
    if (parent === 'ledger_postings') sums = await readSums(owner, name)
  }
  const fileOf = (table: Monthly): ArchiveFile => {
    const found = files.get(table)
    if (found === undefined) throw new Error(`${month.month} has no partition of ${table}`)
    return found
  }
  const { rows } = await sql<{
    version: number
    at: Date
  }>`select max(version) as version, now() as at from schema_migrations`.execute(owner)
  const manifest: Manifest = {
    month: month.month,
    fromId: month.fromId,
    toId: month.toId,
    schemaVersion: rows[0]?.version ?? 0,
    writtenAt: rows[0]?.at.toISOString() ?? '',
    tables: { ledger_postings: fileOf('ledger_postings'), transfer_events: fileOf('transfer_events') },
    sums,
  }
  return { manifest, sha256: await writeManifest(folder, manifest) }
}

/** Takes a checkpoint and throws Refused unless the checkpoints include every posting of the month. */
async function requireCheckpointed(owner: Db, month: Month): Promise<void> {
  await checkpoint(owner)
  const name = (await partsOf(owner, month)).find(({ parent }) => parent === 'ledger_postings')?.name ?? ''
  const isMissing = await inTransaction(owner, 'archive.compare_checkpoints', async (tx) => {
    await disableStatementTimeout(tx)
    const { rows } = await sql`
      with latest as materialized (
        select distinct on (account) account, floor_id, upto_xid from ledger_checkpoints order by account, id desc
      )
      select from ${sql.table(name)} p, lateral (values (p.to_account), (p.from_account)) as leg (account)
      left join latest using (account)
      where not coalesce(p.id <= latest.floor_id or p.xid < latest.upto_xid, false) limit 1`.execute(tx)
    return rows.length > 0
  })
  if (isMissing)
    throw actionRefused(
      'The ledger’s checkpoints don’t include this month yet: an old transaction is open. Try again in five minutes.',
    )
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

/** Limits how long a transaction waits for table locks. */
export async function waitBriefly(tx: Tx): Promise<void> {
  await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(tx)
}

/** Runs a transaction that calls `waitBriefly` until it gets its locks. @throws Refused when it never does. */
export async function untilFree(run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === MOST_ATTEMPTS)
        throw actionRefused('The tables are in use by a long report or backup. Try again later.')
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Removes the month from the books and keeps its sums, in the same transaction. Not `concurrently`, which a transaction
 * excludes, and which PostgreSQL also refuses next to a default partition.
 */
async function detach(owner: Db, month: Month, { sums }: Manifest, sha256: string): Promise<void> {
  const parts = await partsOf(owner, month)
  const act = async (tx: Tx): Promise<void> => {
    await waitBriefly(tx)
    for (const { parent, name } of parts)
      await sql`alter table ${sql.table(parent)} detach partition ${sql.table(name)}`.execute(tx)
    await sql`insert into archived_sums (month, account, amount)
      select to_date(${month.month}, 'YYYY-MM'), key, value::bigint from json_each_text(${JSON.stringify(sums)}::json)`.execute(
      tx,
    )
    await sql`update archives set state = 'detached', manifest = ${sha256}, changed_at = now()
      where to_id = ${month.toId}::uuid`.execute(tx)
  }
  await untilFree(() => inTransaction(owner, 'archive.detach', act))
}

/** Returns the possible table names of a detached month. */
const detachedNames = (month: string): readonly string[] =>
  MONTHLY.flatMap((table) => [`${table}_${month.replace('-', '_')}`, `${table}_first`])

/** Drops the tables of a detached month. `first` belongs to them only if it is no longer a partition. */
async function dropTables(owner: Db, { month, toId }: Month): Promise<void> {
  const act = async (tx: Tx): Promise<void> => {
    await waitBriefly(tx)
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relname = any(${detachedNames(month)}::text[]) and relnamespace = 'public'::regnamespace and relkind = 'r'
        and not relispartition`.execute(tx)
    for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(tx)
    await sql`update archives set state = 'archived', changed_at = now() where to_id = ${toId}::uuid`.execute(
      tx,
    )
  }
  await untilFree(() => inTransaction(owner, 'archive.drop', act))
}

/** Returns the SHA-256 of a month's manifest from the database. */
export async function manifestOf(db: Db, { month, toId }: Month): Promise<string> {
  const { rows } = await sql<{ manifest: string | null }>`
    select manifest from archives where to_id = ${toId}::uuid`.execute(db)
  const found = rows[0]?.manifest
  if (found === undefined || found === null) throw actionRefused(`${month} isn’t archived. See archive list.`)
  return found
}

/**
 * Archives a month: writes its postings and events to files, takes its tables out of the books, reads the files back and
 * drops the tables. Continues an interrupted run. @throws Refused with the remedy.
 */
export function archiveMonth(deps: ArchiveDeps, wanted: string, action: StaffAction): Promise<Manifest> {
  return alone(deps.owner, () => archiveAlone(deps, wanted, action))
}

async function archiveAlone(
  { owner, dir, say }: ArchiveDeps,
  wanted: string,
  action: StaffAction,
): Promise<Manifest> {
  const months = await listMonths(owner)
  const month = findMonth(months, wanted)
  const folder = folderOf(dir, month.month)
  if (month.state === 'archived') throw actionRefused(`${month.month} is already archived.`)
  if (month.state !== 'detached') {
    requireDue(months, month)
    const { violated } = await readFinished(owner)
    if (violated > 0)
      throw actionRefused(
        'The last check found violated invariants. Resolve them first: docs/runbooks/invariants.md.',
      )
    await seal(owner, month, action)
    say(`${month.month}: sealed; no further bookings`)
    await requireCheckpointed(owner, month)
    const { manifest, sha256 } = await writeFiles(owner, folder, month)
    say(`${month.month}: written to ${folder}`)
    await verifyFiles(folder, await readManifest(folder, sha256))
    await detach(owner, month, manifest, sha256)
    say(`${month.month}: removed from the books`)
  }
  const manifest = await readManifest(folder, await manifestOf(owner, month))
  await verifyFiles(folder, manifest)
  await dropTables(owner, month)
  say(`${month.month}: files read back and compared; tables dropped`)
  return manifest
}
