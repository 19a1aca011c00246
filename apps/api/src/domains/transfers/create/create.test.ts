import { money } from '@sesa/money'
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { holdingLocks, untilWaiting } from '../../../db/testing.ts'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { openUnchecked } from '../../../testing/open-unchecked.ts'
import type { Opened, Sender } from '../../../testing/sender.ts'
import { decideAndApply } from '../state/apply.ts'
import { Change } from '../state/change.ts'
import type { Claim } from '../state/transfer-row.ts'
import { claimOne } from '../state/transitions.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld({ worker: false })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(10))

/** Returns row counts that a refused request must not change. */
async function rows(): Promise<string> {
  const { rows: found } = await sql<{ counts: string }>`
    select concat_ws('/', (select count(*) from transfers), (select count(*) from quotes),
      (select count(*) from idempotency_keys), (select count(*) from transfer_events)) as counts`.execute(
    world.database.owner,
  )
  return found[0]?.counts ?? ''
}

async function unpaid(sender: Sender): Promise<number> {
  const { rows: found } = await sql<{ count: bigint }>`
    select count(*) as count from transfers where user_id = ${sender.userId} and state = 'awaiting_payment'
      and hold_reason is null`.execute(world.database.owner)
  return Number(found[0]?.count)
}

const inTx = <T>(act: (tx: Tx) => Promise<T>) => inTransaction(world.database.db, 'test.lease', act)

/** Leases the transfer of a payment, like another process. */
async function leaseToAnother({ id }: Opened): Promise<Claim> {
  const { rows: found } = await sql<{ id: string }>`
    select id from transfers where payment_intent_id = ${id}`.execute(world.database.owner)
  const claim = await inTx((tx) => claimOne(tx, { id: found[0]?.id ?? '' }))
  if (claim === undefined) throw new Error(`Another process holds ${id} already`)
  return claim
}

