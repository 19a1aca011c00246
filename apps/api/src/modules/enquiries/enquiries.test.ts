import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createServer } from '../../http/server.ts'
import { startIdentityApp, type IdentityApp } from '../../testing/identity-app.ts'
import { createEnquiriesModule, STRICT_ENQUIRY_LIMITS } from './index.ts'
import { purgeEnquiries } from './store.ts'

const SUPPORT = { phone: '+231 77 000 0100', email: 'help@sesa.example', address: '12 Broad Street' }
const PATIENCE = { timeout: 25_000, interval: 25 }

let world: IdentityApp
let app: FastifyInstance
let lastAddress = 0

beforeAll(async () => {
  world = await startIdentityApp()
  const enquiries = createEnquiriesModule({
    db: world.database.db,
    secret: randomBytes(32),
    messages: world.messages,
    letterhead: { publicUrl: 'http://localhost:3000', support: SUPPORT },
    limits: { ...STRICT_ENQUIRY_LIMITS, perAddressHour: 3, perEmailDay: 2 },
  })
  app = await createServer({
    db: world.database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [enquiries],
    authenticate: () => Promise.resolve(null),
  })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

/** Each call comes from a household of its own, unless it says otherwise. */
const newAddress = (): string => `198.51.100.${++lastAddress}`
const newEmail = (): string => `writer-${randomUUID()}@example.com`

async function post(url: '/contact' | '/interest', payload: object, remoteAddress = newAddress()) {
  const response = await app.inject({ method: 'POST', url, payload, remoteAddress })
  const body = response.json<{ status?: string; error?: { code: string; field?: string; message: string } }>()
  return { status: response.statusCode, body, error: body.error, headers: response.headers }
}

const contact = (change: object = {}) => ({
  name: 'Fatu Kamara',
  email: newEmail(),
  message: `Where is my money? ${randomUUID()}`,
  ...change,
})

const mailsTo = (to: string, count: number) =>
  vi.waitFor(async () => {
    const mails = await world.received(to)
    expect(mails).toHaveLength(count)
    return mails as { subject: string; text: string; replyTo?: string }[]
  }, PATIENCE)

describe('a message to support', () => {
  it('is kept, sent to support with the writer to answer, and acknowledged', async () => {
    const message = contact({ company: '  Kamara & Sons  ' })
    expect(await post('/contact', message)).toMatchObject({ status: 202, body: { status: 'accepted' } })
    const kept = world.database.db.selectFrom('enquiries').selectAll().where('email', '=', message.email)
    expect(await kept.execute()).toMatchObject([
      { name: 'Fatu Kamara', company: 'Kamara & Sons', message: message.message },
    ])
    const [acknowledged] = await mailsTo(message.email, 1)
    expect(acknowledged?.text).toContain('Hello Fatu Kamara,')
    expect(acknowledged?.text).not.toContain(message.message)
    await vi.waitFor(async () => {
      const atSupport = (await world.received(SUPPORT.email)).filter(({ text }) =>
        text.includes(message.message),
      )
      expect(atSupport).toMatchObject([{ subject: 'Message from Fatu Kamara', replyTo: message.email }])
    }, PATIENCE)
  })

  it('that is sent again is still one', async () => {
    const message = contact()
    for (let time = 0; time < 4; time++) expect((await post('/contact', message)).status).toBe(202)
    await mailsTo(message.email, 1)
    const rows = world.database.db.selectFrom('enquiries').select('id').where('email', '=', message.email)
    expect(await rows.execute()).toHaveLength(1)
  })

  it.each([
    [{ name: '' }, 'name_invalid', 'name'],
    [{ name: '12345' }, 'name_invalid', 'name'],
    [{ name: 'x'.repeat(101) }, 'name_invalid', 'name'],
    [{ email: 'nobody' }, 'email_invalid', 'email'],
    [{ email: 'a@b.example\nbcc: all@example.com' }, 'email_invalid', 'email'],
    [{ message: ' \n ' }, 'message_empty', 'message'],
    [{ message: 'x'.repeat(5_001) }, 'message_too_long', 'message'],
    [{ company: 'x'.repeat(201) }, 'invalid_field', 'company'],
    [{ message: undefined }, 'missing_field', 'message'],
    [{ website: 'spam' }, 'unknown_field', 'website'],
  ])('%o is refused as %s', async (change, code, field) => {
    expect((await post('/contact', contact(change))).error).toMatchObject({ code, field })
  })

  it('takes any script and 5,000 characters of it', async () => {
    const message = contact({ message: '🇱🇷'.repeat(2_500) })
    expect((await post('/contact', message)).status).toBe(202)
  })

  it('is limited by address and by e-mail, says how long, and a refused one leaves nothing', async () => {
    const address = newAddress()
    for (let time = 0; time < 3; time++) expect((await post('/contact', contact(), address)).status).toBe(202)
    const refused = await post('/contact', contact(), address)
    expect(refused.error).toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/minutes|seconds/),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

    const email = newEmail()
    for (let time = 0; time < 2; time++) expect((await post('/contact', contact({ email }))).status).toBe(202)
    expect((await post('/contact', contact({ email: email.toUpperCase() }))).error?.code).toBe('rate_limited')
    const rows = world.database.db
      .selectFrom('enquiries')
      .select('id')
      .where(sql`lower(email)`, '=', email)
    expect(await rows.execute()).toHaveLength(2)
  })

  it('counts 20 at once exactly', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/contact', contact(), address)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3)
    expect(answers.filter(({ error }) => error?.code === 'rate_limited')).toHaveLength(17)
  })

  it('is forgotten after two years', async () => {
    const message = contact()
    await post('/contact', message)
    await sql`update enquiries set created_at = now() - interval '731 days' where email = ${message.email}`.execute(
      world.database.owner,
    )
    await purgeEnquiries(world.database.db)
    const rows = world.database.db.selectFrom('enquiries').select('id').where('email', '=', message.email)
    expect(await rows.execute()).toEqual([])
  })
})

describe('an interest', () => {
  it('is kept and acknowledged once, and the answer is the same', async () => {
    const email = newEmail()
    const first = await post('/interest', { topic: 'loans', email })
    const again = await post('/interest', { topic: 'loans', email: email.toUpperCase() })
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(first).toMatchObject({ status: 202, body: { status: 'accepted' } })
    const [mail] = await mailsTo(email, 1)
    expect(mail?.subject).toBe('Request Loans: we will tell you when it opens')
  })

  it('is one for each topic', async () => {
    const email = newEmail()
    await post('/interest', { topic: 'loans', email })
    await post('/interest', { topic: 'commodities', email })
    await mailsTo(email, 2)
  })

  it.each([
    [{ topic: 'loans', email: 'x' }, 'email_invalid'],
    [{ topic: 'gold', email: 'x@example.com' }, 'invalid_field'],
    [{ topic: 'loans' }, 'missing_field'],
  ])('%o is refused as %s', async (body, code) => {
    expect((await post('/interest', body)).error?.code).toBe(code)
  })

  it('is limited', async () => {
    const address = newAddress()
    const answers = []
    for (let time = 0; time < 4; time++)
      answers.push(await post('/interest', { topic: 'loans', email: newEmail() }, address))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429])
  })
})
