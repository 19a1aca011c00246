import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createServer } from '../../../../http/server/server.ts'
import {
  newEmail,
  newNumber,
  startIdentityApp,
  Browser,
  type IdentityApp,
} from '../../../../testing/identity-app.ts'
import { createEnquiriesModule, STRICT_ENQUIRY_LIMITS } from '../index.ts'
import { numberOf } from './number.ts'
import { purge } from '../../../office/retention/purge.ts'

const SUPPORT = { phone: '+231 77 000 0100', email: 'help@sesa.example', address: '12 Broad Street' }
const BY = { staff: 'Ama Boateng', reason: 'Asked the carrier' }

let world: IdentityApp
let app: Awaited<ReturnType<typeof createServer>>
let enquiries: ReturnType<typeof createEnquiriesModule>

beforeAll(async () => {
  world = await startIdentityApp()
  enquiries = createEnquiriesModule({
    db: world.database.db,
    secret: Buffer.alloc(32, 7),
    messages: world.messages,
    notices: world.notices,
    branding: { publicUrl: 'http://localhost:3000', support: SUPPORT },
    limits: STRICT_ENQUIRY_LIMITS,
  })
  app = await createServer({
    db: world.database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [enquiries],
    authenticate: world.accounts.authenticate,
  })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

/** Creates a customer with a confirmed address. */
async function newCustomer(phone = newNumber()) {
  const home = await world.signIn(phone)
  const country = phone.startsWith('+233') ? 'GH' : 'LR'
  await home.send('POST', '/user/create', { phoneNumber: phone, country })
  const email = newEmail()
  await home.send('PUT', '/user/profile', { name: 'Hawa Kollie', email, dob: '1990-04-02' })
  await home.send('POST', '/auth/email/verify', { token: await world.linkFor(email) })
  const browser = new Browser(app)
  browser.bearer = home.bearer
  return { browser, home, email }
}

interface Seen {
  id: string
  number: string
  state: string
  topic: string
  answerBy: string | null
  latestBy: string | null
  openedAt: string
  messages: { author: string; text: string }[]
}

const enquiryIn = (answer: { body: Record<string, unknown> }) => answer.body['enquiry'] as Seen
const question = (change: object = {}) => ({
  id: randomUUID(),
  topic: 'where_is_money',
  message: 'Where is it?',
  ...change,
})

const mailsTo = (email: string, subject: string) =>
  vi.waitFor(async () => {
    const mails = (await world.received(email)).filter((mail) => mail.subject === subject)
    expect(mails).toHaveLength(1)
    return mails[0]?.text ?? ''
  }, PATIENCE)

describe('a conversation', () => {
  it('is opened once however often it is sent, reaches support, and is confirmed to the customer', async () => {
    const { browser, email } = await newCustomer()
    const body = question()
    const answers = []
    for (let time = 0; time < 3; time++) answers.push(await browser.send('POST', '/user/enquiries', body))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { number, messages } = enquiryIn(answers[2] ?? { body: {} })
    expect(number).toBe(numberOf(body.id, 'where_is_money'))
    expect(messages).toMatchObject([{ author: 'customer', text: 'Where is it?' }])
    expect(await mailsTo(email, `We’ve got your message, ${number}`)).toContain('/me/messages/')
    expect(await mailsTo(SUPPORT.email, `${number}: Where is my money?`)).toContain(
      `Answer ${number} in the office`,
    )
  })

  it('continues until staff close it: answers reach the account and the mailbox, with a stored author and reason', async () => {
    const { browser, home, email } = await newCustomer()
    const { id, number } = enquiryIn(await browser.send('POST', '/user/enquiries', question()))
    const { actions } = enquiries
    const read = async () => enquiryIn(await browser.send('GET', `/user/enquiries/${id}`))
    expect(await read()).toMatchObject({ state: 'waiting' })
    expect(await actions.answer(number.toLowerCase(), 'It arrived.\n\nLook again.', BY)).toEqual({
      emailed: true,
    })
    expect(await mailsTo(email, `Our answer to ${number}`)).toContain('It arrived.\n\nLook again.')
    const listed = (await home.send('GET', '/user/notices')).body['notices'] as object[]
    expect(listed[0]).toMatchObject({
      kind: 'enquiry_answered',
      title: `Our answer to ${number}`,
      body: 'It arrived. Look again.',
      path: `/me/messages/${id}`,
    })
    expect(await read()).toMatchObject({ state: 'answered', messages: [{}, { author: 'staff' }] })

    const more = { messageId: randomUUID(), message: 'I see it now.' }
    for (let time = 0; time < 2; time++) await browser.send('POST', `/user/enquiries/${id}/messages`, more)
    expect(await read()).toMatchObject({ state: 'waiting', messages: { length: 3 } })
    await actions.close(number, 'Glad to hear it.', BY)
    expect(await read()).toMatchObject({ state: 'closed', messages: { length: 4 } })
    const late = await browser.send('POST', `/user/enquiries/${id}/messages`, {
      ...more,
      messageId: randomUUID(),
    })
    expect([late.status, late.code]).toEqual([409, 'enquiry_closed'])
    // A repeat of an earlier message is not a new one.
    const repeated = await browser.send('POST', `/user/enquiries/${id}/messages`, more)
    expect(enquiryIn(repeated)).toMatchObject({ state: 'closed', messages: { length: 4 } })
    await expect(actions.answer(number, 'x', BY)).rejects.toThrow('is closed')
    await expect(actions.answer('Q-00000000', 'x', BY)).rejects.toThrow('Q-00000000 doesn’t exist')
    await expect(actions.answer(number, '  ', BY)).rejects.toThrow('1 to 5,000 characters')
    const kept = world.database.owner.selectFrom('enquiry_messages').select(['staff', 'reason'])
    expect(await kept.where('thread_id', '=', id).where('author', '=', 'staff').execute()).toEqual([BY, BY])
  })

  it('belongs only to its customer, like the transfer that it names', async () => {
    const [owner, other] = [await newCustomer(), await newCustomer()]
    const body = question()
    await owner.browser.send('POST', '/user/enquiries', body)
    const missing = { status: 404, code: 'not_found' }
    const { browser } = other
    expect(await browser.send('GET', `/user/enquiries/${body.id}`)).toMatchObject(missing)
    expect(await browser.send('GET', `/user/enquiries/${randomUUID()}`)).toMatchObject(missing)
    const message = { messageId: randomUUID(), message: 'Mine?' }
    expect(await browser.send('POST', `/user/enquiries/${body.id}/messages`, message)).toMatchObject(missing)
    // Another customer cannot open one under its id either.
    expect(await browser.send('POST', '/user/enquiries', body)).toMatchObject(missing)
    const foreign = question({ payment_id: 'pi_of_someone_else' })
    expect(await browser.send('POST', '/user/enquiries', foreign)).toMatchObject(missing)
    expect((await browser.send('GET', '/user/enquiries')).body['enquiries']).toEqual([])
    const visitor = new Browser(app)
    expect((await visitor.send('GET', `/user/enquiries/${body.id}`)).status).toBe(401)
  })

  it.each([
    [{ message: ' \n ' }, 422, 'message_empty'],
    [{ message: 'x'.repeat(5_001) }, 422, 'message_too_long'],
    [{ topic: 'weather' }, 400, 'invalid_field'],
    [{ id: '7' }, 400, 'invalid_field'],
  ])('%o is refused', async (change, status, code) => {
    const { browser } = await newCustomer()
    expect(await browser.send('POST', '/user/enquiries', question(change))).toMatchObject({ status, code })
  })

  it('is limited for each customer, and a refused message is not stored', async () => {
    const { browser } = await newCustomer()
    const codes = []
    for (let time = 0; time < 21; time++)
      codes.push((await browser.send('POST', '/user/enquiries', question())).status)
    expect(codes.filter((status) => status === 200)).toHaveLength(20)
    expect(codes.at(-1)).toBe(429)
    expect((await browser.send('GET', '/user/enquiries')).body['enquiries']).toHaveLength(20)
  })
})

describe('a complaint', () => {
  it('gets its own number and the dates of its country', async () => {
    const { browser, email } = await newCustomer(`+23324${String(Date.now()).slice(-7)}`)
    const opened = enquiryIn(await browser.send('POST', '/user/enquiries', question({ topic: 'complaint' })))
    expect(opened.number).toMatch(/^C-[0-9A-HJKMNP-TV-Z]{8}$/)
    const days = (until: string | null) =>
      (Date.parse(until ?? '') - Date.parse(opened.openedAt)) / 86_400_000
    expect([days(opened.answerBy), days(opened.latestBy)]).toEqual([5, 20])
    expect(await mailsTo(email, `We’ve got your complaint, ${opened.number}`)).toContain('We’ll answer by')
  })
})

describe('conversations of the past', () => {
  it('are exported, and erased with the account', async () => {
    const { browser, home } = await newCustomer()
    const { id } = enquiryIn(await browser.send('POST', '/user/enquiries', question({ topic: 'complaint' })))
    const { data } = (await home.send('GET', '/user/export')).body as { data: Record<string, unknown> }
    expect(data['enquiries']).toMatchObject([{ id, messages: [{ text: 'Where is it?' }] }])
    expect((await home.send('DELETE', '/user')).status).toBe(200)
    for (const [table, column] of [
      ['enquiry_threads', 'id'],
      ['enquiry_messages', 'thread_id'],
    ] as const) {
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
        world.database.owner,
      )
      expect(rows, table).toEqual([])
    }
  })

  it('are deleted two years after their last message, complaints after five', async () => {
    const { browser } = await newCustomer()
    const open = async (topic: string) =>
      enquiryIn(await browser.send('POST', '/user/enquiries', question({ topic }))).id
    const [fresh, old, complaint] = [await open('card'), await open('card'), await open('complaint')]
    const { owner } = world.database
    await sql`update enquiry_threads set opened_at = now() - interval '3 years' where id in (${old}, ${complaint})`.execute(
      owner,
    )
    await sql`update enquiry_messages set at = now() - interval '3 years' where thread_id in (${old}, ${complaint})`.execute(
      owner,
    )
    await purge(world.database.db)
    const { body } = await browser.send('GET', '/user/enquiries')
    expect((body['enquiries'] as Seen[]).map(({ id }) => id).sort()).toEqual([fresh, complaint].sort())
  })
})
