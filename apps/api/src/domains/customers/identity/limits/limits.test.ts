import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilOneWindow } from '../../../../db/testing.ts'
import {
  newNumber,
  ROOMY,
  startIdentityApp,
  type IdentityApp,
  type Limits,
} from '../../../../testing/identity-app.ts'
import { purge } from '../../../office/retention/purge.ts'
import { STRICT_LIMITS } from '../settings.ts'

/** Current limits; the product reads them at each call. */
const limits = { ...ROOMY }
let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp(limits)
})
// Tries are counted per quarter of an hour by the clock.
beforeEach(() => untilOneWindow(900_000, 30_000))
afterAll(() => world.close())

/** Resets the counters, with these limits. */
async function open(change: Partial<Limits>): Promise<void> {
  Object.assign(limits, ROOMY, change)
  for (const table of ['verifications', 'rate_limits'] as const)
    await world.database.owner.deleteFrom(table).execute()
}

function start(phoneNumber: string, address = '198.51.100.7') {
  const browser = world.browser()
  browser.address = address
  return browser.send('POST', '/auth/phone/start', { phoneNumber })
}

/** Ages every code by `minutes`. */
async function pass(minutes: number): Promise<void> {
  const seconds = minutes * 60
  await sql`update verifications set created_at = created_at - make_interval(secs => ${seconds}),
    expires_at = expires_at - make_interval(secs => ${seconds})`.execute(world.database.owner)
}

describe('codes to one number', () => {
  it('are 30 seconds apart, even when requested at once', async () => {
    await open({ resendAfter: STRICT_LIMITS.resendAfter })
    const phone = newNumber()
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(phone)))
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(1)
    const refused = answers.find((answer) => answer.status === 429)
    expect(refused?.code).toBe('rate_limited')
    const wait = Number(refused?.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(30)
    await pass(0.6)
    expect((await start(phone)).status).toBe(202)
  })

  it('are three in ten minutes, five in an hour and six in a day', async () => {
    await open({})
    const phone = newNumber()
    const statuses = async (count: number): Promise<number[]> => {
      const seen: number[] = []
      for (let n = 0; n < count; n++) seen.push((await start(phone)).status)
      return seen
    }
    expect(await statuses(4)).toEqual([202, 202, 202, 429])
    await pass(11)
    expect(await statuses(3)).toEqual([202, 202, 429])
    await pass(60)
    expect(await statuses(2)).toEqual([202, 403])
    await pass(12 * 60)
    // Another code needs proof of work, and is long.
    expect(await statuses(1)).toEqual([403])
    await pass(13 * 60)
    expect(await statuses(1)).toEqual([202])
  })
})

describe('wrong codes', () => {
  it('are at most ten for a number in a day, across all codes', async () => {
    await open({})
    const phone = newNumber()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(String((await start(phone)).body['verificationId']))
    const code = await world.codeFor(phone, 3)
    const bad = code === '000000' ? '111111' : '000000'
    const attempt = (verificationId: string | undefined, digits: string) =>
      world.browser().send('POST', '/auth/phone/verify', { verificationId, code: digits })
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, n) => attempt(ids[n % 3], bad)).map((each) => each),
    )
    const evaluated = answers.filter((answer) => answer.code === 'code_wrong')
    // The codes are random: the tried one may be one of the three.
    const lucky = answers.filter((answer) => answer.status === 200).length
    if (lucky === 0) expect(evaluated).toHaveLength(10)
    const last = await attempt(ids[2], code)
    expect(last.status).not.toBe(200)
    await pass(11)
    const next = await start(phone)
    expect([next.status, next.code]).toEqual([403, 'proof_required'])
    await pass(24 * 60)
    expect((await start(phone)).status).toBe(202)
  })
})

