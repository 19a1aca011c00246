import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { createSweeper, type Sweep } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const due = sql<boolean>`true`
const nothingDue = sql<boolean>`false`

it('takes the work of each kind while another kind hangs or fails, and reports the failure', async () => {
  const hanging = Promise.withResolvers<boolean>()
  const [errors, taken, never] = [[] as unknown[], vi.fn(), vi.fn()]
  const sweeps: Sweep[] = [
    { due, take: () => hanging.promise },
    { due, take: () => Promise.reject(new Error('broken')) },
    { due, take: () => Promise.resolve(void taken()).then(() => false) },
    { due: nothingDue, take: () => Promise.resolve(void never()).then(() => false) },
  ]
  const sweeper = createSweeper({ db: database.db, sweeps, onError: (error) => errors.push(error) })
  sweeper.start()
  await vi.waitFor(() => expect(taken.mock.calls.length).toBeGreaterThan(2), PATIENCE)
  expect(String(errors[0])).toBe('Error: broken')
  expect(never).not.toHaveBeenCalled()
  hanging.resolve(false)
  await sweeper.stop()
})

it('takes again at once while more is due, and waits for the work in progress when it stops', async () => {
  const working = Promise.withResolvers<void>()
  let rounds = 0
  const sweep: Sweep = {
    due,
    take: () => Promise.resolve(++rounds < 5),
    settle: () => working.promise,
  }
  const sweeper = createSweeper({ db: database.db, sweeps: [sweep], onError: () => undefined })
  sweeper.start()
  await vi.waitFor(() => expect(rounds).toBeGreaterThanOrEqual(5), PATIENCE)
  const stopped = vi.fn()
  const stopping = sweeper.stop().then(stopped)
  await database.db.selectNoFrom(due.as('due')).execute()
  expect(stopped).not.toHaveBeenCalled()
  working.resolve()
  await stopping
})

it('goes on after the database did not answer', async () => {
  const [errors, taken] = [[] as unknown[], vi.fn()]
  let isBroken = true
  const sweep: Sweep = {
    get due() {
      return isBroken ? sql<boolean>`no_such_column` : due
    },
    take: () => Promise.resolve(void taken()).then(() => false),
  }
  const sweeper = createSweeper({ db: database.db, sweeps: [sweep], onError: (error) => errors.push(error) })
  sweeper.start()
  await vi.waitFor(() => expect(errors).not.toEqual([]), PATIENCE)
  isBroken = false
  await vi.waitFor(() => expect(taken).toHaveBeenCalled(), PATIENCE)
  await sweeper.stop()
})
