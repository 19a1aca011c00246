import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import type { Client } from '../../../security/testing/client.ts'
import { startProduct, type ProductWorld } from '../../../security/testing/product.ts'
import { Tour } from '../../../security/testing/tour.ts'
import {
  seeCheck,
  showDocument,
  waitForCheck,
  type SeenCheck,
  type ShownDocument,
} from '../../../testing/identity-check.ts'
import { setFault } from '../../../testing/sandbox-faults.ts'

let world: ProductWorld
let tour: Tour
beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
})
afterAll(() => world.close())

interface Customer {
  readonly client: Client
  readonly document: ShownDocument
}

/** Signs up a customer whose document matches their profile. */
async function newCustomer(country: 'LR' | 'US', name = 'Musu Kollie'): Promise<Customer> {
  const phone =
    country === 'LR' ? `+23177${randomInt(1_000_000, 9_999_999)}` : `+1213555${randomInt(1_000, 9_999)}`
  const client = await tour.signIn(phone)
  await client.send('POST', '/user/create', { phoneNumber: phone, country })
  const email = `${phone.slice(1)}@example.com`
  const saved = await client.send('PUT', '/user/profile', { name, email, dob: '1990-04-02' })
  expect(saved.status).toBe(200)
  const [firstName = '', lastName = ''] = name.split(' ')
  const number = `PP${randomInt(1_000_000, 9_999_999)}`
  return { client, document: { firstName, lastName, dob: '1990-04-02', number, expires: '2034-12-31' } }
}

const start = (client: Client) => client.send('POST', '/user/identity-check')

/** Starts a check, shows the document and chooses the outcome. */
async function submit({ client, document }: Customer, outcome: string, change: Partial<ShownDocument> = {}) {
  const { status, body } = await start(client)
  expect(status).toBe(200)
  const place = { url: String(body['url']), sandboxUrl: world.sandboxUrl }
  expect(await showDocument(place, { ...document, ...change }, outcome)).toBe(303)
}

const dayLimit = async (client: Client) => {
  const { body } = await client.send('GET', '/user/limits')
  return (body['limits'] as { day: { limit: number } }).day.limit
}

const SUCCESS = { US: 'verified', LR: '0810' } as const

describe.concurrent.each(['US', 'LR'] as const)('a customer in %s', (country) => {
  it('verifies their identity, and may send more', async () => {
    const customer = await newCustomer(country)
    const { client } = customer
    expect(await seeCheck(client)).toMatchObject({
      ...{ state: 'not_started', canStart: true, tier: 1, raises: { per24Hours: 500_000 } },
    })
    const before = await dayLimit(client)
    await submit(customer, SUCCESS[country])
    const check = await waitForCheck(client, 'verified')
    expect(check).toMatchObject({ tier: 2, validUntil: '2034-12-31', canStart: false, raises: null })
    expect(await dayLimit(client)).toBeGreaterThan(before)
    expect((await start(client)).code).toBe('identity_check_not_open')
    const { body } = await client.send('GET', '/user/notices')
    expect(JSON.stringify(body)).toContain('We confirmed your identity. You can now send up to USD 5,000.00')
  })

  it('tries again after a failure, and a link works once', async () => {
    const customer = await newCustomer(country)
    const { client, document } = customer
    const { body } = await start(client)
    const place = { url: String(body['url']), sandboxUrl: world.sandboxUrl }
    const outcome = country === 'US' ? 'document_unverified_other' : '0001'
    expect(await showDocument(place, document, outcome)).toBe(303)
    expect(await waitForCheck(client, 'failed_retryable')).toMatchObject({ canStart: true, tier: 1 })
    await submit(customer, SUCCESS[country])
    await waitForCheck(client, 'verified')
    expect(await showDocument(place, document, SUCCESS[country])).toBe(410)
  })

  it('continues from another device', async () => {
    const customer = await newCustomer(country)
    await start(customer.client)
    expect(await waitForCheck(customer.client, 'waiting_for_user')).toMatchObject({ canStart: true })
    await submit(customer, SUCCESS[country])
    await waitForCheck(customer.client, 'verified')
  })

  it('confirms the name on the document before it counts', async () => {
    const customer = await newCustomer(country)
    const { client } = customer
    await submit(customer, SUCCESS[country], { lastName: 'Kollie-Weah' })
    const check = await vi.waitFor(async () => {
      const seen = await seeCheck(client)
      expect(seen.reason).toBe('name_mismatch')
      return seen
    }, 60_000)
    expect(check).toMatchObject({ state: 'waiting_for_user', nameToConfirm: 'Musu Kollie-Weah', tier: 1 })
    const confirmed = await client.send('POST', '/user/identity-check/name')
    expect(confirmed.body['check']).toMatchObject({ state: 'verified', tier: 2 })
    const { body } = await client.send('GET', '/user/auth')
    expect(body['user']).toMatchObject({ name: 'Musu Kollie-Weah' })
    expect((await client.send('POST', '/user/identity-check/name')).code).toBe('identity_check_not_open')
  })
})

it.concurrent.each<
  [country: 'US' | 'LR', outcome: string, change: Partial<ShownDocument>, ends: Partial<SeenCheck>]
