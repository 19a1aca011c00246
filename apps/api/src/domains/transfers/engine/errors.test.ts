import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { DEFAULTS } from '../defaults.ts'
import { createEngine, type EngineDeps } from './engine.ts'

let database: TestDatabase
let userId: string

beforeAll(async () => {
  database = await createTestDatabase()
  userId = await storeUser(database.owner)
})
afterAll(() => database.drop())

/** Runs the step of a charged transfer this many times, each time with this error. Returns the transfer. */
async function failing(error: Error, times: number) {
  const { id } = await storeTransfer(database.owner, userId, 'paid')
  await sql`update transfers set next_step_at = now() where id = ${id}`.execute(database.owner)
  const reported: unknown[] = []
  const deps = {
    ...DEFAULTS,
    db: database.db,
    payInOf: () => ({}),
    screening: { check: () => Promise.reject(error) },
    onError: (_reference: string, failure: unknown) => reported.push(failure),
  } as unknown as EngineDeps
  const engine = createEngine(deps)
  for (let run = 0; run < times; run++) await engine.run({ id })
  const row = await database.owner
    .selectFrom('transfers')
    .select(['state', 'hold_reason', 'failures'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, reported: reported.length }
}

const late = new Error('timeout exceeded when waiting for an answer')
const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })

it('seven consecutive errors of ours do not put a transfer on hold, and the eighth does', async () => {
  const broken = new TypeError('Cannot read properties of undefined')
  expect(await failing(broken, 7)).toEqual({ state: 'paid', hold_reason: null, failures: 7, reported: 7 })
  expect(await failing(broken, 8)).toMatchObject({ state: 'paid', hold_reason: 'engine_error', reported: 8 })
})

it.each([
  ['does not answer in time', late],
  ['is in conflict', deadlock],
])('a database that %s puts no transfer on hold', async (_, error) => {
  expect(await failing(error, 10)).toEqual({ state: 'paid', hold_reason: null, failures: 0, reported: 10 })
})
