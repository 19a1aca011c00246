import { calls } from '@sesa/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../world/person.ts'
import { timeOf } from '../world/time.ts'
import type { Toxic } from '../world/wire.ts'
import type { Wires } from '../world/wires.ts'
import type { World } from '../world/world.ts'
import { readStoredNumber, startLoad } from './load.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

/** Bytes of a commit on our connections to PostgreSQL. */
const COMMIT = 'commit\0'
/** More commits than opening a transfer takes. */
const MOST_COMMITS = 20
const PAYERS = 12
const WRITERS = 4
const BROKEN_MS = 1_500

/** Toxiproxy's eight, each severe enough to disturb a call in flight, and connections that go silent. */
const TOXICS: readonly Toxic[] = [
  { kind: 'latency', ms: 120 },
  { kind: 'down' },
  { kind: 'bandwidth', bytesPerSecond: 4_000 },
  { kind: 'slow_close', ms: 1_000 },
  { kind: 'timeout', ms: 0 },
  { kind: 'reset_peer', ms: 50 },
  { kind: 'slicer', bytes: 16, ms: 1 },
  { kind: 'limit_data', bytes: 2_000 },
  { kind: 'forgotten' },
]

function wiresOf({ wires }: World): Wires {
  if (wires === undefined) throw new Error('The world has no wires')
  return wires
}

/** Opens a transfer while the leases of disconnected workers expire at once. */
async function openPatiently(world: World, person: Person, key: string): Promise<string | undefined> {
  let isOver = false
  const opening = person.open(undefined, { key }).finally(() => (isOver = true))
  while (!isOver) {
    await timeOf(world.database).outliveLeases()
    await Promise.race([opening, sleep(300)])
  }
  return (await opening).body?.id
}

/** The network between our processes and their peers. */
export const network: readonly Trial[] = [
  {
    name: 'lost-commit',
    what: 'the network is cut between COMMIT and its answer; the client repeats the request with its key (F30)',
    world: { wires: true },
    async run(world) {
      const { server, worker } = wiresOf(world)
      const found: string[] = []
      let cuts = 0
      let same = 0
      for (let only = 1; only <= MOST_COMMITS; only++) {
        const person = await world.person()
        const key = randomUUID()
        const before = server.database.harmed
        await server.database.set({ kind: 'lost_answer', text: COMMIT, only })
        const id = await openPatiently(world, person, key)
        const isCut = server.database.harmed > before
        await server.database.set(undefined)
        const again = await openPatiently(world, person, key)
        if (id === undefined || id !== again)
          found.push(`F30 broken: ${id ?? 'nothing'} became ${again ?? 'nothing'}`)
        await person.pay()
        if (!isCut) break
        cuts++
        if (id === again) same++
      }
      const people = await Promise.all(Array.from({ length: PAYERS }, () => world.person()))
      await Promise.all(people.map((person, at) => person.open(at % 3 === 0 ? '0005' : undefined)))
      const before = worker.database.harmed
      await worker.database.set({ kind: 'lost_answer', text: COMMIT, every: 3 })
      await Promise.all(people.map((person) => person.pay()))
      for (let look = 0; look < 30; look++) {
        await timeOf(world.database).hurry()
        await timeOf(world.database).outliveLeases()
        await sleep(100)
      }
      const lost = worker.database.harmed - before
      await worker.database.set(undefined)
      if (cuts === 0 || lost === 0) found.push(`F30 checked nothing: ${cuts} and ${lost} answers were lost`)
      const quiet = await quiesceAndVerify(world, [], found)
      const transfers = await world.database.sql<{ times: number }>(
        'select count(*)::int as times from transfers group by user_id having count(*) <> 1',
      )
      return {
        figures: [
          `F30 the same key gave the same payment in ${same} of ${cuts} openings that lost the answer to a commit`,
          `F30 ${lost} answers to commits of the worker were lost during ${PAYERS} transfers`,
          ...quiet.figures,
        ],
        problems: [
          ...quiet.problems,
          ...transfers.map(({ times }) => `F30 broken: ${times} transfers under one key`),
        ],
      }
    },
  },
  {
    name: 'broken-network',
    what: 'nine network faults, between our processes and PostgreSQL and between them and the providers (F30)',
    world: { wires: true },
    async run(world) {
      const { server, worker } = wiresOf(world)
      const processes = [world.server.pid, world.worker.pid]
      const writers = await Promise.all(Array.from({ length: WRITERS }, () => world.person()))
      const load = startLoad(writers)
      const found: string[] = []
      let times = 0
      for (const side of ['database', 'providers'] as const) {
        for (const toxic of TOXICS) {
          const people = await Promise.all(['1234', '0005'].map(() => world.person()))
          await Promise.all(people.map((person) => person.open()))
          const set = (next?: Toxic) => Promise.all([server, worker].map((ways) => ways[side].set(next)))
          await set(toxic)
          const sending = people.map(async (person) => {
            await person.pay()
            await person.follow(calls.complete)
            await person.open('0005')
            await person.pay()
          })
          await sleep(BROKEN_MS)
          await set()
          const back = performance.now()
          await Promise.all(sending)
          for (const end = back + 60_000; load.newest < back && performance.now() < end;) await sleep(20)
          if (load.newest < back) found.push(`F30 broken: after ${toxic.kind} (${side}) no write succeeded`)
          times++
        }
      }
      await load.stop()
      for (const [person, number] of load.latest) {
        const kept = await readStoredNumber(person)
        if (kept < number)
          found.push(`R3 broken: ${person.name} wrote ${number}, which was acknowledged; ${kept} is stored`)
      }
      if (String(processes) !== String([world.server.pid, world.worker.pid]))
        found.push(`F30 broken: a process ended: ${world.log.matching(/ended by itself/).join('; ')}`)
      for (const strange of load.strange.slice(0, 5)) found.push(`F30 broken: a client got ${strange}`)
      const harmed = [server, worker].map((ways) => ways.database.harmed + ways.providers.harmed)
      return quiesceAndVerify(
        world,
        [
          `F30 ${times} faults of ${BROKEN_MS} ms, which ended ${harmed.join(' and ')} connections of server and worker`,
          `${load.acknowledged} writes acknowledged, ${load.refused} refused with 503 or cut off`,
        ],
        found,
      )
    },
  },
]
