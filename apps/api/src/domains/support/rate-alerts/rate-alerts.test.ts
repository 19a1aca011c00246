import type { CorridorRate, RateAlert } from '@sesa/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { localTime } from '../../../lib/zones.ts'
import { startReminderWorld, type ReminderWorld } from '../../../testing/reminder-world.ts'
import type { Sender } from '../../../testing/sender.ts'
import { FREE, setTestPrices } from '../../../testing/prices.ts'
import { exportAlerts, forgetAlerts } from './index.ts'
import { MOST_ALERTS } from './settings.ts'
import { storeRates } from '../../../testing/rates.ts'

let world: ReminderWorld
beforeAll(async () => {
  world = await startReminderWorld()
  await setTestPrices(world.database.owner, { marginPercent: '0.00' })
})
afterAll(() => world.close())
beforeEach(() => rateIs(11))

let minutes = 0
/** Stores a newer rate from the dollar to the cedi. */
const rateIs = (ghs: number) =>
  storeRates(world.database.owner, sql`now() + make_interval(secs => ${++minutes}::int)`, randomUUID(), {
    LRD: 172,
    GHS: ghs,
    SLE: 23,
  })

/** Returns a zone in which it is now one of these hours, whatever the time of the test. */
function zoneAt(...hours: readonly number[]): string {
  const zones = Array.from(
    { length: 26 },
    (_, index) => `Etc/GMT${index < 12 ? `+${12 - index}` : `-${index - 12}`}`,
  )
  const found = zones.find((zone) => hours.includes(localTime(new Date(), zone).hour))
  if (found === undefined) throw new Error('No zone has this hour')
  return found
}
const AWAKE = () => zoneAt(12, 13)
const ASLEEP = () => zoneAt(2, 3)

type Saved = { alert: RateAlert }
const PATH = '/user/rate-alerts'
const NOBODY = '01a20000-0000-7000-8000-000000000009'
const saying = (change: object = {}) => ({
  from: 'US',
  to: 'GH',
  kind: 'at_or_above',
  threshold: '11.25',
  zone: AWAKE(),
  ...change,
})
const create = (by: Sender, change: object = {}) => by.call<Saved>('POST', PATH, saying(change))
const list = async (by: Sender) =>
  (await by.call<{ alerts: RateAlert[]; rates: CorridorRate[] }>('GET', PATH)).body
const told = (sender: Sender) => world.noticesOf(sender, 'rate_alert')
/** Moves a customer's alerts forward by a day. */
const dayPasses = (sender: Sender) =>
  sql`update rate_alerts set told_on = told_on - 1 where user_id = ${sender.userId}`.execute(
    world.database.owner,
  )
const keysPass = (sender: Sender) =>
  sql`update user_notices set key = key || id::text where user_id = ${sender.userId}`.execute(
    world.database.owner,
  )

