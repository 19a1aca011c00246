import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilOneWindow } from '../../../../db/testing.ts'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type Answer,
  type Browser,
  type IdentityApp,
} from '../../../../testing/identity-app.ts'
import { STRICT_LIMITS } from '../settings.ts'
import { challengeIn, proofOf, solve } from '../testing/solve.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp({ ...STRICT_LIMITS, resendAfter: 0, mailedPerNumberDay: 4 })
})
// Tries are counted per quarter of an hour by the clock.
beforeEach(() => untilOneWindow(900_000, 30_000))
afterAll(() => world.close())

let hosts = 0
/** Creates a browser at an unused network address. */
function browserElsewhere(): Browser {
  const browser = world.browser()
  hosts += 1
  browser.address = `203.0.${Math.floor(hosts / 250)}.${hosts % 250}`
  return browser
}

const start = (browser: Browser, body: { phoneNumber: string; via?: 'email'; proof?: string }) =>
  browser.send('POST', '/auth/phone/start', body)

const verify = (browser: Browser, verificationId: unknown, code: string) =>
  browser.send('POST', '/auth/phone/verify', { verificationId, code })

/** Requests a code, with proof of work if required. */
async function startWithWork(
  browser: Browser,
  body: { phoneNumber: string; via?: 'email' },
): Promise<Answer> {
  const asked = await start(browser, body)
  expect([asked.status, asked.code]).toEqual([403, 'proof_required'])
  const challenge = challengeIn(asked)
  return start(browser, { ...body, proof: proofOf(challenge, await solve(challenge)) })
}

/** Ages all sent messages by `minutes`. */
async function pass(minutes: number): Promise<void> {
  await sql`update verifications set created_at = created_at - make_interval(mins => ${minutes}::int),
    expires_at = expires_at - make_interval(mins => ${minutes}::int)`.execute(world.database.owner)
}

/** Returns six digits that differ from the last code sent. */
async function wrongCode(phone: string): Promise<string> {
  const sent = (await world.received(phone))[0]?.text
  return sent?.includes('000000') === true ? '111111' : '000000'
}

/** Requests two codes and tries ten wrong ones from one address. Returns how many tries were judged. */
async function guessTen(phoneNumber: string): Promise<number> {
  const attacker = browserElsewhere()
  let judged = 0
  for (let round = 0; round < 2; round++) {
    const { verificationId } = (await start(attacker, { phoneNumber })).body
    for (let n = 0; n < 5; n++) {
      const { code } = await verify(attacker, verificationId, await wrongCode(phoneNumber))
      if (code === 'code_wrong') judged += 1
    }
  }
  return judged
}

/** Uses up the codes that strangers get for a number in a day, from as many addresses as needed. */
async function drainCodes(phoneNumber: string): Promise<number> {
  let sent = 0
  for (let n = 0; n < 12; n++) {
    if ((await start(browserElsewhere(), { phoneNumber })).status === 202) sent += 1
    await pass(n % 3 === 2 ? 61 : 0)
  }
  return sent
}

