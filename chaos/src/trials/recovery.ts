import { setTimeout as sleep } from 'node:timers/promises'
import { createDb } from '../../../apps/api/src/db/index.ts'
import { checkInvariants } from '../../../apps/api/src/domains/books/index.ts'
import pg from 'pg'
import { missingPackages } from '../cluster/cluster.ts'
import { ALWAYS } from '../model/watch.ts'
import { problems } from '../world/verify.ts'
import { startLoad, startSending } from './load.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

const WRITERS = 4
const SENDERS = 8
const LOAD_MS = 4_000
const LONGEST_RECOVERY_MS = 60_000

const since = (start: number): string => ((performance.now() - start) / 1_000).toFixed(1)

/** The cluster's database is restored to a moment within the WAL between two backups, next to the running one. */
export const recovery: readonly Trial[] = [
  {
    name: 'cluster-restore',
    what: 'pgBackRest backs up the cluster under load, and restores it to a moment with only WAL after the backup',
    missing: async () => missingPackages(),
    world: { cluster: { backups: true } },
    async run(world) {
      const backups = world.cluster?.backups
      if (backups === undefined) throw new Error('No backups')
      const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()))
      const load = startLoad(await people(WRITERS))
      const sending = startSending(await people(SENDERS))
      const timed = async (work: Promise<void>): Promise<string> => {
        const start = performance.now()
        await work
        return since(start)
      }
      await backups.prepare()
      const full = await timed(backups.take('full'))
      await sleep(LOAD_MS)
      const increment = await timed(backups.take('incr'))
      await sleep(LOAD_MS)
      // Everything acknowledged by now must be in the copy; everything that begins after the moment must not.
      const before = new Set(world.log.acknowledged.opened.keys())
      const [now] = await world.database.sql<{ moment: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as moment`,
      )
      const moment = now?.moment ?? ''
      await sleep(LOAD_MS)
      await Promise.all([sending.stop(), load.stop()])
      await world.database.sql('select pg_switch_wal()')
      await sleep(1_000)
      await backups.verify()
      const start = performance.now()
      const copy = await backups.restore(moment)
      const db = createDb(copy.url, { max: 1 })
      try {
        const client = await connectWhenRecovered(copy.url)
        const recovered = since(start)
        const kept = await client.query<{ id: string }>(
          'select payment_intent_id as id from transfers where payment_intent_id is not null',
        )
        const ids = new Set(kept.rows.map(({ id }) => id))
        const late = await client.query('select from transfers where created_at > $1::timestamptz', [moment])
        await client.end()
        const missing = [...before].filter((id) => !ids.has(id))
        const rules = (await checkInvariants(db)).filter(
          ({ id, examined }) => ALWAYS.test(id) && examined > 0,
        )
        const found = [
          ...missing.map(
            (id) => `F31 broken: ${id} was acknowledged before the moment, and is not in the copy`,
          ),
          ...(late.rowCount === 0 ? [] : ['F31 broken: the copy has transfers from after the moment']),
          ...(before.size === 0 ? ['F31 checked nothing: no transfer was acknowledged'] : []),
          ...problems(rules),
        ]
        return await quiesceAndVerify(
          world,
          [
            `F31 ${missing.length} of ${before.size} transfers acknowledged before the moment missing from the copy, ${world.log.acknowledged.opened.size - before.size} came after it`,
            `full backup ${full} s, incremental ${increment} s, restore until it accepts writes ${recovered} s; ${rules.length} rules held in the copy`,
          ],
          found,
        )
      } finally {
        await db.destroy()
        await copy.close()
      }
    },
  },
]

/** Connects once the recovery has reached its moment. Throws if that takes more than a minute. */
async function connectWhenRecovered(url: string): Promise<pg.Client> {
  for (const start = performance.now(); performance.now() - start < LONGEST_RECOVERY_MS; await sleep(100)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
      if (rows[0]?.recovers === false) return client
    } catch {
      // It is still starting.
    }
    await client.end().catch(() => undefined)
  }
  throw new Error('The copy did not recover within a minute')
}
