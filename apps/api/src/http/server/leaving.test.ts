import { calls } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { route } from '../route.ts'
import { createServer } from './server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('answers what is in flight when it leaves, and keeps no connection open for another request', async () => {
  let closed: Promise<void> | undefined
  const app = await createServer({
    db: database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    authenticate: async () => null,
    modules: [
      {
        routes: (instance) =>
          route(instance, calls.findCountry, async () => {
            closed = app.close()
            // The close is under way while this is answered.
            await sleep(20)
            return { countries: [] }
          }),
      },
    ],
  })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${base}/countries?name=Ghana`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('connection')).toBe('close')
  await closed
})