const newestCode = (to: string, digits: number) =>
  vi.waitFor(async () => {
    const { db } = world.database
    const waiting = db.selectFrom('messages').select('id').where('state', '=', 'queued')
    if (await waiting.where('recipient', '=', to).executeTakeFirst()) throw new Error('Not sent yet')
    // A security notice may arrive after the code.
    const pattern = new RegExp(`Your Sesa code is (\\d{${digits}})\\.`)
    const [code] = (await world.received(to)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
    if (code === undefined) throw new Error(`No code of ${digits} digits for ${to} yet`)
    return code
  }, PATIENCE)

async function expectSignIn(browser: Browser, phoneNumber: string, started: Answer, digits: number) {
  expect(started.status).toBe(202)
  expect(started.body['digits']).toBe(digits)
  const code = await newestCode(phoneNumber, digits)
  const { status, body } = await verify(browser, started.body['verificationId'], code)
  expect(status).toBe(200)
  expect(body).toMatchObject({ user: { phoneNumber } })
}

/** Ages the confirmation of the email address, and all sent messages, by two days. */
async function passDays(email: string): Promise<void> {
  await pass(2 * 24 * 60)
  await world.database.owner
    .updateTable('profiles')
    .set({ email_verified_at: new Date(Date.now() - 2 * 86_400_000) })
    .where('email', '=', email)
    .execute()
}

/** Creates an owner whose browser signed in and out earlier. */
async function customer(): Promise<{ phoneNumber: string; browser: Browser }> {
  const phoneNumber = newNumber()
  const browser = await world.signIn(phoneNumber, browserElsewhere())
  await browser.send('POST', '/auth/sign-out')
  browser.bearer = undefined
  await pass(2 * 24 * 60)
  return { phoneNumber, browser }
}

describe('a stranger who guesses or requests codes', () => {
  it('cannot block the owner’s browser with ten wrong codes', async () => {
    const { phoneNumber, browser } = await customer()
    await guessTen(phoneNumber)
    await guessTen(phoneNumber)
    await expectSignIn(browser, phoneNumber, await start(browser, { phoneNumber }), 6)
  })

  it('cannot block the owner’s browser by requesting six codes', async () => {
    const { phoneNumber, browser } = await customer()
    expect(await drainCodes(phoneNumber)).toBe(6)
    await expectSignIn(browser, phoneNumber, await start(browser, { phoneNumber }), 6)
  })

  it('cannot invalidate the code of the owner’s browser', async () => {
    const { phoneNumber, browser } = await customer()
    const started = await start(browser, { phoneNumber })
    const code = await newestCode(phoneNumber, 6)
    await guessTen(phoneNumber)
    await guessTen(phoneNumber)
    expect((await verify(browser, started.body['verificationId'], code)).status).toBe(200)
  })

  it('at one address does not use up the codes of other addresses', async () => {
    const { phoneNumber } = await customer()
    expect(await guessTen(phoneNumber)).toBe(STRICT_LIMITS.wrongPerNumberAndAddressDay)
    const elsewhere = browserElsewhere()
    await expectSignIn(elsewhere, phoneNumber, await start(elsewhere, { phoneNumber }), 6)
  })

  it('leaves a new browser a longer code for proof of work, and another within the hour', async () => {
    const { phoneNumber } = await customer()
    await guessTen(phoneNumber)
    await guessTen(phoneNumber)
    const browser = browserElsewhere()
    await expectSignIn(browser, phoneNumber, await startWithWork(browser, { phoneNumber }), 10)
    const refused = await start(browserElsewhere(), { phoneNumber })
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600)
    expect(refused.body).toMatchObject({ error: { details: { mailedCode: true } } })
    await pass(61)
    const next = browserElsewhere()
    await expectSignIn(next, phoneNumber, await startWithWork(next, { phoneNumber }), 10)
  })

  it('leaves a new browser a code by email immediately when the account has a confirmed address', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD, browserElsewhere())
    const phoneNumber = newNumber()
    await world.signIn(phoneNumber, browser)
    await passDays(email)
    await drainCodes(phoneNumber)
    const other = browserElsewhere()
    const started = await startWithWork(other, { phoneNumber, via: 'email' })
    expect(started.body).toMatchObject({ sentBy: 'email', digits: 10 })
    const code = await newestCode(email, 10)
    const { status, body } = await verify(other, started.body['verificationId'], code)
    expect([status, body]).toMatchObject([200, { user: { phoneNumber, email } }])
    other.bearer = String(body['idToken'])
    const { events } = (await other.send('GET', '/user/activity')).body as { events: { text: string }[] }
    expect(events[0]?.text).toBe('Signed in with a code to your email address')
  })

  it('cannot learn from any answer whether a number has an account or a confirmed address', async () => {
    const email = newEmail()
    const known = newNumber()
    await world.signIn(known, await world.signUp(email, GOOD_PASSWORD, browserElsewhere()))
    await passDays(email)
    for (const phoneNumber of [known, newNumber()]) {
      await drainCodes(phoneNumber)
      const slow = await startWithWork(browserElsewhere(), { phoneNumber })
      expect([slow.status, Object.keys(slow.body).sort()]).toEqual([
        202,
        ['digits', 'expiresAt', 'resendAfter', 'sentBy', 'verificationId'],
      ])
      const refused = await start(browserElsewhere(), { phoneNumber })
      expect(refused.body).toMatchObject({ error: { code: 'rate_limited', details: { mailedCode: true } } })
      const attacker = browserElsewhere()
      const mailed = await startWithWork(attacker, { phoneNumber, via: 'email' })
      expect(mailed.body).toMatchObject({ sentBy: 'email', digits: 10 })
      const guess = await verify(attacker, mailed.body['verificationId'], '0000000000')
      expect([guess.status, guess.code]).toEqual([422, 'code_wrong'])
    }
  })

  it('gets no code by email while codes by SMS are available', async () => {
    const phoneNumber = newNumber()
    const started = await start(browserElsewhere(), { phoneNumber, via: 'email' })
    expect(started.body).toMatchObject({ sentBy: 'sms', digits: 6 })
  })

  it('gets no code sent to an address that was confirmed less than a day ago', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD, browserElsewhere())
    const phoneNumber = newNumber()
    await world.signIn(phoneNumber, browser)
    await pass(2 * 24 * 60)
    await drainCodes(phoneNumber)
    await startWithWork(browserElsewhere(), { phoneNumber, via: 'email' })
    const { db } = world.database
    const [newest] = await db
      .selectFrom('verifications')
      .select(['lane', 'user_id'])
      .where('phone_number', '=', phoneNumber)
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()
    expect(newest).toEqual({ lane: 'email', user_id: null })
  })

  it('gets a code by email that does not verify the number', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD, browserElsewhere())
    const phoneNumber = newNumber()
    await world.signIn(phoneNumber, browser)
    await passDays(email)
    await drainCodes(phoneNumber)
    const started = await startWithWork(browserElsewhere(), { phoneNumber, via: 'email' })
    const code = await newestCode(email, 10)
    const thief = await world.signIn(newNumber(), browserElsewhere())
    const { verificationId } = started.body
    const changed = await thief.send('PUT', '/auth/phone', { verificationId, code })
    expect([changed.status, changed.code]).toEqual([422, 'code_expired'])
  })
})