describe('creating a payment intent', () => {
  it('returns the stored price and charges exactly that', async () => {
    const sender = await world.sender()
    const body = await sender.draft()
    const { status, body: opened } = await sender.create(body)
    expect(status).toBe(200)
    expect(opened.clientSecret.startsWith(`${opened.id}_secret_`)).toBe(true)
    expect(opened.quote).toMatchObject({
      amount: 5_000,
      fee: 0,
      total: 5_000,
      receiveAmount: body['receiveAmount'],
      charge: { amount: 5_000, currency: 'USD', rate: '1' },
    })
    const payment = (await world.books()).payments.find(({ id }) => id === opened.id)
    expect(payment).toMatchObject({ amount: 5_000, captured: 0 })
    const stored = await sql`select * from transfers where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    expect(stored.rows).toHaveLength(1)
    expect(Object.values(stored.rows[0] ?? {}).join(' ')).not.toContain('_secret_')
  })

  it('prices from the received side to the exact unit', async () => {
    const sender = await world.sender()
    const { value } = (
      await sender.call<{ value: number }>('GET', '/currency/rates/USD/GHS/777.77?side=receive')
    ).body
    const body = await sender.draft({
      fix: 'receive',
      receiveAmount: 77_777,
      amount: Math.round(value * 100),
    })
    const { status, body: opened } = await sender.create(body)
    expect([status, opened.quote.receiveAmount]).toEqual([200, 77_777])
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['amount_below_minimum', 'amount', { amount: 499, receiveAmount: 1 }],
    ['amount_above_limit', 'amount', { amount: 200_001, receiveAmount: 1 }],
    ['amount_above_limit', 'amount', { amount: 1e30 }],
    ['amount_negative', 'amount', { amount: -5_000 }],
    ['amount_negative', 'amount', { amount: 0 }],
    ['amount_too_many_decimals', 'amount', { amount: 50.005 }],
    ['amount_not_a_number', 'amount', { amount: '5000' }],
    ['amount_not_a_number', 'amount', { amount: null }],
    ['rate_changed', 'receiveAmount', { receiveAmount: 1 }],
    ['rate_changed', 'receiveAmount', { receiveAmount: 99_999_999 }],
    ['amount_too_many_decimals', 'receiveAmount', { receiveAmount: 0.5 }],
    ['currency_unknown', 'currency', { currency: 'LRD' }],
    ['currency_unknown', 'currency', { currency: 'SLL' }],
    ['currency_unknown', 'receiveCurrency', { receiveCurrency: 'LRD' }],
    ['country_not_served', 'country', { country: 'NG' }],
    ['country_not_served', 'country', { country: 'US' }],
    ['method_unavailable', 'method', { method: 'bank' }],
    ['network_unknown', 'network', { network: 'orange' }],
    ['name_invalid', 'name', { name: '   ' }],
    ['name_invalid', 'name', { name: '<b>Ama</b>' }],
    ['phone_invalid', 'phone', { phone: '+23324123' }],
    ['phone_wrong_country', 'phone', { phone: '+231770123456' }],
    ['phone_not_mobile', 'phone', { phone: '+233302665065' }],
    ['unknown_field', 'rate', { rate: 1 }],
    ['unknown_field', 'userId', { userId: 'another-user' }],
    ['unknown_field', 'quoteId', { quoteId: 'another' }],
  ])('refuses %s, names %s and changes nothing', async (code, field, change) => {
    const sender = await world.sender()
    const body = await sender.draft(change)
    const before = await rows()
    const answer = await sender.call<{ error: { field: string; message: string; details?: unknown } }>(
      'POST',
      '/create-payment-intent',
      body,
    )
    expect([answer.code, answer.body.error.field]).toEqual([code, field])
    expect(answer.body.error.message.length).toBeGreaterThan(10)
    if (code === 'rate_changed') expect(answer.body.error.details).toHaveProperty('quote.receiveAmount')
    expect(await rows()).toBe(before)
  })

  it('opens nothing when the account is closed meanwhile', async () => {
    const sender = await world.sender()
    const body = await sender.draft()
    const before = await rows()
    const { opening } = await holdingLocks(world.database, async (tx) => {
      // Closing locks the account first and sets `closed_at` in the same transaction.
      await tx.selectFrom('users').select('id').where('id', '=', sender.userId).forUpdate().execute()
      const opening = sender.create(body)
      await untilWaiting(world.database, 1)
      await sql`update users set closed_at = now() where id = ${sender.userId}`.execute(tx)
      return { opening }
    })
    expect(await opening).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await rows()).toBe(before)
  })

  it('names a missing field', async () => {
    const sender = await world.sender()
    const { name: _, ...body } = await sender.draft()
    const answer = await sender.call<{ error: { field: string } }>('POST', '/create-payment-intent', body)
    expect([answer.code, answer.body.error.field]).toEqual(['missing_field', 'name'])
  })

  it('cancels the unpaid transfer of the same sender at the provider first', async () => {
    const sender = await world.sender()
    const first = await sender.open()
    const second = await sender.open({}, 6_000)
    expect(await world.state(first)).toMatchObject({ state: 'cancelled' })
    expect((await world.pay(first)).status).toBe(400)
    expect((await sender.call('POST', '/send-money', { id: first.id })).code).toBe('payment_not_successful')
    await world.pay(second)
    expect((await sender.call('POST', '/send-money', { id: second.id })).body).toMatchObject({
      status: 'sent',
    })
  })

  it('waits while a worker cancels the unpaid transfer', async () => {
    const sender = await world.sender()
    const claim = await leaseToAnother(await sender.open())
    const next = sender.create(await sender.draft({}, 6_000))
    await delay(300)
    await decideAndApply(world.database.db, 'test.release', claim, (current) => Change.of(current).wait(0))
    expect((await next).status).toBe(200)
    expect(await unpaid(sender)).toBe(1)
  })

  it('gives up after a short wait and opens no payment', async () => {
    const sender = await world.sender()
    await leaseToAnother(await sender.open())
    const answer = await sender.create(await sender.draft({}, 6_000))
    expect([answer.status, answer.code]).toEqual([503, 'unavailable'])
    expect(await unpaid(sender)).toBe(1)
  })

  it('delivers a paid transfer even if the next one starts before we see the payment', async () => {
    const sender = await world.sender()
    const first = await sender.open()
    await world.fault('webhook', 'drop', 5)
    await world.pay(first)
    await sender.open({}, 6_000)
    expect(await world.state(first)).toMatchObject({ state: 'sent' })
  })
})

describe('an Idempotency-Key', () => {
  it('makes one payment of 50 requests at once, and every successful answer is identical', async () => {
    const sender = await world.sender()
    const body = await sender.draft()
    const before = (await world.books()).payments.length
    const answers = await Promise.all(Array.from({ length: 50 }, () => sender.create(body, 'same')))
    for (const { status, code } of answers) {
      expect([200, 409], code).toContain(status)
      if (status === 409) expect(code).toBe('idempotency_key_in_progress')
    }
    const bodies = new Set(
      answers.filter(({ status }) => status === 200).map(({ body: one }) => JSON.stringify(one)),
    )
    expect(bodies.size).toBe(1)
    const later = await sender.create(body, 'same')
    expect([...bodies]).toEqual([JSON.stringify(later.body)])
    expect((await world.books()).payments.length).toBe(before + 1)
    expect(await unpaid(sender)).toBe(1)
  })

  it('repeats the answer after the rate has changed, and refuses a different body', async () => {
    const sender = await world.sender()
    const body = await sender.draft()
    const first = await sender.create(body, 'key')
    const multiplyCedis = (factor: number) =>
      sql`with last as (select * from rate_snapshots order by as_of desc limit 1),
        next as (insert into rate_snapshots (as_of, source) select as_of + interval '1 second', source from last returning id)
        insert into snapshot_rates (snapshot_id, currency, rate, as_of, source)
        select next.id, currency, rate * case currency when 'GHS' then ${factor}::numeric else 1 end, r.as_of, r.source
        from next, last join snapshot_rates r on r.snapshot_id = last.id`.execute(world.database.owner)
    await multiplyCedis(1.1)
    try {
      expect((await sender.create(body, 'key')).body).toEqual(first.body)
      expect((await sender.create({ ...body, name: 'Kofi Owusu' }, 'key')).code).toBe(
        'idempotency_key_reused',
      )
      expect((await sender.create(body, 'other')).code).toBe('rate_changed')
    } finally {
      await multiplyCedis(1 / 1.1)
    }
  })

  it('never moves from a transfer that is not cancelled, even without the user’s lock', async () => {
    const sender = await world.sender()
    const body = await sender.draft()
    const { id } = (await sender.create(body, 'kept')).body
    const open = await openUnchecked(world)
    const moved = inTx((tx) => open(tx, { userId: sender.userId, amount: money(5_000n, 'USD'), key: 'kept' }))
    await expect(moved).rejects.toThrow('duplicate key')
    expect((await sender.create(body, 'kept')).body.id).toBe(id)
  })

  it('belongs to one user', async () => {
    const [one, other] = [await world.sender(), await world.sender()]
    const body = await one.draft()
    const first = await one.create(body, 'shared')
    const second = await other.create(body, 'shared')
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.id).not.toBe(second.body.id)
  })

  it('can be used again once its transfer was cancelled or expired unpaid', async () => {
    const sender = await world.sender()
    const body = await sender.draft()
    const first = await sender.create(body, 'again')
    await sql`update transfers set quote_expires_at = now() - interval '1 minute'
      where payment_intent_id = ${first.body.id}`.execute(world.database.owner)
    const second = await sender.create(body, 'again')
    expect(second.status).toBe(200)
    expect(second.body.id).not.toBe(first.body.id)
    expect(await world.state(first.body)).toMatchObject({ state: 'cancelled' })
  })

  it.each(['', 'a b', 'x'.repeat(256)])('is refused when malformed (%j)', async (key) => {
    const sender = await world.sender()
    const answer = await sender.call('POST', '/create-payment-intent', await sender.draft(), {
      'idempotency-key': key,
    })
    expect(answer.code).toBe('invalid_field')
  })

  it.each(['time_out_before', 'time_out_after', 'error_500'])(
    'makes one payment although the card provider fails at first (%s)',
    async (mode) => {
      const sender = await world.sender()
      const body = await sender.draft()
      const before = (await world.books()).payments.length
      await world.fault('card', mode)
      const failed = await sender.create(body, 'retry')
      expect([failed.status, failed.code]).toEqual([503, 'card_provider_unavailable'])
      const { status, body: opened } = await sender.create(body, 'retry')
      expect(status).toBe(200)
      expect((await world.books()).payments.length).toBe(before + 1)
      await world.pay(opened)
      expect((await sender.call('POST', '/send-money', { id: opened.id })).body).toMatchObject({
        status: 'sent',
      })
    },
  )
})

describe('the limits of a sender', () => {
  const use = (sender: Sender, usd: number, age: string) =>
    sql`update transfers set usd_amount = ${usd * 100}, hold_reason = 'test', hold_owner = 'operations',
      next_step_at = null, created_at = now() - ${age}::interval where user_id = ${sender.userId}
      and state = 'awaiting_payment'`.execute(world.database.owner)

  it.each([
    ['limit_24_hours', 2_950, '1 hour'],
    ['limit_30_days', 9_960, '5 days'],
  ])('answer %s with the amount that is left', async (code, usd, age) => {
    const sender = await world.sender()
    await sender.open()
    await use(sender, usd, age)
    const answer = await sender.create(await sender.draft({}, 5_000))
    expect(answer.code).toBe(code)
    expect(JSON.stringify(answer.body)).toMatch(/USD (49|40)\.00/)
    expect((await sender.create(await sender.draft({}, 4_000))).status).toBe(200)
    await use(sender, 1, age)
  })

  it('suggest no amount once they are reached', async () => {
    const sender = await world.sender()
    await sender.open()
    await use(sender, 2_999, '1 hour')
    const answer = await sender.create(await sender.draft({}, 5_000))
    expect(answer.code).toBe('limit_24_hours')
    expect(JSON.stringify(answer.body)).toContain('You’ve reached your 24-hour limit. Try again later.')
    await use(sender, 1, '1 hour')
  })

  it('hold when many requests race each other', async () => {
    const sender = await world.sender()
    await sender.open()
    await use(sender, 2_400, '1 hour')
    const drafts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => sender.draft({}, 40_000 + index)),
    )
    const answers = await Promise.all(drafts.map((draft) => sender.create(draft)))
    const codes = answers.map(({ status, code }) => (status === 200 ? 'opened' : code))
    expect(codes).toContain('opened')
    for (const code of codes)
      expect(['opened', 'limit_24_hours', 'unavailable', 'card_provider_unavailable']).toContain(code)
    expect(await unpaid(sender)).toBeLessThanOrEqual(1)
  })
})

describe('another user’s transfer', () => {
  it('is not found by any call, just like an unknown id', async () => {
    const [owner, stranger] = [await world.sender(), await world.sender()]
    const opened: Opened = await owner.open()
    for (const id of [opened.id, 'pi_doesnotexist']) {
      for (const path of ['/send-money', '/complete']) {
        expect((await stranger.call('POST', path, { id })).code).toBe('not_found')
      }
      expect((await stranger.call('GET', `/user/transactions/${id}`)).code).toBe('not_found')
    }
    expect((await stranger.call('POST', '/send-money', { id: '../x' })).code).toBe('invalid_field')
    expect(await world.state(opened)).toMatchObject({ state: 'awaiting_payment' })
  })
})
