import { PATIENCE } from '@sesa/test-kit/patience'
import type { SavedCard } from '@sesa/contract'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { startJobs } from '../../../testing/job-runner.ts'
import type { Opened, Sender } from '../../../testing/sender.ts'
import type { CardVault } from './ports.ts'

const CONSENT = { setup_future_usage: 'on_session', 'payment_method_data[allow_redisplay]': 'always' }
const GOOD = '4242424242424242'
const OFFER = { savePaymentMethod: true }

let world: EngineWorld
let stopJobs: () => Promise<void>
/** Overrides of vault calls by a test. */
let script: Partial<CardVault> = {}
const asked: string[] = []

beforeAll(async () => {
  world = await startEngineWorld({
    keepsCards: true,
    rules: [
      {
        id: 'delay-saved-card',
        when: { savedCard: true, newRecipient: true },
        then: { outcome: 'delay', minutes: 20 },
      },
    ],
    vault: (plain) =>
      Object.fromEntries(
        (Object.keys(plain) as (keyof CardVault)[]).map((name) => [
          name,
          (...given: unknown[]) => {
            asked.push(name)
            return ((script[name] ?? plain[name]) as (...given: unknown[]) => unknown)(...given)
          },
        ]),
      ) as unknown as CardVault,
  })
  stopJobs = await startJobs(world.database, world.savedCards.jobs)
})
afterEach(() => {
  script = {}
  asked.length = 0
})
afterAll(async () => {
  await stopJobs()
  await world.close()
})

const unknown = () => Promise.resolve({ ok: false, reason: 'unknown' } as const)
const stripe = async (method: string, path: string) => {
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const response = await fetch(`${world.sandboxUrl}/v1/${path}`, { method, headers })
  return (await response.json()) as { deleted?: boolean; customer?: string | null; data?: { id: string }[] }
}
const cardsOf = (sender: Sender) => sender.call<{ cards: SavedCard[] }>('GET', '/user/cards')
const customerIn = async ({ userId }: Sender): Promise<string> => {
  const { owner } = world.database
  const row = await owner
    .selectFrom('card_customers')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.customer_id ?? ''
}
const kindsOf = async ({ userId }: Sender): Promise<string[]> => {
  const { owner } = world.database
  const rows = await owner
    .selectFrom('security_events')
    .select('kind')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}
const decisionsOf = ({ userId }: Sender) =>
  world.database.owner
    .selectFrom('card_consents')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** Gives the sender's session a browser that the account has known from the start. */
async function knowDevice({ userId }: Sender): Promise<void> {
  const { owner } = world.database
  await sql`insert into known_devices (user_id, token_hash, name, created_at)
    select id, sha256(id::text::bytea), 'Firefox', created_at from users where id = ${userId}`.execute(owner)
  await sql`insert into sessions (id, user_id, token_hash, device_hash, device, trusted, expires_at, idle_limit)
    values (${userId}, ${userId}, sha256(${userId}::text::bytea), sha256(${userId}::text::bytea), 'Firefox', true,
      now() + interval '1 day', '1 day')`.execute(owner)
}

async function saveCard(sender: Sender, card = GOOD): Promise<Opened> {
  const opened = await sender.open(OFFER)
  expect((await world.pay(opened, card, CONSENT)).status).toBe(200)
  await world.reaches(opened, 'sent')
  return opened
}

