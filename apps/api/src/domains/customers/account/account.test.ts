import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { holdingLocks, untilWaiting } from '../../../db/testing.ts'
import { Authenticator } from '@sesa/test-kit/authenticator'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'
import { forgetLockedRecords } from './store.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

async function uidOf(browser: Browser): Promise<string> {
  return ((await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }).uid
}

/** Returns the stored form of a former number. */
const digestOf = (phone: string) => createHash('sha256').update(phone).digest('hex')

const OTHER_PASSWORD = 'cassava lantern 77'

const SENDER = {
  nationality: 'LR',
  addressLine: '12 Broad Street',
  city: 'Monrovia',
  country: 'LR',
  identificationType: 'passport',
  identificationNumber: 'LR0000001',
}

/** Creates a customer with an email address, a password, a number and a profile. */
async function newCustomer() {
  const [email, phone] = [newEmail(), newNumber()]
  const browser = await world.signUp(email, GOOD_PASSWORD)
  await world.signIn(phone, browser)
  await browser.send('PUT', '/user/profile', { name: 'Fatu Kollie', email, dob: '1990-04-02' })
  expect((await browser.send('PUT', '/user/sender-details', SENDER)).status).toBe(200)
  return { email, phone, browser, uid: await uidOf(browser) }
}

/** Returns the tables that refer to a user. */
async function tablesWith(uid: string): Promise<string[]> {
  const { owner } = world.database
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by 1`.execute(owner)
  expect(tables.rows.length).toBeGreaterThan(15)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql`select 1 from ${sql.table(name)} where user_id = ${uid}`.execute(owner)
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('the sign-in methods', () => {
  it('include the time left of the step-up', async () => {
    const { email, phone, browser } = await newCustomer()
    const { body } = await browser.send('GET', '/auth/methods')
    expect(body).toEqual({
      phoneNumber: phone,
      email,
      emailVerified: true,
      pendingEmail: null,
      password: true,
      google: false,
      passkeys: 0,
      provenUntil: expect.any(String),
    })
    expect((await world.browser().send('GET', '/auth/methods')).code).toBe('unauthenticated')
  })

  it('are not shown to a session that has ended', async () => {
    const { browser, uid } = await newCustomer()
    const { answer } = await holdingLocks(world.database, async (tx) => {
      await sql`lock table passkeys in access exclusive mode`.execute(tx)
      const answer = browser.send('GET', '/auth/methods')
      await untilWaiting(world.database, 1)
      await tx.deleteFrom('sessions').where('user_id', '=', uid).execute()
      return { answer }
    })
    expect((await answer).code).toBe('unauthenticated')
  })
})

describe('the data export', () => {
  it('holds the user’s data, without secrets or other people’s data', async () => {
    const { email, phone, browser, uid } = await newCustomer()
    const former = newNumber()
    await storeTransfer(world.database.owner, uid, 'sent')
    await world.database.owner
      .insertInto('former_numbers')
      .values({ user_id: uid, number_key: Buffer.from(digestOf(former), 'hex') })
      .execute()
    const stranger = await newCustomer()
    const answer = await browser.send('GET', '/user/export')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="sesa-data.json"')
    expect(answer.body).toMatchObject({
      exportedAt: expect.any(String),
      data: {
        profile: { name: 'Fatu Kollie', email, phoneNumber: phone },
        senderDetails: { identification: { type: 'passport', number: 'LR0000001' } },
        signIn: { phone: { phoneNumber: phone }, sessions: [{ device: 'Chrome on Android' }] },
        transfers: [{ recipient: { name: 'Isata Kamara' }, status: 'sent' }],
        recipients: [{ name: 'Isata Kamara', phone: '+231770000555' }],
        draft: null,
        formerNumbers: [{ digest: digestOf(former), givenUpAt: expect.any(String) }],
        notifications: { moneyReceived: true },
      },
    })
    const text = JSON.stringify(answer.body)
    const { db } = world.database
    const { hash } = await db
      .selectFrom('passwords')
      .select('hash')
      .where('user_id', '=', uid)
      .executeTakeFirstOrThrow()
    for (const secret of [hash, browser.cookies.get('sesa-3000') ?? '?', stranger.email, stranger.phone])
      expect(text).not.toContain(secret)
    const { activity } = answer.body['data'] as { activity: { kind: string }[] }
    expect(activity.map(({ kind }) => kind)).toContain('phone_linked')
  })

  it('requires step-up, for which signing in with the bearer counts', async () => {
    const { email, browser } = await newCustomer()
    await world.ageProof(browser)
    const stale = await browser.send('GET', '/user/export')
    expect([stale.status, stale.code]).toEqual([403, 'step_up_required'])
    const body = { email, password: GOOD_PASSWORD }
    const proved = await browser.send('POST', '/auth/email/sign-in', body)
    browser.bearer = String(proved.body['idToken'])
    expect((await browser.send('GET', '/user/export')).status).toBe(200)
  })
})

describe('closing an account', () => {
  it('requires step-up and no transfer in progress', async () => {
    const { browser, uid } = await newCustomer()
    const { owner } = world.database
    await storeTransfer(owner, uid, 'paying_out')
    const refused = await browser.send('DELETE', '/user')
    expect([refused.status, refused.code]).toEqual([409, 'money_in_flight'])
    await sql`update transfers set state = 'sent' where user_id = ${uid}`.execute(owner)
    await world.ageProof(browser)
    expect((await browser.send('DELETE', '/user')).code).toBe('step_up_required')
    expect((await browser.send('GET', '/user/auth')).status).toBe(200)
  })

  it('erases everything of a user who sent nothing, and signs out everywhere', async () => {
    const { email, phone, browser, uid } = await newCustomer()
    const other = await world.signIn(phone)
    const answer = await other.send('DELETE', '/user')
    expect([answer.status, answer.body]).toEqual([200, { lockedUntil: null }])
    expect([...other.cookies.keys()].filter((name) => name !== 'sesa-sign-up-3000')).toEqual([])
    for (const each of [browser, other])
      expect((await each.send('GET', '/user/auth')).code).toBe('unauthenticated')
    const { owner } = world.database
    const account = await owner
      .selectFrom('users')
      .select('closed_at')
      .where('id', '=', uid)
      .executeTakeFirst()
    expect(account?.closed_at).toBeInstanceOf(Date)
    expect(await tablesWith(uid)).toEqual(['security_events'])
    const events = await owner.selectFrom('security_events').selectAll().where('user_id', '=', uid).execute()
    const text = JSON.stringify(events, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    for (const personal of [email, phone, 'Kollie', 'Broad Street', 'LR0000001'])
      expect(text).not.toContain(personal)
    await vi.waitFor(async () => {
      const texts = (await world.received(email)).map((mail) => mail.text)
      if (!texts.some((each) => each.includes('Your account was closed'))) throw new Error('No notice yet')
    }, PATIENCE)
  })

  it('locks the legally required records of a user who sent money, out of the application’s reach', async () => {
    const { email, phone, browser, uid } = await newCustomer()
    const { db, owner } = world.database
    await storeTransfer(owner, uid, 'sent')
    const answer = await browser.send('DELETE', '/user')
    const until = new Date(String(answer.body['lockedUntil']))
    const now = new Date()
    expect(until.getUTCFullYear() - now.getUTCFullYear()).toBe(5)
    await expect(db.selectFrom('locked_records').selectAll().execute()).rejects.toThrow('permission denied')
    // Amounts already sent still count for the number, which is stored only as a hash.
    const former = await owner.selectFrom('former_numbers').selectAll().where('user_id', '=', uid).execute()
    expect(former.map(({ number_key }) => number_key.toString('hex'))).toEqual([digestOf(phone)])
    const kept = () =>
      owner.selectFrom('locked_records').select('record').where('user_id', '=', uid).executeTakeFirst()
    expect((await kept())?.record).toMatchObject({
      name: 'Fatu Kollie',
      email,
      phoneNumber: phone,
      origins: expect.any(Array),
      senderDetails: { address_line: '12 Broad Street', identification_type: 'passport' },
    })
    expect(JSON.stringify(await kept())).not.toContain('LR0000001')
    await db.transaction().execute(forgetLockedRecords)
    expect(await kept()).toBeDefined()
    await owner
      .updateTable('locked_records')
      .set({ locked_until: new Date(Date.now() - 1_000) })
      .where('user_id', '=', uid)
      .execute()
    await db.transaction().execute(forgetLockedRecords)
    expect(await kept()).toBeUndefined()
  })

  it('erases the interests of the confirmed address only', async () => {
    const { email, browser } = await newCustomer()
    const stranger = newEmail()
    const { owner } = world.database
    await owner
      .insertInto('interests')
      .values([
        { topic: 'loans', email: email.toUpperCase() },
        { topic: 'commodities', email },
        { topic: 'loans', email: stranger },
      ])
      .execute()
    const { data } = (await browser.send('GET', '/user/export')).body as { data: { interests: object[] } }
    expect(data.interests).toMatchObject([{ topic: 'commodities' }, { topic: 'loans' }])
    // An unconfirmed address may belong to another person.
    const other = await world.signIn(newNumber())
    await other.send('PUT', '/user/profile', { name: 'Fatu Kollie', email: stranger, dob: '1990-04-02' })
    await other.send('DELETE', '/user')
    expect((await browser.send('DELETE', '/user')).status).toBe(200)
    const left = await owner.selectFrom('interests').select('email').execute()
    expect(left).toEqual([{ email: stranger }])
  })

  it('frees number and address for a new account, and the old password no longer works', async () => {
    const { email, phone, browser, uid } = await newCustomer()
    await browser.send('DELETE', '/user')
    const again = await world.signIn(phone)
    expect(await uidOf(again)).not.toBe(uid)
    expect((await again.send('GET', '/user/auth')).body).toEqual({
      user: null,
      agreementsDue: expect.any(Array) as object[],
    })
    const body = { email, password: GOOD_PASSWORD }
    expect((await world.browser().send('POST', '/auth/email/sign-in', body)).code).toBe('credentials_wrong')
    const mails = (await world.received(email)).length
    const fresh = world.browser()
    await fresh.send('POST', '/auth/email/sign-up', body)
    await vi.waitFor(async () => {
      if ((await world.received(email)).length <= mails) throw new Error('No mail yet')
    }, PATIENCE)
    const text = (await world.received(email))
      .map((mail) => /verify-email#([\w-]{43})/.exec(mail.text)?.[1])
      .find((token) => token !== undefined)
    expect((await fresh.send('POST', '/auth/email/verify', { token: text })).status).toBe(200)
    expect(await uidOf(fresh)).not.toBe(uid)
  })

  it('erases an unfinished profile too, which the export includes', async () => {
    const browser = await world.signIn(newNumber())
    const uid = await uidOf(browser)
    const profile = { name: 'Fatu K', email: 'fatu@', dob: '', gender: '' }
    expect((await browser.send('PUT', '/user/draft', { profile })).status).toBe(200)
    const { body } = await browser.send('GET', '/user/export')
    expect(body).toMatchObject({ data: { draft: { profile } } })
    expect((await browser.send('DELETE', '/user')).status).toBe(200)
    expect(await tablesWith(uid)).not.toContain('drafts')
  })

  it('is not undone by concurrent writes', async () => {
    const { browser, phone, email, uid } = await newCustomer()
    const { options } = (await browser.send('POST', '/auth/passkeys/registration')).body
    const passkey = new Authenticator().create(options as { challenge: string; user: { id: string } })
    const { notifications } = (await browser.send('GET', '/user/notifications')).body
    const { answers } = await holdingLocks(world.database, async (tx) => {
      // Closing stops at the password, whose row is locked.
      await tx.selectFrom('passwords').select('hash').where('user_id', '=', uid).forUpdate().execute()
      const closing = browser.send('DELETE', '/user')
      await untilWaiting(world.database, 1)
      const profile = { name: 'Fatu Kollie', email, dob: '1990-04-02' }
      const password = { current: GOOD_PASSWORD, new: OTHER_PASSWORD, confirm: OTHER_PASSWORD }
      const late = [
        browser.send('PUT', '/user/sender-details', { ...SENDER, city: 'Paynesville' }),
        browser.send('PUT', '/user/profile', profile),
        browser.send('POST', '/user/create', { phoneNumber: phone, country: 'LR' }),
        browser.send('PUT', '/user/draft', { sendAmount: '12.50' }),
        browser.send('PUT', '/user/notifications', notifications as object),
        browser.send('PUT', '/auth/password', password),
        browser.send('POST', '/auth/passkeys', { name: 'My phone', response: passkey }),
        browser.send('POST', '/auth/passkeys/registration'),
        browser.send('DELETE', '/auth/passkeys/offer'),
      ]
      await untilWaiting(world.database, 1 + late.length)
      return { answers: Promise.all([closing, ...late]) }
    })
    const [closing, ...late] = await answers
    expect(closing.status).toBe(200)
    expect(late.map(({ code }) => code)).toEqual(late.map(() => 'unauthenticated'))
    expect(await tablesWith(uid)).toEqual(['security_events'])
  })

  it('happens once, whatever runs concurrently', async () => {
    const { browser, phone, uid } = await newCustomer()
    const { verificationId } = (await browser.send('POST', '/auth/phone/start', { phoneNumber: phone })).body
    const code = await world.codeFor(phone, 2)
    const [closed, second, signedIn] = await Promise.all([
      browser.send('DELETE', '/user'),
      browser.send('DELETE', '/user'),
      world.browser().send('POST', '/auth/phone/verify', { verificationId, code }),
    ])
    const statuses = [closed.status, second.status].sort()
    expect(statuses).toEqual([200, 401])
    const { db } = world.database
    const open = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', uid)
      .where('ended_at', 'is', null)
      .execute()
    expect(open).toEqual([])
    // The sign-in ran earlier and its session was ended, or later and opened a new account, or in between and was refused.
    expect([200, 403]).toContain(signedIn.status)
  })
})
