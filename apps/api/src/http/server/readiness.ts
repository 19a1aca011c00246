import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { ANSWER_WITHIN_MS, createDb, type Db } from '../../db/index.ts'
import { latestVersion } from '../../db/migrate.ts'
import { HISTORY } from '../../db/reads.ts'
import { Refused } from '../../lib/refused.ts'

/** How long a committed write counts, in milliseconds: however many balancers ask, each process writes once a second. */
const PROVEN_MS = 1_000

/** Whether this process should get requests or jobs. */
export interface Readiness {
  /**
   * Resolves when the process is ready: the database has just committed a write, and its schema is at least this
   * release's. Throws Refused `unavailable`, or the database's error.
   */
  check(): Promise<void>
  /** Makes the process not ready from now on, since it is about to stop. */
  leave(): void
}

/** A readiness with a separate connection. */
export interface OpenReadiness extends Readiness {
  /** Ends the connection. */
  close(): Promise<void>
}

/** The kind of process in a row of `processes`. */
type ProcessKind = 'server' | 'worker' | 'office'

/** Creates the readiness of one process. A read-only standby is not ready, and neither is a primary that cannot commit. */
export function createReadiness(db: Db, kind: ProcessKind): Readiness {
  const id = randomUUID()
  let isLeaving = false
  let provenAt = -Infinity
  let proving: Promise<void> | undefined
  let latest: number | undefined

  async function prove(): Promise<void> {
    const { rows } = await sql<{ version: number | null }>`
      with gone as (delete from processes where seen_at < now() - interval '1 day')
      insert into processes (id, kind, history) values (${id}, ${kind}, ${HISTORY})
      on conflict (id) do update set seen_at = now(), history = excluded.history
      returning (select max(version) from schema_migrations) as version`.execute(db)
    // A newer schema belongs to the release being rolled out: this process keeps serving until it is replaced.
    latest ??= await latestVersion()
    if ((rows[0]?.version ?? -1) < latest) throw new Refused('unavailable', { retryAfter: 2 })
    provenAt = performance.now()
  }

  return {
    async check() {
      if (isLeaving) throw new Refused('unavailable', { retryAfter: 2 })
      if (performance.now() - provenAt < PROVEN_MS) return
      proving ??= prove().finally(() => {
        proving = undefined
      })
      await proving
    },
    leave() {
      isLeaving = true
    },
  }
}

/**
 * Creates the readiness of a process with a separate connection. Over the customers' connections, an overloaded server
 * would report that the database is unreachable, and its requests would move to the other servers.
 */
export function openReadiness(databaseUrl: string, kind: ProcessKind): OpenReadiness {
  const db = createDb(databaseUrl, {
    max: 1,
    applicationName: 'sesa-readiness',
    answerWithin: ANSWER_WITHIN_MS,
  })
  return { ...createReadiness(db, kind), close: () => db.destroy() }
}

/** How often a process writes its row unprompted, in milliseconds. */
const SIGN_MS = 15_000

/** Writes the process's row regularly, even unprompted, until the returned function is called. */
export function showLife(readiness: Readiness): () => void {
  const timer = setInterval(() => void readiness.check().catch(() => undefined), SIGN_MS)
  return () => clearInterval(timer)
}

/** Counts the processes that wrote in the last minute, by kind. */
export async function countProcesses(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; count: bigint }>`
    select kind, count(*) as count from processes where seen_at > now() - interval '1 minute' group by kind`.execute(
    db,
  )
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
}
