import { tryLock, type FolderLock } from '@sesa/embedded-postgres'
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../errors.ts'

export interface DataDirLock {
  /** Whether the previous launcher was killed, so that its children may still be exiting. */
  isAfterKill: boolean
  release(): Promise<void>
}

/** Creates the data directory if it is missing. Throws `StartError` when it cannot be used. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    await access(path.join(dataDir, 'logs'), constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The data directory ${dataDir} cannot be used (${reason}). Make it writable for this user, or choose another: SESA_DATA_DIR=/some/folder npm start`,
    )
  }
}

/**
 * Locks the data directory for this process. Throws `StartError` when a live launcher holds it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const holderFile = path.join(dataDir, 'launcher.pid')
  const holder = (await readFile(holderFile, 'utf8').catch(() => '')).trim()
  const lock = openLock(path.join(dataDir, 'launcher.lock'))
  if (lock === undefined) {
    const who = holder === '' ? '' : ` (process ${holder})`
    throw new StartError(
      `Sesa is already running on this data directory, ${dataDir}${who}. Stop it${holder === '' ? '' : ` with kill ${holder}`}, or choose another directory with SESA_DATA_DIR and another PORT.`,
    )
  }
  await writeFile(holderFile, `${process.pid}\n`)
  return {
    isAfterKill: holder !== '',
    release: async () => {
      await rm(holderFile, { force: true })
      lock.release()
    },
  }
}

function openLock(file: string): FolderLock | undefined {
  try {
    return tryLock(file)
  } catch {
    throw new StartError(
      `The lock file ${file} cannot be opened. Give this user access to it, or choose another directory with SESA_DATA_DIR.`,
    )
  }
}

/** Replaces a file atomically, readable by this user alone. */
export async function writePrivately(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, content, { mode: 0o600, flush: true })
  await rename(draft, file)
}
