import fc from 'fast-check'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:net'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { REFUSED_CALLBACK } from '../domains/transfers/ports.ts'
import { createMonimeCallbacks } from './monime/callbacks.ts'
import { createMomoCallbacks } from './mtn-momo/callbacks.ts'
import { createPawapayCallbacks } from './pawapay/callbacks.ts'
import { createSmileId } from './smile-id/index.ts'
import { signTime } from './smile-id/signature.ts'
import { createSmtp } from './smtp/index.ts'
import { createStripeIdentity } from './stripe/identity/index.ts'
import { createStripe } from './stripe/index.ts'
import { hostileBodies } from './testing/hostile-bodies.ts'
import { uuid, word } from './testing/target.ts'

const COUNT = Number(process.env['FUZZ_ANSWERS'] ?? 1_500)
const SEED = Number(process.env['FUZZ_SEED'] ?? 42)
const ID = '0197a1c2-7d9a-4000-8000-000000000001'

const bodies = (good: unknown, count: number) =>
  fc.sample(hostileBodies(good), { numRuns: Math.ceil(count), seed: SEED })

const SECRET = 'whsec_1'
const cards = createStripe({ secretKey: 'sk_test_1', webhookSecret: SECRET }, fetch)
const { webhooks } = new Stripe('sk_test_1')
const eventResult = v.nullable(
  v.strictObject({
    id: word,
    type: word,
    paymentId: v.nullable(word),
    afterwards: v.boolean(),
    charged: v.boolean(),
    declined: v.nullable(word),
  }),
)
const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  livemode: false,
  data: { object: { object: 'payment_intent', id: 'pi_1' } },
}

test('a signed notification with any content yields the event that it names, or none', () => {
  let events = 0
  for (const { what, bytes, text } of bodies(EVENT, COUNT / 8)) {
    const event = cards.readEvent(bytes, webhooks.generateTestHeaderString({ payload: text, secret: SECRET }))
    expect(v.is(eventResult, event), what).toBe(true)
    if (event === null) continue
    events++
    expect(text.replaceAll('\\u0000', '?'), what).toContain(JSON.stringify(event.id).slice(1, -1))
    expect((JSON.parse(text) as { livemode: unknown }).livemode, what).toBe(false)
  }
  expect(events).toBeGreaterThan(0)
})

test('a malformed signature is refused', () => {
  const payload = JSON.stringify(EVENT)
  const good = webhooks.generateTestHeaderString({ payload, secret: SECRET })
  const forms = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.nat(good.length - 1).map((end) => good.slice(0, end)),
    fc.constantFrom(
      't=1e9,v1=00',
      `${good},t=1`,
      `t=1,${good}`,
      't=,v1=',
      'v1=,t=NaN',
      '__proto__=1,t=1,v1=1',
    ),
  )
  for (const signature of fc.sample(forms, { numRuns: Math.ceil(COUNT / 16), seed: SEED }))
    expect(cards.readEvent(Buffer.from(payload), signature), signature).toBeNull()
})

const SUBJECT = v.strictObject({ kind: v.picklist(['payout', 'collection', 'refund']), reference: uuid })

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const momoCallbacks = createMomoCallbacks([Buffer.alloc(32)])
const request = (body: Buffer, headers: Record<string, string> = {}) => ({
  method: 'POST',
  authority: 'sesa.example',
  path: momoCallbacks.pathFor(ID),
  query: '?',
  headers: { 'content-type': 'application/json', ...headers },
  body,
})

const MONIME_SECRET = 's'.repeat(32)
const signedByMonime = (body: Buffer): Record<string, string> => {
  const at = Math.floor(Date.now() / 1_000)
  const v1 = createHmac('sha256', MONIME_SECRET).update(`${at}.`).update(body).digest('hex')
  return { 'monime-signature': `t=${at},v1=${v1}` }
}
const monimeCallbacks = createMonimeCallbacks(MONIME_SECRET)

test.each([
  ['pawaPay', createPawapayCallbacks(), { payoutId: ID, status: 'COMPLETED' }],
  ['pawaPay about a deposit', createPawapayCallbacks(), { depositId: ID, status: 'COMPLETED' }],
  ['pawaPay about a refund', createPawapayCallbacks(), { refundId: ID, depositId: ID, status: 'FAILED' }],
  ['MTN', momoCallbacks, { externalId: ID, status: 'SUCCESSFUL' }],
  ['Monime about a code', monimeCallbacks, { object: { type: 'payment_code' }, data: { reference: ID } }],
  [
    'Monime about a pay-out',
    monimeCallbacks,
    { object: { type: 'payout' }, data: { metadata: { attempt: ID } } },
  ],
] as const)(
  'a callback of %s with any content yields a reference that it contains, or none',
  (_name, callbacks, good) => {
    let named = 0
    for (const { what, bytes, text } of bodies(good, COUNT / 8)) {
      const subject = callbacks.read(request(bytes, signedByMonime(bytes)))
      if (subject === null || subject === REFUSED_CALLBACK) continue
      named++
      expect(v.is(SUBJECT, subject), what).toBe(true)
      expect(text, what).toContain(subject.reference)
    }
    expect(named).toBeGreaterThan(0)
  },
)

