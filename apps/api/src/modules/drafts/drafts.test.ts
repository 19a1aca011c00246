import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createServer } from '../../http/server/server.ts'
import { createDraftsModule } from './index.ts'

let database: TestDatabase
let app: FastifyInstance
const users: string[] = []
/** When the second user last paid for a transfer. */
let paidAt: Date | null = null

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
    modules: [
      createDraftsModule({
        db: database.db,
        paidSince: async (_, userId, moment) => userId === users[1] && paidAt !== null && paidAt >= moment,
      }),
    ],
    authenticate: async (bearer) => {
      const userId = users[bearer === 'first' ? 0 : 1]
      if (!userId || bearer === 'nobody') return null
      const rest = {
        sessionId: userId,
        proven: true,
        provenUntil: new Date(0),
        phoneNumber: null,
        country: 'LR',
      } as const
      return { ...rest, userId, profileComplete: bearer !== 'new' }
    },
  })
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

async function call(method: 'GET' | 'PUT' | 'DELETE', who: string, payload?: object, basedOn?: string) {
  const response = await app.inject({
    method,
    url: `/user/draft${basedOn === undefined ? '' : `?basedOn=${encodeURIComponent(basedOn)}`}`,
    headers: { authorization: `Bearer ${who}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}

describe('/user/draft', () => {
  it('keeps one draft per user, as typed, until it is removed', async () => {
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

  it('replaces half a character, which cannot be stored', async () => {
    const { status, body } = await call('PUT', 'first', { name: 'Ama \ud800' })
    expect([status, body.draft]).toEqual([200, { name: 'Ama \ufffd' }])
    await call('DELETE', 'first')
  })

  it('is the user’s own', async () => {
    await call('PUT', 'first', { name: 'Ama' })
    expect((await call('GET', 'second')).body.draft).toBeNull()
    await call('DELETE', 'second')
    expect((await call('GET', 'first')).body.draft).toEqual({ name: 'Ama' })
  })

  it('keeps its version while its content stays the same', async () => {
    const first = await call('PUT', 'first', { name: 'Ama', country: 'GH' })
    expect(await call('PUT', 'first', { country: 'GH', name: 'Ama' }, 'none')).toEqual(first)
    const second = await call('PUT', 'first', { name: 'Kofi' }, first.body.updatedAt)
    expect(second.status).toBe(200)
    expect(Date.parse(second.body.updatedAt)).toBeGreaterThan(Date.parse(first.body.updatedAt))
  })

  it('refuses to overwrite a version the client has not seen, and returns it', async () => {
    await call('DELETE', 'first')
    const first = await call('PUT', 'first', { name: 'Ama' }, 'none')
    const second = await call('PUT', 'first', { name: 'Kofi' }, first.body.updatedAt)
    for (const basedOn of ['none', first.body.updatedAt]) {
      const { status, body } = await call('PUT', 'first', { name: 'Yaw' }, basedOn)
      expect([status, body.error.code, body.error.details]).toEqual([409, 'draft_changed', second.body])
    }
    await call('DELETE', 'first')
    const gone = await call('PUT', 'first', { name: 'Yaw' }, second.body.updatedAt)
    expect(gone.body.error.details).toEqual({ draft: null, updatedAt: null })
    expect((await call('PUT', 'first', { name: 'Yaw' }, 'none')).status).toBe(200)
  })

  it('lets one of many concurrent first writes win', async () => {
    await call('DELETE', 'first')
    const names = ['Ama', 'Kofi', 'Yaw', 'Esi', 'Adjoa']
    const answers = await Promise.all(names.map((name) => call('PUT', 'first', { name }, 'none')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  it('ends when a later transfer is paid', async () => {
    const { body } = await call('PUT', 'second', { name: 'Ama' })
    const written = Date.parse(body.updatedAt)
    paidAt = new Date(written - 1)
    expect((await call('GET', 'second')).body.draft).toEqual({ name: 'Ama' })
    paidAt = new Date(written + 1)
    expect((await call('GET', 'second')).body).toEqual({ draft: null, updatedAt: null })
    const late = await call('PUT', 'second', { name: 'Ama', sendAmount: '5' }, body.updatedAt)
    expect([late.status, late.body.error.details]).toEqual([409, { draft: null, updatedAt: null }])
    paidAt = null
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
