import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutRequestId, type Answer, type Client } from './testing/client.ts'
import { idPlaces, NOT_OBJECTS, type IdPlace } from './testing/ids.ts'
import {
  addRecipient,
  askSupport,
  savedCard,
  sendMoney,
  setRateAlert,
  setReminder,
} from './testing/itinerary.ts'
import { addressOf, type Operation } from './testing/operations.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'
import { personalRows } from './testing/rows.ts'
import { addPasskey, newDetails, Tour, transferBody, type Input } from './testing/tour.ts'

let world: ProductWorld
let tour: Tour
let owner: { client: Client; userId: string; details: ReturnType<typeof newDetails> }
/** Another person who may send money, one without a profile, and a visitor. */
let others: Record<'another sender' | 'a newcomer' | 'nobody', Client>
/** The owner's resources, by the place where a request can name them. */
let objects: Record<string, string>

async function objectsOf(client: Client, userId: string): Promise<Record<string, string>> {
  const { id: payment } = await sendMoney(tour, client)
  const enquiry = await askSupport(tour, client, payment)
  const passkey = await addPasskey(tour, client)
  const recipient = await addRecipient(tour, client)
  const reminder = await setReminder(tour, client)
  const alert = await setRateAlert(tour, client)
  await tour.signInByEmail(owner.details)
  const { sessions } = await tour.call(client, 'sessions')
  const session = (sessions as { id: string; current: boolean }[]).find(({ current }) => !current)
  const one = (table: 'transfers' | 'security_events' | 'user_notices', which: 'asc' | 'desc') =>
    world.database.owner
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id', which)
      .executeTakeFirstOrThrow()
  const transfer = String((await one('transfers', 'asc')).id)
  return {
    'endSession.id': session?.id ?? '',
    'removePasskey.id': passkey.id,
    'removeCard.id': await savedCard(tour, client),
    'getTransfer.payment_id': payment,
    'getReceipt.payment_id': payment,
    'cancelTransfer.payment_id': payment,
    'setRefundNumber.payment_id': payment,
    'createTrackingLink.payment_id': payment,
    'endTrackingLinks.payment_id': payment,
    'sendMoney.id': payment,
    'pay.id': payment,
    'stopPayment.id': payment,
    'complete.id': payment,
    'openEnquiry.payment_id': payment,
    'getEnquiry.id': enquiry,
    'addEnquiryMessage.id': enquiry,
    'listTransfers.cursor': transfer,
    'listRecipients.cursor': transfer,
    'updateRecipient.id': recipient,
    'removeRecipient.id': recipient,
    'getReminder.id': reminder.id,
    'createReminder.recipientId': reminder.recipientId,
    'updateReminder.id': reminder.id,
    'updateReminder.recipientId': reminder.recipientId,
    'pauseReminder.id': reminder.id,
    'resumeReminder.id': reminder.id,
    'endReminder.id': reminder.id,
    'deleteRateAlert.id': alert,
    'listNotices.cursor': String((await one('user_notices', 'desc')).id),
    'readNotices.upToId': String((await one('user_notices', 'desc')).id),
    'listActivity.cursor': String((await one('security_events', 'desc')).id),
  }
}

beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
  const details = newDetails()
  const client = await tour.signUp(details)
  const { user } = await tour.call(client, 'refreshToken')
  owner = { client, details, userId: (user as { uid: string }).uid }
  objects = await objectsOf(client, owner.userId)
  others = {
    'another sender': await tour.signUp(newDetails('Other Person')),
    'a newcomer': await tour.signIn(newDetails().phone),
    nobody: tour.client(),
  }
})
afterAll(() => world.close())

/** Returns an id of the same form that does not exist. */
function madeUp({ name, key }: IdPlace): string {
  if (key === 'listActivity.cursor') return '0'
  if (name === 'cursor') return 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  return /payment_id/.test(name) || /^(sendMoney|complete|pay|stopPayment)\.id/.test(key)
    ? `pi_${randomUUID().replaceAll('-', '')}`
    : randomUUID()
}

/** Input that a call requires in addition to the id. */
const BESIDES: Readonly<Record<string, () => object>> = {
  setRefundNumber: () => ({ network: 'orange', phone: owner.details.phone }),
  openEnquiry: () => ({ id: randomUUID(), topic: 'card', message: 'Whose is it?' }),
  addEnquiryMessage: () => ({ messageId: randomUUID(), message: 'Whose is it?' }),
  updateRecipient: () => tour.takenBody('updateRecipient'),
  createReminder: () => tour.takenBody('createReminder'),
  updateReminder: () => tour.takenBody('updateReminder'),
}

function inputFor({ operation, place, name }: IdPlace, id: string): Input {
  const besides = BESIDES[operation.id]?.()
  if (place === 'path') return { params: { [name]: id }, ...(besides && { body: besides }) }
  if (place === 'query') return { query: { [name]: id } }
  const own = objects[`${operation.id}.id`]
  const isInPath = own !== undefined && operation.path.includes('{id}')
  return { body: { ...besides, [name]: id }, ...(isInPath && { params: { id: own } }) }
}

const VOLATILE = new Set(['date', 'keep-alive', 'connection', 'x-request-id'])
function comparable(answer: Answer): unknown {
  const headers = [...answer.headers].filter(([name]) => !VOLATILE.has(name))
  return { ...(withoutRequestId(answer) as object), headers }
}

const ask = (client: Client, { operation }: IdPlace, input: Input) => tour.try(client, operation.id, input)

