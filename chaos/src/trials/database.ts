import { calls } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '../world/http.ts'
import type { World } from '../world/world.ts'
import { readStoredNumber, startLoad } from './load.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

const CRASHES = 20
const WRITERS = 8
const REQUESTS = 60
const HELD_MS = 5_000

async function people(world: World, count: number) {
  return Promise.all(Array.from({ length: count }, () => world.person()))
}

/** PostgreSQL goes down, or has no connection available. */
export const database: readonly Trial[] = [
  {
    name: 'database-crash',
    what: `PostgreSQL crashes under load ${CRASHES} times, by kill and by immediate shutdown (F7, R3)`,
    async run(world) {
      const writers = await people(world, WRITERS)
      const senders = await people(world, CRASHES)
      const processes = [world.server.pid, world.worker.pid]
      const load = startLoad(writers)
      const waits: number[] = []
      const found: string[] = []
      let checked = 0
      for (const [crash, sender] of senders.entries()) {
        await sleep(300)
        const paying = sender.open().then(() => sender.pay())
        await world.database.crash(crash % 2 === 0 ? 'kill' : 'immediate')
        const promised = new Map(load.latest)
        await world.database.start()
        const back = performance.now()
        while (load.newest < back) await sleep(5)
        waits.push(load.newest - back)
        for (const [person, number] of promised) {
          checked++
          const kept = await readStoredNumber(person)
          if (kept < number)
            found.push(`R3 broken: ${person.name} wrote ${number}, which was acknowledged; ${kept} is stored`)
        }
        await paying
      }
      await load.stop()
      const lost = found.length
      if (String(processes) !== String([world.server.pid, world.worker.pid])) {
        found.push(`F7 broken: a process ended: ${world.log.matching(/ended by itself/).join('; ')}`)
      }
      for (const strange of load.strange.slice(0, 5)) found.push(`F7 broken: a client got ${strange}`)
      const slowest = Math.max(...waits) / 1000
      return quiesceAndVerify(
        world,
        [
          `R3 ${lost} of ${load.acknowledged} acknowledged writes lost over ${CRASHES} crashes (${checked} read back)`,
          `first success after PostgreSQL was back: at most ${slowest.toFixed(2)} s; ${load.refused} requests refused with 503 or cut off`,
        ],
        found,
      )
    },
  },
  {
    name: 'pool-exhausted',
    what: 'every connection waits for a lock while requests keep arriving (F23)',
    async run(world) {
      const [person] = await people(world, 1)
      if (person === undefined) throw new Error('nobody')
      const release = await world.database.lock('drafts')
      const started = performance.now()
      const answers = Promise.all(
        Array.from({ length: REQUESTS }, async () => {
          const answer = await person.quiet(calls.putDraft, { body: { sendAmount: '1' } })
          return { ...answer, after: performance.now() - started }
        }),
      )
      const healthy = await send(`${world.base}/healthz`, { method: 'GET' })
      await sleep(HELD_MS)
      await release()
      const all = await answers
      const refused = all.filter(({ status }) => status === 503)
      const found = [
        ...(refused.length === 0 ? ['F23 broken: no answer said to retry'] : []),
        ...(refused.some(({ retryAfter }) => typeof retryAfter !== 'string')
          ? ['F23 broken: 503 without Retry-After']
          : []),
        ...(all.some(({ status }) => status !== 200 && status !== 503)
          ? ['F23 broken: an answer that is neither 200 nor 503']
          : []),
        ...(healthy.status === 200 ? [] : ['F23 broken: /healthz did not answer 200 meanwhile']),
      ]
      const latest = Math.max(...refused.map(({ after }) => after)) / 1000
      return quiesceAndVerify(
        world,
        [
          `F23 ${refused.length} of ${REQUESTS} requests were refused with 503, the last after ${latest.toFixed(1)} s; ${all.length - refused.length} served`,
        ],
        found,
      )
    },
  },
  {
    name: 'no-connection-held',
    what: 'no transaction stays open while providers hang (F23)',
    async run(world) {
      const senders = await people(world, 8)
      await world.providers.fault({ target: 'card', mode: 'slow', count: 40, ms: 400 })
      const sending = Promise.all(senders.map((person) => person.open().then(() => person.pay())))
      let looks = 0
      const idle: unknown[] = []
      const over = sending.then(() => sleep(500)).then(() => 'over')
      while ((await Promise.race([over, sleep(20)])) !== 'over') {
        looks++
        idle.push(
          ...(await world.database.sql(
            `select query from pg_stat_activity where state like 'idle in transaction%' and application_name = 'sesa'
              and state_change < clock_timestamp() - interval '250 milliseconds'`,
          )),
        )
      }
      const found =
        idle.length > 0 ? [`F23 broken: ${idle.length} open transactions: ${JSON.stringify(idle[0])}`] : []
      return quiesceAndVerify(world, [`F23 ${idle.length} open transactions in ${looks} samples`], found)
    },
  },
]
