import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openDeliveries } from './deliveries.ts'
import { openDueWork } from './due.ts'
import { openFaults } from './faults.ts'
import type { FaultBook } from './faults.ts'
import type { World, WorldOptions } from './world.ts'

export interface OpenWorld extends World {
  faults: FaultBook
  /** Starts due work; call it after every rail has registered its handlers. */
  start(): void
  close(): Promise<void>
}

/**
 * Opens the books in `dataFile` (`:memory:` for books that end with the process). They belong to one process at
 * a time: a second one waits five seconds for the first to end and then fails with SQLite's "database is locked".
 */
export function openWorld(dataFile: string, options: WorldOptions, now: () => number): OpenWorld {
  if (dataFile !== ':memory:' && !existsSync(dataFile)) createPrivately(dataFile)
  const db = new DatabaseSync(dataFile, { timeout: 5_000 })
  db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal')
  const atomically = transactions(db)
  const faults = openFaults(db)
  const due = openDueWork(db, now, atomically)
  const { deliver, stop } = openDeliveries(due, faults, options, now)
  return {
    db,
    now,
    options,
    faults,
    atomically,
    deliver,
    schedule: due.schedule,
    onDue: due.onDue,
    start: due.start,
    async close() {
      stop()
      await due.stop()
      db.close()
    },
  }
}

/**
 * Creates the file with private permissions: the books contain every code that was sent, and SQLite would let other
 * users read a new one.
 */
function createPrivately(dataFile: string): void {
  try {
    closeSync(openSync(dataFile, 'a', 0o600))
  } catch {
    // SQLite fails on it as well, and its error is reported.
  }
}

function transactions(db: DatabaseSync): World['atomically'] {
  return (act) => {
    if (db.isTransaction) return act()
    db.exec('begin immediate')
    try {
      const result = act()
      db.exec('commit')
      return result
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }
}
