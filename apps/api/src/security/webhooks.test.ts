import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Client, type Answer } from './testing/client.ts'
import { startProduct, WEBHOOK_SECRET, type ProductWorld } from './testing/product.ts'
import { newDetails, openTransfer, Tour, type Opened } from './testing/tour.ts'

let world: ProductWorld
let opened: Opened
beforeAll(async () => {
  world = await startProduct()
  const tour = await Tour.start(world)
  opened = await openTransfer(tour, await tour.signUp(newDetails()))
}, 120_000)
afterAll(() => world.close())

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

/** Possible effects of a notification: it is stored, and a step becomes due. */
async function effects(): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from provider_events) as events,
    (select jsonb_agg(to_jsonb(t) order by id) from transfers t) as transfers`.execute(world.database.owner)
  return rows
}

describe('a card notification', () => {
  it('that is not genuine, recent and for us has no effect', async () => {
    const payload = payloadOf('evt_forged')
    const good = sign(payload)
    const flipped = payload.replace('evt_forged', 'evt_forgee')
    // The transfer's own steps would look like effects.
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select 1 from transfers where lease_until is not null`.execute(
          world.database.owner,
        )
        expect(rows).toEqual([])
      },
      { timeout: 30_000 },
    )
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
      expect([status, code], what).toEqual([400, 'invalid_field'])
    expect(await effects()).toEqual(before)
    console.log(`${Object.keys(bad).length} notifications without effect`)
  })

  it('with two signatures of which one is right is accepted', async () => {
    const payload = payloadOf('evt_rolled')
    const wrong = v1(sign(payload, { secret: OTHER_SECRET }))
    const [time, right] = sign(payload).split(',')
    expect((await post(payload, `${time},v1=${wrong},${right}`)).status).toBe(200)
    expect((await post(payloadOf('evt_rolled_2'), `${time},v1=${wrong}`)).status).toBe(400)
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
