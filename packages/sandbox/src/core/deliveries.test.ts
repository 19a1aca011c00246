import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openWorld } from './open-world.ts'
import { listenForWebhooks } from '../testing/sandbox.ts'
import { makeSigningKey } from '../pawapay/signatures.ts'

const WAIT = { timeout: 60_000, interval: 20 }
const DAY_MS = 86_400_000
let product: Awaited<ReturnType<typeof listenForWebhooks>>
let world: ReturnType<typeof openWorld>
let skipped = 0

beforeEach(async () => {
  skipped = 0
  product = await listenForWebhooks()
  const options = {
    publicUrl: '',
    webhookBase: product.url,
    stripeWebhookSecret: 'whsec_test',
    pawapay: { signingKey: makeSigningKey(), form: 'der' },
  } as const
  world = openWorld(':memory:', options, () => Date.now() + skipped)
  world.start()
})
afterEach(async () => {
  await world.close()
  await product.close()
})

const send = (body: string, target: 'stripe' | 'pawapay' = 'stripe') =>
  world.deliver(target, { path: `/webhooks/${target}`, headers: { 'content-type': 'text/plain' }, body })
const bodies = () => product.received.map(({ body }) => body)
const arrived = (...expected: string[]) => vi.waitFor(() => expect(bodies()).toEqual(expected), WAIT)
/** Counts unfinished deliveries: all, or those without an attempt in progress. */
const pending = ({ started = true } = {}) =>
  world.db.prepare('select count(*) as n from due where started <= ?').get(Number(started))?.['n']

describe('webhook deliveries', () => {
  it('signs each attempt afresh so that the SDK accepts it', async () => {
    product.answers.push(500)
    const body = JSON.stringify({ id: 'evt_1', object: 'event' })
    world.deliver('stripe', { path: '/webhooks/stripe', headers: {}, body, sign: 'stripe' })
    await arrived(body)
    skipped += 3_600_000
    await arrived(body, body)
    const signatures = product.received.map(({ headers }) => String(headers['stripe-signature']))
    const taken = (signature = '', atMs = 0) =>
      Stripe.webhooks.constructEvent(body, signature, 'whsec_test', 300, undefined, atMs)
    expect(taken(signatures[0], Date.now())).toMatchObject({ id: 'evt_1' })
    expect(() => taken(signatures[0], Date.now() + skipped)).toThrow()
    expect(taken(signatures[1], Date.now() + skipped)).toMatchObject({ id: 'evt_1' })
  })

  it('repeats a delivery until the product accepts it, then stops', async () => {
    product.answers.push(500, 404, 302)
    send('hello')
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await arrived(...Array.from({ length: attempt }, () => 'hello'))
      skipped += 60_000
    }
    await vi.waitFor(() => expect(pending()).toBe(0), WAIT)
  })

  it.each([
    ['pawapay', 20 * 60_000],
    ['stripe', 4 * DAY_MS],
  ] as const)('gives up a delivery of %s in the end', async (target, after) => {
    product.answers.push(...Array.from({ length: 5 }, () => 503))
    send('hello', target)
    await arrived('hello')
    await vi.waitFor(() => expect(pending({ started: false })).toBe(1), WAIT)
    skipped += after
    await arrived('hello', 'hello')
    await vi.waitFor(() => expect(pending()).toBe(0), WAIT)
  })

  it('delivers a scheduled webhook at its time', async () => {
    world.deliver('stripe', { path: '/', headers: {}, body: 'later' }, world.now() + DAY_MS)
    send('now')
    await arrived('now')
    skipped += DAY_MS
    await arrived('now', 'later')
  })
})

describe('webhook faults', () => {
  it('drops a webhook', async () => {
    world.faults.set('webhook', 'drop', 1)
    send('first')
    await vi.waitFor(() => expect(pending()).toBe(0), WAIT)
    send('second')
    await arrived('second')
  })

  it('delivers a webhook twice', async () => {
    world.faults.set('webhook', 'duplicate', 1)
    send('first')
    await arrived('first', 'first')
    await vi.waitFor(() => expect(pending()).toBe(0), WAIT)
  })

  it.each(['reorder', 'slow'] as const)('%s: a later webhook overtakes', async (mode) => {
    world.faults.set('webhook', mode, 1, DAY_MS)
    send('first')
    await vi.waitFor(() => expect(world.faults.list()).toEqual([]), WAIT)
    send('second')
    await arrived('second')
    skipped += DAY_MS
    await arrived('second', 'first')
  })

  it.each(['error_500', 'time_out_before'] as const)(
    '%s: loses one attempt and delivers the next',
    async (mode) => {
      world.faults.set('webhook', mode, 1)
      send('first')
      await vi.waitFor(() => expect(world.faults.list()).toEqual([]), WAIT)
      expect(bodies()).toEqual([])
      skipped += 60_000
      await arrived('first')
    },
  )

  it('time_out_after: delivers the webhook, then delivers it again', async () => {
    world.faults.set('webhook', 'time_out_after', 1)
    send('first')
    await arrived('first')
    skipped += 60_000
    await arrived('first', 'first')
  })

  it('applies the faults of a provider only to that provider', async () => {
    world.faults.set('card', 'drop', 1)
    send('carrier', 'pawapay')
    await arrived('carrier')
    send('card', 'stripe')
    await vi.waitFor(() => expect(pending()).toBe(0), WAIT)
    expect(bodies()).toEqual(['carrier'])
  })
})
