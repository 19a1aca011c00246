import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Client } from './testing/client.ts'
import { addressOf, changes } from './testing/operations.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'
import { personalRows } from './testing/rows.ts'
import { newDetails, Tour } from './testing/tour.ts'

let world: ProductWorld
let tour: Tour
let client: Client
beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
  client = await tour.signUp(newDetails())
  // The worker screens a new customer, which changes a row that the tests compare.
  await vi.waitFor(
    async () => {
      const waiting = world.database.owner.selectFrom('screening_subjects').where('state', '=', 'unscreened')
      expect(await waiting.select('id').execute()).toEqual([])
    },
    { timeout: 60_000, interval: 100 },
  )
}, 120_000)
afterAll(() => world.close())

const HOSTILE: Readonly<Record<string, { headers: Record<string, string | undefined>; raw?: string }>> = {
  'a foreign origin': { headers: { origin: 'https://evil.example' } },
  'an origin of our name on another port': { headers: { origin: 'http://127.0.0.1:1' } },
  'an opaque origin': { headers: { origin: 'null' } },
  'another site’s page': { headers: { 'sec-fetch-site': 'cross-site' } },
  'a session cookie without an origin': { headers: { 'sec-fetch-site': undefined } },
}

/** Bodies that another site's page can send without a preflight request. */
const SIMPLE: Readonly<Record<string, { headers: Record<string, string>; raw: string }>> = {
  'plain text': { headers: { 'content-type': 'text/plain' }, raw: '{}' },
  'a form': { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: 'a=1' },
  'a form with files': {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    raw: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
  },
  'no type': { headers: { 'content-type': '' }, raw: '{}' },
}
/**
 * These accept a form as well: they need no session, and accept it from no other site's page. Mail programs post the last
 * one without an origin (RFC 8058); it needs the secret of an email.
 */
const WITH_FORMS: Readonly<Record<string, readonly string[]>> = {
  sendContact: ['a form'],
  expressInterest: ['a form'],
  endRateAlertByLink: ['a form', 'a form with files'],
}

it('no call that can change something accepts a request from another site, whatever the request contains', async () => {
  const changing = tour.operations.filter(changes)
  const before = await personalRows(world.database.owner)
  const values = { id: crypto.randomUUID(), payment_id: 'pi_none' }
  let refused = 0
  for (const operation of changing) {
    const address = addressOf(operation, values)
    for (const [what, sent] of Object.entries(HOSTILE)) {
      const { status, code } = await client.request(operation.method, address, sent)
      expect([status, code], `${operation.id} with ${what}`).toEqual([403, 'origin_refused'])
      refused++
    }
    for (const [what, sent] of Object.entries(SIMPLE)) {
      if (WITH_FORMS[operation.id]?.includes(what)) continue
      const { status, code } = await client.request(operation.method, address, sent)
      expect([status, code], `${operation.id} with ${what}`).toEqual([415, 'unsupported_media_type'])
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