describe('saving a card while paying', () => {
  it('lists it, records the consent with its text, and names it on the transfer', async () => {
    const sender = await world.sender()
    expect((await cardsOf(sender)).body).toEqual({ cards: [] })
    const opened = await saveCard(sender)
    expect(opened.customerSessionClientSecret).toMatch(/^cuss_secret_/)
    const { status, body } = await cardsOf(sender)
    expect([status, body.cards]).toEqual([
      200,
      [
        {
          id: expect.stringMatching(/^pm_/),
          brand: 'visa',
          last4: '4242',
          expMonth: 12,
          expYear: 2034,
          wallet: null,
          addedAt: expect.any(String),
        },
      ],
    ])
    const text =
      'Save this card for next time. You can remove it in Settings. We never charge it unless you press Pay.'
    expect(await decisionsOf(sender)).toMatchObject([
      {
        card_id: body.cards[0]?.id,
        decision: 'given',
        text_hash: createHash('sha256').update(text).digest(),
      },
    ])
    const { owner } = world.database
    expect(
      await owner
        .selectFrom('legal_texts')
        .select(['version', 'text'])
        .where('document', '=', 'saved-card')
        .execute(),
    ).toEqual([{ version: '2026-11-24', text }])
    expect(await kindsOf(sender)).toEqual(['card_saved'])
    expect((await sender.transfer(opened.id)).card).toEqual({ brand: 'visa', last4: '4242', wallet: null })
  })

  it('keeps no card without consent, and no declined card', async () => {
    const sender = await world.sender()
    const opened = await sender.open(OFFER)
    expect((await world.pay(opened, '4000000000000002', CONSENT)).status).toBe(402)
    expect((await cardsOf(sender)).body.cards).toEqual([])
    // The card provider keeps the next card of this payment, although its box was not ticked.
    await world.pay(opened, GOOD)
    await world.reaches(opened, 'sent')
    await vi.waitFor(async () => expect((await cardsOf(sender)).body.cards).toEqual([]), PATIENCE)
    expect(await decisionsOf(sender)).toEqual([])
    expect(await kindsOf(sender)).toEqual([])
  })

  it('happens only on request: otherwise the provider gets no customer', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    expect(opened.customerSessionClientSecret).toBeNull()
    expect(await customerIn(sender)).toBe('')
  })

  it('gives a reloaded page another secret for the same payment', async () => {
    const sender = await world.sender()
    const body = await sender.draft(OFFER)
    const [first, second] = [await sender.create(body, 'one-key'), await sender.create(body, 'one-key')]
    expect(second.body.id).toBe(first.body.id)
    expect(second.body.customerSessionClientSecret).toMatch(/^cuss_secret_/)
    expect(second.body.customerSessionClientSecret).not.toBe(first.body.customerSessionClientSecret)
  })
})

describe('a delay for saved cards to a new recipient', () => {
  /** Pays with the saved card and its security code, as the card form does. */
  async function paySaved(sender: Sender, opened: Opened): Promise<number> {
    const [card] = (await cardsOf(sender)).body.cards
    const post = async (path: string, body: Record<string, string>) => {
      const headers = { authorization: 'Bearer pk_test_sandbox' }
      const init = { method: 'POST', headers, body: new URLSearchParams(body) }
      return fetch(`${world.sandboxUrl}/v1/${path}`, init)
    }
    const { id } = (await (await post('tokens', { 'cvc_update[cvc]': '123' })).json()) as { id: string }
    const paid = await post(`payment_intents/${opened.id}/confirm`, {
      client_secret: opened.clientSecret,
      payment_method: card?.id ?? '',
      'payment_method_options[card][cvc_token]': id,
      return_url: `${world.base}/transfer-status`,
    })
    return paid.status
  }
  /** A price holds for 30 minutes, and the money arrives 10 minutes after the payment. */
  const UNDELAYED = 41
  const minutesOf = (opened: Opened) => (Date.parse(opened.quote.deliveryEstimate) - Date.now()) / 60_000

  it('shows before the payment, and holds when a saved card was charged', async () => {
    const sender = await world.sender()
    await knowDevice(sender)
    await saveCard(sender)
    const opened = await sender.open(OFFER)
    expect(minutesOf(opened)).toBeGreaterThan(UNDELAYED)
    expect(await paySaved(sender, opened)).toBe(200)
    await world.reaches(opened, 'paid')
    expect((await sender.transfer(opened.id)).status).toBe('processing')
  })

  it('ends at the charge of a card that was typed', async () => {
    const sender = await world.sender()
    await knowDevice(sender)
    await saveCard(sender)
    const opened = await sender.open(OFFER)
    await world.pay(opened, '5555555555554444')
    await world.reaches(opened, 'sent')
  })

  it('begins at the charge of a saved card that the payment was not known to offer', async () => {
    const sender = await world.sender()
    const early = await sender.open(OFFER)
    expect(minutesOf(early)).toBeLessThan(UNDELAYED)
    await saveOn(await customerIn(sender), sender)
    expect(await paySaved(sender, early)).toBe(200)
    await world.reaches(early, 'paid')
    expect((await sender.transfer(early.id)).status).toBe('processing')
  })

  /** Saves a card by another way than this account's payments, with its consent. */
  async function saveOn(customer: string, { userId }: Sender): Promise<void> {
    const headers = { authorization: 'Bearer sk_test_sandbox' }
    const post = async (path: string, body: Record<string, string>) => {
      const init = { method: 'POST', headers, body: new URLSearchParams(body) }
      return (await (await fetch(`${world.sandboxUrl}/v1/${path}`, init)).json()) as { id: string }
    }
    const typed = {
      'card[number]': GOOD,
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
    }
    const { id } = await post('payment_methods', { type: 'card', ...typed })
    await post(`payment_methods/${id}/attach`, { customer })
    await inTransaction(world.database.db, 'test.keep', (tx) =>
      world.savedCards.forPayments.cardKept(tx, userId, { id, hasConsent: true }),
    )
  }
})

