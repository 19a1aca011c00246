import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { sendCardEvent } from '../../../testing/card-events.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened } from '../../../testing/sender.ts'
import { purge } from '../../office/retention/purge.ts'

const DECLINED = '4000000000000002'
/** Only the test of addresses reaches this many declines. */
const PER_ADDRESS = 1_000

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({
    rules: [
      {
        id: 'declines-from-address',
        when: { count: { what: 'declines', per: 'address', hours: 24, atLeast: PER_ADDRESS } },
        then: { outcome: 'refuse', code: 'cards_declined' },
      },
    ],
  })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(0))

/** Notifies us that a charge of this payment was declined. */
async function notifyDecline(
  opened: Opened,
  charge: string | undefined,
  id: string = randomUUID(),
): Promise<void> {
  const object = { id: opened.id, last_payment_error: { ...(charge !== undefined && { charge }) } }
  await sendCardEvent(world.base, { id, type: 'payment_intent.payment_failed', object })
}

async function declinesOf(opened: Opened): Promise<string[]> {
  const { rows } = await sql<{ decline_id: string }>`
    select d.decline_id from card_declines d join transfers t on t.id = d.transfer_id
    where t.payment_intent_id = ${opened.id} order by d.decline_id`.execute(world.database.owner)
  return rows.map(({ decline_id }) => decline_id)
}

async function decline(opened: Opened, times: number): Promise<void> {
  for (let tries = 0; tries < times; tries++) await world.pay(opened, DECLINED)
}

describe('declined cards', () => {
  it('close their payment after the third, so the next card is not charged', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await decline(opened, 2)
    await sender.call('POST', '/complete', { id: opened.id })
    expect(await world.state(opened)).toMatchObject({ state: 'awaiting_payment' })
    await decline(opened, 1)
    await world.reaches(opened, 'cancelled')
    expect((await world.pay(opened)).status).toBe(400)
    expect(await declinesOf(opened)).toHaveLength(3)
    const answer = await sender.call('POST', '/send-money', { id: opened.id })
    expect([answer.status, answer.code]).toEqual([429, 'cards_declined'])
    const again = await sender.open()
    await world.pay(again)
    await world.reaches(again, 'sent')
  })

  it('count once, however often and in whatever order the provider reports them', async () => {
    const opened = await (await world.sender()).open()
    const [first, second] = ['ch_a', 'ch_b']
    await notifyDecline(opened, second)
    await notifyDecline(opened, first, 'evt_twice')
    await notifyDecline(opened, first, 'evt_twice')
    await notifyDecline(opened, first)
    // A failed bank check creates no charge, so the event itself counts.
    await notifyDecline(opened, undefined, 'evt_check')
    await notifyDecline(opened, undefined, 'evt_check')
    expect(await declinesOf(opened)).toEqual([first, second, 'evt_check'])
    await world.reaches(opened, 'cancelled')
  })

  it('are found without a notification, and a late notification does not count them again', async () => {
    const silent = await startEngineWorld({ webhooks: false, worker: false })
    const sender = await silent.sender()
    const opened = await sender.open()
    const charges: string[] = []
    for (let tries = 0; tries < 3; tries++) {
      const { body } = await silent.pay(opened, DECLINED)
      charges.push((body as { error: { charge: string } }).error.charge)
      await sender.call('POST', '/complete', { id: opened.id })
    }
    await silent.makeStepsDue()
    await sender.call('POST', '/complete', { id: opened.id })
    expect(await silent.state(opened)).toMatchObject({ state: 'cancelled' })
    const late = { id: opened.id, last_payment_error: { charge: charges[0] } }
    await sendCardEvent(silent.base, { type: 'payment_intent.payment_failed', object: late })
    const { rows } = await sql<{ id: string }>`select decline_id as id from card_declines`.execute(
      silent.database.owner,
    )
    expect(rows.map(({ id }) => id).toSorted()).toEqual(charges.toSorted())
    await silent.close()
  })

  it('block new payments of an account for a day after the tenth', async () => {
    const sender = await world.sender()
    for (let payments = 0; payments < 3; payments++) {
      const opened = await sender.open()
      await decline(opened, 3)
      await world.reaches(opened, 'cancelled')
    }
    const last = await sender.open()
    await decline(last, 1)
    await vi.waitFor(async () => expect(await declinesOf(last)).toHaveLength(1), PATIENCE)
    const refused = await sender.create(await sender.draft())
    expect([refused.status, refused.code]).toEqual([429, 'cards_declined'])
    expect(refused.body).toMatchObject({
      error: { message: 'Too many cards were declined. Try again in 24 hours, or contact support.' },
    })
    expect((await (await world.sender()).open()).id).toMatch(/^pi_/)
    await sql`update card_declines d set declined_at = now() - interval '24 hours' from transfers t
      where t.id = d.transfer_id and t.user_id = ${sender.userId}
        and d.decline_id = (select min(decline_id) from card_declines e where e.transfer_id = t.id)`.execute(
      world.database.owner,
    )
    expect((await sender.open()).id).toMatch(/^pi_/)
  })

  it('block new payments from an address that reached its limit', async () => {
    const other = await world.sender()
    await sql`insert into card_declines (decline_id, transfer_id, address_key)
      select 'ch_many_' || n, t.id, o.address_key from generate_series(1, ${PER_ADDRESS}) n,
        lateral (select * from transfers limit 1) t join payment_origins o on o.transfer_id = t.id`.execute(
      world.database.owner,
    )
    const refused = await other.create(await other.draft())
    expect([refused.status, refused.code]).toEqual([429, 'cards_declined'])
    await sql`update card_declines set declined_at = now() - interval '31 days'
      where decline_id like 'ch_many_%'`.execute(world.database.owner)
    expect((await other.open()).id).toMatch(/^pi_/)
    await purge(world.database.db)
    const { rows } = await sql`select from card_declines where decline_id like 'ch_many_%'`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([])
  })
})