>([
  ['US', 'document_expired', {}, { state: 'failed_retryable', reason: 'document_expired' }],
  ['LR', '0810', { expires: '2020-01-01' }, { state: 'failed_retryable', reason: 'document_expired' }],
  ['US', 'consent_declined', {}, { state: 'failed_retryable', reason: 'consent_declined' }],
  ['US', 'abandoned', {}, { state: 'failed_retryable', reason: 'not_finished' }],
  ['US', 'under_supported_age', {}, { state: 'failed_final', reason: 'under_age', canStart: false }],
  ['LR', '0810', { dob: '2012-01-01' }, { state: 'failed_final', reason: 'under_age' }],
  ['LR', '0810', { dob: '1980-01-01' }, { state: 'needs_review', reason: 'birth_date_mismatch' }],
  ['LR', '1015', {}, { state: 'failed_retryable', reason: 'authority_away' }],
  ['US', 'not_a_known_code', {}, { state: 'needs_review', reason: 'unknown', canStart: false }],
  ['LR', '9999', {}, { state: 'needs_review', reason: 'unknown' }],
])('in %s, %s with %j ends as it should', async (country, outcome, change, ends) => {
  const customer = await newCustomer(country)
  await submit(customer, outcome, change)
  const check = await waitForCheck(customer.client, ends.state ?? '')
  expect(check).toMatchObject({ ...ends, tier: 1 })
  expect(check.message).not.toBeNull()
})

it('a provisional success waits for the final result', async () => {
  const customer = await newCustomer('LR')
  await submit(customer, 'provisional')
  expect((await waitForCheck(customer.client, 'processing')).tier).toBe(1)
  expect((await waitForCheck(customer.client, 'verified')).tier).toBe(2)
})

it('repeated or late notifications change nothing', async () => {
  const customer = await newCustomer('US')
  await setFault(world.sandboxUrl, { target: 'webhook', mode: 'duplicate', count: 1 })
  await setFault(world.sandboxUrl, { target: 'webhook', mode: 'reorder', count: 1 })
  await submit(customer, 'verified')
  await waitForCheck(customer.client, 'verified')
  const { body } = await customer.client.send('GET', '/user/notices')
  expect(JSON.stringify(body).match(/Identity confirmed/g)).toHaveLength(1)
})

it('a person with two accounts gets the tier on one, and the second account gets a review', async () => {
  const first = await newCustomer('LR')
  const second = { ...(await newCustomer('US')), document: first.document }
  await submit(first, '0810')
  await waitForCheck(first.client, 'verified')
  await submit(second, 'verified', { number: first.document.number.toLowerCase() })
  const check = await waitForCheck(second.client, 'needs_review')
  expect(check).toMatchObject({ reason: 'duplicate_person', tier: 1 })
  expect(check.message).not.toMatch(/account|person/)
})

it('an unavailable provider is reported as such, and nothing is lost', async () => {
  const { client, document } = await newCustomer('LR')
  await setFault(world.sandboxUrl, { target: 'identity', mode: 'error_500', count: 1 })
  const refused = await start(client)
  expect([refused.status, refused.code]).toEqual([503, 'identity_check_unavailable'])
  expect(await seeCheck(client)).toMatchObject({ state: 'not_started', canStart: true })
  await submit({ client, document }, '0810')
  await waitForCheck(client, 'verified')
})

it('a new name ends a check, and another spelling of the same one does not', async () => {
  const customer = await newCustomer('LR')
  const { client } = customer
  await submit(customer, '0810')
  await waitForCheck(client, 'verified')
  const change = async (name: string) => {
    const { body } = await client.send('GET', '/user/auth')
    const { email, dob } = body['user'] as { email: string; dob: string }
    expect((await client.send('PUT', '/user/profile', { name, email, dob })).status).toBe(200)
    return seeCheck(client)
  }
  expect(await change('Kollie Musu')).toMatchObject({ state: 'verified', tier: 2 })
  expect(await change('Musu Weah')).toMatchObject({ state: 'expired', reason: 'details_changed', tier: 1 })
})

it('a closed account leaves no check behind, and its export includes it', async () => {
  const customer = await newCustomer('US')
  const { client, document } = customer
  await submit(customer, 'verified')
  await waitForCheck(client, 'verified')
  const { text } = await client.send('GET', '/user/export')
  expect(text).toContain('"identityChecks"')
  expect(text).not.toContain(document.number)
  const { rows } = await sql<{ user_id: string }>`
    select user_id from identity_checks order by created_at desc limit 1`.execute(world.database.owner)
  expect((await client.send('DELETE', '/user')).status).toBe(200)
  const left = await sql`select 1 from identity_checks where user_id = ${rows[0]?.user_id}
    union all select 1 from customer_tiers where user_id = ${rows[0]?.user_id}`.execute(world.database.owner)
  expect(left.rows).toEqual([])
})

it.each([
  ['stripe-identity', { 'stripe-signature': 't=1,v1=00' }],
  ['smile-id', {}],
])('a forged notification of %s is refused', async (provider, headers) => {
  const raw = JSON.stringify({
    timestamp: new Date().toISOString(),
    signature: 'AAAA',
    PartnerParams: { job_id: '00000000-0000-4000-8000-000000000000' },
  })
  const answer = await world.client().request('POST', `/webhooks/${provider}`, { raw, headers })
  expect([answer.status, answer.code]).toEqual([401, 'unauthenticated'])
})
