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

it('finishes requests in flight when it stops, and closes kept-alive connections', async () => {
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
            // The server is closing while it answers this request.
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
