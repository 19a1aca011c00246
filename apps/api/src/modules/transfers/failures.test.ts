import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  checkBooks,
  PATIENCE,
  recipient,
  startEngineWorld,
  type EngineWorld,
  type Opened,
  type Sender,
} from '../../testing/engine-world.ts'

let world: EngineWorld
const stripe = new Stripe('sk_test_x')

beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(async () => {
  try {
    expect(await checkBooks(world.database, await world.books())).toBeGreaterThan(10)
    expect(world.errors).toEqual([])
  } finally {
    await world.close()
  }
})

const set = (opened: Opened, assignment: string) =>
  sql`update transfers set ${sql.raw(assignment)} where payment_intent_id = ${opened.id}`.execute(
    world.database.owner,
  )

async function kinds(opened: Opened): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`select e.kind from ledger_entries e
    join transfers t on t.id = e.transfer_id where t.payment_intent_id = ${opened.id} order by e.id`.execute(
    world.database.owner,
  )
  return rows.map(({ kind }) => kind)
}

/** Puts a transfer where a process might have died: charged and booked, in the state, and leased for long. */
async function capturedAs(opened: Opened, state: string): Promise<void> {
  await set(opened, `lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'`)
  await world.pay(opened)
  await sql`with t as (update transfers set state = ${state}, captured_at = now()
      where payment_intent_id = ${opened.id} returning id, charge_amount),
    e as (insert into ledger_entries (transfer_id, kind) select id, 'capture' from t returning id, transfer_id)
    insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
    select e.id, e.transfer_id, 'card_clearing:USD', 'customer:USD', t.charge_amount, 'USD' from e, t`.execute(
    world.database.owner,
  )
}

const letGo = (opened: Opened) => set(opened, 'lease_token = null, lease_until = null, next_step_at = now()')

async function sent(sender: Sender, opened: Opened): Promise<void> {
  await world.pay(opened)
  expect((await sender.call('POST', '/send-money', { id: opened.id })).body).toMatchObject({ status: 'sent' })
}

interface Event {
  id?: string
  type?: string
  livemode?: boolean
  object?: Record<string, unknown>
}

function webhook(event: Event, { secret = 'whsec_engine', age = 0, tamper = false } = {}) {
  const payload = JSON.stringify({
    id: event.id ?? `evt_${Math.random()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1,
    livemode: event.livemode ?? false,
    pending_webhooks: 0,
    request: null,
    type: event.type ?? 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', ...event.object } },
  })
  const timestamp = Math.floor(Date.now() / 1000) - age
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return fetch(`${world.base}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: tamper ? payload.replace('succeeded', 'canceled') : payload,
  })
}

