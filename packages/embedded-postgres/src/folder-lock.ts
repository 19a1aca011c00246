import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A lock that the kernel releases with the process, so it is never stale. */
export interface FolderLock {
  release(): void
}

/** Takes SQLite's lock on an empty file; undefined while a live process holds it. Throws if the file cannot be opened. */
export function tryLock(file: string): FolderLock | undefined {
  // SQLite would let other users read it. An existing file is not opened: closing it would release a lock that this
  // process holds.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    return { release: () => lock.close() }
  } catch {
    lock.close()
    return undefined
  }
}
