import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { folderOf, manifestOf, partsOf, untilFree, waitBriefly, type ArchiveDeps } from './archive.ts'
import { readManifest, readTable, verifyFiles, type Manifest, type Row } from './files.ts'
import { alone, findMonth, listMonths, MONTHLY, type Month, type Monthly } from './months.ts'

/** Rows inserted per statement. */
const AT_ONCE = 1_000

const partOf = (table: Monthly, month: string): string => `${table}_${month.replace('-', '_')}`

/** Fills a separate table with the rows of a file. Starts over after an interruption. */
async function fill(
  owner: Db,
  table: Monthly,
  folder: string,
  { month, fromId, toId, tables }: Manifest,
): Promise<void> {
  const name = sql.table(partOf(table, month))
  const make = async (tx: Tx): Promise<void> => {
    await waitBriefly(tx)
    await sql`drop table if exists ${name}`.execute(tx)
    await sql`create table ${name} (like ${sql.table(table)} including defaults including constraints including indexes)`.execute(
      tx,
    )
    // Add the foreign key while the table is empty: on a full table it would block all changes of transfers.
    if (table === 'transfer_events')
      await sql`alter table ${name} add foreign key (transfer_id) references transfers (id)`.execute(tx)
  }
  await untilFree(() => inTransaction(owner, 'archive.make_table', make))
  const insert = async (rows: readonly Row[]): Promise<void> => {
    // Columns added by a later release get their defaults.
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
    await sql`insert into ${name} (${columns})
      select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)`.execute(
      owner,
    )
  }
  let rows: Row[] = []
  for await (const row of readTable(folder, tables[table].file)) {
    if (rows.push(row) < AT_ONCE) continue
    await insert(rows)
    rows = []
  }
  if (rows.length > 0) await insert(rows)
  // With this constraint, PostgreSQL attaches the partition without scanning it.
  await sql`alter table ${name} add constraint in_month check (
    transfer_id < ${sql.lit(toId)} and transfer_id >= ${sql.lit(fromId ?? '00000000-0000-0000-0000-000000000000')})`.execute(
    owner,
  )
}

const recordReturn = (tx: Tx, month: string, { staff, reason }: StaffAction) =>
  tx.insertInto('staff_actions').values({ action: 'return_month', staff, reason, subject: month }).execute()

/** Accepts rows again in a month whose archiving had only written its files. */
async function unseal(owner: Db, month: Month, action: StaffAction): Promise<void> {
  await inTransaction(owner, 'archive.unseal', async (tx) => {
    for (const { name } of await partsOf(tx, month))
      await sql`drop trigger sealed on ${sql.table(name)}`.execute(tx)
    await sql`delete from archives where to_id = ${month.toId}::uuid`.execute(tx)
    await recordReturn(tx, month.month, action)
  })
}

/**
 * Restores the last archived month from its files, with rows recorded for it since, or abandons an archive run that has only
 * sealed the month. Keeps the files. @throws Refused with the remedy.
 */
export function returnMonth(deps: ArchiveDeps, wanted: string, action: StaffAction): Promise<void> {
  return alone(deps.owner, () => returnAlone(deps, wanted, action))
}

async function returnAlone(
  { owner, dir, say }: ArchiveDeps,
  wanted: string,
  action: StaffAction,
): Promise<void> {
  const months = await listMonths(owner)
  const month = findMonth(months, wanted)
  if (month.state === 'sealed') {
    await unseal(owner, month, action)
    say(`${month.month}: accepts rows again`)
    return
  }
  if (month.state === 'detached')
    throw actionRefused(`${month.month} is half archived. Finish that first: archive month ${month.month}.`)
  if (month.state !== 'archived') throw actionRefused(`${month.month} isn’t archived. See archive list.`)
  const newest = months.findLast(({ state }) => state === 'archived')
  if (newest !== undefined && newest.month !== month.month)
    throw actionRefused(`Months are restored in order. Restore ${newest.month} first.`)
  const folder = folderOf(dir, month.month)
  const manifest = await readManifest(folder, await manifestOf(owner, month))
  await verifyFiles(folder, manifest)
  for (const table of MONTHLY) await fill(owner, table, folder, manifest)
  say(`${month.month}: read from ${folder}`)
  const act = async (tx: Tx): Promise<void> => {
    await waitBriefly(tx)
    for (const table of MONTHLY) {
      const part = partOf(table, month.month)
      await sql`select attach_month(${table}, ${part}, ${manifest.fromId}::uuid, ${manifest.toId}::uuid)`.execute(
        tx,
      )
      await sql`alter table ${sql.table(part)} drop constraint in_month`.execute(tx)
    }
    await sql`delete from archives where to_id = ${manifest.toId}::uuid`.execute(tx)
    await recordReturn(tx, month.month, action)
  }
  await untilFree(() => inTransaction(owner, 'archive.return', act))
  say(`${month.month}: back in the books`)
}
