import { access, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './backup.ts'
import { BackupError, errorCode } from './errors.ts'
import type { Manifest } from './manifest.ts'

const PLAN = 'restore-plan.json'

type Move = readonly [from: string, to: string]

/**
 * The renames that replace existing data with a restored copy. The plan is on disk before the first rename and until
 * after the last one, so a start detects an unfinished restore, and the next restore completes it.
 */
export interface RestorePlan {
  /** The backup's folder. */
  readonly from: string
  readonly manifest: Manifest
  /** Folder of the copy; it and the moves are relative to the data folder. */
  readonly draft: string
  /** Moves existing data aside; done once `to` exists. */
  readonly aside: readonly Move[]
  /** Moves the copy into place; done once `from` is gone. */
  readonly place: readonly Move[]
}

/** Returns the plan of an unfinished restore; undefined if there is none. */
export async function readPlan(dataDir: string): Promise<RestorePlan | undefined> {
  const file = path.join(dataDir, PLAN)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as RestorePlan
  } catch {
    throw new BackupError(`${file} is damaged. It belongs to a restore that did not end: call engineering.`)
  }
}

/** Explains why the data folder cannot be used: a restore into it was interrupted. Undefined if it can be used. */
export async function unfinishedRestore(dataDir: string): Promise<string | undefined> {
  try {
    const plan = await readPlan(dataDir)
    return plan && `A restore into ${dataDir} was interrupted. ${againWith(plan)}`
  } catch (error) {
    if (error instanceof BackupError) return error.message
    throw error
  }
}

/** Describes how to complete a restore. */
export const againWith = ({ from }: RestorePlan): string =>
  `Run it again: npm run sesa -- restore --from ${from}`

/** Writes the plan to disk, and then carries it out. */
export async function beginPlan(dataDir: string, plan: RestorePlan): Promise<void> {
  const draft = path.join(dataDir, plan.draft, PLAN)
  await writeFile(draft, JSON.stringify(plan), { mode: 0o600, flush: true })
  await rename(draft, path.join(dataDir, PLAN))
  await syncFolder(dataDir)
  await completePlan(dataDir, plan)
}

/** Makes the remaining renames of a plan, and ends it. */
export async function completePlan(dataDir: string, plan: RestorePlan): Promise<void> {
  const at = (name: string): string => path.join(dataDir, name)
  for (const [from, to] of plan.aside) if (!(await exists(at(to)))) await rename(at(from), at(to))
  for (const [from, to] of plan.place) if (await exists(at(from))) await rename(at(from), at(to))
  await syncFolder(dataDir)
  await rm(at(PLAN))
  await syncFolder(dataDir)
  await rm(at(plan.draft), { recursive: true, force: true })
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
