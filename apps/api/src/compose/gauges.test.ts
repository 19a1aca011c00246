import { PATIENCE } from '@sesa/test-kit/patience'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDb } from '../db/index.ts'
import { createReads } from '../db/reads.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { addGauges, createMetrics } from '../http/server/metrics.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { ago, LEASED_ELSEWHERE, NEW_ID } from '../testing/transfer-changes.ts'
import { createDatabaseGauges, lagGauge, PROCESS_GAUGES, readCounter, TIMERS } from './gauges.ts'
import { guardedFetch } from './watched-fetch.ts'

let database: TestDatabase
let world: EngineWorld
beforeAll(async () => {
  database = await createTestDatabase()
  world = await startEngineWorld({ worker: false, webhooks: false })
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const read = async (name: string, db = database.db) =>
  [...createDatabaseGauges(db), ...PROCESS_GAUGES].find((gauge) => gauge.name === name)?.read()

it('reads the wallets once for both gauges of one scrape', async () => {
  let reads = 0
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('float_wallets')) reads += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const gauges = createDatabaseGauges(db).filter(({ name }) => name.startsWith('sesa_float'))
  const scrape = () => Promise.all(gauges.map((gauge) => gauge.read()))
  expect(gauges).toHaveLength(2)
  await scrape()
  expect(reads).toBe(1)
  await scrape()
  expect(reads).toBe(2)
})

it('reads every figure of the database as the worker', async () => {
  const gauges = createDatabaseGauges(database.worker)
  const failed = await Promise.all(
    gauges.map(({ name, read: figure }) =>
      figure().then(
        () => [],
        () => [name],
      ),
    ),
  )
  expect(failed.flat()).toEqual([])
  expect(gauges.length).toBeGreaterThan(25)
})

it('counts the months in advance, and the rows without one', async () => {
  expect(await read('sesa_months_ahead')).toEqual(new Map([['', 3]]))
  expect(await read('sesa_rows_without_month')).toEqual(
    new Map([
      ['ledger_postings', 0],
      ['transfer_events', 0],
    ]),
  )
})

it('counts the connections of a pool, and who waits for one', async () => {
  const db = createDb(database.url, { max: 1, applicationName: 'one-connection', patience: 60_000 })
  const of = async (state: string) =>
    (await read('sesa_database_connections'))?.get(`one-connection/${state}`)
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const held = db.connection().execute(() => isFree)
  await vi.waitFor(async () => expect(await of('busy')).toBe(1), PATIENCE)
  const waiting = sql`select 1`.execute(db)
  await vi.waitFor(async () => expect(await of('waiting')).toBe(1), PATIENCE)
  free()
  await Promise.all([held, waiting])
  await vi.waitFor(async () => expect(await of('idle')).toBe(1), PATIENCE)
  expect(await of('waiting')).toBe(0)
  await db.destroy()
  expect(await of('idle')).toBeUndefined()
})

it('does not count the reads of its own scrape as callers that wait', async () => {
  const db = createDb(database.workerUrl, { max: 1, applicationName: 'scraped', patience: 60_000 })
  const metrics = createMetrics({ gauges: PROCESS_GAUGES })
  addGauges(metrics, createDatabaseGauges(db))
  for (let scrape = 1; scrape <= 3; scrape++)
    expect(await metrics.metrics()).toContain('sesa_database_connections{pool="scraped",state="waiting"} 0')
  await db.destroy()
})

it('shows the breaker of a provider that is down, and times its requests', async () => {
  const provider = createServer((_request, response) => response.writeHead(status).end('{}'))
  let status = 200
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const metrics = createMetrics({ gauges: PROCESS_GAUGES, timers: TIMERS })
  const ask = guardedFetch('test carrier', () => undefined)
  await ask(`http://127.0.0.1:${port}/`)
  expect((await read('sesa_breaker_open'))?.get('test carrier')).toBe(0)
  status = 503
  for (let call = 0; call < 10; call++) await ask(`http://127.0.0.1:${port}/`).catch(() => undefined)
  expect((await read('sesa_breaker_open'))?.get('test carrier')).toBe(1)
  const text = await metrics.metrics()
  expect(text).toContain('sesa_breaker_open{provider="test carrier"} 1')
  expect(text).toContain(
    'sesa_provider_request_duration_seconds_count{provider="test carrier",outcome="ok"} 1',
  )
  expect(text).toMatch(
    /sesa_provider_request_duration_seconds_count\{provider="test carrier",outcome="failed"\} [1-9]/,
  )
  status = 200
  await vi.waitFor(async () => {
    await ask(`http://127.0.0.1:${port}/`).catch(() => sleep(50))
    expect((await read('sesa_breaker_open'))?.get('test carrier')).toBe(0)
  }, PATIENCE)
  provider.closeAllConnections()
  provider.close()
})

it('counts the leases that are held, and those that ended without a successor', async () => {
  const [one, two] = [await (await world.sender()).open(), await (await world.sender()).open()]
  await world.arrange(one, LEASED_ELSEWHERE)
  await world.arrange(two, {
    lease_token: NEW_ID,
    lease_until: ago('90 seconds'),
    next_step_at: ago('10 minutes'),
  })
  const { db } = world.database
  expect(await read('sesa_transfer_leases', db)).toEqual(
    new Map([
      ['held', 1],
      ['expired', 1],
    ]),
  )
  const seconds = (await read('sesa_transfer_lease_expired_seconds', db))?.get('') ?? 0
  expect(seconds).toBeGreaterThanOrEqual(90)
  expect(seconds).toBeLessThan(300)
  // A step that is not due yet needs no process.
  await world.arrange(two, { next_step_at: null })
  expect((await read('sesa_transfer_leases', db))?.get('expired')).toBe(0)
})

it('times the steps of transfers, by step and outcome', async () => {
  const metrics = createMetrics({ timers: TIMERS })
  const opened = await (await world.sender()).open()
  await world.pay(opened)
  await world.makeStepsDue()
  world.worker.start()
  await world.reaches(opened, 'sent')
  const text = await metrics.metrics()
  expect(text).toMatch(
    /^sesa_transfer_step_duration_seconds_count\{step="read_payment",outcome="(?:continued|done)"\} [1-9]/m,
  )
})

it('counts who answers reads, and shows how far the standby is behind', async () => {
  const none = createReads({ primary: database.db, url: undefined })
  const reads = { ...none, counts: () => new Map([['standby', 2] as const, ['primary_away', 1] as const]) }
  const lagging = { ...none, lag: () => Promise.resolve(new Map([['', 4096]])) }
  const metrics = createMetrics({ counters: [readCounter(reads)], gauges: [lagGauge(lagging)] })
  const text = await metrics.metrics()
  expect(text).toContain('sesa_reads_total{place="standby"} 2')
  expect(text).toContain('sesa_reads_total{place="primary_away"} 1')
  expect(text).toContain('sesa_standby_lag_bytes 4096')
})
