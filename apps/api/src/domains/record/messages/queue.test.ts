import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { enqueue, type Sweep } from '../../../jobs/index.ts'
import { countStatements } from '../../../testing/count-statements.ts'
import { createMessagesModule } from './index.ts'
import type { Delivery, Sms } from './ports.ts'

const MOST = 20
const SENT: Delivery = { outcome: 'sent', providerId: 'test:1' }

let database: TestDatabase
let counted: ReturnType<typeof countStatements>
let messages: ReturnType<typeof createMessagesModule>
let sweeps: readonly [Sweep, Sweep]
let alerts: string[] = []
let errors: unknown[] = []
/** The texts that reached the vendor, and what it answers. */
let texts: Sms[] = []
let answer: (sms: Sms) => Promise<Delivery>

beforeAll(async () => {
  database = await createTestDatabase()
  counted = countStatements(database.db)
  messages = createMessagesModule({
    db: counted.db,
    secret: randomBytes(32),
    sms: {
      send(sms) {
        texts.push(sms)
        return answer(sms)
      },
    },
    mail: { send: () => Promise.resolve(SENT) },
    smsPerDay: 1_000,
    smsNoticesPerDay: MOST,
    alert: (line) => alerts.push(line),
    onError: (error) => errors.push(error),
  })
  sweeps = [messages.createSweep(), messages.createSweep()]
})
afterAll(() => database.drop())
beforeEach(async () => {
  ;[texts, alerts, errors] = [[], [], []]
  answer = () => Promise.resolve(SENT)
  await sql`delete from messages`.execute(database.owner)
  await sql`delete from rate_limits`.execute(database.owner)
})

const queue = (count: number, budget: 'codes' | 'notices' = 'codes', expiresAt?: Date) =>
  inTransaction(database.db, 'test.queue', (tx) =>
    messages
      .inserting(
        Array.from({ length: count }, () => ({
          ...({ channel: 'sms', to: '+233240000001', text: 'Hello', budget } as const),
          ...(expiresAt && { expiresAt }),
        })),
      )
      .execute(tx),
  )

async function takeAll(sweep: Sweep): Promise<void> {
  while (await sweep.take());
  await sweep.settle?.()
}

/** Returns the messages by state, failure and attempts. */
async function states(): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; count: number }>`
    select concat_ws(' ', state, failure, attempts) as what, count(*)::int as count from messages group by 1`.execute(
    database.owner,
  )
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}

const makeDue = () => sql`update messages set due_at = now() where due_at is not null`.execute(database.owner)

describe('two workers at once', () => {
  it('send each message once', async () => {
    await queue(100)
    await Promise.all(sweeps.map(takeAll))
    expect(await states()).toEqual({ 'sent 1': 100 })
    expect(new Set(texts.map(({ id }) => id)).size).toBe(100)
    expect(texts).toHaveLength(100)
  })

  it.each([
    ['from the first text of the day', 0],
    ['with some of it used', 5],
  ])('never exceed the limit of the day, %s', async (_, used) => {
    await queue(used, 'notices')
    await takeAll(sweeps[0])
    await queue(60, 'notices')
    // A worker that finds the day's count begun by the other at the same moment leaves its messages for the next poll.
    await vi.waitFor(async () => {
      await Promise.all(sweeps.map(takeAll))
      expect(await states()).toEqual({ [`sent 1`]: MOST, 'failed over_budget 0': 60 + used - MOST })
    }, PATIENCE)
    expect(texts).toHaveLength(MOST)
    expect(alerts).toEqual([16, 20].map((count) => expect.stringContaining(`ALERT: ${count} of today’s 20`)))
  })
})

describe('the statements of a batch', () => {
  it.each([1, 32])('of %i messages are two', async (size) => {
    await queue(size)
    counted.take()
    await sweeps[0].take()
    await sweeps[0].settle?.()
    expect(counted.take()).toBe(2)
    expect(await states()).toEqual({ 'sent 1': size })
  })
})

