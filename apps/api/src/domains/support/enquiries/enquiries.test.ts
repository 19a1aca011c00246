import { PATIENCE } from '@sesa/test-kit/patience'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilOneWindow } from '../../../db/testing.ts'
import { createServer } from '../../../http/server/server.ts'
import { startIdentityApp, type IdentityApp } from '../../../testing/identity-app.ts'
import { createEnquiriesModule, STRICT_ENQUIRY_LIMITS } from './index.ts'
import { purge } from '../../office/retention/purge.ts'

const SUPPORT = { phone: '+231 77 000 0100', email: 'help@sesa.example', address: '12 Broad Street' }

let world: IdentityApp
let app: FastifyInstance
let lastAddress = 0

beforeAll(async () => {
  world = await startIdentityApp()
  const enquiries = createEnquiriesModule({
    db: world.database.db,
    secret: randomBytes(32),
    messages: world.messages,
    notices: world.notices,
    branding: { publicUrl: 'http://localhost:3000', support: SUPPORT },
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
// Tries are counted per quarter of an hour by the clock.
beforeEach(() => untilOneWindow(900_000, 30_000))
afterAll(async () => {
  await app.close()
  await world.close()
})

/** Returns the address of a different household for each call, unless stated otherwise. */
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
  it('is stored, sent to support with the author as reply-to, and confirmed', async () => {
    const message = contact({ company: '  Kamara & Sons  ' })
    expect(await post('/contact', message)).toMatchObject({ status: 202, body: { status: 'accepted' } })
    const kept = world.database.db.selectFrom('enquiries').selectAll().where('email', '=', message.email)
    expect(await kept.execute()).toMatchObject([
      { name: 'Fatu Kamara', company: 'Kamara & Sons', message: message.message },
    ])
    const [acknowledged] = await mailsTo(message.email, 1)
    expect(acknowledged).toMatchObject({ subject: 'We’ve got your message', replyTo: SUPPORT.email })
    for (const typed of [message.message, message.name]) expect(acknowledged?.text).not.toContain(typed)
    await vi.waitFor(async () => {
      const atSupport = (await world.received(SUPPORT.email)).filter(({ text }) =>
        text.includes(message.message),
      )
      expect(atSupport).toMatchObject([{ subject: 'Message from Fatu Kamara', replyTo: message.email }])
    }, PATIENCE)
  })

  it('removes direction marks from one-line texts, and isolates a right-to-left name', async () => {
    for (const [name, subject] of [
      ['Fatu \u202eKam\u200bara\u2066', 'Message from Fatu Kamara'],
      ['محمد علي', 'Message from \u2068محمد علي\u2069'],
    ] as const) {
      const message = contact({ name, company: 'Sesa\u202e Ltd' })
      expect((await post('/contact', message)).status).toBe(202)
      const mails = await vi.waitFor(async () => {
        const all = (await world.received(SUPPORT.email)).filter(({ text }) => text.includes(message.message))
        expect(all).toHaveLength(1)
        return all
      }, PATIENCE)
      expect(mails).toMatchObject([{ subject }])
      expect(JSON.stringify(mails)).not.toContain('\u202e')
    }
  })

  it('that is sent again is stored once', async () => {
    const message = contact()
    for (let time = 0; time < 4; time++) expect((await post('/contact', message)).status).toBe(202)
    await mailsTo(message.email, 1)
    const rows = world.database.db.selectFrom('enquiries').select('id').where('email', '=', message.email)
    expect(await rows.execute()).toHaveLength(1)
  })

  it.each([
    [{ name: '' }, 'name_invalid', 'name'],
    [{ name: ' .- ' }, 'name_invalid', 'name'],
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

  it('is limited by address and by email, names the wait, and stores nothing when refused', async () => {
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

  it('is deleted after two years', async () => {
    const message = contact()
    await post('/contact', message)
    await sql`update enquiries set created_at = now() - interval '731 days' where email = ${message.email}`.execute(
      world.database.owner,
    )
    await purge(world.database.db)
    const rows = world.database.db.selectFrom('enquiries').select('id').where('email', '=', message.email)
    expect(await rows.execute()).toEqual([])
  })
})

describe('an interest', () => {
  it('is stored and confirmed once, with the same answer', async () => {
    const email = newEmail()
    const first = await post('/interest', { topic: 'loans', email })
    const again = await post('/interest', { topic: 'loans', email: email.toUpperCase() })
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(first).toMatchObject({ status: 202, body: { status: 'accepted' } })
    const [mail] = await mailsTo(email, 1)
    expect(mail?.subject).toBe('You’re on the list for Request Loans')
  })

  it('is deleted after two years', async () => {
    const email = newEmail()
    await post('/interest', { topic: 'loans', email })
    const { owner, db } = world.database
    const kept = () => db.selectFrom('interests').select('topic').where('email', '=', email).execute()
    await purge(db)
    expect(await kept()).toHaveLength(1)
    await sql`update interests set created_at = now() - interval '731 days' where email = ${email}`.execute(
      owner,
    )
    await purge(db)
    expect(await kept()).toEqual([])
  })

  it('is stored per topic', async () => {
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

describe('a form that a browser posts without script', () => {
  const submit = async (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress: newAddress(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://localhost:3000',
        host: 'localhost:3000',
        ...headers,
      },
      payload: new URLSearchParams(fields).toString(),
    })

  it('redirects to the page on success', async () => {
    const message = { ...contact(), company: '', message: 'Line one\r\nline two' }
    const response = await submit('/contact', message)
    expect([response.statusCode, response.headers.location]).toEqual([303, '/contact-us#sent'])
    const kept = world.database.db.selectFrom('enquiries').selectAll().where('email', '=', message.email)
    expect(await kept.execute()).toMatchObject([{ company: null, message: 'Line one\nline two' }])
    for (const topic of ['loans', 'commodities']) {
      const interest = await submit('/interest', { topic, email: newEmail() })
      expect([interest.statusCode, interest.headers.location]).toEqual([303, `/${topic}#sent`])
    }
  })

  it('comes back filled in, with its errors', async () => {
    const typed = '</textarea><script>alert("1")</script> & so on'
    const response = await submit('/contact', { ...contact({ message: typed }), email: 'a"b' })
    expect(response.statusCode).toBe(422)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(response.body).not.toContain('<script>')
    expect(response.body).toContain('&lt;/textarea&gt;&lt;script&gt;alert(&quot;1&quot;)')
    expect(response.body).toContain('value="a&quot;b"')
    expect(response.body).toContain('<a href="#email">Enter an email address like name@example.com.</a>')
    expect(response.body).toContain('id="email-wrong"')
    expect(response.body).toContain('action="/contact"')
  })

  it('shows how long to wait, and keeps the input', async () => {
    const email = newEmail()
    for (let time = 0; time < 2; time++) await submit('/contact', { ...contact({ email }) })
    const response = await submit('/contact', { ...contact({ email, message: 'My third message' }) })
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toMatch(/^\d+$/)
    expect(response.body).toContain('My third message')
  })

  it('may contain 5,000 characters of any script', async () => {
    const response = await submit('/contact', { ...contact({ message: '🇸🇱'.repeat(2_500) }) })
    expect(response.statusCode).toBe(303)
  })

  it('is refused from another site', async () => {
    const response = await submit('/contact', { ...contact() }, { origin: 'https://evil.example' })
    expect(response.statusCode).toBe(403)
  })
})
