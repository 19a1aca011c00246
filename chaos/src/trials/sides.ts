import { calls } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { timeOf } from '../world/time.ts'
import type { World } from '../world/world.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

const PEOPLE = 8
const ENDINGS = ['1234', '0005', '0003', '0004']

/** Returns several people, each with an open payment. */
async function opened(world: World, endings = ENDINGS) {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => world.person()))
  await Promise.all(people.map((person, at) => person.open(endings[at % endings.length])))
  return people
}

/** One side is down while the other runs; clean shutdowns; wrong clocks. */
export const sides: readonly Trial[] = [
  {
    name: 'ours-killed',
    what: 'server and worker are killed while the sandbox keeps running',
    async run(world) {
      const people = await opened(world)
      const paying = people.map((person) => person.pay())
      await sleep(30)
      await Promise.all([world.server.stop('SIGKILL'), world.worker.stop('SIGKILL')])
      await Promise.all(paying)
      await sleep(1_500)
      await Promise.all([world.server.start(), world.worker.start()])
      return quiesceAndVerify(world, [`${PEOPLE} people paid while server and worker were down`])
    },
  },
  {
    name: 'outside-killed',
    what: 'the sandbox is killed in the middle of pay-outs while server and worker keep running',
    async run(world) {
      const people = await opened(world)
      await Promise.all(people.map((person) => person.pay()))
      await world.sandbox.stop('SIGKILL')
      const asked = people.map((person) => person.follow(calls.complete))
      for (let look = 0; look < 10; look++) {
        await timeOf(world.database).hurry()
        await sleep(100)
      }
      await Promise.all(asked)
      await world.sandbox.start()
      return quiesceAndVerify(world, [`${PEOPLE} people paid, then the sandbox was down`])
    },
  },
  {
    name: 'everything-killed',
    what: 'all processes and the database are killed in the middle of pay-outs',
    async run(world) {
      const people = await opened(world)
      await Promise.all(people.map((person) => person.pay()))
      await Promise.all([world.server, world.worker, world.sandbox].map((child) => child.stop('SIGKILL')))
      await world.database.crash('kill')
      await world.database.start()
      return quiesceAndVerify(world, [`${PEOPLE} people had paid when everything was killed`])
    },
  },
  {
    name: 'sigterm',
    what: 'server and worker shut down cleanly with transfers in flight (F27)',
    async run(world) {
      const people = await opened(world, ['0002', '1234'])
      await Promise.all(people.map((person) => person.pay()))
      const answers = Promise.all(
        people.map((person) => person.once(calls.sendMoney, { body: { id: person.intent?.id ?? '' } })),
      )
      await sleep(250)
      await world.server.stop('SIGTERM')
      const failed = (await answers).filter(({ status }) => status !== 200)
      await world.worker.stop('SIGTERM')
      const kept = await world.database.sql('select id from transfers where lease_token is not null')
      const ends = [world.server.end, world.worker.end]
      const found = [
        ...(failed.length > 0
          ? [`F27 broken: ${failed.length} requests failed: ${JSON.stringify(failed[0])}`]
          : []),
        ...(kept.length > 0 ? [`F27 broken: ${kept.length} leases were not released`] : []),
        ...(ends.some((end) => end !== 'exit code 0')
          ? [`F27 broken: server and worker ended with ${ends.join(', ')}`]
          : []),
      ]
      return quiesceAndVerify(
        world,
        [`F27 ${failed.length} of ${people.length} requests in flight failed; ${kept.length} leases kept`],
        found,
      )
    },
  },
  {
    name: 'clock-skew',
    what: 'the clocks of server and worker are wrong by 10 minutes and a day, either way (F17; PostgreSQL’s clock decides)',
    async run(world) {
      const minute = 60_000
      const skews = [10 * minute, -10 * minute, 1_440 * minute, -1_440 * minute]
      let sent = 0
      for (const [at, skew] of skews.entries()) {
        const ahead = { CHAOS_CLOCK_AHEAD_MS: String(skew) }
        const [server, worker] = at % 2 === 0 ? [ahead, {}] : [{}, ahead]
        await Promise.all([world.server.stop('SIGTERM'), world.worker.stop('SIGTERM')])
        await Promise.all([world.server.start(server), world.worker.start(worker)])
        const person = await world.person()
        await person.open()
        await person.pay()
        for (let look = 0; look < 100; look++) {
          await timeOf(world.database).hurry()
          const [row] = await world.database.sql<{ state: string }>(
            'select state from transfers where payment_intent_id = $1',
            [person.intent?.id],
          )
          if (row?.state === 'sent') {
            sent++
            break
          }
          await sleep(100)
        }
      }
      const found =
        sent === skews.length ? [] : [`F17 broken: ${sent} of ${skews.length} transfers were sent`]
      return quiesceAndVerify(
        world,
        [`F17 ${sent} of ${skews.length} transfers sent under wrong clocks`],
        found,
      )
    },
  },
]
