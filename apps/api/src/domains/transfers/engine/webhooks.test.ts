import { PATIENCE } from '@sesa/test-kit/patience'
import { makeSigningKey, signatureHeaders } from '@sesa/sandbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { createMomoCallbacks } from '../../../providers/mtn-momo/callbacks.ts'
import { closeAndVerify } from '../../../testing/books.ts'
import { sendCardEvent, type CardNotice, type SigningOptions } from '../../../testing/card-events.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { MOMO_CALLBACK_SECRET } from '../../../testing/sandbox-rails.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { fromNow, shifted } from '../../../testing/transfer-changes.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

async function sent(sender: Sender, opened: Opened): Promise<void> {
  await world.pay(opened)
  expect((await sender.call('POST', '/send-money', { id: opened.id })).body).toMatchObject({ status: 'sent' })
}

const webhook = (event: CardNotice, options?: SigningOptions) => sendCardEvent(world.base, event, options)

describe('webhooks', () => {
  it('are refused when forged, changed, too old, from the future or of the other mode', async () => {
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
    expect((await Promise.all(bad)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
    expect(await events()).toEqual(before)
    expect((await webhook({}, { age: 290 })).status).toBe(200)
    expect((await webhook({}, { age: -290 })).status).toBe(200)
  })

  it('change nothing when they are wrong about a payment, since we query the provider', async () => {
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
    expect(await world.kinds(opened)).toEqual([])
  })

  it('book once when they arrive twenty times and out of order', async () => {
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
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
  })

  it('are not needed to deliver a transfer', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.fault('webhook', 'drop', 20)
    await world.pay(opened)
    await world.makeStepsDue()
    await world.reaches(opened, 'sent')
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
  })

  it('from the carrier are ignored when they are unreadable or name no transfer', async () => {
    const unknown = JSON.stringify({ payoutId: crypto.randomUUID(), status: 'FAILED' })
    expect((await world.callback('{"payoutId":"nonsense"}')).status).toBe(200)
    expect((await world.callback(unknown)).status).toBe(200)
    expect((await world.callback('{')).status).toBe(400)
  })

  it('from the carrier are refused without its signature', async () => {
    const body = JSON.stringify({ payoutId: crypto.randomUUID(), status: 'COMPLETED' })
    const url = new URL(`${world.base}/webhooks/pawapay`)
    const request = { method: 'POST', url, headers: { 'content-type': 'application/json' }, body }
    const stranger = signatureHeaders(request, makeSigningKey(), 'der', Date.now())
    for (const headers of [{}, stranger]) {
      const answer = await world.callback(body, headers)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ error: { code: 'unauthenticated', field: 'Signature' } })
    }
  })
})