describe('webhooks', () => {
  it('that are forged, changed, too old, from the future or of the other mode are refused', async () => {
    const bad = [
      webhook({}, { secret: 'whsec_wrong' }),
      webhook({}, { tamper: true }),
      webhook({}, { age: 301 }),
      webhook({}, { age: -310 }),
      webhook({ livemode: true }),
      fetch(`${world.base}/webhooks/stripe`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
    ]
    const events = async () =>
      (await sql<{ count: bigint }>`select count(*) from provider_events`.execute(world.database.owner))
        .rows[0]
    const before = await events()
    expect((await Promise.all(bad)).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400])
    expect(await events()).toEqual(before)
    expect((await webhook({}, { age: 290 })).status).toBe(200)
    expect((await webhook({}, { age: -290 })).status).toBe(200)
  })

  it('that lie about a payment change nothing: the provider is asked', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await webhook({ object: { id: opened.id, status: 'succeeded', amount_received: 5_000 } })
    const { rows } = await sql<{ attempts: number }>`select attempts from transfers`.execute(
      world.database.owner,
    )
    expect(rows.length).toBeGreaterThan(0)
    await vi.waitFor(async () => {
      const row = await sql<{ attempts: number }>`select attempts from transfers
        where payment_intent_id = ${opened.id} and lease_until is null`.execute(world.database.owner)
      expect(row.rows[0]?.attempts).toBeGreaterThan(0)
    }, PATIENCE)
    expect(await world.state(opened)).toMatchObject({ state: 'awaiting_payment' })
    expect(await kinds(opened)).toEqual([])
  })

  it('that come twenty times, doubled and out of order book once', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.fault('webhook', 'duplicate', 3)
    await world.pay(opened)
    const types = ['payment_intent.processing', 'payment_intent.succeeded', 'payment_intent.created']
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        webhook({ id: 'evt_same', type: types[index % 3] ?? '', object: { id: opened.id } }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await world.reaches(opened, 'sent')
    expect(await kinds(opened)).toEqual(['capture', 'paid_out'])
  })

  it('that never come are not missed', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.fault('webhook', 'drop', 20)
    await world.pay(opened)
    await world.hurry()
    await world.reaches(opened, 'sent')
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
  })

  it('of the operator that cannot be read or name nobody are answered and ignored', async () => {
    const post = (body: string) =>
      fetch(`${world.base}/webhooks/pawapay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    expect((await post('{"payoutId":"nonsense"}')).status).toBe(200)
    expect((await post(JSON.stringify({ payoutId: crypto.randomUUID(), status: 'FAILED' }))).status).toBe(200)
    expect((await post('{')).status).toBe(400)
  })
})

describe('a provider that fails', () => {
  it.each(['time_out_before', 'time_out_after', 'error_500'])(
    'at the pay-out (%s): paid exactly once',
    async (mode) => {
      const sender = await world.sender()
      const opened = await sender.open()
      await world.fault('payout', mode)
      await world.pay(opened)
      await world.reaches(opened, 'sent')
      expect(await kinds(opened)).toEqual(['capture', 'paid_out'])
    },
  )

  it.each(['time_out_before', 'time_out_after', 'error_500'])(
    'at the refund (%s): refunded exactly once',
    async (mode) => {
      const sender = await world.sender()
      const opened = await sender.open()
      await capturedAs(opened, 'refunding')
      // The first call looks for refunds; the second, which asks for one, meets the fault.
      await world.fault('card', 'slow', 1, 1)
      await world.fault('card', mode)
      await letGo(opened)
      await vi.waitFor(async () => {
        await world.hurry()
        expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: null })
      }, PATIENCE)
      expect(await kinds(opened)).toEqual(['capture', 'refund'])
      expect((await world.books()).payments.find(({ id }) => id === opened.id)).toMatchObject({
        refunded: 5_000,
      })
    },
  )

  it('for good at the refund: tries again, then stops for a human', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await capturedAs(opened, 'refunding')
    // More than was charged: the provider refuses.
    await set(opened, 'charge_amount = charge_amount + 1')
    await letGo(opened)
    await vi.waitFor(async () => {
      await world.hurry()
      expect(await world.state(opened)).toEqual({ state: 'refund_failed', hold_reason: 'refund_failed' })
    }, PATIENCE)
    expect(await kinds(opened)).toEqual(['capture'])
    const { body } = await sender.call<{ transfer: { status: string } }>(
      'GET',
      `/user/transactions/${opened.id}`,
    )
    expect(body.transfer.status).toBe('held')
  })
})

describe('time', () => {
  it('closes an unpaid payment at the provider when its price runs out', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await set(opened, `quote_expires_at = now() - interval '1 second', next_step_at = now()`)
    await world.reaches(opened, 'cancelled')
    expect((await world.pay(opened)).status).toBe(400)
    expect((await sender.call('POST', '/send-money', { id: opened.id })).code).toBe('quote_expired')
    expect((await sender.call('GET', '/user/transactions')).body).toMatchObject({ transfers: [] })
  })

  it.each([
    ['9 minutes', 'sent', 0],
    ['11 minutes', 'refunded', 5_000],
  ])('a capture %s after the price ran out ends %s', async (late, state, refunded) => {
    const sender = await world.sender()
    const opened = await sender.open()
    await set(opened, `lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'`)
    await world.pay(opened)
    await set(opened, `quote_expires_at = now() - interval '${late}'`)
    await set(opened, `lease_token = null, lease_until = null, next_step_at = now()`)
    await world.reaches(opened, state)
    expect((await world.books()).payments.find(({ id }) => id === opened.id)).toMatchObject({
      captured: 5_000,
      refunded,
    })
  })
})

