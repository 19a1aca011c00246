import { PATIENCE } from '@sesa/test-kit/patience'
import Fastify, { type FastifyInstance } from 'fastify'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { registerErrors } from '../../../http/errors.ts'
import { createAfricasTalking } from '../../../providers/sms/africas-talking.ts'
import {
  createAfricasTalkingReports,
  createTwilioReports,
  signTwilio,
} from '../../../providers/sms/reports.ts'
import { createTwilio } from '../../../providers/sms/twilio.ts'
import { useSandbox } from '../../../providers/testing/sandbox.ts'
import { countUndelivered, createFailOver, createMessagesModule, listMessages } from './index.ts'
import { replaces } from './reports.ts'
import { alertAt } from './service.ts'

const AUTH_TOKEN = 'twilio-token'
const REPORTS_TOKEN = 'r'.repeat(40)

const sandbox = useSandbox()
let database: TestDatabase
let app: FastifyInstance
let base: string
let alerts: string[] = []
let send: (to: string, budget?: 'codes' | 'notices') => Promise<void>
beforeAll(async () => {
  database = await createTestDatabase()
  const vendors = `${sandbox.url}/sandbox`
  app = Fastify()
  // The port is known once the server listens; Twilio signs the URL that it was given.
  let publicUrl = ''
  const twilioReports = () => createTwilioReports({ authToken: AUTH_TOKEN, publicUrl })
  const twilio = () =>
    createTwilio(
      {
        baseUrl: `${vendors}/twilio`,
        accountSid: 'AC1',
        authToken: AUTH_TOKEN,
        from: 'MG1',
        reportTo: `${publicUrl}/webhooks/twilio`,
      },
      fetch,
    )
  const africasTalking = createAfricasTalking(
    { baseUrl: `${vendors}/africastalking`, username: 'sesa', apiKey: 'key' },
    fetch,
  )
  const messages = createMessagesModule({
    db: database.db,
    secret: randomBytes(32),
    sms: createFailOver(
      [
        { name: 'africastalking', sender: africasTalking },
        { name: 'twilio', sender: { send: (sms) => twilio().send(sms) } },
      ],
      (to) => (to.startsWith('+1') ? ['twilio', 'africastalking'] : ['africastalking', 'twilio']),
    ),
    mail: { send: () => Promise.resolve({ outcome: 'unknown' }) },
    smsPerDay: 1_000,
    smsNoticesPerDay: 5,
    alert: (line) => alerts.push(line),
    reports: [
      createAfricasTalkingReports({ token: REPORTS_TOKEN }),
      {
        path: 'twilio',
        signatureHeader: 'X-Twilio-Signature',
        read: (request) => twilioReports().read(request),
      },
    ],
  })
  const sweep = messages.createSweep()
  app.decorate('traces', null)
  registerErrors(app)
  messages.routes(app)
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  publicUrl = base
  await fetch(`${vendors}/africastalking/reports`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${base}/webhooks/africastalking/${REPORTS_TOKEN}` }),
  })
  send = async (to, budget = 'codes') => {
    await database.db
      .transaction()
      .execute((tx) => messages.queue(tx, { channel: 'sms', to, text: 'Hello', budget }))
    while (await sweep.take());
    await sweep.settle?.()
  }
})
afterAll(async () => {
  await app.close()
  await database.drop()
})
beforeEach(() => void (alerts = []))

let last = 100_000
const newNumber = (prefix: string, end = ''): string => `${prefix}${last++}${end}`

/** Returns the vendor and the report of each message to a number, newest first. */
async function reportsOf(to: string): Promise<string[]> {
  const ours = await database.owner.selectFrom('messages').select('id').where('recipient', '=', to).execute()
  return (await listMessages(database.db, { limit: 50 }))
    .filter(({ id }) => ours.some((message) => message.id === id))
    .map(({ providerId, report, reportDetail }) => `${providerId?.split(':')[0]} ${report} ${reportDetail}`)
}

describe('a delivery report', () => {
  it.each([
    ['Africa’s Talking', '+23177', '', 'africastalking delivered Success'],
    ['Africa’s Talking', '+23177', '9099', 'africastalking failed Failed UserDoesNotExist'],
    ['Twilio', '+1612', '', 'twilio delivered delivered'],
    ['Twilio', '+1612', '9099', 'twilio failed undelivered 30005'],
  ])('of %s is read, repeated and out of order, for %s…%s', async (_vendor, prefix, end, expected) => {
    const to = newNumber(prefix, end)
    await send(to)
    await vi.waitFor(async () => expect(await reportsOf(to)).toEqual([expected]), PATIENCE)
  })

  it('sends the next message to the number through the next vendor, and is counted by country', async () => {
    const to = newNumber('+23324', '9099')
    await send(to)
    await vi.waitFor(async () => expect((await reportsOf(to))[0]).toMatch(/^africastalking failed/), PATIENCE)
    await send(to)
    expect((await reportsOf(to))[0]).toMatch(/^twilio /)
    await vi.waitFor(async () => expect((await countUndelivered(database.db)).get('GH')).toBe(2), PATIENCE)
  })
})

describe('a forged report', () => {
  const count = async () =>
    (await database.owner.selectFrom('sms_reports').select('provider_id').execute()).length
  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    (await fetch(`${base}/webhooks/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) }))
      .status
  const form = { MessageSid: `SM${randomUUID()}`, MessageStatus: 'delivered' }

  it('of Twilio is refused without its signature over this address and these fields', async () => {
    const before = await count()
    const sign = (address: string, fields: Record<string, string>, token = AUTH_TOKEN) => ({
      'x-twilio-signature': signTwilio(token, address, Object.entries(fields)),
    })
    expect(await post('twilio', form)).toBe(400)
    expect(await post('twilio', form, sign(`${base}/webhooks/twilio`, form, 'another'))).toBe(400)
    expect(await post('twilio', form, sign('https://evil.example/webhooks/twilio', form))).toBe(400)
    expect(
      await post('twilio', { ...form, MessageStatus: 'failed' }, sign(`${base}/webhooks/twilio`, form)),
    ).toBe(400)
    expect(await count()).toBe(before)
    expect(await post('twilio', form, sign(`${base}/webhooks/twilio`, form))).toBe(200)
    expect(await count()).toBe(before + 1)
  })

  it('of Africa’s Talking has no URL without the secret', async () => {
    const before = await count()
    const report = { id: `ATXid_${randomUUID()}`, status: 'Success' }
    expect(await post('africastalking/wrong', report)).toBe(404)
    expect(await post(`africastalking/${REPORTS_TOKEN}x`, report)).toBe(404)
    expect(await count()).toBe(before)
    expect(await post(`africastalking/${REPORTS_TOKEN}`, { id: report.id })).toBe(200)
    expect(await count()).toBe(before)
  })
})

