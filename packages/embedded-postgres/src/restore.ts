import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './backup.ts'
import { layout } from './cluster.ts'
import { tryLock } from './folder-lock.ts'
import { BackupError } from './errors.ts'
import { openFile, readManifest, requireSame, verifyBackup, type Manifest, type Sealed } from './manifest.ts'
import { isInUse } from './postmaster-file.ts'

export interface Restored {
  readonly manifest: Manifest
  /** Where the database and the files beside it are that were here before. */
  readonly movedTo: readonly string[]
}

/**
 * Puts a backup into a data directory that no process uses, after it has checked every file. Deletes nothing: with
 * `movesAside` what is there is renamed to `…-before-restore-TIME`; without, it is a `BackupError`. Starts nothing.
 */
export async function restoreBackup(
  from: Sealed,
  { dataDir, movesAside, now }: { dataDir: string; movesAside: boolean; now: Date },
): Promise<Restored> {
  const manifest = await verifyBackup(from)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = tryLock(path.join(dataDir, 'launcher.lock'))
  if (lock === undefined)
    throw new BackupError(
      `Sesa runs on ${dataDir}. Stop it first: the process is in ${dataDir}/launcher.pid.`,
    )
  try {
    const target = path.join(dataDir, 'postgres')
    if (await isInUse(layout(target).clusterDir))
      throw new BackupError(`PostgreSQL still runs on ${target}. Wait until it has stopped.`)
    const isThere = (await readdir(target).catch(() => [])).length > 0
    if (isThere && !movesAside)
      throw new BackupError(
        `${target} holds a database. Add --move-aside to rename it and keep it, or name another folder with SESA_DATA_DIR.`,
      )
    const draft = await copyBack(from, dataDir)
    const stamp = `before-restore-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`
    const movedTo: string[] = []
    const moveAside = async (file: string): Promise<void> => {
      const { dir, name, ext } = path.parse(file)
      const aside = path.join(dir, `${name}-${stamp}${ext}`)
      await rename(file, aside)
      movedTo.push(aside)
    }
    if (isThere) await moveAside(target)
    await rename(path.join(draft, 'postgres'), target)
    for (const name of manifest.beside) {
      const [file, restored] = [path.join(dataDir, name), path.join(draft, name)]
      const before = await readFile(file, 'utf8').catch(() => undefined)
      if (before === (await readFile(restored, 'utf8'))) continue
      if (before !== undefined) await moveAside(file)
      await rename(restored, file)
    }
    await rm(draft, { recursive: true, force: true })
    await syncFolder(dataDir)
    return { manifest, movedTo }
  } finally {
    lock.release()
  }
}

/** Copies a backup beside the data, checking again what it writes. Returns the draft's folder. */
async function copyBack(from: Sealed, dataDir: string): Promise<string> {
  for (const name of await readdir(dataDir)) {
    // A restore that was killed left an incomplete copy.
    if (name.startsWith('restoring-')) await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
  const draft = await mkdtemp(path.join(dataDir, 'restoring-'))
  const { folders, files } = await readManifest(from)
  for (const folder of folders) await mkdir(path.join(draft, folder), { recursive: true, mode: 0o700 })
  for (const file of files) {
    requireSame(file, await openFile(from, file.path, path.join(draft, file.path)))
  }
  return draft
}
