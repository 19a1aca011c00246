import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { createServer } from '../../../http/server/server.ts'
import { registerNotifications } from './routes.ts'

const DEFAULTS = {
  transactionSuccessful: true,
  transactionFails: true,
  ratesChange: false,
  moneyReceived: true,
  loanRequestSuccessful: false,
  loanRequestFails: false,
}

const CHANNELS = {
  email: { reminders: true, rateAlerts: true, supportAnswers: true },
  push: {
    transfers: true,
    moneyReceived: true,
    ratesChange: false,
    reminders: true,
    rateAlerts: true,
    supportAnswers: true,
  },
  sms: { transfers: false },
}
/** Returns the answer for a choice of emails, with the default channels. */
const answer = (notifications: object, channels = CHANNELS) => ({ notifications, channels })

let database: TestDatabase
let app: FastifyInstance

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createServer({
    db: database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [{ routes: (instance) => registerNotifications(instance, database.db) }],
    authenticate: async (userId) => ({
      caller: {
        userId,
        sessionId: userId,
        proven: true,
        provenUntil: new Date(0),
        phoneNumber: null,
        country: null,
        profileComplete: false,
      },
      now: new Date(),
      configurationVersion: 1n,
    }),
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function newUser(): Promise<string> {
  const row = await database.owner
    .insertInto('users')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function call(userId: string, payload?: object) {
  const response = await app.inject({
    method: payload ? 'PUT' : 'GET',
    url: '/user/notifications',
    headers: { authorization: `Bearer ${userId}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

describe('the six notification settings', () => {
  it('start with the defaults of the specification, even before the profile is complete', async () => {
    expect(await call(await newUser())).toEqual({ status: 200, body: answer(DEFAULTS) })
  })

  it('belong to one user and keep the last choice', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const none = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, false]))
    const some = { ...none, ratesChange: true, loanRequestFails: true }
    for (const wanted of [none, some]) {
      expect(await call(user, wanted)).toEqual({ status: 200, body: answer(wanted) })
      expect((await call(user)).body).toEqual(answer(wanted))
    }
    expect((await call(other)).body).toEqual(answer(DEFAULTS))
  })

  it('include channels, which stay unchanged unless given', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const channels = {
      email: { ...CHANNELS.email, rateAlerts: false },
      push: { ...CHANNELS.push, transfers: false, ratesChange: true },
      sms: { transfers: true },
    }
    expect((await call(user, { ...DEFAULTS, channels })).body).toEqual(answer(DEFAULTS, channels))
    expect((await call(user, DEFAULTS)).body).toEqual(answer(DEFAULTS, channels))
    const { sms: _unknown, ...earlier } = channels
    expect((await call(user, { ...DEFAULTS, channels: earlier })).body).toEqual(answer(DEFAULTS, channels))
    expect((await call(user, { ...DEFAULTS, channels: CHANNELS })).body).toEqual(answer(DEFAULTS))
    expect((await call(other)).body).toEqual(answer(DEFAULTS))
  })

  it.each([
    [{ ...DEFAULTS, channels: { push: CHANNELS.push } }, 'missing_field'],
    [{ ...DEFAULTS, channels: { ...CHANNELS, letter: {} } }, 'unknown_field'],
    [{ ...DEFAULTS, channels: { ...CHANNELS, sms: {} } }, 'missing_field'],
    [{ ...DEFAULTS, ratesChange: 'yes' }, 'invalid_field'],
    [{ ...DEFAULTS, marketing: true }, 'unknown_field'],
    [{ ratesChange: true }, 'missing_field'],
  ])('refuse %o as %s', async (wanted, code) => {
    expect((await call(await newUser(), wanted)).body).toMatchObject({ error: { code } })
  })

  it('require a signed-in user', async () => {
    const response = await app.inject({ url: '/user/notifications' })
    expect(response.statusCode).toBe(401)
  })
})
