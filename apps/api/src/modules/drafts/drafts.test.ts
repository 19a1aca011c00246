import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createServer } from '../../http/server.ts'
import { createDraftsModule } from './index.ts'

let database: TestDatabase
let app: FastifyInstance
const users: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await sql<{
    id: string
  }>`insert into users (locked_at) values (null), (null) returning id`.execute(database.owner)
  users.push(...rows.map((row) => row.id))
  app = await createServer({
    db: database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [createDraftsModule({ db: database.db })],
    authenticate: async (bearer) => {
      const userId = users[bearer === 'first' ? 0 : 1]
      if (!userId || bearer === 'nobody') return null
      const rest = { sessionId: userId, authTime: new Date(0), phoneNumber: null, country: 'LR' } as const
      return { ...rest, userId, profileComplete: bearer !== 'new' }
    },
  })
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

async function call(method: 'GET' | 'PUT' | 'DELETE', who: string, payload?: object) {
  const response = await app.inject({
    method,
    url: '/user/draft',
    headers: { authorization: `Bearer ${who}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}

describe('/user/draft', () => {
  it('keeps one draft of a user, as typed, until it is removed', async () => {
    expect(await call('GET', 'first')).toEqual({ status: 200, body: { draft: null, updatedAt: null } })
    await call('PUT', 'first', { sendAmount: '1 2', name: 'Ama', phone: '+233' })
    const draft = {
      sendAmount: 'abc',
      receiveAmount: '',
      fix: 'send',
      country: 'GH',
      method: 'momo',
      network: 'mtn',
    }
    const kept = await call('PUT', 'first', draft)
    expect(kept).toEqual({ status: 200, body: { draft, updatedAt: expect.any(String) } })
    expect(await call('GET', 'first')).toEqual(kept)
    expect(await call('DELETE', 'first')).toEqual({ status: 204, body: null })
    expect((await call('GET', 'first')).body.draft).toBeNull()
    expect((await call('DELETE', 'first')).status).toBe(204)
  })

  it('is the user’s own', async () => {
    await call('PUT', 'first', { name: 'Ama' })
    expect((await call('GET', 'second')).body.draft).toBeNull()
    await call('DELETE', 'second')
    expect((await call('GET', 'first')).body.draft).toEqual({ name: 'Ama' })
  })

  test.each([
    [{ cardNumber: '4242424242424242' }, 400, 'unknown_field'],
    [{ sendAmount: 5 }, 400, 'invalid_field'],
    [{ sendAmount: 'x'.repeat(201) }, 400, 'invalid_field'],
    [{ network: 'nobody' }, 422, 'network_unknown'],
    [{ country: 'FR' }, 422, 'country_not_served'],
  ])('refuses %j', async (draft, status, code) => {
    await call('PUT', 'first', { name: 'before' })
    const answer = await call('PUT', 'first', draft)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect((await call('GET', 'first')).body.draft).toEqual({ name: 'before' })
  })

  test.each([
    ['nobody', 401, 'unauthenticated'],
    ['new', 403, 'profile_incomplete'],
  ])('is refused to %s', async (who, status, code) => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await call(method, who, method === 'PUT' ? {} : undefined)
      expect([answer.status, answer.body.error.code]).toEqual([status, code])
    }
  })
})
