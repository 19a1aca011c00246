import { calls } from '@sesa/contract'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { missingPackages } from '../cluster/cluster.ts'
import { ROOT } from '../world/child.ts'
import { send, type Answer } from '../world/http.ts'
import type { Person } from '../world/person.ts'
import { timeOf } from '../world/time.ts'
import type { World } from '../world/world.ts'
import { startLoad } from './load.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

/** Tables that every transfer, sign-in or page view reads or writes. */
const HOT = [
  'transfers',
  'transfer_events',
  'ledger_entries',
  'ledger_postings',
  'quotes',
  'sessions',
  'profiles',
  'drafts',
  'messages',
  'outbox',
]
const MIGRATIONS = 5
const FIRST_VERSION = 900
const WRITERS = 3
const SENDERS = 4
/** How long a reader blocks a table that a migration needs: longer than a request waits for a connection. */
const READING_MS = 4_000

/** Returns changes that a new release might make: columns, one of them with a default, and an index on each hot table. */
const migration = (number: number): string =>
  HOT.map(
    (
      table,
    ) => `alter table ${table} add column trial_${number} text, add column trial_count_${number} integer not null default 0;
create index trial_${number}_on_${table} on ${table} (trial_count_${number});`,
  ).join('\n')

/** Makes people send money and check on it until stopped. */
function startSending(world: World, people: readonly Person[]) {
  let stopped = false
  let answered = 0
  const failed: string[] = []
  const count = (what: string, { status, error }: Answer): void => {
    answered++
    if (status === 0 || status >= 500) failed.push(`${what}: ${status} ${error?.code ?? ''}`)
  }
  const sending = people.map(async (person) => {
    while (!stopped) {
      count('open', await person.open(undefined, { patience: 'none' }))
      await person.pay()
      count('send', await person.once(calls.sendMoney, { body: { id: person.intent?.id ?? '' } }))
      count('list', await person.quiet(calls.listTransfers))
      count('limits', await person.quiet(calls.getLimits))
      count('ready', await send(`${world.base}/readyz`, { method: 'GET' }))
      await timeOf(world.database).hurry()
    }
  })
  return {
    failed,
    async stop(): Promise<number> {
      stopped = true
      await Promise.all(sending)
      return answered
    },
  }
}

/** Requests that must be answered during a rollout. */
const ROLLED_REQUESTS = 50_000
const READERS = 4

/** Makes people open their transfers and pages until stopped. */
function startBrowsing(world: World, people: readonly Person[]) {
  let stopped = false
  const seen = { answered: 0, failed: [] as string[] }
  const count = (what: string, { status, error }: Answer): void => {
    seen.answered++
    if (status === 0 || status >= 500) seen.failed.push(`${what}: ${status} ${error?.code ?? ''}`)
  }
  const page = async (at: string): Promise<Answer> => {
    const status = await fetch(world.base + at).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    return { status }
  }
  const browsing = people.map(async (person) => {
    while (!stopped) {
      count('list', await person.quiet(calls.listTransfers))
      count('limits', await person.quiet(calls.getLimits))
      count('config', await person.quiet(calls.getConfig))
      count('page', await page('/fees'))
    }
  })
  return {
    seen,
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(browsing)
    },
  }
}

