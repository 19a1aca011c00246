import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi, type MockInstance } from 'vitest'
import { OrderRefused } from '../../lib/order.ts'
import { closeSound } from '../../testing/books.ts'
import { arrives, capturedAs, letGo, longAgo, requested } from '../../testing/captured.ts'
import { sendCardEvent } from '../../testing/card-events.ts'
import { PATIENCE, startEngineWorld, type EngineWorld } from '../../testing/engine-world.ts'
import { recipient, type Opened } from '../../testing/sender.ts'
import type { CardDispute, CardRefund, PayoutRail, PayoutSent } from './ports.ts'

const disputedAs = (id: string, status: CardDispute['status'], amount = 5_000n): CardDispute => ({
  id,
  status,
  amount,
  currency: 'USD',
})

/** What providers say in place of the sandbox; nothing by default. */
interface Words {
  disputes?: readonly CardDispute[]
  refunds?: readonly CardRefund[]
  send?: (request: Parameters<PayoutRail['send']>[0]) => PayoutSent
  status?: 'unknown' | 'not_found'
  beforeSend?: () => void
  beforeSender?: () => void
}

let world: EngineWorld
let words: Words = {}
const order = { operator: 'Ama Boateng', reason: 'Looked at by hand' }
const REFUSED: PayoutSent = { outcome: 'rejected', code: 'HTTP_429', next: 'retry' }

beforeAll(async () => {
  world = await startEngineWorld({
    beforeSender: () => words.beforeSender?.(),
    between: ({ cards, payouts }) => ({
      cards: {
        ...cards,
        async readPayment(id) {
          const read = await cards.readPayment(id)
          return read.ok && words.disputes ? { ok: true, value: { ...read.value, disputed: true } } : read
        },
        listDisputes: (id) =>
          words.disputes ? Promise.resolve({ ok: true, value: words.disputes }) : cards.listDisputes(id),
        listRefunds: (id) =>
          words.refunds ? Promise.resolve({ ok: true, value: words.refunds }) : cards.listRefunds(id),
      },
      payouts: {
        send(request) {
          words.beforeSend?.()
          return words.send ? Promise.resolve(words.send(request)) : payouts.send(request)
        },
        status: (reference) =>
          words.status ? Promise.resolve({ status: words.status }) : payouts.status(reference),
      },
    }),
  })
})
afterEach(() => {
  words = {}
})
afterAll(async () => expect(await closeSound(world)).toBeGreaterThan(5))

const row = (opened: Opened) =>
  world.database.owner
    .selectFrom('transfers')
    .selectAll()
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()

async function operations(opened: Opened) {
  const reference = await world.referenceOf(opened)
  const { operations: all } = world.transfers
  return {
    hold: () => all.hold(reference, order),
    release: () => all.release(reference, order),
    refund: () => all.refund(reference, order),
    cancel: () => all.cancel(reference, order),
  }
}

async function payoutsOf(opened: Opened): Promise<unknown[]> {
  const { payout_reference } = await row(opened)
  return (await world.books()).payouts.filter(({ reference }) => reference === payout_reference)
}