describe('a message', () => {
  it('that expires is sent before all others', async () => {
    await queue(40)
    await queue(1, 'codes', new Date(Date.now() + 60_000))
    const [last] = await database.owner
      .selectFrom('messages')
      .select('id')
      .where('expires_at', 'is not', null)
      .execute()
    await sweeps[0].take()
    expect(texts.map(({ id }) => id)).toContain(last?.id)
    await takeAll(sweeps[0])
  })

  it('of a worker that died is sent again under the same id, and the late outcome of the first attempt counts', async () => {
    const first = Promise.withResolvers<Delivery>()
    answer = () => first.promise
    await queue(1)
    await sweeps[0].take()
    await takeAll(sweeps[1])
    expect(texts).toHaveLength(1)

    answer = () => Promise.resolve({ outcome: 'unknown' })
    await makeDue()
    await takeAll(sweeps[1])
    expect(new Set(texts.map(({ id }) => id)).size).toBe(1)
    expect(await states()).toEqual({ 'queued 2': 1 })
    first.resolve(SENT)
    await sweeps[0].settle?.()
    expect(await states()).toEqual({ 'sent 2': 1 })
  })

  it('keeps its lease while the vendor is slow, and those of its batch that are sent are recorded', async () => {
    const slow = Promise.withResolvers<Delivery>()
    let isFirst = true
    answer = () => (isFirst ? ((isFirst = false), slow.promise) : Promise.resolve(SENT))
    await queue(3)
    await sweeps[0].take()
    const lease = async () =>
      (
        await database.owner
          .selectFrom('messages')
          .select('due_at')
          .where('state', '=', 'queued')
          .executeTakeFirst()
      )?.due_at
    const before = await lease()
    await vi.waitFor(async () => expect(await states()).toEqual({ 'sent 1': 2, 'queued 1': 1 }), PATIENCE)
    await vi.waitFor(
      async () => expect((await lease())?.getTime()).toBeGreaterThan(before?.getTime() ?? 0),
      PATIENCE,
    )
    slow.resolve(SENT)
    await sweeps[0].settle?.()
    expect(await states()).toEqual({ 'sent 1': 3 })
  })

  it('that is not accepted waits, and is given up after ten attempts', async () => {
    answer = () => Promise.resolve({ outcome: 'unavailable' })
    await queue(1)
    for (let attempts = 1; attempts < 10; attempts++) {
      await takeAll(sweeps[0])
      await takeAll(sweeps[0])
      expect(await states()).toEqual({ [`queued ${attempts}`]: 1 })
      await makeDue()
    }
    await takeAll(sweeps[0])
    expect(await states()).toEqual({ 'failed attempts_exhausted 10': 1 })
  })

  it('that cannot be opened is reported, and holds up no other', async () => {
    await queue(2)
    await sql`update messages set body = '\\x00' where id = (select min(id::text)::uuid from messages)`.execute(
      database.owner,
    )
    await takeAll(sweeps[0])
    expect(await states()).toEqual({ 'sent 1': 1, 'queued 1': 1 })
    expect(errors).toHaveLength(1)
    await sql`update messages set attempts = 9 where state = 'queued'`.execute(database.owner)
    await makeDue()
    await takeAll(sweeps[0])
    expect(alerts).toEqual([expect.stringMatching(/^ALERT: message .* was given up after an error of ours$/)])
  })
})

describe('a message of the release before', () => {
  const job = () => messages.jobs[0]
  /** Queues a message as that release does: without a due time, and with a job. */
  async function queueWithJob(): Promise<string> {
    await queue(1)
    const { id } = await database.owner.selectFrom('messages').select('id').executeTakeFirstOrThrow()
    await sql`update messages set due_at = null where id = ${id}`.execute(database.owner)
    await inTransaction(database.db, 'test.enqueue', (tx) =>
      enqueue(tx, 'messages.send', { messageId: id }, { key: `message:${id}` }),
    )
    return id
  }

  it('is sent once, by its job alone', async () => {
    const messageId = await queueWithJob()
    await takeAll(sweeps[0])
    expect(texts).toEqual([])
    expect(await database.db.selectNoFrom(sweeps[0].due.as('due')).executeTakeFirst()).toEqual({ due: false })
    await job()?.run({ messageId })
    await job()?.run({ messageId })
    await takeAll(sweeps[0])
    expect(texts).toHaveLength(1)
    expect(await states()).toEqual({ 'sent 1': 1 })
  })

  it('stays with its job while it is not accepted', async () => {
    const messageId = await queueWithJob()
    answer = () => Promise.resolve({ outcome: 'unknown' })
    await expect(job()?.run({ messageId })).rejects.toThrow('retrying')
    await takeAll(sweeps[0])
    expect(texts).toHaveLength(1)
    answer = () => Promise.resolve(SENT)
    await job()?.run({ messageId })
    expect(await states()).toEqual({ 'sent 2': 1 })
  })

  it('that expired or is unknown leaves its job with nothing to do', async () => {
    const messageId = await queueWithJob()
    await sql`update messages set expires_at = now() - interval '1 second'`.execute(database.owner)
    await job()?.run({ messageId })
    await job()?.run({ messageId: randomUUID() })
    expect(texts).toEqual([])
    expect(await states()).toEqual({ 'failed expired 0': 1 })
  })
})
