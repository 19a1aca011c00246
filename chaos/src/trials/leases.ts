import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../world/providers.ts'
import { timeOf } from '../world/time.ts'
import type { World } from '../world/world.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

/** Where a worker freezes while it holds a lease, and the recipient of the money. */
const STOPS: readonly { readonly point: string; readonly ending: string; readonly fault?: Fault }[] = [
  { point: 'cards.read_payment:after', ending: '1234' },
  { point: 'payouts.send:before', ending: '1234' },
  { point: 'payouts.send:after', ending: '1234' },
  // Its request times out, so it resumes with an unknown outcome.
  {
    point: 'payouts.send:after',
    ending: '1234',
    fault: { target: 'payout', mode: 'time_out_after', count: 1 },
  },
  { point: 'payouts.status:after', ending: '1234' },
  { point: 'cards.list_refunds:after', ending: '0005' },
  { point: 'cards.refund:before', ending: '0005' },
  { point: 'cards.refund:after', ending: '0005' },
]

const ENDED = `select 1 from transfers where payment_intent_id = $1 and next_step_at is null and lease_token is null`

/** Waits for a transfer's end and skips its waits. */
async function untilEnded(world: World, id: string | undefined): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(30)) {
    await timeOf(world.database).hurry()
    if ((await world.database.sql(ENDED, [id])).length > 0) return
  }
}

/** A worker freezes while it holds a lease, and resumes after another worker has done its work. */
export const leases: readonly Trial[] = [
  {
    name: 'stale-lease',
    what: 'a worker freezes past its lease (SIGSTOP), another takes over, the first continues (SIGCONT, F28)',
    async run(world) {
      const other = world.secondWorker()
      await other.start()
      const found: string[] = []
      for (const { point, ending, fault } of STOPS) {
        other.signal('SIGSTOP')
        const person = await world.person()
        await person.open(ending)
        await world.worker.instruct({ stopAt: point })
        if (fault) await world.providers.fault(fault)
        await person.pay()
        await timeOf(world.database).hurry()
        await world.worker.stopped()
        await timeOf(world.database).outliveLeases()
        await timeOf(world.database).ageRequests()
        other.signal('SIGCONT')
        await untilEnded(world, person.intent?.id)
        const state = 'select state, payout_reference from transfers where payment_intent_id = $1'
        const before = await world.database.sql(state, [person.intent?.id])
        world.worker.signal('SIGCONT')
        await sleep(600)
        const after = await world.database.sql(state, [person.intent?.id])
        if (JSON.stringify(before) !== JSON.stringify(after)) {
          found.push(
            `F28 broken: woken at ${point}, ${JSON.stringify(before)} became ${JSON.stringify(after)}`,
          )
        }
      }
      await other.stop()
      return quiesceAndVerify(
        world,
        [`F28 ${STOPS.length} of ${STOPS.length} stopped workers woke up after a takeover`],
        found,
      )
    },
  },
  {
    name: 'lost-refund',
    what: 'the card provider refunds, and its answer is lost (F10, F14)',
    async run(world) {
      for (let round = 0; round < 3; round++) {
        const person = await world.person()
        await person.open('0005')
        await world.worker.instruct({ stopAt: 'cards.refund:before' })
        await person.pay()
        await world.worker.stopped()
        await world.providers.fault({ target: 'card', mode: 'time_out_after', count: 1 })
        world.worker.signal('SIGCONT')
        await untilEnded(world, person.intent?.id)
      }
      return quiesceAndVerify(world, ['R10 3 refunds whose answers were lost'])
    },
  },
  {
    name: 'takeover',
    what: 'a worker that holds leases dies by kill -9; another takes over, timed by the database’s clock (R9)',
    async run(world) {
      const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
      for (const person of people) await person.open()
      await world.worker.instruct({ stopAt: 'payouts.send:before' })
      for (const person of people) await person.pay()
      await world.worker.stopped()
      const leased = await world.database.sql<{ id: string }>(
        'select id from transfers where lease_token is not null and lease_until > now()',
      )
      const [killed] = await world.database.sql<{ at: Date }>('select clock_timestamp() as at')
      const other = world.secondWorker()
      await world.worker.stop('SIGKILL')
      await other.start()
      for (const person of people) await patiently(world, person.intent?.id)
      const [longest] = await world.database.sql<{ seconds: number | null }>(
        `select max(extract(epoch from first_event - $1::timestamptz))::float as seconds from (
          select min(at) as first_event from transfer_events where transfer_id = any($2) and at > $1 group by transfer_id
        ) taken`,
        [killed?.at, leased.map(({ id }) => id)],
      )
      const seconds = longest?.seconds ?? Infinity
      const found =
        seconds <= 60 && leased.length > 0 ? [] : [`R9 broken: ${leased.length} leases, ${seconds} s`]
      await other.stop()
      return quiesceAndVerify(
        world,
        [`R9 ${leased.length} orphaned transfers taken over, the last after ${seconds.toFixed(1)} s`],
        found,
      )
    },
  },
]

/** Waits for a transfer's end without skipping its waits. */
async function patiently(world: World, id: string | undefined): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(250)) {
    if ((await world.database.sql(ENDED, [id])).length > 0) return
  }
}
