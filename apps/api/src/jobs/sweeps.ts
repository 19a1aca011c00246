import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { inOneStatement, type Db } from '../db/index.ts'

/** Work that waits in a table of its own, such as transfers whose next step is due. */
export interface Sweep {
  /** SQL condition that is true while work is due. */
  readonly due: RawBuilder<boolean>
  /** Takes due work. Returns true when more of it may be due at once. */
  take(): Promise<boolean>
  /** Waits for the work that was taken and still runs. */
  settle?(): Promise<unknown>
}

export interface SweeperOptions {
  readonly db: Db
  readonly sweeps: readonly Sweep[]
  onError(error: unknown): void
}

export interface Sweeper {
  start(): void
  /** Stops taking work and waits for the work in progress. */
  stop(): Promise<void>
}

/** Pause between two polls, in milliseconds. */
const PAUSE_MS = 250
/** Pause after an error, in milliseconds. */
const AFTER_ERROR_MS = 1_000

/**
 * Creates the loop that asks, in one statement for all sweeps, where work is due, and lets those sweeps take it until none is
 * left. Each sweep runs beside the others, and at most once at a time.
 */
export function createSweeper({ db, sweeps, onError }: SweeperOptions): Sweeper {
  const running = new Map<Sweep, Promise<void>>()
  const stopping = new AbortController()
  let loop: Promise<void> | undefined

  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  async function run(sweep: Sweep): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await sweep.take()));
    } catch (error) {
      onError(error)
      await pause(AFTER_ERROR_MS)
    } finally {
      running.delete(sweep)
    }
  }

  async function poll(): Promise<void> {
    if (sweeps.every((sweep) => running.has(sweep))) return
    const { rows } = await inOneStatement(db, 'sweeps.find_due', (one) =>
      sql<{ due: boolean[] }>`select array[${sql.join(sweeps.map(({ due }) => due))}] as due`.execute(one),
    )
    sweeps.forEach((sweep, index) => {
      if (rows[0]?.due[index] === true && !running.has(sweep)) running.set(sweep, run(sweep))
    })
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await poll()
        await pause(PAUSE_MS)
      } catch (error) {
        onError(error)
        await pause(AFTER_ERROR_MS)
      }
    }
    await Promise.all(running.values())
    await Promise.all(sweeps.map(async (sweep) => sweep.settle?.()))
  }

  return {
    start() {
      loop ??= work()
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