test('a signed notification of an identity check with any content yields a reference that it contains, or none', () => {
  const stripe = createStripeIdentity({ key: 'rk_test_1', webhookSecret: SECRET }, fetch)
  const signer = { partnerId: '2001', apiKey: 'key' }
  const smile = createSmileId(
    {
      ...signer,
      ...{ baseUrl: 'http://smile.example', companyName: 'Sesa', publicUrl: 'https://sesa.example' },
    },
    fetch,
  )
  const session = {
    ...EVENT,
    type: 'identity.verification_session.verified',
    data: { object: { id: 'vs_1' } },
  }
  const timestamp = new Date().toISOString()
  const callback = { timestamp, signature: signTime(signer, timestamp), PartnerParams: { job_id: ID } }
  let named = 0
  const check = (read: ReturnType<typeof smile.readNotification>, text: string, what: string): void => {
    if (read === null || read === 'refused') return
    named++
    expect(v.is(word, read.reference), what).toBe(true)
    expect(text, what).toContain(JSON.stringify(read.reference).slice(1, -1))
  }
  for (const { what, bytes, text } of bodies(session, COUNT / 8)) {
    const header = webhooks.generateTestHeaderString({ payload: text, secret: SECRET })
    check(stripe.readNotification(bytes, { 'stripe-signature': header }), text, what)
  }
  for (const { what, bytes, text } of bodies(callback, COUNT / 8))
    check(smile.readNotification(bytes, {}), text, what)
  expect(named).toBeGreaterThan(0)
})

test('a malformed pawaPay signature is refused when callbacks are signed', () => {
  const signed = createPawapayCallbacks(publicKey.export({ type: 'spki', format: 'pem' }).toString())
  const body = Buffer.from(JSON.stringify({ payoutId: ID }))
  const parts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom(
      'sig-pp=("@method");alg="ecdsa-p256-sha256";created=1',
      'sig-pp=()',
      'sig-pp=("@method" "@method" "content-digest");created=9999999999999999999',
      `sig-pp=:${'A'.repeat(88)}:`,
      'sha-512=:AAAA:',
    ),
  )
  const headers = fc.record({ 'signature-input': parts, signature: parts, 'content-digest': parts })
  for (const sent of fc.sample(headers, { numRuns: Math.ceil(COUNT / 16), seed: SEED }))
    expect(signed.read(request(body, sent)), JSON.stringify(sent)).toBe(REFUSED_CALLBACK)
})

const LINES = fc.oneof(
  fc.constantFrom(
    '220 hello',
    '250 OK',
    '250-A\r\n250 B',
    '354 go on',
    '550 5.1.1 no such user',
    '421 later',
    '999 what',
  ),
  fc.constantFrom(
    '',
    '2',
    '250',
    '-1 x',
    '250 \u0000',
    'x'.repeat(20_000),
    '334 AAAA',
    '535 no',
    '250-without end',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

test('an email is sent, refused or has an unknown outcome, whatever the mail server answers', async () => {
  const scripts = fc.sample(fc.array(LINES, { minLength: 1, maxLength: 8 }), {
    numRuns: Math.ceil(COUNT / 30),
    seed: SEED,
  })
  let script: string[] = []
  const server = createServer((socket) => {
    const lines = [...script]
    const say = (): void => {
      const line = lines.shift()
      if (line === undefined) socket.end()
      else socket.write(`${line}\r\n`)
    }
    socket.on('error', () => socket.destroy())
    socket.on('data', say)
    say()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const smtp = createSmtp({
    url: `smtp://127.0.0.1:${port}`,
    from: 'help@sesa.example',
    timeout: 300,
    plain: true,
  })
  const mail = { id: 'm-1', to: 'ama@example.com', subject: 'Hello', text: 'Hello' }
  for (script of scripts) {
    const { outcome } = await smtp.send(mail)
    expect(['sent', 'refused', 'unknown'], script.join('|')).toContain(outcome)
    // No email counts as sent unless the server accepted it.
    if (outcome === 'sent') expect(script.filter((line) => /^250/.test(line)).length).toBeGreaterThan(2)
    expect(typeof (await smtp.checkServer())).toBe('boolean')
  }
  await new Promise((resolve) => server.close(resolve))
})
