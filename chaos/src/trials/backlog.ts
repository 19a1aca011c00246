import { calls } from '@sesa/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../world/person.ts'
import type { World } from '../world/world.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

/** Each sends two emails: one to support, one to the visitor who wrote it. */
const ENQUIRIES = 750
const CODES = 500
const JOBS = 2 * ENQUIRIES + CODES
const SENDERS = 5
const LANES = 16

/** Runs `work` that many times, several at once. */
async function inLanes(times: number, work: () => Promise<void>): Promise<void> {
  let left = times
  const lane = async (): Promise<void> => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Makes requests while no worker runs. Returns the addresses and numbers that will get messages. */
async function pileUp(world: World): Promise<{ mails: readonly string[]; phones: readonly string[] }> {
  const mails: string[] = []
  const phones: string[] = []
  const visitor = world.stranger()
  await inLanes(ENQUIRIES, async () => {
    const email = `${randomUUID()}@example.com`
    await visitor.ask(calls.sendContact, { body: { name: 'Ama Mensah', email, message: `About ${email}` } })
    mails.push(email)
  })
  await inLanes(CODES, async () => {
    const { phone } = world.stranger()
    await visitor.ask(calls.startPhone, { body: { phoneNumber: phone } })
    phones.push(phone)
  })
  return { mails, phones }
}

/** Returns the output of `npm run sesa -- jobs`. */
async function queueSays(world: World): Promise<string> {
  world.staff.spawn({}, ['jobs'])
  await world.staff.ended()
  return world.staff.lastWords
}

/** Sends transfers during the backlog. Returns the number of remaining messages when the last one was sent. */
async function sendBesides(world: World, people: readonly Person[], before: Date): Promise<number> {
  await Promise.all(people.map((person) => person.open()))
  await Promise.all(people.map((person) => person.pay()))
  const ids = people.flatMap(({ intent }) => intent?.id ?? [])
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(100)) {
    const [row] = await world.database.sql<{ sent: number; left: number }>(
      `select count(*) filter (where state = 'sent')::int as sent,
        (select count(*) from messages where created_at < $2 and (ended_at is null or ended_at > max(state_changed_at)))::int as left
      from transfers where payment_intent_id = any($1)`,
      [ids, before],
    )
    if (row?.sent === SENDERS) return row.left
  }
  return 0
}

/** Counts the addresses and numbers that got several messages, and those that got none. */
async function timesWritten(world: World, to: readonly string[]): Promise<{ twice: number; never: number }> {
  let [twice, never] = [0, 0]
  const left = [...to]
  await inLanes(to.length, async () => {
    const { length } = await world.providers.messages(left.pop() ?? '')
    if (length > 1) twice++
    if (length === 0) never++
  })
  return { twice, never }
}

/** More work than a worker can do at once. */
export const backlog: readonly Trial[] = [
  {
    name: 'backlog',
    what: `${JOBS} jobs pile up while no worker runs; the worker starts and is killed once before it is done (F21)`,
    async run(world) {
      const people = await Promise.all(Array.from({ length: SENDERS }, () => world.person()))
      await world.worker.stop('SIGTERM')
      const { mails, phones } = await pileUp(world)
      const said = await queueSays(world)
      const [now] = await world.database.sql<{ at: Date }>('select clock_timestamp() as at')
      await world.worker.start()
      const left = await sendBesides(world, people, now?.at ?? new Date(0))
      const atKill = await world.database.sql("select 1 from messages where state = 'queued'")
      await world.worker.stop('SIGKILL')
      await world.worker.start()
      for (const end = performance.now() + 300_000; performance.now() < end; await sleep(500)) {
        const due = 'select 1 from graphile_worker.jobs where run_at <= now() and locked_at is null limit 1'
        if ((await world.database.sql(due)).length === 0) break
      }
      const quiet = await quiesceAndVerify(world, [])
      const written = await timesWritten(world, [...mails, ...phones])
      const [unsent] = await world.database.sql<{ count: number }>(
        "select count(*) as count from messages where state <> 'sent'",
      )
      const age = /^(\d+) due, the oldest for (.+)$/m.exec(said)
      const found = [
        ...(Number(age?.[1]) >= JOBS ? [] : [`F21 broken: the queue says ${said}`]),
        ...(left > 0 ? [] : ['F21 broken: new transfers waited for the backlog']),
        ...(written.twice > 0
          ? [`F21 broken: ${written.twice} addresses or numbers got several messages`]
          : []),
        ...(written.never > 0 ? [`F21 broken: ${written.never} addresses or numbers got no message`] : []),
      ]
      return {
        figures: [
          `F21 ${age?.[1] ?? '?'} jobs, the oldest due for ${age?.[2] ?? '?'}; ${left} of them were left when ${SENDERS} new transfers were sent`,
          `the worker was killed with ${atKill.length} left; ${unsent?.count ?? '?'} of all messages ended unsent`,
          `${written.twice} of ${mails.length + phones.length} addresses and numbers got several messages, ${written.never} got none`,
          ...quiet.figures,
        ],
        problems: [...quiet.problems, ...found],
      }
    },
  },
]
