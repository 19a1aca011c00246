import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '../lib/refused.ts'
import { createDb, type Db } from './index.ts'

/** The server that answered a read: the standby, or the primary when the standby lags or is unreachable. */
export type ReadPlace = 'standby' | 'primary_behind' | 'primary_away'

/**
 * Reads that a standby may answer. Nothing that decides about money uses them (`reads.test.ts` lists the allowed
 * callers).
 */
export interface Reads {
  /**
   * Runs a read on the standby if it has everything committed before this call, otherwise on the primary. `read` may
   * run twice and must not write. Waits at most `patience` milliseconds for the standby.
   */
  run<T>(read: (db: Db) => Promise<T>, options?: { patience?: number }): Promise<T>
  /** Returns how many reads each place has answered; empty without a standby. */
  counts(): ReadonlyMap<ReadPlace, number>
  /**
   * Returns the bytes of WAL that the standby has not replayed; empty without a standby. Throws while it is
   * unreachable.
   */
  lag(): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

interface ReadsOptions {
  readonly primary: Db
  /** `DATABASE_READ_URL`; without it, the primary answers every read. */
  readonly url: string | undefined
  /** How long a statement waits for the standby's answer, in milliseconds; default: until the connection ends. */
  readonly answerWithin?: number | undefined
}

/** How long a read waits for the standby to catch up, and how long between checks, in milliseconds. */
const PATIENCE_MS = 20
const LOOK_MS = 5
/** How long a read waits for a connection to the standby, in milliseconds. */
const CONNECT_MS = 300
/** How long reads avoid a standby that failed, or one that lagged, in milliseconds. Then a single read tries it. */
const REST_MS = { away: 5_000, behind: 1_000 } as const

/** WAL position that a standby must have replayed, written by this server on this timeline. */
interface Floor {
  readonly lsn: string
  readonly history: string
}

/** The server and its timeline, which changes at each failover. Only a primary knows it. */
export const HISTORY = sql<string>`(select system_identifier from pg_control_system()) || '/' ||
  left(pg_walfile_name(pg_current_wal_lsn()), 8)`

/** Reads the floor: everything acknowledged before this call is below it. */
async function readFloor(primary: Db): Promise<Floor> {
  const { rows } = await sql<Floor>`
    select pg_current_wal_lsn()::text as lsn, ${HISTORY} as history`.execute(primary)
  const [floor] = rows
  if (floor === undefined) throw new Error('The primary gave no position')
  return floor
}

/**
 * Returns true if the standby has replayed the floor on the primary's own timeline. A position is no proof: a standby
 * that missed a failover may be ahead on the old timeline. It is on the new one once it shows a process's row written
 * there.
 */
async function hasReplayed(standby: Db, { lsn, history }: Floor): Promise<boolean> {
  const { rows } = await sql<{ has: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn
      and exists (select from processes where history = ${history}) as has`.execute(standby)
  return rows[0]?.has === true
}

/** Returns reads that use only the primary. */
export const onPrimary = (primary: Db): Pick<Reads, 'run'> => ({ run: (read) => read(primary) })

const BEHIND = Symbol('behind')

/** Creates the reads of one process. */
export function createReads({ primary, url, answerWithin }: ReadsOptions): Reads {
  if (url === undefined)
    return {
      ...onPrimary(primary),
      counts: () => new Map(),
      lag: () => Promise.resolve(new Map()),
      close: () => Promise.resolve(),
    }
  const pool = createDb(url, {
    max: 5,
    applicationName: 'sesa-reads',
    patience: CONNECT_MS,
    answerWithin,
    hosts: 'standby',
  })
  const counts = new Map<ReadPlace, number>()
  /** Why reads avoid the standby, and until when; undefined while they use it. */
  let resting: { readonly why: keyof typeof REST_MS; readonly until: number } | undefined

  const count = (place: ReadPlace): void => void counts.set(place, (counts.get(place) ?? 0) + 1)
  const rest = (why: keyof typeof REST_MS): void => {
    resting = { why, until: performance.now() + REST_MS[why] }
  }

  /**
   * Returns the standby's result, or BEHIND. The check and the read share a connection: another connection may lead to
   * another server.
   */
  async function onStandby<T>(
    read: (db: Db) => Promise<T>,
    floor: Floor,
    patience: number,
  ): Promise<T | typeof BEHIND> {
    return pool.connection().execute(async (standby) => {
      const until = performance.now() + patience
      while (!(await hasReplayed(standby, floor))) {
        if (performance.now() >= until) return BEHIND
        await sleep(LOOK_MS)
      }
      return read(standby)
    })
  }

  return {
    async run(read, { patience = PATIENCE_MS } = {}) {
      if (resting !== undefined) {
        if (performance.now() < resting.until) {
          count(`primary_${resting.why}`)
          return read(primary)
        }
        // Only this read tries; the others still avoid the standby.
        rest(resting.why)
      }
      const floor = await readFloor(primary)
      try {
        const found = await onStandby(read, floor, patience)
        if (found !== BEHIND) {
          resting = undefined
          count('standby')
          return found
        }
        rest('behind')
        count('primary_behind')
      } catch (error) {
        if (error instanceof Refused) throw error
        rest('away')
        count('primary_away')
      }
      return read(primary)
    },
    counts: () => counts,
    async lag() {
      const { lsn } = await readFloor(primary)
      const { rows } = await sql<{ bytes: string | null }>`
        select pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn()) as bytes`.execute(pool)
      const bytes = rows[0]?.bytes ?? null
      return bytes === null ? new Map() : new Map([['', Math.max(0, Number(bytes))]])
    },
    close: () => pool.destroy(),
  }
}
