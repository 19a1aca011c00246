import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { addHistory } from '../../../testing/history.ts'
import { createDeliveryTimes, deliveryTimesQuery } from './delivery-times.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  // All to MTN in Ghana; 3 of 100 were refunded.
  await addHistory(database.owner, 3_000)
  await sql`vacuum analyze transfers`.execute(database.owner)
})
afterAll(() => database.drop())

/** Makes the newest sent transfers last these seconds, a minute apart, and moves all others out of the window. */
async function lastOnesTook(seconds: readonly number[], daysAgo = 0): Promise<void> {
  await sql`update transfers set state_changed_at = now() - interval '31 days', captured_at = now() - interval '32 days'`.execute(
    database.owner,
  )
  await sql`with taken as (
      select t.id, s.seconds, s.n from (
        select id, row_number() over (order by id desc) as n from transfers where state = 'sent'
      ) t join unnest(${seconds}::int[]) with ordinality s (seconds, n) on s.n = t.n
    )
    update transfers t set state_changed_at = now() - make_interval(days => ${daysAgo}, mins => taken.n::int),
      captured_at = now() - make_interval(days => ${daysAgo}, mins => taken.n::int, secs => taken.seconds)
    from taken where taken.id = t.id`.execute(database.owner)
}

const read = async () => (await deliveryTimesQuery().execute(database.db)).rows

describe('delivery times', () => {
  it('are the median and the 95th percentile of recent transfers to a network', async () => {
    await lastOnesTook([...Array<number>(12).fill(8), ...Array<number>(7).fill(40), 600])
    expect(await read()).toEqual([{ country: 'GH', network: 'mtn', medianSeconds: 8, p95Seconds: 40 }])
  })

  it('are unknown below 20 transfers', async () => {
    await lastOnesTook(Array<number>(19).fill(8))
    expect(await read()).toEqual([])
  })

  it('are unknown from transfers older than 30 days', async () => {
    await lastOnesTook(Array<number>(25).fill(8), 30)
    expect(await read()).toEqual([])
  })

  it('use only the newest 200', async () => {
    await lastOnesTook([...Array<number>(200).fill(5), ...Array<number>(300).fill(900)])
    expect(await read()).toMatchObject([{ medianSeconds: 5, p95Seconds: 5 }])
  })

  it('are read through their index', async () => {
    await lastOnesTook(Array<number>(2_000).fill(8))
    await sql`vacuum analyze transfers`.execute(database.owner)
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: object }] }>`
      explain (analyze, buffers, timing off, summary off, format json) ${deliveryTimesQuery()}`.execute(
      database.db,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan as {
      'Shared Hit Blocks': number
      'Shared Read Blocks': number
    }
    expect(JSON.stringify(plan)).toContain('transfers_sent_to')
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(100)
  })
})

describe('the reader', () => {
  it('reads once for waiting callers, caches the answer for five minutes, and no failure', async () => {
    await lastOnesTook(Array<number>(20).fill(8))
    let now = 0
    const times = createDeliveryTimes(database.db, () => now)
    const [one, other] = await Promise.all([times(), times()])
    expect(other).toBe(one)
    await lastOnesTook(Array<number>(20).fill(30))
    now = 299_999
    expect(await times()).toBe(one)
    now = 300_000
    expect(await times()).toMatchObject([{ medianSeconds: 30 }])

    await sql`alter table transfers rename to away`.execute(database.owner)
    now = 600_000
    await expect(times()).rejects.toThrow()
    await sql`alter table away rename to transfers`.execute(database.owner)
    expect(await times()).toMatchObject([{ medianSeconds: 30 }])
  })
})
