import { PATIENCE } from '@sesa/test-kit/patience'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Client } from '../../../security/testing/client.ts'
import { startProduct, type ProductWorld } from '../../../security/testing/product.ts'
import {
  newDetails,
  openTransfer,
  pay,
  profileOf,
  Tour,
  transferBody,
  type Opened,
} from '../../../security/testing/tour.ts'
import { sessionOf } from '../../../testing/sandbox-faults.ts'
import { decideLock, type Lock, type LockFacts } from './lock.ts'

describe('the decision', () => {
  const owner: LockFacts = {
    hasCards: true,
    proven: false,
    device: 'known',
    recovered: false,
    knownRecipient: true,
  }
  it.each<[string, Partial<LockFacts>, Lock]>([
    ['a known device pays a known recipient', {}, 'open'],
    ['a known device pays a new recipient', { knownRecipient: false }, 'proof'],
    ['a proof for a new recipient', { knownRecipient: false, proven: true }, 'open'],
    ['no device pays a known recipient', { device: 'unknown' }, 'wait'],
    ['a proof on a forgotten device', { device: 'unknown', proven: true }, 'wait'],
    ['a new device', { device: 'new' }, 'wait'],
    ['a proof on a new device', { device: 'new', proven: true }, 'wait'],
    ['after a recovery', { recovered: true }, 'wait'],
    ['a proof after a recovery', { recovered: true, proven: true }, 'wait'],
    ['nothing is saved', { hasCards: false, device: 'new', recovered: true }, 'none'],
  ])('%s: %o is %s', (_when, change, lock) => {
    expect(decideLock({ ...owner, ...change })).toBe(lock)
  })
})

