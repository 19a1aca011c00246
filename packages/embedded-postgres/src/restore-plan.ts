import { access, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './backup.ts'
import { BackupError, errorCode } from './errors.ts'
import type { Manifest } from './manifest.ts'

const PLAN = 'restore-plan.json'

type Move = readonly [from: string, to: string]

/**
 * The renames that put a restored copy in the place of what is there. The plan is on disk before the first rename and
 * until after the last one, so a start knows a half-done restore, and the next restore completes it.
 */
export interface RestorePlan {
  /** The backup's folder. */
  readonly from: string
  readonly manifest: Manifest
  /** The folder of the copy; it and the moves are relative to the data folder. */
  readonly draft: string
  /** Puts aside what is there; done once `to` exists. */
  readonly aside: readonly Move[]
  /** Puts the copy in place; done once `from` is gone. */
  readonly place: readonly Move[]
}

/** Returns the plan of a restore that has not ended; undefined when there is none. */
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

/** Returns why the data folder cannot be used: a restore into it was interrupted. Undefined when it can be. */
export async function unfinishedRestore(dataDir: string): Promise<string | undefined> {
  try {
    const plan = await readPlan(dataDir)
    return plan && `A restore into ${dataDir} was interrupted. ${againWith(plan)}`
  } catch (error) {
    if (error instanceof BackupError) return error.message
    throw error
  }
}

/** Returns how to complete a restore. */
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

/** Makes the renames of a plan that are left, and ends it. */
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
