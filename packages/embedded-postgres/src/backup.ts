import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { layout } from './cluster.ts'
import { BackupError, errorCode } from './errors.ts'
import { MANIFEST, OtherDatabase, sealFile, type Manifest, type Sealed } from './manifest.ts'

export interface BackupSource {
  /** Runs a statement as a superuser, always on the same connection. */
  query(text: string): Promise<readonly Record<string, unknown>[]>
  /** The folder of the running database, as passed to `startPostgres`. */
  dataDir: string
  /** Files to back up with the database; missing ones are skipped. */
  beside: readonly string[]
  /** Returns the version of the product's schema. */
  schemaVersion(): Promise<number>
}

/** Folders that PostgreSQL needs and whose content belongs to the running server (PostgreSQL's manual, 25.3.4). */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const SLOT = "'sesa_backup_' || pg_backend_pid()"
const LEFT_OUT = /^(postmaster\.(pid|opts)|pgsql_tmp.*)$/

/** Returns a text column; empty when it is null. */
function textOf(row: Readonly<Record<string, unknown>> | undefined, name: string): string {
  const value = row?.[name]
  return typeof value === 'string' ? value : ''
}

type Listed = Pick<Manifest, 'folders' | 'files'>

/**
 * Copies a running database, encrypted, to an empty folder: its files between `pg_backup_start` and `pg_backup_stop`,
 * the WAL written in the meantime, and a manifest. The product keeps running. Throws `BackupError` if the folder is not
 * empty, and `OtherDatabase` if the server that answers does not run on these files.
 */
export async function takeBackup(source: BackupSource, to: Sealed): Promise<Manifest> {
  const { clusterDir, passwordFile } = layout(source.dataDir)
  const text = async (expression: string): Promise<string> => {
    const [row] = await source.query(`select (${expression})::text as value`)
    return textOf(row, 'value')
  }
  const systemIdentifier = await text('select system_identifier from pg_control_system()')
  if (systemIdentifier !== (await identifierOf(clusterDir)))
    throw new OtherDatabase(`The database isn’t running on ${clusterDir}.`)
  await prepareFolder(to.folder)
  const startedAt = await text(
    'to_char(clock_timestamp() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\')',
  )
  // The slot keeps the WAL that the copy needs; without `pg_backup_stop`, it ends with this connection.
  await source.query(`select pg_create_physical_replication_slot(${SLOT}, true, true)`)
  const first = await text("pg_walfile_name(pg_backup_start('sesa backup', fast => true))")
  const copied = await copyFolder(clusterDir, to, 'postgres/cluster')
  const [stopped] = await source.query(
    'select labelfile, spcmapfile, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
  )
  if (textOf(stopped, 'spcmapfile').trim() !== '')
    throw new BackupError('The database has tablespaces, which this backup doesn’t support.')
  const log = await copyLog(clusterDir, to, first, textOf(stopped, 'last'))
  await source.query(`select pg_drop_replication_slot(${SLOT})`)
  const label = 'postgres/cluster/backup_label'
  const files = [...copied.files, ...log]
  files.push({ path: label, ...(await sealFile(Buffer.from(textOf(stopped, 'labelfile')), to, label)) })
  files.push({
    path: 'postgres/password',
    ...(await sealFile(passwordFile, to, 'postgres/password')),
  })
  const beside: string[] = []
  for (const file of source.beside) {
    const name = path.basename(file)
    const one = await sealFile(file, to, name).catch(ignoreGone)
    if (one === undefined) continue
    beside.push(name)
    files.push({ path: name, ...one })
  }
  const manifest: Manifest = {
    format: 2,
    startedAt,
    endedAt: await text('to_char(clock_timestamp() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\')'),
    postgres: await text("current_setting('server_version')"),
    systemIdentifier,
    schemaVersion: await source.schemaVersion(),
    beside,
    folders: ['postgres', ...copied.folders],
    files,
  }
  await sealFile(Buffer.from(JSON.stringify(manifest)), to, MANIFEST)
  await syncFolder(to.folder)
  return manifest
}

/** Returns the database's system identifier, which `initdb` created. */
async function identifierOf(clusterDir: string): Promise<string> {
  const control = await readFile(path.join(clusterDir, 'global/pg_control')).catch(() => Buffer.alloc(8))
  return String(control.readBigUInt64LE(0))
}

async function prepareFolder(to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  if ((await readdir(to)).length > 0)
    throw new BackupError(`${to} is not empty. Give each backup a new folder: --to FOLDER.`)
}

/** Copies a folder whose files may appear and disappear during the copy. `as` is its path in the backup. */
async function copyFolder(from: string, to: Sealed, as: string): Promise<Listed> {
  await mkdir(path.join(to.folder, as), { recursive: true, mode: 0o700 })
  const listed = { folders: [as], files: [] as Manifest['files'][number][] }
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue
    const [source, name] = [path.join(from, entry.name), `${as}/${entry.name}`]
    if (EMPTIED.has(entry.name)) {
      await mkdir(path.join(to.folder, name), { mode: 0o700 })
      listed.folders.push(name)
    } else if (entry.isDirectory()) {
      const below = await copyFolder(source, to, name)
      listed.folders.push(...below.folders)
      listed.files.push(...below.files)
    } else if (entry.isFile()) {
      const one = await sealFile(source, to, name).catch(ignoreGone)
      if (one !== undefined) listed.files.push({ path: name, ...one })
    }
  }
  return listed
}

/** Copies the WAL from the first to the last segment that the copy needs. */
async function copyLog(
  clusterDir: string,
  to: Sealed,
  first: string,
  last: string,
): Promise<Manifest['files']> {
  const files: Manifest['files'][number][] = []
  for (const name of (await readdir(path.join(clusterDir, 'pg_wal'))).sort()) {
    if (!/^[\dA-F]{24}$/.test(name) || name < first || name > last) continue
    const at = `postgres/cluster/pg_wal/${name}`
    files.push({ path: at, ...(await sealFile(path.join(clusterDir, 'pg_wal', name), to, at)) })
  }
  const isWhole = [first, last].every((name) => files.some((file) => file.path.endsWith(name)))
  if (!isWhole) throw new BackupError('PostgreSQL has removed WAL that the copy needs. Take another backup.')
  return files
}

/** Ignores a file that PostgreSQL removed during the copy. */
function ignoreGone(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