describe('a saved card', () => {
  let world: ProductWorld
  let tour: Tour
  const details = newDetails()
  let owner: Client
  let card: string
  /** The request of the transfer that saved the card. */
  let known: object

  beforeAll(async () => {
    world = await startProduct()
    tour = await Tour.start(world)
    owner = await tour.signUp(details)
    known = await transferBody(tour, owner)
    await payTyped(await open(owner, known), 'sent')
    const { cards } = (await owner.send('GET', '/user/cards')).body as { cards: { id: string }[] }
    card = cards[0]?.id ?? ''
    expect(card).toMatch(/^pm_/)
  })
  afterAll(() => world.close())

  const ask = (client: Client, body: object, key = randomUUID()) =>
    client.request('POST', '/create-payment-intent', { body, headers: { 'idempotency-key': key } })
  const withCards = (body: object) => ({ ...body, savePaymentMethod: true })
  async function open(client: Client, body: object): Promise<Opened> {
    const { status, body: opened } = await ask(client, withCards(body))
    expect(opened).toMatchObject({ customerSessionClientSecret: expect.stringMatching(/^cuss_secret_/) })
    expect(status).toBe(200)
    return opened as unknown as Opened
  }
  async function payTyped(opened: Opened, state: string, client = owner): Promise<void> {
    await pay(tour, opened)
    await client.send('POST', '/send-money', { id: opened.id })
    const { owner: db } = world.database
    const read = db.selectFrom('transfers').select('state').where('payment_intent_id', '=', opened.id)
    await vi.waitFor(async () => expect(await read.executeTakeFirst()).toEqual({ state }), PATIENCE)
  }
  /** Confirms with the saved card like a thief who calls the card provider directly, without its security code. */
  async function chargeSaved({ id, clientSecret }: Pick<Opened, 'id' | 'clientSecret'>) {
    const response = await fetch(`${world.sandboxUrl}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_sandbox' },
      body: new URLSearchParams({
        client_secret: clientSecret,
        payment_method: card,
        return_url: `${world.publicUrl}/transfer-status`,
      }),
    })
    return { status: response.status, text: await response.text() }
  }
  const age = (client: Client, days: number) =>
    sql`update sessions set auth_time = now() - make_interval(days => ${days}::int)
      where id = ${sessionOf(client.bearer)}`.execute(world.database.owner)
  /** A payment that was opened without the saved cards cannot be paid with one. */
  async function expectUnpayable(client: Client): Promise<void> {
    const { status, body } = await ask(client, await transferBody(tour, client))
    expect([status, body['customerSessionClientSecret']]).toEqual([200, null])
    expect(await chargeSaved(body as unknown as Opened)).toEqual({
      status: 400,
      text: expect.stringContaining('attached to a customer'),
    })
  }

  it('needs a proof from the last ten minutes for a new recipient, and none for a known one', async () => {
    await age(owner, 20)
    const refused = await ask(owner, withCards(await transferBody(tour, owner)))
    expect([refused.status, refused.code]).toEqual([403, 'step_up_required'])
    await expectUnpayable(owner)
    const opened = await open(owner, known)
    expect(await chargeSaved(opened)).toMatchObject({
      status: 200,
      text: expect.stringContaining('succeeded'),
    })
    await tour.signInByEmail(details, owner)
    await open(owner, await transferBody(tour, owner))
  })

  it('requires its security code again for a new recipient', async () => {
    const opened = await open(owner, await transferBody(tour, owner))
    expect(await chargeSaved(opened)).toEqual({ status: 400, text: expect.stringContaining('CVC') })
  })

  it('does not trust a wallet that was paid without a proof', async () => {
    await age(owner, 1)
    const body = await transferBody(tour, owner)
    await payTyped((await ask(owner, body)).body as unknown as Opened, 'sent')
    expect((await ask(owner, withCards(body))).code).toBe('step_up_required')
    await tour.signInByEmail(details, owner)
  })

  it('is locked again on a payment that was opened with a proof which has expired', async () => {
    const [body, key] = [withCards(await transferBody(tour, owner)), randomUUID()]
    expect((await ask(owner, body, key)).status).toBe(200)
    await age(owner, 1)
    expect((await ask(owner, body, key)).code).toBe('step_up_required')
    await tour.signInByEmail(details, owner)
    expect((await ask(owner, body, key)).status).toBe(200)
  })

  it('stays locked for 24 hours in a new browser, whatever its proof', async () => {
    // Simulates that the last code was sent long ago.
    await sql`delete from verifications`.execute(world.database.owner)
    const thief = await tour.signIn(details.phone)
    for (const body of [known, await transferBody(tour, thief)]) {
      const refused = await ask(thief, withCards(body))
      expect([refused.status, refused.code]).toEqual([403, 'saved_cards_locked'])
      const { until } = (refused.body['error'] as { details: { until: string } }).details
      expect(Date.parse(until) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    }
    await expectUnpayable(thief)
    // The owner's device is forgotten, and the thief's is still new.
    expect((await thief.send('DELETE', '/auth/sessions')).status).toBe(204)
    expect((await ask(thief, withCards(known))).code).toBe('saved_cards_locked')
    await sql`update known_devices set created_at = now() - interval '25 hours'`.execute(world.database.owner)
    const opened = await openTransfer(tour, thief)
    expect(opened.customerSessionClientSecret).toMatch(/^cuss_secret_/)
    owner = thief
  })

  it('notifies its owner of each payment to a new recipient: by email, or by SMS while no address is confirmed', async () => {
    const textsTo = async (to: string) => {
      const response = await fetch(`${world.sandboxUrl}/sandbox/messages?to=${encodeURIComponent(to)}`)
      const { messages } = (await response.json()) as { messages: { text: string }[] }
      return messages
        .map(({ text }) => text)
        .filter((text) => text.includes('to a new recipient was paid by card'))
    }
    const someone = newDetails()
    const client = await tour.signIn(someone.phone)
    await tour.call(client, 'createUser', { body: { phoneNumber: someone.phone, country: 'LR' } })
    await tour.call(client, 'putProfile', { body: profileOf(someone) })
    const bodies = [await transferBody(tour, client), await transferBody(tour, client)] as const
    for (const body of [bodies[0], bodies[0], bodies[1]])
      await payTyped((await ask(client, body)).body as unknown as Opened, 'sent', client)
    await vi.waitFor(async () => expect(await textsTo(someone.phone)).toHaveLength(2), PATIENCE)
    expect((await textsTo(someone.phone))[0]).toMatch(
      /^Sesa: Transfer S-\w{8} to a new recipient was paid by card\. Not you\? Call /,
    )
    expect(await textsTo(someone.email)).toEqual([])
    await vi.waitFor(async () => expect((await textsTo(details.email)).length).toBeGreaterThan(0), PATIENCE)
    expect(await textsTo(details.phone)).toEqual([])
    const { notices } = (await client.send('GET', '/user/notices')).body as { notices: { kind: string }[] }
    expect(notices.filter(({ kind }) => kind === 'security')).toHaveLength(2)
  })

  it.each(['password_reset', 'email_change_undone', 'phone_changed', 'number_unlocked', 'account_unlocked'])(
    'stays locked for 24 hours after %s',
    async (kind) => {
      const other = await tour.signUp(newDetails())
      const first = await transferBody(tour, other)
      await pay(tour, await open(other, first))
      const { owner: db } = world.database
      const { rows } = await sql<{ user_id: string }>`select user_id from sessions
        where id = ${sessionOf(other.bearer)}`.execute(db)
      const user_id = rows[0]?.user_id ?? ''
      await vi.waitFor(async () => {
        const consents = await db
          .selectFrom('card_consents')
          .where('user_id', '=', user_id)
          .selectAll()
          .execute()
        expect(consents).toHaveLength(1)
      }, PATIENCE)
      const event = await db
        .insertInto('security_events')
        .values({ user_id, session_id: null, kind, details: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect((await ask(other, withCards(first))).code).toBe('saved_cards_locked')
      await sql`alter table security_events disable trigger user`.execute(db)
      await sql`update security_events set at = now() - interval '25 hours' where id = ${event.id}`.execute(
        db,
      )
      await sql`alter table security_events enable trigger user`.execute(db)
      await open(other, first)
    },
  )
})
