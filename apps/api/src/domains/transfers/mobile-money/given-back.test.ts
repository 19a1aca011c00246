// Real PostgreSQL and worker; only the payer's carrier is scripted. Nothing is given back twice, or never.
import { PATIENCE } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { extraCrons } from './extra.ts'
import { payByMobileMoney } from './pay-in.ts'
import { askPayer, openByWallet, openCancelled, type Payer } from './testing/open-by-wallet.ts'
import { ScriptedCarrier } from './testing/scripted-collector.ts'

const ACTION = { staff: 'Ada', reason: 'as the carrier wrote' }
const carrier = new ScriptedCarrier()
const alerts: string[] = []
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ collectors: carrier.collectors })
})
beforeEach(() => {
  carrier.reset()
  alerts.length = 0
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(4))

const newest = () => carrier.started.at(-1)?.id ?? ''
const returnExtra = () =>
  extraCrons({
    ...{ db: world.database.db, collectors: carrier.collectors, alert: (line) => void alerts.push(line) },
  })[0]?.run()
const refundsOf = (attempt: string) =>
  sql<{
    id: string
    state: string
  }>`select id, state from collection_refunds where attempt_id = ${attempt} order by sent_at`
    .execute(world.database.owner)
    .then(({ rows }) => rows)
/** Lets time pass for the refunds of a payment. */
const age = (attempt: string, interval: string) =>
  sql`update collection_refunds set sent_at = sent_at - ${interval}::interval, ended_at = ended_at - ${interval}::interval
    where attempt_id = ${attempt}`.execute(world.database.owner)

/** Lets a payment come after its transfer has ended, because the carrier did not know the request. */
async function openTooLate(): Promise<{ payer: Payer; attempt: string }> {
  const payer = await openByWallet(world)
  carrier.sent = { outcome: 'unknown' }
  await askPayer(payer)
  const attempt = newest()
  carrier.statuses.set(attempt, { status: 'not_found' })
  await sql`update collection_attempts set recorded_at = now() - interval '16 minutes',
    missed_at = now() - interval '2 minutes' where id = ${attempt}`.execute(world.database.owner)
  await world.arrange(payer.opened, { quote_expires_at: new Date(0), next_step_at: new Date() })
  await world.reaches(payer.opened, 'cancelled')
  return { payer, attempt }
}

describe('a payment in another currency than asked for', () => {
  it('is given back in that currency, once staff decide', async () => {
    const payer = await openByWallet(world)
    await askPayer(payer)
    carrier.approve({ currency: 'USD' })
    await world.expectState(payer.opened, 'awaiting_payment', 'payment_mismatch')
    await world.transfers.staffActions.refund(await world.referenceOf(payer.opened), ACTION)
    await world.reaches(payer.opened, 'refunded')
    expect(carrier.refunded.at(-1)).toMatchObject({ collection: newest(), currency: 'USD' })
  })

  it('is given back in that currency when it came too late', async () => {
    const { payer, attempt } = await openTooLate()
    carrier.statuses.set(attempt, { status: 'completed', amount: money(1_100n, 'USD') })
    await returnExtra()
    await returnExtra()
    expect(carrier.refunded.at(-1)).toMatchObject({ collection: attempt, amount: 1_100n, currency: 'USD' })
    expect(await world.kinds(payer.opened)).toEqual(['capture', 'refund'])
  })
})

it('a process that lost its transfer requests no second refund beside one that is under way', async () => {
  const payer = await openCancelled(world)
  carrier.refundStatus = { status: 'pending' }
  carrier.approve()
  await vi.waitFor(async () => expect(await refundsOf(newest())).toMatchObject([{ state: 'sent' }]), PATIENCE)
  const { owner, db } = world.database
  const transfer = await owner
    .selectFrom('transfers')
    .selectAll()
    .where('payment_intent_id', '=', payer.opened.id)
    .executeTakeFirstOrThrow()
  const { id: requestId } = await owner
    .insertInto('refund_attempts')
    .values({ transfer_id: transfer.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { refund } = payByMobileMoney({ db, collectors: carrier.collectors })
  const amount = money(transfer.charge_amount, 'LRD')
  expect(await refund(transfer, { requestId, amount })).toMatchObject({ ok: false, reason: 'unknown' })
  expect(carrier.refunded.filter(({ collection }) => collection === newest())).toHaveLength(1)
  carrier.refundStatus = { status: 'succeeded' }
  await world.makeStepsDue()
  await world.reaches(payer.opened, 'refunded')
})

it('a refund without an answer is not over when its repetition is refused, until it can no longer arrive', async () => {
  const payer = await openCancelled(world)
  carrier.refund = 'unknown'
  carrier.refundStatus = { status: 'not_found' }
  carrier.approve()
  await vi.waitFor(async () => expect(await refundsOf(newest())).toMatchObject([{ state: 'sent' }]), PATIENCE)
  const [first] = await refundsOf(newest())
  carrier.refund = 'refused'
  const repeatedAfter = async (interval: string) => {
    await age(newest(), interval)
    const times = () => carrier.refundAsked.filter((id) => id === first?.id).length
    const before = times()
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(times()).toBeGreaterThan(before + 1)
    }, PATIENCE)
  }
  await repeatedAfter('2 minutes')
  expect(await refundsOf(newest())).toEqual([{ id: first?.id, state: 'sent' }])
  expect(await world.state(payer.opened)).toEqual({ state: 'refunding', hold_reason: null })
  await age(newest(), '15 minutes')
  await vi.waitFor(async () => {
    await world.makeStepsDue()
    expect(await refundsOf(newest())).toContainEqual({ id: first?.id, state: 'failed' })
  }, PATIENCE)
  carrier.refund = 'taken'
  carrier.refundStatus = { status: 'succeeded' }
  await vi.waitFor(async () => {
    await world.makeStepsDue()
    expect(await world.state(payer.opened)).toEqual({ state: 'refunded', hold_reason: null })
  }, PATIENCE)
})

it('a refund that was taken and failed later has given nothing back', async () => {
  const { payer, attempt } = await openTooLate()
  carrier.approve()
  carrier.refundStatus = { status: 'pending' }
  await returnExtra()
  carrier.refundStatus = { status: 'failed', code: 'RECIPIENT_NOT_FOUND' }
  await returnExtra()
  expect(await world.kinds(payer.opened)).toEqual(['capture'])
  carrier.refundStatus = { status: 'succeeded' }
  await age(attempt, '2 minutes')
  await returnExtra()
  await returnExtra()
  expect((await refundsOf(attempt)).map(({ state }) => state)).toEqual(['failed', 'succeeded'])
  expect(await world.kinds(payer.opened)).toEqual(['capture', 'refund'])
})

it('a payment is given back although one of a collector that was removed since cannot be asked about', async () => {
  const { payer, attempt } = await openTooLate()
  await sql`insert into collection_attempts (transfer_id, number, collector, country, network, phone, amount, currency, state, ended_at)
    select transfer_id, 2, 'removed', country, network, phone, amount, currency, 'never_arrived', now()
    from collection_attempts where id = ${attempt}`.execute(world.database.owner)
  carrier.approve()
  await returnExtra()
  await returnExtra()
  expect(await world.kinds(payer.opened)).toEqual(['capture', 'refund'])
})

it('a payment that came too late is tried again ever more rarely, also after staff were alerted', async () => {
  const { attempt } = await openTooLate()
  carrier.approve()
  carrier.refund = 'refused'
  const count = async () => {
    await returnExtra()
    await returnExtra()
    return (await refundsOf(attempt)).length
  }
  expect(await count()).toBe(1)
  for (const refusals of [1, 2, 3]) {
    await age(attempt, `${2 ** refusals} minutes`)
    expect(await count()).toBe(refusals + 1)
  }
  expect(alerts).toEqual([])
  await age(attempt, '1 day')
  expect(await count()).toBe(5)
  expect(alerts).toEqual([expect.stringContaining(`ALERT: payment ${attempt} did not pay its transfer`)])
  await age(attempt, '1 day')
  carrier.refund = 'taken'
  expect(await count()).toBe(6)
  expect((await refundsOf(attempt)).at(-1)).toMatchObject({ state: 'succeeded' })
})
