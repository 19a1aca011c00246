import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Client, type Answer } from './testing/client.ts'
import { addressOf, changes, type Operation } from './testing/operations.ts'
import { startProduct, WEBHOOK_SECRET, type ProductWorld } from './testing/product.ts'
import { personalRows } from './testing/rows.ts'
import { newDetails, openTransfer, Tour, type Opened } from './testing/tour.ts'

let world: ProductWorld
let tour: Tour
let client: Client
let opened: Opened
beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
  client = await tour.signUp(newDetails())
  // The worker screens new customers each minute, which changes a row that the tests compare.
  await world.runCron('screening')
  const waiting = world.database.owner.selectFrom('screening_subjects').where('state', '=', 'unscreened')
  expect(await waiting.select('id').execute()).toEqual([])
})
afterAll(() => world.close())

interface Hostile {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly raw?: string
}

const HOSTILE: Readonly<Record<string, Hostile>> = {
  'a foreign origin': { headers: { origin: 'https://evil.example' } },
  'an origin of our name on another port': { headers: { origin: 'http://127.0.0.1:1' } },
  'an opaque origin': { headers: { origin: 'null' } },
  'another site’s page': { headers: { 'sec-fetch-site': 'cross-site' } },
  'a session cookie without an origin': { headers: { 'sec-fetch-site': undefined } },
}

/** Bodies that another site's page can send without a preflight request. */
const SIMPLE: Readonly<Record<string, Hostile>> = {
  'plain text': { headers: { 'content-type': 'text/plain' }, raw: '{}' },
  'a form': { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: 'a=1' },
  'a form with files': {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    raw: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
  },
  'no type': { headers: { 'content-type': '' }, raw: '{}' },
}
/**
 * These also accept a form: they need no session, and refuse forms from other sites' pages. Mail programs post the last
 * one without an origin (RFC 8058); it needs the secret of an email.
 */
const WITH_FORMS: Readonly<Record<string, readonly string[]>> = {
  sendContact: ['a form'],
  expressInterest: ['a form'],
  endRateAlertByLink: ['a form', 'a form with files'],
}

/** Sends a request as the signed-in browser does, except for these headers, straight to the server's handler. */
async function knock(operation: Operation, url: string, { headers, raw }: Hostile) {
  const own = {
    'sec-fetch-site': 'same-origin',
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    authorization: `Bearer ${client.bearer ?? ''}`,
    ...headers,
  }
  const given = Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const answer = await world.app.inject({
    method: operation.method,
    url,
    headers: Object.fromEntries(given),
    ...(raw !== undefined && { payload: raw }),
  })
  const { error } = answer.json<{ error?: { code: string } }>()
  return [answer.statusCode, error?.code]
}

it('no call that can change something accepts a request from another site, whatever the request contains', async () => {
  const changing = tour.operations.filter(changes)
  const before = await personalRows(world.database.owner)
  const values = { id: crypto.randomUUID(), payment_id: 'pi_none' }
  let refused = 0
  for (const operation of changing) {
    const address = addressOf(operation, values)
    for (const [what, sent] of Object.entries(HOSTILE)) {
      expect(await knock(operation, address, sent), `${operation.id} with ${what}`).toEqual([
        403,
        'origin_refused',
      ])
      refused++
    }
    for (const [what, sent] of Object.entries(SIMPLE)) {
      if (WITH_FORMS[operation.id]?.includes(what)) continue
      expect(await knock(operation, address, sent), `${operation.id} with ${what}`).toEqual([
        415,
        'unsupported_media_type',
      ])
      refused++
    }
  }
  console.log(`${refused} requests of ${changing.length} operations refused`)
  expect(changing.length).toBeGreaterThan(30)
  expect(await personalRows(world.database.owner)).toEqual(before)
})

it('no call answers another site’s script', async () => {
  for (const operation of tour.operations) {
    const { headers } = await client.request('OPTIONS', addressOf(operation, {}), {
      headers: { origin: 'https://evil.example', 'access-control-request-method': operation.method },
    })
    const allowed = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
    expect(allowed, operation.id).toEqual([])
  }
})

