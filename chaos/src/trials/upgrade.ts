import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDb } from '../../../apps/api/src/db/index.ts'
import { checkInvariants } from '../../../apps/api/src/domains/books/index.ts'
import { missingPackages } from '../cluster/cluster.ts'
import { USER_NAMES } from '../world/environments.ts'
import { steadyPort } from '../world/ports.ts'
import { openDatabase, type Database } from '../world/postgres.ts'
import type { World } from '../world/world.ts'
import { startLoad, startSending } from './load.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

const WRITERS = 4
const SENDERS = 8
const LOAD_MS = 4_000
const LONGEST_COPY_MS = 60_000

/** Copies the schema, without rows. Users are not part of a database, so they are created first. */
function copySchema(from: string, to: string): void {
  const dump = spawnSync('pg_dump', ['--schema-only', '--no-publications', from], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (dump.status !== 0) throw new Error(dump.stderr)
  const load = spawnSync('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', to], {
    input: dump.stdout,
    encoding: 'utf8',
  })
  if (load.status !== 0) throw new Error(load.stderr)
}

/** Waits until the query returns `true`. Throws with its subject if that takes more than a minute. */
async function until(database: Database, about: string, question: string): Promise<void> {
  for (const start = performance.now(); performance.now() - start < LONGEST_COPY_MS; await sleep(50)) {
    const [row] = await database.sql<{ answer: boolean }>(`select (${question}) as answer`)
    if (row?.answer === true) return
  }
  throw new Error(`${about} took more than a minute`)
}

/** Moves the start of each sequence in the new database beyond the old one's: logical replication does not copy them. */
async function moveSequences(from: Database, to: Database): Promise<number> {
  const sequences = await from.sql<{ name: string; value: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences`,
  )
  for (const { name, value } of sequences)
    if (value !== null) await to.sql('select setval($1::regclass, $2::bigint)', [name, value])
  return sequences.length
}

/** The product moves from PostgreSQL 15 to 18 by logical replication. */
export const upgrade: readonly Trial[] = [
  {
    name: 'cluster-upgrade',
    what: 'PostgreSQL 18 follows the cluster of 15 by logical replication under load, and then takes its place',
    missing: async () => missingPackages(),
    world: { cluster: { walLevel: 'logical' } },
    async run(world) {
      if (world.cluster === undefined) throw new Error('No cluster')
      const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()))
      const [writers, senders] = [await people(WRITERS), await people(SENDERS)]
      const load = startLoad(writers)
      const sending = startSending(senders)
      const next = await openDatabase({
        dataDir: `${world.sandboxFile}-postgres-18`,
        port: await steadyPort(),
        settings: { max_connections: '200' },
      })
      try {
        const [old] = await world.database.sql<{ server_version: string }>('show server_version')
        const password = new URL(world.logins.DATABASE_URL).password
        for (const role of USER_NAMES) await next.sql(`create role ${role} login password '${password}'`)
        copySchema(world.database.ownerUrl, next.ownerUrl)
        await world.database.sql('create publication upgrade for all tables')
        await next.sql(
          `create subscription upgrade connection '${world.database.ownerUrl}' publication upgrade`,
        )
        await until(
          next,
          'Copying the tables',
          `select bool_and(srsubstate = 'r') and count(*) > 50 from pg_subscription_rel`,
        )
        await sleep(LOAD_MS)
        // The cut-over: everything that writes stops, the remaining changes arrive, and everything starts on the new
        // database.
        const cut = performance.now()
        await Promise.all([...world.servers, ...world.workers].map((child) => child.stop('SIGTERM')))
        const [end] = await world.database.sql<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
        await until(
          world.database,
          'Following the last changes',
          `select bool_and(confirmed_flush_lsn >= '${end?.lsn}') from pg_replication_slots where slot_type = 'logical'`,
        )
        const sequences = await moveSequences(world.database, next)
        await next.sql('drop subscription upgrade')
        const moved = Object.fromEntries(
          Object.entries(world.logins).map(([name, url]) => {
            const { username } = new URL(url)
            return [name, Object.assign(new URL(next.ownerUrl), { username, password }).href]
          }),
        )
        for (const child of [...world.servers, ...world.workers]) await child.start(moved)
        const away = ((performance.now() - cut) / 1_000).toFixed(1)
        const refused = load.refused
        await sleep(LOAD_MS)
        await Promise.all([sending.stop(), load.stop()])
        const owner = createDb(next.ownerUrl, { max: 2 })
        const upgraded: World = {
          ...world,
          database: next,
          invariants: () => checkInvariants(owner, { allowedSeconds: 0 }),
        }
        const [now] = await next.sql<{ server_version: string }>('show server_version')
        const outcome = await quiesceAndVerify(
          upgraded,
          [
            `from PostgreSQL ${old?.server_version} to ${now?.server_version}: ${away} s without the product, ${sequences} sequences moved`,
            `${load.acknowledged} writes and ${world.log.acknowledged.opened.size} transfers acknowledged, ${refused} requests refused or cut off meanwhile`,
          ],
          load.strange.slice(0, 5).map((strange) => `F7 broken: a client got ${strange}`),
        )
        await owner.destroy()
        return outcome
      } finally {
        await Promise.all([sending.stop(), load.stop()])
        await Promise.all([...world.servers, ...world.workers].map((child) => child.stop()))
        await next.close()
      }
    },
  },
]
