import { tryLock, type FolderLock } from '@sesa/embedded-postgres'
import {
  access,
  chmod,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../errors.ts'

export interface DataDirLock {
  /** True if the previous launcher was killed, so that its children may still be exiting. */
  isAfterKill: boolean
  release(): Promise<void>
}

/** Names that the product, its commands and file systems use in the folder. */
const OURS =
  /^(launcher\.(lock|pid)|logs|postgres(-before-restore-.+)?|restoring-.+|restore-plan\.json|secrets.*\.json(\.\d+)?|connection\.json(\.\d+)?|sandbox\.sqlite(-wal|-shm|-journal)?|staff-session|lost\+found|\.DS_Store)$/

/**
 * Creates the data directory if it is missing, and closes it to other users. One with other content keeps its mode.
 * Returns notices for the company. Throws `StartError` if it cannot be used.
 */
export async function prepareDataDir(dataDir: string): Promise<string[]> {
  try {
    await mkdir(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    await access(path.join(dataDir, 'logs'), constants.W_OK | constants.X_OK)
    return await closeToOthers(dataDir)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `Can’t use the data directory ${dataDir} (${reason}). Make it writable for this user, or choose another: SESA_DATA_DIR=/some/folder npm start`,
    )
  }
}

async function closeToOthers(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true })
  for (const entry of entries) {
    const file = path.join(dataDir, entry.name)
    if (entry.isFile() && OURS.test(entry.name) && (await isOpenToOthers(file))) await chmod(file, 0o600)
  }
  if (!(await isOpenToOthers(dataDir))) return []
  if (!entries.every(({ name }) => OURS.test(name)))
    return [
      `Other users of this machine can list ${dataDir}, which also has files that aren’t Sesa’s. Run chmod 700 on it, or choose another folder with SESA_DATA_DIR.`,
    ]
  await chmod(dataDir, 0o700)
  return []
}

const isOpenToOthers = async (file: string): Promise<boolean> => ((await stat(file)).mode & 0o077) !== 0

/** Locks the data directory for this process. Throws `StartError` if a live launcher holds it. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const holderFile = path.join(dataDir, 'launcher.pid')
  const holder = (await readFile(holderFile, 'utf8').catch(() => '')).trim()
  const lock = openLock(path.join(dataDir, 'launcher.lock'))
  if (lock === undefined) {
    const who = holder === '' ? '' : ` (process ${holder})`
    throw new StartError(
      `Sesa is already running on this data directory, ${dataDir}${who}. Stop it${holder === '' ? '' : ` with kill ${holder}`}, or set another SESA_DATA_DIR and PORT.`,
    )
  }
  await writeFile(holderFile, `${process.pid}\n`, { mode: 0o600 })
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
      `Can’t open the lock file ${file}. Give this user access, or choose another directory with SESA_DATA_DIR.`,
    )
  }
}

/** Replaces a file atomically, readable only by this user. */
export async function writePrivately(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, content, { mode: 0o600, flush: true })
  await renameDurably(draft, file)
}

/** Renames a file within its folder, so that a power failure does not undo it. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  const folder = await open(path.dirname(to))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