it('reading changes nothing: no GET changes stored personal data', async () => {
  const before = await personalRows(world.database.owner)
  // An export is recorded, which is its purpose; starting a Google sign-in stores its secrets.
  const recorded = ['exportData', 'startGoogle', 'endGoogle']
  const reads = tour.operations.filter((operation) => !changes(operation) && !recorded.includes(operation.id))
  for (const operation of reads) {
    await client.request(
      'GET',
      addressOf(operation, { payment_id: 'pi_none', from: 'USD', to: 'LRD', amount: '5' }),
    )
  }
  expect(await personalRows(world.database.owner)).toEqual(before)
  expect(reads.length).toBeGreaterThan(15)
})

const stripe = new Stripe('sk_test_x')
const OTHER_SECRET = 'whsec_of_another_endpoint'
const now = (): number => Math.floor(Date.now() / 1000)

const payloadOf = (id: string): string =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1,
    livemode: false,
    pending_webhooks: 0,
    request: null,
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: opened.id } },
  })

const sign = (payload: string, { secret = WEBHOOK_SECRET, timestamp = now() } = {}): string =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })

const v1 = (header: string): string => /v1=([0-9a-f]+)/.exec(header)?.[1] ?? ''

function post(raw: string, signature: string | undefined): Promise<Answer> {
  const headers = { 'stripe-signature': signature, 'sec-fetch-site': undefined }
  return new Client(world.base).request('POST', '/webhooks/stripe', { raw, headers })
}

/** Returns the possible effects of a notification: it is stored, and a step becomes due. */
async function effects(): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from provider_events) as events,
    (select jsonb_agg(to_jsonb(t) order by id) from transfers t) as transfers`.execute(world.database.owner)
  return rows
}

describe('a card notification', () => {
  beforeAll(async () => {
    opened = await openTransfer(tour, client)
  })

  it('that is not genuine, recent and for us has no effect', async () => {
    const payload = payloadOf('evt_forged')
    const good = sign(payload)
    const flipped = payload.replace('evt_forged', 'evt_forgee')
    // The transfer's own steps would look like effects.
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from transfers where lease_until is not null`.execute(
        world.database.owner,
      )
      expect(rows).toEqual([])
    }, PATIENCE)
    const before = await effects()
    const bad: Record<string, Answer> = {
      'no signature': await post(payload, undefined),
      'an empty signature': await post(payload, ''),
      'a time and no signature': await post(payload, `t=${now()}`),
      'another endpoint’s secret': await post(payload, sign(payload, { secret: OTHER_SECRET })),
      'one byte changed in the body': await post(flipped, good),
      'one digit changed in the signature': await post(
        payload,
        good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
      'its time changed': await post(payload, good.replace(/t=\d+/, `t=${now() - 5}`)),
      'a body parsed and written again': await post(JSON.stringify(JSON.parse(payload), null, 1), good),
      '301 seconds of age': await post(payload, sign(payload, { timestamp: now() - 301 })),
      // Our check of the time and the SDK's would each read a different timestamp.
      'two times, the later one signed': await post(
        payload,
        `t=${now()},${sign(payload, { timestamp: now() + 99_999 })}`,
      ),
      'two times, both the signed one': await post(payload, `t=${/t=(\d+)/.exec(good)?.[1] ?? ''},${good}`),
      '310 seconds to come': await post(payload, sign(payload, { timestamp: now() + 310 })),
      'a signature of an older scheme': await post(payload, good.replace('v1=', 'v0=')),
    }
    for (const [what, { status, code }] of Object.entries(bad))
      expect([status, code], what).toEqual([401, 'unauthenticated'])
    expect(await effects()).toEqual(before)
    console.log(`${Object.keys(bad).length} notifications without effect`)
  })

  it('with two signatures of which one is right is accepted', async () => {
    const payload = payloadOf('evt_rolled')
    const wrong = v1(sign(payload, { secret: OTHER_SECRET }))
    const [time, right] = sign(payload).split(',')
    expect((await post(payload, `${time},v1=${wrong},${right}`)).status).toBe(200)
    expect((await post(payloadOf('evt_rolled_2'), `${time},v1=${wrong}`)).status).toBe(401)
  })

  it('that is repeated within its five minutes is answered and stored once', async () => {
    const payload = payloadOf('evt_replayed')
    const signature = sign(payload)
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(payload, signature)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { rows } = await sql<{ count: string }>`select count(*) from provider_events
      where event_id = 'evt_replayed'`.execute(world.database.owner)
    expect(Number(rows[0]?.count)).toBe(1)
  })
})