describe('the customer at the card provider', () => {
  it('is one, however many payments create it at once', async () => {
    const sender = await world.sender()
    const { forPayments } = world.savedCards
    const made = await Promise.all(Array.from({ length: 6 }, () => forPayments.customerOf(sender.userId)))
    expect(new Set(made).size).toBe(1)
    expect(made[0]).toBe(await customerIn(sender))
  })

  it('is the first one stored, and the other is deleted', async () => {
    const sender = await world.sender()
    const { forPayments } = world.savedCards
    const others: string[] = []
    // The provider has forgotten the idempotency key: each call creates another customer.
    script.createCustomer = async () => {
      const response = await fetch(`${world.sandboxUrl}/v1/customers`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_sandbox' },
      })
      const { id } = (await response.json()) as { id: string }
      others.push(id)
      return { ok: true, value: id }
    }
    const made = await Promise.all([1, 2, 3].map(() => forPayments.customerOf(sender.userId)))
    const used = await customerIn(sender)
    expect(new Set(made)).toEqual(new Set([used]))
    const unused = others.filter((id) => id !== used)
    for (const id of unused)
      await vi.waitFor(
        async () => expect(await stripe('GET', `customers/${id}`)).toMatchObject({ deleted: true }),
        PATIENCE,
      )
    expect(await stripe('GET', `customers/${used}`)).not.toHaveProperty('deleted')
  })

  it.each(['createCustomer', 'openSession'] as const)('is never needed to pay: %s fails', async (name) => {
    const sender = await world.sender()
    script[name] = unknown
    const opened = await sender.open(OFFER)
    expect(asked).toContain(name)
    expect(opened.customerSessionClientSecret).toBeNull()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
  })

  it('is found again after its answer was lost, and created again after the provider deleted it', async () => {
    const sender = await world.sender()
    const { forPayments } = world.savedCards
    let lost = ''
    script.createCustomer = async (request) => {
      script = {}
      lost = (await forPaymentsCreate(request)) ?? ''
      return { ok: false, reason: 'unknown' }
    }
    expect(await forPayments.customerOf(sender.userId)).toBeNull()
    expect(await forPayments.customerOf(sender.userId)).toBe(lost)

    await stripe('DELETE', `customers/${lost}`)
    const opened = await sender.open(OFFER)
    await world.pay(opened, GOOD)
    expect(await forPayments.openSession(sender.userId, lost)).toBeNull()
    const next = await forPayments.customerOf(sender.userId)
    expect(next).not.toBe(lost)
    expect(next).toMatch(/^cus_/)
  })

  /** Creates the customer as the real vault does. */
  async function forPaymentsCreate(request: { accountId: string; generation: number }) {
    const response = await fetch(`${world.sandboxUrl}/v1/customers`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_sandbox',
        'idempotency-key': `customer-${request.accountId}-${request.generation}`,
      },
      body: new URLSearchParams({ 'metadata[account_id]': request.accountId }),
    })
    return ((await response.json()) as { id?: string }).id
  }

  it('is deleted with its cards when the account closes, once the provider answers', async () => {
    const sender = await world.sender()
    await saveCard(sender)
    const customer = await customerIn(sender)
    const [card] = (await cardsOf(sender)).body.cards
    let failures = 0
    script.deleteCustomer = () => {
      failures++
      script = {}
      return unknown()
    }
    await inTransaction(world.database.db, 'test.forget', (tx) => world.savedCards.forget(tx, sender.userId))
    expect(await customerIn(sender)).toBe('')
    await vi.waitFor(
      async () => expect(await stripe('GET', `customers/${customer}`)).toMatchObject({ deleted: true }),
      PATIENCE,
    )
    expect(failures).toBe(1)
    expect(await stripe('GET', `payment_methods/${card?.id}`)).toMatchObject({ customer: null })
    expect((await cardsOf(sender)).body).toEqual({ cards: [] })
  })
})