it('computes Twilio’s signature of the example in its documentation', () => {
  const url = 'https://example.com/myapp.php?foo=1&bar=2'
  const fields = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
    Digits: '1234',
    From: '+14158675310',
    To: '+18005551212',
  }
  // twilio-node's own test of validateRequest.
  expect(signTwilio('12345', url, Object.entries(fields))).toBe('L/OH5YylLD5NRKLltdqwSvS0BnU=')
})

it.each([
  ['unknown', 'delivered', true],
  ['unknown', 'failed', true],
  ['failed', 'delivered', true],
  ['delivered', 'failed', false],
  ['delivered', 'unknown', false],
  ['failed', 'unknown', false],
  ['failed', 'failed', false],
] as const)('after %s, %s counts: %s', (before, next, counts) => {
  expect(replaces(before, next)).toBe(counts)
})

it('staff are alerted once at 80 % of a budget, and once when it is used up', async () => {
  expect([alertAt(20_000), alertAt(5), alertAt(1), alertAt(0)]).toEqual([16_000, 4, 1, 0])
  for (let sent = 1; sent <= 6; sent++) await send(newNumber('+23276'), 'notices')
  expect(alerts).toEqual([
    'ALERT: 4 of today’s 5 text messages for notices are used; beyond SMS_NOTICES_PER_DAY none is sent',
    'ALERT: 5 of today’s 5 text messages for notices are used; beyond SMS_NOTICES_PER_DAY none is sent',
  ])
})