describe('a rate alert', () => {
  it('is set, listed with our rates, and deleted, with a record of both', async () => {
    const { sender } = await world.person()
    const { status, body } = await create(sender, { threshold: '11.250' })
    expect(status).toBe(200)
    expect(body.alert).toMatchObject({
      from: 'US',
      to: 'GH',
      kind: 'at_or_above',
      threshold: '11.25',
      armed: true,
    })
    const { alerts, rates } = await list(sender)
    expect(alerts).toEqual([body.alert])
    expect(rates[0]?.from).toBe('US')
    expect(rates).toContainEqual({
      ...{ from: 'US', to: 'GH', fromCurrency: 'USD', toCurrency: 'GHS' },
      ...{ rate: '11', best: null },
    })
    expect((await sender.call('DELETE', `${PATH}/${body.alert.id}`)).status).toBe(204)
    expect((await sender.call('DELETE', `${PATH}/${body.alert.id}`)).code).toBe('not_found')
    expect((await list(sender)).alerts).toEqual([])
    expect(await world.eventsOf(sender)).toEqual(['rate_alert_set', 'rate_alert_ended'])
  })

  it('is listed with our rate of the best of the last 30 days, at today’s margin', async () => {
    const { owner } = world.database
    await sql`insert into daily_rates (day, currency, rate, as_of, source)
      select day, currency, rate, day, 'test history'
      from (values (31, 13), (30, 12.5), (2, 12), (1, 11)) as past (back, ghs),
        lateral (select date_trunc('day', now(), 'UTC') - make_interval(days => back) as day) as days,
        lateral (values ('LRD', 172), ('GHS', ghs), ('SLE', 23)) as usual (currency, rate)`.execute(owner)
    await setTestPrices(owner, { marginPercent: '2.00' })
    const { sender } = await world.person()
    expect((await list(sender)).rates).toContainEqual(
      expect.objectContaining({ from: 'US', to: 'GH', rate: '10.78', best: '12.25' }),
    )
    await setTestPrices(owner, { marginPercent: '0.00' })
    await sql`truncate daily_rates`.execute(owner)
  })

  it.each([
    ['threshold_invalid', 'threshold', { threshold: 'a lot' }],
    ['threshold_invalid', 'threshold', { threshold: '0.000' }],
    ['threshold_invalid', 'threshold', { threshold: '11.12345678901' }],
    ['threshold_invalid', 'threshold', { threshold: undefined }],
    ['threshold_invalid', 'threshold', { kind: 'daily' }],
    ['threshold_reached', 'threshold', { threshold: '11' }],
    ['threshold_reached', 'threshold', { kind: 'at_or_below', threshold: '11.01' }],
    ['corridor_unavailable', 'to', { from: 'GH', to: 'GH' }],
    ['corridor_unavailable', 'to', { to: 'US' }],
    ['zone_unknown', 'zone', { zone: 'Mars/Olympus' }],
  ])('is refused with %s for %s: %j', async (code, field, change) => {
    const { sender } = await world.person()
    const answer = await create(sender, change)
    expect([answer.code, answer.body]).toMatchObject([code, { error: { field } }])
  })

  it('is refused if it exists, and beyond the maximum, even concurrently', async () => {
    const { sender } = await world.person()
    await create(sender)
    expect((await create(sender, { threshold: '11.2500' })).code).toBe('rate_alert_exists')
    for (let count = 1; count < MOST_ALERTS - 1; count++) await create(sender, { threshold: `${20 + count}` })
    const answers = await Promise.all([50, 51, 52].map((one) => create(sender, { threshold: `${one}` })))
    expect(answers.map(({ code }) => code ?? 'set').sort()).toEqual([
      'rate_alerts_full',
      'rate_alerts_full',
      'set',
    ])
  })

  it('is the customer’s own', async () => {
    const [{ sender }, stranger] = [await world.person(), await world.person()]
    const { alert } = (await create(sender)).body
    for (const id of [alert.id, NOBODY]) {
      const answer = await stranger.sender.call('DELETE', `${PATH}/${id}`)
      expect([answer.status, answer.code]).toEqual([404, 'not_found'])
    }
    expect((await list(stranger.sender)).alerts).toEqual([])
    expect((await list(sender)).alerts).toEqual([alert])
  })
})

describe('the notice of a rate alert', () => {
  it('is sent once per crossing, and again only after the rate has moved 1 % back', async () => {
    const { sender, email } = await world.person()
    await create(sender)
    const check = async (rate: number) => {
      await rateIs(rate)
      await world.checkAlerts()
      return (await told(sender)).length
    }
    expect(await check(11.24)).toBe(0)
    expect(await check(11.25)).toBe(1)
    const nextDay = async () => {
      await dayPasses(sender)
      await keysPass(sender)
    }
    await nextDay()
    expect(await check(11.3)).toBe(1)
    expect(await check(11.2)).toBe(1)
    expect(await check(11.3)).toBe(1)
    expect(await check(11.13)).toBe(1)
    expect(await check(11.3)).toBe(2)
    expect((await told(sender))[0]).toMatchObject({
      title: 'Your rate to Ghana: USD 100 = GHS 1,125.00',
      body: 'You asked us to tell you about the rate from the United States to Ghana, when USD 100 gives at least GHS 1,125.00.',
      path: '/me/rate-alerts?from=US&to=GH',
    })
    expect(world.mails.filter(({ to }) => to === email)).toHaveLength(2)
  })

  it('is sent at most once a day, and the next day if it is still true', async () => {
    const { sender } = await world.person()
    await create(sender)
    for (const rate of [11.3, 11, 11.3]) {
      await rateIs(rate)
      await world.checkAlerts()
    }
    expect(await told(sender)).toHaveLength(1)
    expect((await list(sender)).alerts[0]?.armed).toBe(true)
    await dayPasses(sender)
    await keysPass(sender)
    await world.checkAlerts()
    expect(await told(sender)).toHaveLength(2)
  })

  it('waits for the end of the quiet hours, and is sent only if it is still true', async () => {
    const [patient, missed] = [await world.person(), await world.person()]
    for (const { sender } of [patient, missed]) await create(sender, { zone: ASLEEP() })
    await rateIs(11.3)
    await world.checkAlerts()
    for (const { sender } of [patient, missed]) expect(await told(sender)).toEqual([])
    const wakes = ({ sender }: { sender: Sender }) =>
      sql`update rate_alerts set zone = ${AWAKE()} where user_id = ${sender.userId}`.execute(
        world.database.owner,
      )
    await wakes(patient)
    await world.checkAlerts()
    expect(await told(patient.sender)).toHaveLength(1)
    await rateIs(11.2)
    await wakes(missed)
    await world.checkAlerts()
    expect(await told(missed.sender)).toEqual([])
  })

  it('is sent every day for a daily alert', async () => {
    const { sender } = await world.person()
    await create(sender, { kind: 'daily', threshold: undefined })
    for (let day = 1; day <= 2; day++) {
      for (let time = 0; time < 2; time++) await world.checkAlerts()
      expect(await told(sender)).toHaveLength(day)
      await dayPasses(sender)
      await keysPass(sender)
    }
  })

  it('is sent once with several concurrent workers', async () => {
    const { sender } = await world.person()
    await create(sender)
    await rateIs(11.3)
    await Promise.all([world.checkAlerts(), world.checkAlerts(), world.checkAlerts()])
    expect(await told(sender)).toHaveLength(1)
    const { rows } = await sql`select 1 from rate_alert_links l join rate_alerts a on a.id = l.alert_id
      where a.user_id = ${sender.userId}`.execute(world.database.owner)
    expect(rows).toHaveLength(1)
  })

  it('is sent after a crash before the commit', async () => {
    const { sender } = await world.person()
    await create(sender)
    await rateIs(11.3)
    world.fault.notices = new Error('crashed')
    await expect(world.checkAlerts()).rejects.toThrow('crashed')
    world.fault.notices = null
    expect([await told(sender), (await list(sender)).alerts[0]?.armed]).toEqual([[], true])
    await world.checkAlerts()
    expect(await told(sender)).toHaveLength(1)
  })

  it('is not sent for rates too old for a price, nor for a closed corridor', async () => {
    const { sender } = await world.person()
    await create(sender)
    const { owner } = world.database
    await rateIs(11.3)
    await setTestPrices(owner, { marginPercent: '0.00' }, { 'US/GH': [{ ...FREE, marginPercent: '2.00' }] })
    await world.checkAlerts()
    // With our margin the rate is 11.074.
    expect(await told(sender)).toEqual([])
    await setTestPrices(owner, { marginPercent: '0.00' })
    await sql`update rate_snapshots set as_of = as_of - interval '30 days'`.execute(owner)
    await sql`update snapshot_rates set as_of = as_of - interval '30 days'`.execute(owner)
    await world.checkAlerts()
    expect(await told(sender)).toEqual([])
    expect((await create(sender, { threshold: '99' })).code).toBe('rate_unavailable')
    expect((await list(sender)).rates[0]?.rate).toBeNull()
  })
})