/** The old release keeps working while the next release's migrations run. */
export const rollout: readonly Trial[] = [
  {
    name: 'migration',
    what: `${MIGRATIONS} migrations add columns and indexes to ${HOT.length} hot tables under load; the old release keeps working (F29)`,
    async run(world) {
      const folder = await mkdtemp(path.join(tmpdir(), 'sesa-chaos-migrations-'))
      try {
        await cp(path.join(ROOT, 'apps/api/migrations'), folder, { recursive: true })
        const people = await Promise.all(Array.from({ length: WRITERS + SENDERS }, () => world.person()))
        const load = startLoad(people.slice(0, WRITERS))
        const sending = startSending(world, people.slice(WRITERS))
        const refused: string[] = []
        for (let number = 1; number <= MIGRATIONS; number++) {
          await sleep(500)
          const file = path.join(folder, `${FIRST_VERSION + number}_trial.sql`)
          await writeFile(file, migration(number))
          // One of the tables has a long-running reader, such as a report or a backup.
          const release = await world.database.lock(HOT[number % HOT.length] ?? 'transfers', 'access share')
          const migrating = world.migrate(folder).then(() => undefined, String)
          await sleep(READING_MS)
          await release()
          const ended = await migrating
          if (ended !== undefined) {
            refused.push(ended)
            break
          }
        }
        await sleep(1_000)
        await load.stop()
        const answered = (await sending.stop()) + load.acknowledged + load.refused
        const [schema] = await world.database.sql<{ applied: number }>(
          'select count(*) as applied from schema_migrations where version > $1',
          [FIRST_VERSION],
        )
        // A rollback starts the previous release on the new schema.
        await Promise.all([world.server.stop('SIGTERM'), world.worker.stop('SIGTERM')])
        await Promise.all([world.server.start(), world.worker.start()])
        const after = startSending(world, people.slice(WRITERS))
        await sleep(1_500)
        const afterwards = await after.stop()
        const failed = [...sending.failed, ...after.failed]
        const found = [
          ...refused.map((words) => `F29 broken: ${words.slice(0, 300)}`),
          ...(load.refused + failed.length > 0
            ? [
                `F29 broken: ${load.refused + failed.length} requests failed: ${failed.slice(0, 3).join('; ')}`,
              ]
            : []),
          ...(schema?.applied === MIGRATIONS
            ? []
            : [`F29 broken: ${schema?.applied} migrations were applied`]),
        ]
        return await quiesceAndVerify(
          world,
          [
            `F29 ${load.refused + failed.length} of ${answered + afterwards} requests failed over ${schema?.applied} of ${MIGRATIONS} migrations`,
            `${afterwards} of them were sent to the previous release, restarted on the new schema`,
          ],
          found,
        )
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  },
  {
    name: 'cluster-roll-release',
    what: `a release with a migration is rolled over two servers and two workers, and back, until ${ROLLED_REQUESTS} requests are answered`,
    missing: async () => missingPackages(),
    world: { cluster: {} },
    async run(world) {
      const folder = await mkdtemp(path.join(tmpdir(), 'sesa-chaos-migrations-'))
      const people = await Promise.all(Array.from({ length: WRITERS + READERS }, () => world.person()))
      const load = startLoad(people.slice(0, WRITERS))
      const browsing = startBrowsing(world, people.slice(WRITERS))
      const answered = (): number => load.acknowledged + load.refused + browsing.seen.answered
      let rounds = 0
      let restarts = 0
      const restartAll = async (): Promise<void> => {
        // As in docs/operate.md: the workers first, and one process at a time.
        for (const child of [...world.workers, ...world.servers]) {
          await child.stop('SIGTERM')
          await child.start()
          restarts++
        }
      }
      try {
        await cp(path.join(ROOT, 'apps/api/migrations'), folder, { recursive: true })
        while (answered() < ROLLED_REQUESTS && load.refused + browsing.seen.failed.length === 0) {
          rounds++
          const file = path.join(folder, `${FIRST_VERSION + rounds}_trial.sql`)
          await writeFile(file, `alter table transfers add column trial_${rounds} text;`)
          await world.migrate(folder)
          await restartAll()
          // The way back: the older release restarts on the newer schema.
          await restartAll()
        }
      } finally {
        await Promise.all([load.stop(), browsing.stop(), rm(folder, { recursive: true, force: true })])
      }
      const failed = [...load.strange, ...browsing.seen.failed]
      const count = load.refused + browsing.seen.failed.length
      return quiesceAndVerify(
        world,
        [
          `${count} of ${answered()} requests failed while ${rounds} releases were rolled forward and back, with ${restarts} restarts`,
        ],
        count === 0 ? [] : [`F29 broken: ${count} requests failed: ${failed.slice(0, 3).join('; ')}`],
      )
    },
  },
]