/** What was booked for a transfer by entries of that kind, in order. */
async function postings(opened: Opened, kind: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select split_part(p.from_account, ':', 1) || '>' || split_part(p.to_account, ':', 1) || ' ' || p.amount as line
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    left join booked_apart a on a.id = e.transfer_id join transfers t on t.id = coalesce(a.transfer_id, e.transfer_id)
    where t.payment_intent_id = ${opened.id} and e.kind like ${kind} order by p.id`.execute(
    world.database.owner,
  )
  return rows.map(({ line }) => line)
}

const paymentOf = async (opened: Opened) => (await world.books()).payments.find(({ id }) => id === opened.id)

/** The card provider tells that something came after. */
const tell = (opened: Opened, type: string) =>
  sendCardEvent(world.base, {
    type,
    object: { object: type.startsWith('refund') ? 'refund' : 'dispute', payment_intent: opened.id },
  })

/** Lets everything that waits go on, again and again, until the transfer stands so. */
const comesTo = (opened: Opened, state: string, hold_reason: string | null) =>
  vi.waitFor(async () => {
    await world.hurry()
    expect(await world.state(opened)).toEqual({ state, hold_reason })
  }, PATIENCE)

/** A charged transfer whose requests to pay out were refused for now. */
async function notTaken(
  outcomes: readonly ('unknown' | 'rejected' | null)[] = ['rejected'],
): Promise<Opened> {
  const opened = await (await world.sender()).open()
  await capturedAs(world, opened, 'paying_out')
  for (const outcome of outcomes) await requested(world, opened, outcome)
  return opened
}

/** A transfer whose pay-out failed and whose refund came back. */
async function refundReturned(): Promise<Opened> {
  const opened = await (await world.sender()).open({ phone: recipient('0005') })
  await world.pay(opened, '4000000000005126')
  await world.stands(opened, 'refunded', 'refund_returned')
  return opened
}

describe('a cancellation after a request without an answer', { timeout: 120_000 }, () => {
  it.each([
    ['had no answer', 'unknown'],
    ['was left by a process that died', null],
  ] as const)(
    'waits while a request that %s may be carried out, and ends as sent when it was',
    async (_, outcome) => {
      const opened = await notTaken([outcome, 'rejected'])
      words.status = 'not_found'
      await (await operations(opened)).cancel()
      await letGo(world, opened)
      for (let look = 0; look < 5; look++) {
        await world.hurry()
        await sleep(100)
      }
      expect(await world.state(opened)).toEqual({ state: 'paying_out', hold_reason: null })
      expect(await paymentOf(opened)).toMatchObject({ refunded: 0 })
      // The request arrives at last.
      words = {}
      await arrives(world, opened)
      await comesTo(opened, 'sent', null)
      expect(await payoutsOf(opened)).toMatchObject([{ status: 'completed' }])
    },
  )

  it('gives the money back once none can be on its way', async () => {
    const opened = await notTaken(['unknown', 'rejected'])
    await (await operations(opened)).cancel()
    await longAgo(world, opened)
    await letGo(world, opened)
    await comesTo(opened, 'refunded', null)
    expect(await payoutsOf(opened)).toEqual([])
  })
})

describe('a process that slept', { timeout: 120_000 }, () => {
  it('between its look and its next request sends nothing once the money was given back', async () => {
    const opened = await notTaken()
    const { owner } = world.database
    const awake = Promise.withResolvers<void>()
    const asleep = owner.transaction().execute(async (tx) => {
      await sql`lock table payout_attempts in share mode`.execute(tx)
      await awake.promise
    })
    await letGo(world, opened)
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%payout_attempts%'`.execute(owner)
      expect(rows).toHaveLength(1)
    }, PATIENCE)
    // Somebody else takes over, cancels and refunds, unless the sleeper still holds the transfer.
    const taken = (async () => {
      await world.set(opened, `lease_token = gen_random_uuid(), lease_until = now() - interval '1 second'`)
      await (await operations(opened)).cancel().catch(() => undefined)
      await vi.waitFor(async () => {
        await world.hurry()
        expect(['refunded', 'sent']).toContain((await row(opened)).state)
      }, PATIENCE)
    })()
    await Promise.race([taken, sleep(3_000)])
    awake.resolve()
    await Promise.all([asleep, taken])
    await sleep(500)
    const { state } = await row(opened)
    const { refunded } = (await paymentOf(opened)) ?? { refunded: -1 }
    expect([refunded > 0, (await payoutsOf(opened)).length > 0]).toEqual([
      state === 'refunded',
      state === 'sent',
    ])
  })

  it('between writing its request down and sending it sends it no more', async () => {
    const opened = await notTaken()
    let clock: MockInstance | undefined
    let sent = 0
    words.beforeSend = () => sent++
    // What it looks up between the two.
    words.beforeSender = () => {
      const now = performance.now()
      clock ??= vi.spyOn(performance, 'now').mockImplementation(() => now + 31_000)
    }
    await letGo(world, opened)
    await world.reaches(opened, 'payout_unknown').finally(() => clock?.mockRestore())
    expect(sent).toBe(0)
    words = {}
    await comesTo(opened, 'sent', null)
  })
})

