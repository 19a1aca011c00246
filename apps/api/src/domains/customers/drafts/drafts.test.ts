import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { createServer } from '../../../http/server/server.ts'
import { createDraftsModule } from './index.ts'

let database: TestDatabase
let app: FastifyInstance
const users: string[] = []
/** Users whose profile was saved in the database since they were authenticated. */
const completed = new Set<string>()
/** Time of the second user's last payment. */
let paidAt: Date | null = null

beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await sql<{
    id: string
  }>`insert into users (locked_at) values (null), (null), (null) returning id`.execute(database.owner)
  users.push(...rows.map((row) => row.id))
  app = await createServer({
    db: database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [
      createDraftsModule({
        db: database.db,
        paidSince: async (_, userId, moment) => userId === users[1] && paidAt !== null && paidAt >= moment,
        isProfileComplete: async (_, userId) => completed.has(userId),
      }),
    ],
    authenticate: async (bearer) => {
      const userId = users[['first', 'second', 'new'].indexOf(bearer)]
      if (!userId) return null
      const rest = {
        sessionId: userId,
        proven: true,
        provenUntil: new Date(0),
        phoneNumber: null,
        country: 'LR',
      } as const
      return {
        caller: { ...rest, userId, profileComplete: bearer !== 'new' },
        now: new Date(),
        configurationVersion: 1n,
      }
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

  it('replaces an unpaired surrogate, which cannot be stored', async () => {
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

  it('accepts one of many concurrent first writes', async () => {
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

  it('is refused to strangers', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await call(method, 'nobody', method === 'PUT' ? {} : undefined)
      expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthenticated'])
    }
  })
})

describe('/user/draft before the profile is complete', () => {
  const profile = { name: 'Fatu K', email: 'fatu@', dob: '', gender: '' }

  it('keeps the unfinished profile, as typed, and no transfer', async () => {
    const refused = await call('PUT', 'new', { sendAmount: '5' })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'profile_incomplete'])
    const kept = await call('PUT', 'new', { profile }, 'none')
    expect(kept).toEqual({ status: 200, body: { draft: { profile }, updatedAt: expect.any(String) } })
    expect(await call('GET', 'new')).toEqual(kept)
    expect(await call('PUT', 'new', { profile }, 'none'), 'a retry whose answer was lost').toEqual(kept)
    expect(await call('DELETE', 'new')).toEqual({ status: 204, body: null })
  })

  it('does not overwrite a draft saved in another window', async () => {
    const first = await call('PUT', 'new', { profile }, 'none')
    const newer = { profile: { ...profile, name: 'Fatu Kollie' } }
    const second = await call('PUT', 'new', newer, first.body.updatedAt)
    const late = await call('PUT', 'new', { profile: { ...profile, name: 'F' } }, first.body.updatedAt)
    expect([late.status, late.body.error.details]).toEqual([409, second.body])
  })

  it('stores nothing once the profile is saved', async () => {
    await call('DELETE', 'new')
    completed.add(users[2] ?? '')
    for (const basedOn of [undefined, 'none']) {
      const late = await call('PUT', 'new', { profile }, basedOn)
      expect([late.status, late.body.error.details]).toEqual([409, { draft: null, updatedAt: null }])
    }
  })

  test.each([
    [{ ...profile, password: 'secret' }, 'unknown_field'],
    [{ ...profile, esign: 'yes' }, 'unknown_field'],
    [{ ...profile, name: 'x'.repeat(255) }, 'invalid_field'],
    [{ name: 'Fatu' }, 'missing_field'],
  ])('refuses %j', async (wrong, code) => {
    const answer = await call('PUT', 'new', { profile: wrong })
    expect([answer.status, answer.body.error.code]).toEqual([400, code])
  })
})
