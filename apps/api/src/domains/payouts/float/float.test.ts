import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened } from '../../../testing/sender.ts'
import { readFloat } from './index.ts'
import { raceForFloat, setFloatOfGhana } from './testing/float-race.ts'
import { insertPolicy } from '../../../testing/policies.ts'

const FULL = '100000000000.00'
const ACTION = { staff: 'Ada', reason: 'a test of the float' }

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
  await world.rails.refresh()
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))
/** Sets the alert level, in pesewas. */
const setLevel = (amount: number) =>
  insertPolicy(world.database.owner, 'alert_level', 'pawapay/GH/GHS', { amount: String(amount) })
afterEach(async () => {
  await world.setFloat('pawapay', 'GHA', FULL)
  await world.setFloat('pawapay', 'LBR', FULL)
  await world.setFloat('mtn-momo', 'LRD', FULL)
  await setLevel(0)
  await world.float.refresh()
  world.alerts.length = 0
})

const setGhana = (balance: string) => setFloatOfGhana(world, balance)

async function ghana() {
  const wallets = await readFloat(world.database.db)
  return wallets.find(({ account, country }) => account === 'pawapay' && country === 'GH')
}

const networkOf = async (country: string, value: string) =>
  (await world.rails.networks(await world.configuration.current())).find(
    (one) => one.country === country && one.network === value,
  )

async function openAndPay(amount?: number): Promise<Opened> {
  const opened = await (await world.sender()).open({}, amount)
  await world.pay(opened)
  return opened
}

/** Opens charged transfers that the carrier refused because the float was unexpectedly empty, one after the other. */
async function openHeld(count = 1): Promise<[Opened, ...Opened[]]> {
  const opened = await Promise.all(Array.from({ length: count }, async () => (await world.sender()).open()))
  await world.setFloat('pawapay', 'GHA', '0.00')
  for (const one of opened) {
    await world.pay(one)
    await world.expectState(one, 'paying_out', 'payout_float_empty')
  }
  return opened as [Opened, ...Opened[]]
}