describe('a customer’s resource', () => {
  it('is covered by this test wherever an operation can name it', () => {
    const places = idPlaces(tour.operations)
    expect(places.map(({ key }) => key).sort()).toEqual(Object.keys(objects).sort())
    const all = tour.operations.flatMap(({ id, parameters, body }) =>
      [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})].map(
        (name) => `${id}.${name}`,
      ),
    )
    expect(Object.keys(NOT_OBJECTS).filter((key) => !all.includes(key))).toEqual([])
  })

  it('looks to everyone else as if it did not exist, and stays unchanged', async () => {
    const before = await personalRows(world.database.owner, owner.userId)
    expect(Object.values(before).flat().length).toBeGreaterThan(10)
    let compared = 0
    for (const place of idPlaces(tour.operations)) {
      for (const [who, client] of Object.entries(others)) {
        const theirs = await ask(client, place, inputFor(place, objects[place.key] ?? ''))
        const nothing = await ask(client, place, inputFor(place, madeUp(place)))
        expect(comparable(theirs), `${place.key} asked by ${who}`).toEqual(comparable(nothing))
        if (place.name !== 'cursor')
          expect([401, 403, 404], `${place.key} asked by ${who}`).toContain(theirs.status)
        compared++
      }
    }
    console.log(`${compared} pairs of answers compared, of ${Object.keys(objects).length} places`)
    expect(await personalRows(world.database.owner, owner.userId)).toEqual(before)
  })

  it('exists for its owner: the ids of this test are real', async () => {
    // Calls that delete come last.
    const places = idPlaces(tour.operations).toSorted((a, b) =>
      a.operation.method === b.operation.method ? 0 : a.operation.method === 'DELETE' ? 1 : -1,
    )
    for (const place of places) {
      const nothing = await ask(owner.client, place, inputFor(place, madeUp(place)))
      const mine = await ask(owner.client, place, inputFor(place, objects[place.key] ?? ''))
      expect(comparable(mine), place.key).not.toEqual(comparable(nothing))
    }
  })

  it('appears in no answer to another person', async () => {
    const { phone, email } = owner.details
    const ids = Object.entries(objects).filter(([key]) => key !== 'listActivity.cursor')
    const secrets = [owner.userId, phone, email, ...ids.map(([, id]) => id)]
    const reads = tour.operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    const texts: string[] = []
    for (const operation of reads) {
      const { text } = await tour.try(others['another sender'], operation.id, {
        query: operation.id === 'findCountry' ? { name: 'Liberia' } : {},
      })
      texts.push(text)
      for (const secret of secrets) expect(text, operation.id).not.toContain(secret)
    }
    console.log(`${texts.join('').length} characters of ${reads.length} operations searched`)
    expect(texts.join('').length).toBeGreaterThan(5_000)
  })

  it('is out of reach of another person with its owner’s Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = await transferBody(tour, owner.client)
    const mine = await tour.call(owner.client, 'createPaymentIntent', { body, headers })
    const theirs = await tour.call(others['another sender'], 'createPaymentIntent', { body, headers })
    expect(theirs['id']).not.toBe(mine['id'])
    expect(theirs['clientSecret']).not.toBe(mine['clientSecret'])
  })
})

describe('a call that requires sign-in', () => {
  const values = { id: randomUUID(), payment_id: 'pi_none' }
  const wants = ({ answers }: Operation, status: number) => answers.has(status)

  it('is refused to visitors, forged tokens and ended sessions', async () => {
    const ended = await tour.signIn(newDetails().phone)
    await tour.call(ended, 'signOut')
    const guarded = tour.operations.filter(({ guarded: isGuarded }) => isGuarded)
    const [header = '', payload = ''] = (owner.client.bearer ?? '').split('.')
    const forged = `${header}.${payload}.${Buffer.alloc(64, 1).toString('base64url')}`
    const bearers = [
      undefined,
      '',
      'Bearer',
      'Bearer x',
      `Bearer ${forged}`,
      `Bearer ${ended.bearer}`,
      'Basic YTpi',
    ]
    for (const operation of guarded) {
      expect(wants(operation, 401), operation.id).toBe(true)
      for (const authorization of bearers) {
        const { status, code } = await tour
          .client()
          .request(operation.method, addressOf(operation, values), { headers: { authorization } })
        expect([status, code], `${operation.id} with ${authorization}`).toEqual([401, 'unauthenticated'])
      }
    }
    console.log(`${guarded.length} operations, ${guarded.length * bearers.length} requests refused`)
    expect(guarded.length).toBeGreaterThan(25)
  })

  it('is refused without a profile if it concerns money', async () => {
    const gated = tour.operations.filter(({ codes }) => codes.get(403)?.includes('profile_incomplete'))
    for (const operation of gated) {
      const { status, code } = await others['a newcomer'].request(
        operation.method,
        addressOf(operation, values),
        // A draft is refused because of the transfer in it, so it must contain one.
        operation.id === 'putDraft' ? { body: {} } : {},
      )
      expect([status, code], operation.id).toEqual([403, 'profile_incomplete'])
    }
    const ids = gated.map(({ id }) => id)
    expect(ids).toEqual(
      expect.arrayContaining(['createPaymentIntent', 'sendMoney', 'complete', 'getReceipt']),
    )
    const ofTransfers = tour.operations.filter(({ path }) => path.startsWith('/user/transactions'))
    expect(ids).toEqual(expect.arrayContaining(ofTransfers.map(({ id }) => id)))
  })
})