describe('what must stop for a human', () => {
  it('a charge that is not the quoted one is held and listed, and nobody is told why', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await set(opened, 'charge_amount = charge_amount + 1')
    await world.pay(opened)
    await vi.waitFor(
      async () => expect(await world.state(opened)).toMatchObject({ hold_reason: 'payment_mismatch' }),
      PATIENCE,
    )
    expect(await kinds(opened)).toEqual([])
    const { body } = await sender.call<{ transfers: { status: string }[] }>(
      'GET',
      '/user/transactions?status=held',
    )
    expect(body.transfers).toMatchObject([{ payment_id: opened.id, status: 'held' }])
    const detail = await sender.call('GET', `/user/transactions/${opened.id}`)
    expect(JSON.stringify(detail.body)).not.toContain('mismatch')
    await sql`delete from transfer_events where transfer_id = (select id from transfers where payment_intent_id = ${opened.id})`.execute(
      world.database.owner,
    )
    await set(opened, 'payment_intent_id = null')
  })

  it('a refund that comes back is owed again', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0005') })
    await world.pay(opened, '4000000000005126')
    await vi.waitFor(
      async () =>
        expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: 'refund_returned' }),
      PATIENCE,
    )
    expect(await kinds(opened)).toEqual(['capture', 'refund', 'refund_returned'])
  })

  it('a dispute after the money has arrived is booked once as a claim', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened, '4000000000000259')
    await world.reaches(opened, 'sent')
    await vi.waitFor(
      async () => expect(await world.state(opened)).toEqual({ state: 'sent', hold_reason: 'disputed' }),
      PATIENCE,
    )
    await webhook({
      type: 'charge.dispute.updated',
      object: { object: 'dispute', payment_intent: opened.id },
    })
    expect(await kinds(opened)).toEqual(['capture', 'paid_out', 'dispute'])
  })

  it('a pay-out that succeeds after it was refunded is booked as a loss', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await sent(sender, opened)
    // As if the operator had said FAILED first: the state is put back, and its callback comes again.
    await sql`delete from ledger_postings where transfer_id = (select id from transfers where payment_intent_id = ${opened.id}) and from_account <> 'card_clearing:USD'`.execute(
      world.database.owner,
    )
    await sql`delete from ledger_entries where kind = 'paid_out' and transfer_id = (select id from transfers where payment_intent_id = ${opened.id})`.execute(
      world.database.owner,
    )
    await set(opened, `state = 'refunding', next_step_at = now() + interval '1 hour'`)
    const { rows } = await sql<{
      reference: string
    }>`select payout_reference as reference from transfers where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    await fetch(`${world.base}/webhooks/pawapay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payoutId: rows[0]?.reference, status: 'COMPLETED' }),
    })
    await vi.waitFor(
      async () =>
        expect(await world.state(opened)).toEqual({ state: 'refunding', hold_reason: 'late_payout' }),
      PATIENCE,
    )
    expect(await kinds(opened)).toEqual(['capture', 'late_payout'])
    expect((await world.books()).payments.find(({ id }) => id === opened.id)).toMatchObject({ refunded: 0 })
  })
})

describe('a process that dies', () => {
  it('after it wrote the pay-out down: the next one asks before it sends, and it is paid once', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await capturedAs(opened, 'paying_out')
    await sql`insert into payout_attempts (transfer_id) select id from transfers
      where payment_intent_id = ${opened.id}`.execute(world.database.owner)
    await letGo(opened)
    await world.reaches(opened, 'sent')
    const { rows } = await sql<{ to_state: string }>`select e.to_state from transfer_events e
      join transfers t on t.id = e.transfer_id where t.payment_intent_id = ${opened.id} order by e.id`.execute(
      world.database.owner,
    )
    expect(rows.map(({ to_state }) => to_state)).toEqual([
      'awaiting_payment',
      'payout_unknown',
      'paying_out',
      'sent',
    ])
  })

  it('and comes back when another has taken over: what it writes is void', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0003') })
    await world.pay(opened)
    // The send to 0003 takes a second; meanwhile its lease is lost to nobody in particular.
    await world.reaches(opened, 'paying_out')
    await set(opened, `lease_token = gen_random_uuid(), lease_until = now() + interval '1 second'`)
    await world.reaches(opened, 'sent')
    expect(await kinds(opened)).toEqual(['capture', 'paid_out'])
  })
})
