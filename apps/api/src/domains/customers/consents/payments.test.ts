import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../security/testing/client.ts'
import { startProduct, type ProductWorld } from '../../../security/testing/product.ts'
import {
  newDetails,
  pay,
  profileOf,
  Tour,
  transferBody,
  type Opened,
} from '../../../security/testing/tour.ts'

let world: ProductWorld
let tour: Tour
beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
})
afterAll(() => world.close())

async function customer(accepted: Readonly<Record<string, string>>): Promise<Client> {
  const details = newDetails()
  const client = await tour.signIn(details.phone)
  await tour.call(client, 'createUser', { body: { phoneNumber: details.phone, country: 'LR' } })
  await tour.call(client, 'putProfile', { body: { ...profileOf(details), accepted } })
  return client
}

const ask = (client: Client, body: object, key: string = randomUUID()) =>
  client.request('POST', '/create-payment-intent', { body, headers: { 'idempotency-key': key } })

const dueIn = (body: Record<string, unknown>) =>
  (body['error'] as { details: { due: { document: string; version: string; changes: string | null }[] } })
    .details.due

const agreeTo = (client: Client, due: readonly { document: string; version: string }[]) =>
  client.send('PUT', '/user/consents', {
    agreements: due.map(({ document, version }) => ({ document, version, given: true })),
    screen: 'agreements',
  })

const CURRENT = profileOf({ name: '', email: '' }).accepted

it.each([
  ['nothing', {}, ['terms', 'privacy'], null],
  ['the Terms alone', { terms: CURRENT['terms'] ?? '' }, ['privacy'], null],
  [
    'an earlier version',
    { terms: CURRENT['terms'] ?? '', privacy: '2026-11-24' },
    ['privacy'],
    expect.stringContaining('Smile ID') as string,
  ],
])('no payment opens for a customer who agreed to %s', async (_what, accepted, documents, changes) => {
  const client = await customer(accepted)
  const key = randomUUID()
  const body = await transferBody(tour, client)
  for (const way of [{}, { savePaymentMethod: true }, { confirmedName: true }]) {
    const refused = await ask(client, { ...body, ...way }, Object.keys(way).length === 0 ? key : randomUUID())
    expect([refused.status, refused.code]).toEqual([409, 'agreements_due'])
    expect(dueIn(refused.body)).toEqual(
      documents.map((document) => ({ document, version: CURRENT[document], changes })),
    )
  }
  const { body: me } = await client.send('GET', '/auth/boot')
  const { rows } =
    await sql`select 1 from transfers where user_id = ${(me['user'] as { uid: string }).uid}`.execute(
      world.database.owner,
    )
  expect(rows).toEqual([])
  // The same request succeeds once they have agreed, without retyping.
  const { body: listed } = await client.send('GET', '/user/consents')
  expect((await agreeTo(client, listed['due'] as { document: string; version: string }[])).status).toBe(200)
  expect((await ask(client, body, key)).status).toBe(200)
})

it('a version that takes effect while a payment is open stops the next payment, not this one', async () => {
  const client = await customer(CURRENT)
  const [body, key] = [await transferBody(tour, client), randomUUID()]
  const opened = await ask(client, body, key)
  expect(opened.status).toBe(200)
  await world.database.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update consents set version = '2026-11-24' where document = 'privacy'`.execute(tx)
  })
  const next = await ask(client, body)
  expect([next.status, next.code, dueIn(next.body).map(({ document }) => document)]).toEqual([
    409,
    'agreements_due',
    ['privacy'],
  ])
  expect((await ask(client, body, key)).body).toMatchObject({ id: opened.body['id'] })
  await pay(tour, opened.body as unknown as Opened)
  const sent = await client.send('POST', '/send-money', { id: opened.body['id'] })
  expect(sent.status).toBe(200)
})