describe('a network whose float is known to be empty', () => {
  test('is closed before a card is charged, and open again after a top-up', async () => {
    await setGhana('0.00')
    expect(await networkOf('GH', 'mtn')).toMatchObject({
      closed: 'We can’t send to this network right now. Try again later, or choose another network.',
    })
    const sender = await world.sender()
    const refused = await sender.create(await sender.draft())
    expect([refused.status, refused.code]).toEqual([422, 'network_unavailable'])
    expect(world.alerts).toEqual([
      expect.stringMatching(/^ALERT: float of pawapay\/GH\/GHS is empty: GHS 0\.00 /),
    ])
    await setGhana('5000.00')
    await world.reaches(await openAndPay(), 'sent')
  })

  test('refuses the amounts that it does not cover, and accepts smaller ones', async () => {
    await setGhana('100.00')
    expect(await networkOf('GH', 'mtn')).toMatchObject({ closed: null })
    const sender = await world.sender()
    const refused = await sender.create(await sender.draft())
    expect([refused.status, refused.code]).toEqual([422, 'network_unavailable'])
    expect(refused.body).toMatchObject({
      error: {
        message: 'We can’t send this much to this network right now. Enter less, or try again later.',
      },
    })
    await world.reaches(await openAndPay(500), 'sent')
  })

  test('charges none of 20 transfers, and only those that a float for 5 covers', () =>
    raceForFloat(world, { transfers: 20, covered: 5 }))

  test('uses another rail that has the money', async () => {
    await world.setFloat('pawapay', 'LBR', '0.00')
    await world.float.refresh()
    expect(await networkOf('LR', 'mtn')).toMatchObject({ closed: null })
    expect(await networkOf('LR', 'orange')).toMatchObject({ closed: expect.stringContaining('can’t send') })
    const sender = await world.sender()
    const { value } = (await sender.call<{ value: number }>('GET', '/currency/rates/USD/LRD/50')).body
    const draft = { country: 'LR', phone: '+231881234567', receiveCurrency: 'LRD' }
    const opened = await sender.open({ ...draft, receiveAmount: Math.round(value * 100) })
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const { rows } = await sql<{ rail: string }>`select r.rail from payout_routes r
      join transfers t on t.payout_reference = r.reference where t.payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([{ rail: 'mtn-momo-lr' }])
  })
})

describe('a balance', () => {
  test('that is old or was never read is unknown, which closes nothing', async () => {
    await setGhana('0.00')
    await sql`update float_wallets set asked_at = now() - interval '11 minutes'`.execute(world.database.owner)
    expect(await ghana()).toMatchObject({ state: 'unknown', balance: null, available: null })
    expect(await networkOf('GH', 'mtn')).toMatchObject({ closed: null })
  })

  test('below the alert level is low, and staff are alerted once', async () => {
    await setLevel(900_000)
    await setGhana('8999.99')
    await world.float.refresh()
    expect(await ghana()).toMatchObject({ state: 'low' })
    expect(world.alerts).toEqual([
      'ALERT: float of pawapay/GH/GHS is low: GHS 8,999.99 available of GHS 8,999.99; see docs/runbooks/float.md',
    ])
  })

  test('is low without a level and a forecast once it does not cover the largest pay-out, and staff are alerted', async () => {
    await sql`delete from float_readings`.execute(world.database.owner)
    await setGhana('15000.00')
    expect(await ghana()).toMatchObject({ state: 'enough', hours: null, largest: 1_500_000n })
    expect(world.alerts).toEqual([])
    await setGhana('14999.99')
    expect(await ghana()).toMatchObject({ state: 'low', hours: null })
    expect(world.alerts).toEqual([
      expect.stringMatching(/^ALERT: float of pawapay\/GH\/GHS is low: GHS 14,999\.99 /),
    ])
  })

  test.each(['mtn-momo-lr-collection', 'monime'])(
    'at %s, from which no rail pays, is enough until staff want more',
    async (account) => {
      await sql`insert into float_wallets (account, country, currency, balance, asked_at)
        values (${account}, 'LR', 'LRD', 0, now())`.execute(world.database.owner)
      const state = async () =>
        (await readFloat(world.database.db)).find((wallet) => wallet.account === account)?.state
      expect(await state()).toBe('enough')
      await insertPolicy(world.database.owner, 'alert_level', `${account}/LR/LRD`, { amount: '1' })
      expect(await state()).toBe('low')
      await sql`delete from float_wallets where account = ${account}`.execute(world.database.owner)
    },
  )

  test('at the card provider raises no alert on the first day, when nothing has settled yet', async () => {
    const stripe = async () =>
      (await readFloat(world.database.db)).find(({ account }) => account === 'stripe')
    await sql`update float_wallets set balance = -17368, pending = 191318, asked_at = now() where account = 'stripe'`.execute(
      world.database.owner,
    )
    expect(await stripe()).toMatchObject({ state: 'enough', available: { amount: -17_368n } })
    await sql`update float_wallets set pending = 17367 where account = 'stripe'`.execute(world.database.owner)
    expect(await stripe()).toMatchObject({ state: 'empty' })
  })

  test('shows how long it lasts by the median outflow of seven whole days, weekends apart', async () => {
    const { owner } = world.database
    await sql`delete from float_readings`.execute(owner)
    // Read at noon. GHS 240 leave on a weekday and GHS 480 on a weekend, each after a top-up of GHS 1,000.
    await sql`insert into float_readings (account, country, currency, asked_at, balance)
      select 'pawapay', 'GH', 'GHS', (date_trunc('day', now(), 'UTC') - make_interval(days => ago)) + hours * interval '1 hour',
        case hours when 11 then 100000 else 100000 - case when extract(isodow from now() at time zone 'UTC'
          - make_interval(days => ago)) > 5 then 48000 else 24000 end end
      from generate_series(1, 7) ago, unnest(array[11, 12]) hours`.execute(owner)
    await setGhana('2400.00')
    expect(await ghana()).toMatchObject({ usual: null, hours: null })
    await sql`insert into float_readings (account, country, currency, asked_at, balance)
      values ('pawapay', 'GH', 'GHS', date_trunc('day', now(), 'UTC') - interval '199 hours', 0)`.execute(
      owner,
    )
    const wallet = await ghana()
    expect(wallet).toMatchObject({ usual: { weekday: 24_000n, weekend: 48_000n }, state: 'enough' })
    expect(wallet?.hours).toBeGreaterThanOrEqual(120n)
    expect(wallet?.hours).toBeLessThanOrEqual(240n)
  })
})

describe('a transfer held for an empty float', () => {
  test('closes the network, continues automatically after a top-up, and is paid once', async () => {
    const [opened] = await openHeld()
    expect(await ghana()).toMatchObject({ state: 'empty' })
    expect(await networkOf('GH', 'mtn')).toMatchObject({ closed: expect.any(String) })
    await world.float.refresh()
    await world.expectState(opened, 'paying_out', 'payout_float_empty')
    await setGhana(FULL)
    await world.reaches(opened, 'sent')
    const { rows } = await sql`select a.staff, a.reason from staff_actions a
      join transfers t on t.id = a.transfer_id where t.payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([{ staff: 'automatic', reason: 'The balance of pawapay/GH/GHS is enough again.' }])
  })

  test('continues oldest first, as far as the balance reaches', async () => {
    const [first, second = first] = await openHeld(2)
    await setGhana('600.00')
    await world.reaches(first, 'sent')
    await world.expectState(second, 'paying_out', 'payout_float_empty')
    await setGhana(FULL)
    await world.reaches(second, 'sent')
  })

  test('leaves the amounts that open payments have reserved', async () => {
    // Its payment stays open, so that its amount stays reserved.
    await (await world.sender()).open()
    const [first, second = first] = await openHeld(2)
    await setGhana('1200.00')
    await world.reaches(first, 'sent')
    await world.expectState(second, 'paying_out', 'payout_float_empty')
    await setGhana(FULL)
    await world.reaches(second, 'sent')
  })

  test('is released by one command for all', async () => {
    const opened = await openHeld(2)
    await world.setFloat('pawapay', 'GHA', FULL)
    expect(await world.float.releaseAll(ACTION)).toHaveLength(2)
    for (const one of opened) await world.reaches(one, 'sent')
  })

  test('stays with staff when the carrier refuses after three automatic releases', async () => {
    const [opened] = await openHeld()
    const { id } = await world.database.owner
      .selectFrom('transfers')
      .select('id')
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
    await sql`insert into staff_actions (transfer_id, action, staff, reason)
      select ${id}, 'release', 'automatic', 'test' from generate_series(1, 3)`.execute(world.database.owner)
    await setGhana(FULL)
    await world.expectState(opened, 'paying_out', 'payout_float_empty')
    expect(await world.float.releaseAll(ACTION)).toHaveLength(1)
    await world.reaches(opened, 'sent')
  })
})
