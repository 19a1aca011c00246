import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { approvalTimesQuery } from './approval-times.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => sql`delete from collection_attempts`.execute(database.owner))

/** Stores requests to pay that ended a minute apart, the newest first, these seconds after they were sent. */
const store = (seconds: readonly number[], { state = 'completed', daysAgo = 0 } = {}) =>
  database.owner.transaction().execute(async (tx) => {
    // Skips the foreign key: the transfer does not exist.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into collection_attempts (transfer_id, number, collector, country, network, phone, amount, currency, state,
        sent_at, ended_at)
      select gen_random_uuid(), 1, 'pawapay', 'LR', 'mtn', '+231770000555', 100, 'LRD', ${state},
        t.ended_at - make_interval(secs => s.seconds), t.ended_at
      from unnest(${seconds}::int[]) with ordinality s (seconds, n)
      cross join lateral (select now() - make_interval(days => ${daysAgo}, mins => s.n::int) as ended_at) t`.execute(
      tx,
    )
  })
const read = async () => (await approvalTimesQuery().execute(database.db)).rows

describe('approval times', () => {
  it('are the median of the newest 200 payments from a network', async () => {
    await store([
      ...Array<number>(101).fill(14),
      ...Array<number>(99).fill(60),
      ...Array<number>(300).fill(900),
    ])
    expect(await read()).toEqual([{ country: 'LR', network: 'mtn', medianSeconds: 14 }])
  })

  it('are unknown below 20 payments, from older ones, and from requests that ended without money', async () => {
    await store(Array<number>(19).fill(8))
    await store(Array<number>(30).fill(8), { daysAgo: 30 })
    await store(Array<number>(30).fill(8), { state: 'failed' })
    expect(await read()).toEqual([])
  })

  it('are read through their index', async () => {
    await store(Array<number>(3_000).fill(8))
    await sql`vacuum analyze collection_attempts`.execute(database.owner)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${approvalTimesQuery()}`.execute(database.db)
    expect(JSON.stringify(rows)).toContain('collection_attempts_ended')
  })
})
