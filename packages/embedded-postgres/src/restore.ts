import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './backup.ts'
import { layout } from './cluster.ts'
import { tryLock } from './folder-lock.ts'
import { BackupError } from './errors.ts'
import { openFile, readManifest, requireSame, verifyBackup, type Manifest, type Sealed } from './manifest.ts'
import { isInUse } from './postmaster-file.ts'
import { againWith, beginPlan, completePlan, exists, readPlan, type RestorePlan } from './restore-plan.ts'

export interface Restored {
  readonly manifest: Manifest
  /** New location of the previous database and the files next to it. */
  readonly movedTo: readonly string[]
}

interface Into {
  readonly dataDir: string
  readonly movesAside: boolean
  readonly now: Date
}

/**
 * Restores a backup into a data directory that no process uses, after checking every file. Deletes nothing: with
 * `movesAside`, existing data is renamed to `…-before-restore-TIME`; without it, existing data is a `BackupError`.
 * Starts nothing. A restore that was interrupted between its renames is completed; until then no start uses the folder.
 */
export async function restoreBackup(from: Sealed, into: Into): Promise<Restored> {
  const { dataDir } = into
  const begun = await readPlan(dataDir)
  if (begun !== undefined && path.resolve(from.folder) !== begun.from)
    throw new BackupError(`Another restore into ${dataDir} was interrupted. ${againWith(begun)}`)
  if (begun === undefined) await verifyBackup(from)
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
    const left = await readPlan(dataDir)
    const plan = left ?? (await planRestore(from, into))
    await (left === undefined ? beginPlan : completePlan)(dataDir, plan)
    return { manifest: plan.manifest, movedTo: plan.aside.map(([, to]) => path.join(dataDir, to)) }
  } finally {
    lock.release()
  }
}

/** Copies a backup next to the data, and plans the renames. */
async function planRestore(from: Sealed, { dataDir, movesAside, now }: Into): Promise<RestorePlan> {
  const target = path.join(dataDir, 'postgres')
  const isThere = (await readdir(target).catch(() => [])).length > 0
  if (isThere && !movesAside)
    throw new BackupError(
      `${target} holds a database. Add --move-aside to rename it and keep it, or name another folder with SESA_DATA_DIR.`,
    )
  const draft = path.basename(await copyBack(from, dataDir))
  const manifest = await readManifest(from)
  const stamp = `before-restore-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`
  const aside: [string, string][] = []
  const place: [string, string][] = [[`${draft}/postgres`, 'postgres']]
  if (isThere) aside.push(['postgres', await freeName(dataDir, 'postgres', stamp)])
  for (const name of manifest.beside) {
    const before = await readFile(path.join(dataDir, name), 'utf8').catch(() => undefined)
    if (before === (await readFile(path.join(dataDir, draft, name), 'utf8'))) continue
    if (before !== undefined) aside.push([name, await freeName(dataDir, name, stamp)])
    place.push([`${draft}/${name}`, name])
  }
  return { from: path.resolve(from.folder), manifest, draft, aside, place }
}

/** Returns an unused name in the folder. */
async function freeName(dataDir: string, name: string, stamp: string): Promise<string> {
  const { name: stem, ext } = path.parse(name)
  for (let number = 1; ; number++) {
    const free = `${stem}-${stamp}${number === 1 ? '' : `-${number}`}${ext}`
    if (!(await exists(path.join(dataDir, free)))) return free
  }
}

/** Copies a backup next to the data, checking again what it writes. Returns the draft's folder. */
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
  for (const folder of ['.', ...folders]) await syncFolder(path.join(draft, folder))
  return draft
}