describe('the daily allowance of strangers for one number', () => {
  it('is six short codes with ten wrong tries, one long code an hour, and a few emails', async () => {
    const { phoneNumber } = await customer()
    const judged = [await guessTen(phoneNumber), await guessTen(phoneNumber), await guessTen(phoneNumber)]
    expect(judged.reduce((sum, n) => sum + n)).toBe(STRICT_LIMITS.wrongPerNumberDay)
    const sent = { slow: 0, email: 0 }
    for (let n = 0; n < 6; n++) {
      await pass(31)
      const asked = await start(browserElsewhere(), { phoneNumber })
      if (asked.code === 'proof_required') {
        expect((await startWithWork(browserElsewhere(), { phoneNumber })).status).toBe(202)
        sent.slow += 1
      }
      const mail = await start(browserElsewhere(), { phoneNumber, via: 'email' })
      if (mail.code === 'proof_required') {
        expect((await startWithWork(browserElsewhere(), { phoneNumber, via: 'email' })).status).toBe(202)
        sent.email += 1
      }
    }
    expect(sent).toEqual({ slow: 3, email: 4 })
  })
})

describe('the owner’s browser', () => {
  it('becomes a stranger after ten wrong codes in a day', async () => {
    const { phoneNumber, browser } = await customer()
    let judged = 0
    for (let round = 0; round < 3; round++) {
      const { verificationId } = (await start(browser, { phoneNumber })).body
      await newestCode(phoneNumber, 6)
      for (let n = 0; n < 5; n++)
        if ((await verify(browser, verificationId, await wrongCode(phoneNumber))).code === 'code_wrong')
          judged++
      await pass(11)
    }
    const lanes = await world.database.db
      .selectFrom('verifications')
      .select('lane')
      .where('phone_number', '=', phoneNumber)
      .orderBy('created_at', 'desc')
      .limit(3)
      .execute()
    expect(lanes.map(({ lane }) => lane)).toEqual(['stranger', 'known', 'known'])
    expect(judged).toBe(15)
  })

  it('needs no proof of work and ignores the limit of its address', async () => {
    const { phoneNumber, browser } = await customer()
    const neighbour = world.browser()
    neighbour.address = browser.address
    for (let n = 0; n < 4; n++) await start(neighbour, { phoneNumber: newNumber() })
    expect((await start(neighbour, { phoneNumber: newNumber() })).code).toBe('proof_required')
    expect((await start(browser, { phoneNumber })).status).toBe(202)
  })

  it('has the last fifth of the day’s codes reserved', async () => {
    const { phoneNumber, browser } = await customer()
    const { owner } = world.database
    const most = STRICT_LIMITS.perCountryDay
    await owner
      .updateTable('rate_limits')
      .set({ count: most * 0.8 })
      .where('bucket', '=', 'sms:LR')
      .execute()
    const stranger = await startWithWork(browserElsewhere(), { phoneNumber: newNumber() })
    expect([stranger.status, stranger.code]).toEqual([503, 'sms_unavailable'])
    expect((await start(browser, { phoneNumber })).status).toBe(202)
    await owner.updateTable('rate_limits').set({ count: most }).where('bucket', '=', 'sms:LR').execute()
    await pass(1)
    expect((await start(browser, { phoneNumber })).code).toBe('sms_unavailable')
    await owner.updateTable('rate_limits').set({ count: 1 }).where('bucket', '=', 'sms:LR').execute()
  })
})
