import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

/** Files that a copy of a running cluster must not contain, or gets afterwards (PostgreSQL's manual, 25.3.4). */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot', 'pg_stat_tmp'])

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Copies a folder whose files come and go meanwhile. Returns the number of files. */
async function copyFolder(from: string, to: string, leftOut: ReadonlySet<string>): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  let files = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) files += await copyFolder(source, target, new Set())
    else {
      await copyFile(source, target).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
      files++
    }
  }
  return files
}

/**
 * Takes a base backup of a running cluster: its files between `pg_backup_start` and `pg_backup_stop`, then
 * the WAL written meanwhile, which must still exist (`wal_keep_size`). PostgreSQL can start on `to`
 * afterwards.
 */
export async function baseBackup({
  ownerUrl,
  from,
  to,
}: {
  ownerUrl: string
  from: string
  to: string
}): Promise<{ files: number }> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'chaos-backup' })
  await client.connect()
  try {
    await client.query("select pg_backup_start('chaos', fast => true)")
    const cluster = path.join(to, 'cluster')
    const files = await copyFolder(path.join(from, 'cluster'), cluster, LEFT_OUT)
    await copyFile(path.join(from, 'password'), path.join(to, 'password'))
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    await writeFile(path.join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
    await mkdir(path.join(cluster, 'pg_replslot'), { mode: 0o700 })
    const log = await copyFolder(path.join(from, 'cluster/pg_wal'), path.join(cluster, 'pg_wal'), new Set())
    return { files: files + log }
  } finally {
    await client.end()
  }
}