describe('codes for one address', () => {
  it('are ten in an hour, across all numbers', async () => {
    await open({ perAddressHour: STRICT_LIMITS.perAddressHour })
    const answers = await Promise.all(Array.from({ length: 14 }, () => start(newNumber())))
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(4)
    expect((await start(newNumber(), '198.51.100.8')).status).toBe(202)
  })

  it('are counted for the whole /64 of IPv6', async () => {
    await open({ perAddressHour: 2 })
    expect((await start(newNumber(), '2001:db8:1:2::1')).status).toBe(202)
    expect((await start(newNumber(), '2001:db8:1:2:ffff:0:0:9')).status).toBe(202)
    expect((await start(newNumber(), '2001:db8:1:2::77')).status).toBe(429)
    expect((await start(newNumber(), '2001:db8:1:3::1')).status).toBe(202)
  })

  it('ignore a forged X-Forwarded-For', async () => {
    await open({ perAddressHour: 1 })
    expect((await start(newNumber())).status).toBe(202)
    const forged = await world.app.inject({
      method: 'POST',
      url: '/auth/phone/start',
      remoteAddress: '198.51.100.7',
      headers: { 'x-forwarded-for': '203.0.113.5' },
      payload: { phoneNumber: newNumber() },
    })
    expect(forged.statusCode).toBe(429)
  })
})

describe('an hour of attack on sending codes', () => {
  it('costs at most ten SMS from one address and five to one number, as counted at the phones', async () => {
    await open({ ...STRICT_LIMITS, withoutProofHour: STRICT_LIMITS.perAddressHour })
    const victim = newNumber()
    const numbers = Array.from({ length: 30 }, newNumber)
    const sent = { victim: 0, address: 0 }
    // Every two minutes: the same number from a new address, and a new number from the same address.
    for (const [round, number] of numbers.entries()) {
      if ((await start(victim, `203.0.113.${round}`)).status === 202) sent.victim += 1
      if ((await start(number)).status === 202) sent.address += 1
      await pass(2)
    }
    expect(sent).toEqual({ victim: 5, address: 10 })
    await vi.waitFor(async () => {
      const queued = world.database.owner.selectFrom('messages').select('id').where('state', '=', 'queued')
      expect(await queued.execute()).toEqual([])
    }, PATIENCE)
    const texts = await Promise.all(numbers.map((number) => world.received(number)))
    expect(texts.flat()).toHaveLength(10)
    expect(await world.received(victim)).toHaveLength(5)
  })

  it('costs three from one address without proof of work', async () => {
    await open(STRICT_LIMITS)
    const answers: unknown[] = []
    for (let n = 0; n < 12; n++) answers.push((await start(newNumber())).code)
    expect(answers.filter((code) => code === undefined)).toHaveLength(3)
    expect(answers.slice(3)).toEqual(Array.from({ length: 9 }, () => 'proof_required'))
  })
})

describe('the budgets of a day', () => {
  it('apply per country and in total, and a refusal takes nothing from them', async () => {
    await open({ perCountryDay: 2, totalPerDay: 3 })
    const answers = [
      await start('+231770000001'),
      await start('+231770000002'),
      await start('+231770000003'),
      await start('+233241234567'),
      await start('+233241234568'),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 503, 202, 503])
    expect(answers[2]?.code).toBe('sms_unavailable')
    const { db } = world.database
    const counted = await db
      .selectFrom('rate_limits')
      .select(['bucket', 'count'])
      .where('bucket', 'like', 'sms%')
      .orderBy('bucket')
      .execute()
    expect(counted).toEqual([
      { bucket: 'sms', count: 3 },
      { bucket: 'sms:GH', count: 1 },
      { bucket: 'sms:LR', count: 2 },
    ])
  })
})

describe('the nightly purge', () => {
  it('deletes codes and budgets after two days, and keeps the counters of limits', async () => {
    await open({})
    const [old, fresh] = [newNumber(), newNumber()]
    await start(old)
    await pass(2 * 24 * 60 + 1)
    await start(fresh)
    const { owner, db } = world.database
    await owner
      .insertInto('rate_limits')
      .values({ bucket: 'sms', window_start: new Date(Date.now() - 3 * 86_400_000), count: 9 })
      .execute()
    await purge(db)
    const codes = await db.selectFrom('verifications').select('phone_number').execute()
    expect(codes).toEqual([{ phone_number: fresh }])
    const budgets = await db.selectFrom('rate_limits').select('count').where('bucket', '=', 'sms').execute()
    expect(budgets).toEqual([{ count: 2 }])
  })
})
