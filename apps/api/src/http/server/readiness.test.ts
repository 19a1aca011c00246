import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDb } from '../../db/index.ts'
import { createTestDatabase, holdingLocks, type TestDatabase } from '../../db/testing.ts'
import { Refused } from '../../lib/refused.ts'
import { countProcesses, createReadiness, openReadiness } from './readiness.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const seen = async () =>
  (await sql<{ seen_at: Date }>`select seen_at from processes`.execute(database.owner)).rows.map(
    ({ seen_at }) => seen_at.getTime(),
  )

describe('a process', () => {
  it('is ready while the database commits its row, which it writes once a second however many ask', async () => {
    const readiness = createReadiness(database.db, 'server')
    await Promise.all(Array.from({ length: 20 }, () => readiness.check()))
    const [first = 0] = await seen()
    await readiness.check()
    expect(await seen()).toEqual([first])
    await sleep(1_050)
    await readiness.check()
    expect((await seen())[0]).toBeGreaterThan(first)
    expect(await countProcesses(database.db)).toEqual(new Map([['server', 1]]))
  })

  it('is not ready on a standby, which only reads', async () => {
    const url = new URL(database.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const standby = createDb(url.href, { max: 1 })
    await expect(createReadiness(standby, 'server').check()).rejects.toThrow('read-only')
    await standby.destroy()
  })

  it('is not ready while its write does not commit, and is again afterwards', async () => {
    const db = createDb(database.url, { max: 1, answerWithin: 300 })
    const readiness = createReadiness(db, 'server')
    await holdingLocks(database, async (tx) => {
      await sql`lock table processes`.execute(tx)
      await expect(readiness.check()).rejects.toThrow('timeout exceeded')
    })
    await expect.poll(() => readiness.check().then(() => true), PATIENCE).toBe(true)
    await db.destroy()
  })

  it('is ready while its customers have all other connections', async () => {
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const db = createDb(database.url, { max: 1, patience: 300 })
    const held = db.connection().execute(() => isFree)
    await expect(createReadiness(db, 'server').check()).rejects.toThrow('timeout exceeded')
    const readiness = openReadiness(database.url, 'server')
    await readiness.check()
    await readiness.close()
    free()
    await held
    await db.destroy()
  })

  it('is not ready once it is about to stop', async () => {
    const readiness = createReadiness(database.db, 'worker')
    await readiness.check()
    readiness.leave()
    await expect(readiness.check()).rejects.toThrow(Refused)
  })
})