describe('removing a card', () => {
  it('detaches it permanently, and is recorded once', async () => {
    const sender = await world.sender()
    await saveCard(sender)
    const [card] = (await cardsOf(sender)).body.cards
    const remove = () => sender.call('DELETE', `/user/cards/${card?.id}`)
    const both = await Promise.all([remove(), remove()])
    expect(both.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([204]))
    expect((await remove()).code).toBe('not_found')
    expect((await cardsOf(sender)).body.cards).toEqual([])
    expect((await decisionsOf(sender)).map(({ decision }) => decision)).toEqual(['given', 'withdrawn'])
    expect(await kindsOf(sender)).toEqual(['card_saved', 'card_removed'])
  })

  it('is recorded even when the card provider detached it and its answer was lost', async () => {
    const sender = await world.sender()
    await saveCard(sender)
    const [card] = (await cardsOf(sender)).body.cards
    await stripe('POST', `payment_methods/${card?.id}/detach`)
    for (let i = 0; i < 2; i++)
      expect((await sender.call('DELETE', `/user/cards/${card?.id}`)).code).toBe('not_found')
    expect((await decisionsOf(sender)).map(({ decision }) => decision)).toEqual(['given', 'withdrawn'])
    expect(await kindsOf(sender)).toEqual(['card_saved', 'card_removed'])
  })

  it('is refused as unknown for another customer’s card', async () => {
    const [owner, stranger] = [await world.sender(), await world.sender()]
    await saveCard(owner)
    await saveCard(stranger)
    const [card] = (await cardsOf(owner)).body.cards
    for (const id of [card?.id, 'pm_none', 'not an id', '..%2Fcustomers'])
      expect(await stranger.call('DELETE', `/user/cards/${id}`)).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    expect((await cardsOf(owner)).body.cards).toHaveLength(1)
  })

  it('reports that the card provider is unavailable, and changes nothing', async () => {
    const sender = await world.sender()
    await saveCard(sender)
    const [card] = (await cardsOf(sender)).body.cards
    script = { listCards: unknown, removeCard: unknown }
    expect(await cardsOf(sender)).toMatchObject({ status: 503, code: 'card_provider_unavailable' })
    expect(await sender.call('DELETE', `/user/cards/${card?.id}`)).toMatchObject({
      status: 503,
      code: 'card_provider_unavailable',
    })
    expect(await world.savedCards.exportFor(world.database.db, sender.userId)).toMatchObject({ cards: null })
    script = {}
    expect((await cardsOf(sender)).body.cards).toHaveLength(1)
    expect(await world.savedCards.exportFor(world.database.db, sender.userId)).toMatchObject({
      cards: [{ brand: 'visa', last4: '4242' }],
      consents: [{ decision: 'given', version: '2026-11-24' }],
    })
  })
})

it('never changes or deletes a consent', async () => {
  await saveCard(await world.sender())
  const { db, owner } = world.database
  for (const [role, words] of [
    [db, 'permission denied'],
    [owner, 'never change'],
  ] as const) {
    await expect(role.deleteFrom('card_consents').execute()).rejects.toThrow(words)
    await expect(
      role
        .updateTable('card_consents')
        .set({ decision: 'given' } as never)
        .execute(),
    ).rejects.toThrow(words)
  }
})