describe('an event that needs staff', () => {
  it('holds and lists a transfer whose charge differs from the quote, without telling the customer why', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.arrange(opened, { charge_amount: shifted('charge_amount', 1) })
    await world.pay(opened)
    await vi.waitFor(
      async () => expect(await world.state(opened)).toMatchObject({ hold_reason: 'payment_mismatch' }),
      PATIENCE,
    )
    expect(await world.kinds(opened)).toEqual(['capture'])
    const { body } = await sender.call<{ transfers: { status: string }[] }>(
      'GET',
      '/user/transactions?status=held',
    )
    expect(body.transfers).toMatchObject([{ payment_id: opened.id, status: 'held' }])
    expect(JSON.stringify(await sender.transfer(opened.id))).not.toContain('mismatch')
    await world.arrange(opened, { charge_amount: shifted('charge_amount', -1), payment_intent_id: null })
  })

  it('books a returned refund as owed again', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0005') })
    await world.pay(opened, '4000000000005126')
    await vi.waitFor(
      async () =>
        expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: 'refund_returned' }),
      PATIENCE,
    )
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'refund_returned'])
  })

  it('books a dispute after the delivery once, as a claim', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.payDisputedWhenSent(opened)
    await webhook({
      type: 'charge.dispute.updated',
      object: { object: 'dispute', payment_intent: opened.id },
    })
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out', 'dispute'])
  })

  it('books a pay-out that arrives after its refund was requested as a loss', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await sent(sender, opened)
    // Restores the state, as if the carrier had reported FAILED first, and repeats its callback.
    await forge(
      world.database.owner,
      sql`delete from ledger_postings where transfer_id = (select id from transfers where payment_intent_id = ${opened.id}) and from_account <> 'card_clearing:USD'`,
    )
    await forge(
      world.database.owner,
      sql`delete from ledger_entries where kind = 'paid_out' and transfer_id = (select id from transfers where payment_intent_id = ${opened.id})`,
    )
    await world.arrange(opened, { state: 'refunding', next_step_at: fromNow('1 hour') })
    await sql`insert into refund_attempts (transfer_id)
      select id from transfers where payment_intent_id = ${opened.id}`.execute(world.database.owner)
    await forge(
      world.database.owner,
      sql`with put_back as (
        update transfer_events set to_state = 'payout_failed'
        where to_state = 'sent' and transfer_id = (select id from transfers where payment_intent_id = ${opened.id})
        returning transfer_id)
      insert into transfer_events (transfer_id, from_state, to_state)
      select transfer_id, 'payout_failed', 'refunding' from put_back`,
    )
    const { rows } = await sql<{
      reference: string
    }>`select payout_reference as reference from transfers where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    await world.callback(JSON.stringify({ payoutId: rows[0]?.reference, status: 'COMPLETED' }))
    await vi.waitFor(
      async () =>
        expect(await world.state(opened)).toEqual({ state: 'refunding', hold_reason: 'late_payout' }),
      PATIENCE,
    )
    expect(await world.kinds(opened)).toEqual(['capture', 'late_payout'])
    expect((await world.books()).payments.find(({ id }) => id === opened.id)).toMatchObject({ refunded: 0 })
  })
})

describe('a carrier’s callback', () => {
  it.each(['der', 'ieee-p1363'] as const)(
    'is accepted with a signature in the form %s',
    async (signatures) => {
      const signing = await startEngineWorld({ worker: false, signatures })
      try {
        const sender = await signing.sender()
        const opened = await sender.open({ phone: recipient('0002') })
        await signing.pay(opened)
        await sender.call('POST', '/complete', { id: opened.id })
        expect(await signing.state(opened)).toMatchObject({ state: 'paying_out' })
        // In an hour, so that only the callback can make it due now.
        await signing.arrange(opened, { next_step_at: fromNow('1 hour') })
        const isDue = async (): Promise<void> => {
          const { rows } = await sql`select 1 from transfers where payment_intent_id = ${opened.id}
          and next_step_at <= now()`.execute(signing.database.owner)
          expect(rows).toHaveLength(1)
        }
        await signing.withClockAhead(61_000, () => vi.waitFor(isDue, PATIENCE))
      } finally {
        await signing.close()
      }
    },
  )

  it('of MTN needs the URL of its own pay-out, so an unknown caller changes nothing', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await sent(sender, opened)
    const row = async () =>
      (
        await sql<{ wake_version: bigint; reference: string }>`
          select wake_version, payout_reference as reference from transfers where payment_intent_id = ${opened.id}`.execute(
          world.database.owner,
        )
      ).rows[0]
    const before = await row()
    const reference = before?.reference ?? ''
    const call = (path: string) =>
      fetch(world.base + path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ externalId: reference }),
      })
    const right = createMomoCallbacks([MOMO_CALLBACK_SECRET]).pathFor(reference)
    for (const path of [
      '/webhooks/mtn-momo',
      '/webhooks/mtn-momo/',
      '/webhooks/mtn-momo/guessed',
      `${right}x`,
    ])
      expect((await call(path)).status, path).toBe(404)
    expect(await row()).toEqual(before)
    const answer = await call(right)
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
  })
})