describe('the link in the email', () => {
  async function linked() {
    const { sender, email } = await world.person()
    const { alert } = (await create(sender)).body
    await rateIs(11.3)
    await world.checkAlerts()
    const mail = world.mails.find(({ to }) => to === email)
    const path = /https:\/\/sesa\.example(\/rate-alerts\/off\/[\w-]{22})\b/.exec(mail?.text ?? '')?.[1] ?? ''
    return { sender, alert, mail, path }
  }
  const post = (path: string, type: string, body: string) =>
    fetch(world.base + path, { method: 'POST', headers: { 'content-type': type }, body })

  it('is in the header for mail programs, and stored only as a hash', async () => {
    const { mail, path } = await linked()
    expect(mail?.unsubscribeUrl).toBe(`https://sesa.example${path}`)
    const token = path.split('/').at(-1) ?? ''
    const { rows } = await sql<{ text: string }>`select l::text as text from rate_alert_links l`.execute(
      world.database.owner,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('changes nothing when it is opened', async () => {
    const { sender, alert, path } = await linked()
    await fetch(world.base + path)
    await fetch(world.base + path, { method: 'HEAD' })
    expect((await list(sender)).alerts).toEqual([{ ...alert, armed: false }])
  })

  it.each([
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('switches the alert off by a post without signing in: %s', async (type, body) => {
    const { sender, path } = await linked()
    const answer = await post(path, type, body)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect((await list(sender)).alerts).toEqual([])
    expect((await world.eventsOf(sender)).at(-1)).toBe('rate_alert_ended')
    // The same answer for a link that no longer works.
    expect(await (await post(path, type, body)).text()).toBe(await answer.text())
  })

  it('with another token changes nothing', async () => {
    const { sender, alert, path } = await linked()
    for (const other of [`${path.slice(0, -4)}AAAA`, `${path}x`, '/rate-alerts/off/%20'])
      expect((await post(other, 'application/json', '{}')).status).toBe(200)
    expect((await list(sender)).alerts).toEqual([{ ...alert, armed: false }])
  })
})

describe('the personal data', () => {
  it('is exported, and erased with the account', async () => {
    const { db } = world.database
    const { sender } = await world.person()
    const { alert } = (await create(sender)).body
    expect(await exportAlerts(db, sender.userId)).toMatchObject([
      { id: alert.id, sender: 'US', recipient: 'GH', threshold: '11.25' },
    ])
    await inTransaction(db, 'test.forget', (tx) => forgetAlerts(tx, sender.userId))
    expect((await list(sender)).alerts).toEqual([])
  })
})