describe('a charge that is not ours any more', { timeout: 120_000 }, () => {
  it('since it was given back at the card provider, is not paid out; an order books it and ends the transfer', async () => {
    const opened = await notTaken()
    await fetch(`${world.sandboxUrl}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox' },
      body: new URLSearchParams({ payment_intent: opened.id, amount: '1000' }),
    })
    await vi.waitFor(async () => expect((await row(opened)).recheck).toBe(true), PATIENCE)
    await letGo(world, opened)
    await comesTo(opened, 'paying_out', 'refunded_elsewhere')
    const { release, refund } = await operations(opened)
    await expect(release()).rejects.toThrow(OrderRefused)
    await refund()
    await comesTo(opened, 'refunded', null)
    expect(await paymentOf(opened)).toMatchObject({ captured: 5_000, refunded: 5_000 })
    expect(await payoutsOf(opened)).toEqual([])
  })

  it('since the dispute was lost before anything was sent, is not released; an order ends it without a pay-out', async () => {
    const opened = await notTaken()
    words.disputes = [disputedAs('dp_1', 'open')]
    await tell(opened, 'charge.dispute.created')
    await letGo(world, opened)
    await comesTo(opened, 'paying_out', 'disputed')
    words.disputes = [disputedAs('dp_1', 'lost')]
    await tell(opened, 'charge.dispute.closed')
    await comesTo(opened, 'paying_out', 'dispute_lost')
    const { release, refund } = await operations(opened)
    await expect(release()).rejects.toThrow('cannot be paid out')
    await refund()
    await comesTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute', 'dispute_lost'])
    expect(await payoutsOf(opened)).toEqual([])
    // The sandbox knows of no dispute, and so of no charge that went back.
    await world.set(opened, 'payment_intent_id = null')
  })
})

describe('a charge that is gone while nobody knows of its pay-out', { timeout: 120_000 }, () => {
  /** A transfer whose one request had no answer, and whose dispute was lost since. */
  async function gone(id: string): Promise<Opened> {
    const opened = await notTaken(['unknown'])
    await longAgo(world, opened)
    words.status = 'not_found'
    words.disputes = [disputedAs(id, 'lost')]
    await tell(opened, 'charge.dispute.closed')
    await vi.waitFor(async () => expect((await row(opened)).recheck).toBe(true), PATIENCE)
    await letGo(world, opened)
    await comesTo(opened, 'payout_unknown', 'dispute_lost')
    return opened
  }

  it('is given up by an order, and nothing is sent', async () => {
    const opened = await gone('dp_12')
    const { release, refund } = await operations(opened)
    await expect(release()).rejects.toThrow('cannot be paid out')
    await refund()
    await comesTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute', 'dispute_lost'])
    expect(await payoutsOf(opened)).toEqual([])
    await world.set(opened, 'payment_intent_id = null')
  })

  it('is a loss when the money has arrived after all, and nobody is owed or owes', async () => {
    const opened = await gone('dp_13')
    words = {}
    await arrives(world, opened)
    await comesTo(opened, 'sent', 'dispute_lost')
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute', 'dispute_lost', 'paid_out'])
    expect(await postings(opened, 'paid_out')).toContain('losses>customer 5000')
    await (await operations(opened)).release()
    await comesTo(opened, 'sent', null)
  })
})

describe('a dispute over another hold', { timeout: 120_000 }, () => {
  it('leaves that hold standing when it is won', async () => {
    const opened = await notTaken()
    const { hold } = await operations(opened)
    await hold()
    await letGo(world, opened)
    words.disputes = [disputedAs('dp_2', 'open')]
    await tell(opened, 'charge.dispute.created')
    await comesTo(opened, 'paying_out', 'disputed')
    words.disputes = [disputedAs('dp_2', 'won')]
    await tell(opened, 'charge.dispute.closed')
    await comesTo(opened, 'paying_out', 'operator')
    expect(await payoutsOf(opened)).toEqual([])
    words = {}
    await (await operations(opened)).release()
    await comesTo(opened, 'sent', null)
  })

  it('does not make anybody forget that the sender is owed', async () => {
    const opened = await refundReturned()
    words.disputes = [disputedAs('dp_3', 'open')]
    await tell(opened, 'charge.dispute.created')
    await comesTo(opened, 'refunded', 'disputed')
    await expect((await operations(opened)).release()).rejects.toThrow('is not decided')
    words.disputes = [disputedAs('dp_3', 'won')]
    await tell(opened, 'charge.dispute.closed')
    await comesTo(opened, 'refunded', 'refund_returned')
    await expect((await operations(opened)).release()).rejects.toThrow('Order a refund')
  })

  it('and a refund that came back, both seen in one look, are both remembered', async () => {
    const opened = await (await world.sender()).open({ phone: recipient('0005') })
    await world.pay(opened)
    await world.stands(opened, 'refunded', null)
    words.refunds = []
    words.disputes = [disputedAs('dp_7', 'open')]
    await tell(opened, 'charge.dispute.created')
    await comesTo(opened, 'refunded', 'disputed')
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'refund_returned', 'dispute'])
    words.disputes = [disputedAs('dp_7', 'won')]
    await tell(opened, 'charge.dispute.closed')
    await comesTo(opened, 'refunded', 'refund_returned')
    // The sandbox has no such words in its books.
    await world.set(opened, 'payment_intent_id = null')
  })

  it('of a part is booked with its amount, and another one of the rest beside it', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.stands(opened, 'sent', null)
    words.disputes = [disputedAs('dp_8', 'open', 2_000n)]
    await tell(opened, 'charge.dispute.created')
    await comesTo(opened, 'sent', 'disputed')
    words.disputes = [disputedAs('dp_8', 'lost', 2_000n), disputedAs('dp_9', 'open', 3_000n)]
    await tell(opened, 'charge.dispute.created')
    await vi.waitFor(async () => expect(await world.kinds(opened)).toContain('dispute_lost'), PATIENCE)
    await comesTo(opened, 'sent', 'disputed')
    const { release } = await operations(opened)
    await expect(release()).rejects.toThrow('is not decided')
    words.disputes = [disputedAs('dp_8', 'lost', 2_000n), disputedAs('dp_9', 'won', 3_000n)]
    await tell(opened, 'charge.dispute.closed')
    await comesTo(opened, 'sent', 'dispute_lost')
    await release()
    await comesTo(opened, 'sent', null)
    expect(await world.kinds(opened)).toEqual([
      ...['capture', 'paid_out', 'dispute', 'dispute_lost', 'dispute', 'dispute_won'],
    ])
    expect(await postings(opened, 'dispute%')).toEqual([
      ...['disputes>card_clearing 2000', 'losses>disputes 2000'],
      ...['disputes>card_clearing 3000', 'card_clearing>disputes 3000'],
    ])
  })

  it('that was booked before disputes were kept is taken for the one that the provider names', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.stands(opened, 'sent', null)
    words.disputes = [disputedAs('dp_10', 'open')]
    await tell(opened, 'charge.dispute.created')
    await comesTo(opened, 'sent', 'disputed')
    await sql`update disputes set provider_id = null where provider_id = 'dp_10'`.execute(
      world.database.owner,
    )
    words.disputes = [disputedAs('dp_10', 'won'), disputedAs('dp_11', 'won', 100n)]
    await tell(opened, 'charge.dispute.closed')
    await comesTo(opened, 'sent', null)
    expect(await world.kinds(opened)).toEqual([
      ...['capture', 'paid_out', 'dispute', 'dispute_won', 'dispute', 'dispute_won'],
    ])
  })

  it('that is opened a second time is shown to a human again', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.stands(opened, 'sent', null)
    words.disputes = [disputedAs('dp_4', 'won')]
    await tell(opened, 'charge.dispute.closed')
    await vi.waitFor(async () => expect(await world.kinds(opened)).toContain('dispute_won'), PATIENCE)
    words.disputes = [...words.disputes, disputedAs('dp_5', 'open')]
    await tell(opened, 'charge.dispute.created')
    await comesTo(opened, 'sent', 'disputed')
  })
})

describe('an event that came while a hold ended', { timeout: 120_000 }, () => {
  it('is looked at after the release', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.stands(opened, 'sent', null)
    const { release } = await operations(opened)
    words.disputes = [disputedAs('dp_6', 'lost')]
    // As a hint leaves it that nobody has got to.
    await world.set(
      opened,
      `hold_reason = 'engine_error', hold_owner = 'engineering', recheck = true, next_step_at = now() + interval '1 hour'`,
    )
    await release()
    await comesTo(opened, 'sent', 'dispute_lost')
  })
})

describe('a provider', { timeout: 120_000 }, () => {
  it('that paid what it had called failed ends the transfer as sent while nothing was given back', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.stands(opened, 'sent', null)
    await sql`with gone as (delete from ledger_postings p using ledger_entries e, transfers t where p.entry_id = e.id
        and e.transfer_id = t.id and e.kind = 'paid_out' and t.payment_intent_id = ${opened.id} returning e.id)
      select from gone`.execute(world.database.owner)
    await sql`delete from ledger_entries e using transfers t where e.transfer_id = t.id and e.kind = 'paid_out'
      and t.payment_intent_id = ${opened.id}`.execute(world.database.owner)
    await sql`update transfer_events e set to_state = 'payout_failed' from transfers t where t.id = e.transfer_id
      and e.to_state = 'sent' and t.payment_intent_id = ${opened.id}`.execute(world.database.owner)
    await world.set(opened, `state = 'payout_failed', failure_code = 'UNKNOWN', next_step_at = now()`)
    await comesTo(opened, 'sent', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
    expect((await row(opened)).failure_code).toBeNull()
  })

  it('that called a pay-out failed and forgot it is contradicted by a human’s order alone', async () => {
    const opened = await notTaken(['unknown'])
    await longAgo(world, opened)
    words.status = 'not_found'
    await sql`with moved as (update transfers set state = 'payout_failed', failure_code = 'UNKNOWN'
        where payment_intent_id = ${opened.id} returning id)
      insert into transfer_events (transfer_id, from_state, to_state)
      select id, 'paying_out', 'payout_failed' from moved`.execute(world.database.owner)
    await letGo(world, opened)
    await comesTo(opened, 'payout_failed', 'payout_contradiction')
    const { release, refund } = await operations(opened)
    await release()
    await comesTo(opened, 'payout_failed', 'payout_contradiction')
    expect(await paymentOf(opened)).toMatchObject({ refunded: 0 })
    await refund()
    await comesTo(opened, 'refunded', null)
    expect(await paymentOf(opened)).toMatchObject({ refunded: 5_000 })
    expect(await payoutsOf(opened)).toEqual([])
  })

  it('that gives no answer for a day is shown to a human, who can let it go on', async () => {
    const opened = await notTaken()
    words.send = () => REFUSED
    words.status = 'unknown'
    await (await operations(opened)).cancel()
    await letGo(world, opened)
    await comesTo(opened, 'payout_failed', null)
    await world.set(opened, `state_changed_at = now() - interval '25 hours'`)
    await comesTo(opened, 'payout_failed', 'provider_silent')
    words = {}
    await (await operations(opened)).release()
    await comesTo(opened, 'refunded', null)
  })
})
