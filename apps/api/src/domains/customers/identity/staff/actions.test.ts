import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../../testing/identity-app.ts'

const ACTION = { staff: 'Ama Boateng', reason: 'The owner called: the phone was stolen' }

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const uidOf = async (browser: Browser): Promise<string> =>
  ((await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }).uid

/** Returns whether the browser is signed in, by its bearer and by its cookie. */
async function isIn(browser: Browser): Promise<boolean[]> {
  const [bearer, cookie] = [
    await browser.send('GET', '/user/auth'),
    await browser.send('POST', '/auth/token'),
  ]
  return [bearer.status === 200, cookie.status === 200]
}

async function kept(subject: string): Promise<{ action: string; staff: string; reason: string }[]> {
  return world.database.owner
    .selectFrom('staff_actions')
    .select(['action', 'staff', 'reason'])
    .where('subject', '=', subject)
    .orderBy('at')
    .execute()
}

async function activityOf(browser: Browser): Promise<unknown[]> {
  const { events } = (await browser.send('GET', '/user/activity')).body as { events: { kind: string }[] }
  return events.map(({ kind }) => kind)
}

describe('an account that staff lock', () => {
  it('is signed out everywhere and cannot sign in until it is unlocked; its owner sees both', async () => {
    const [phone, email] = [newNumber(), newEmail()]
    const browser = await world.signIn(phone, await world.signUp(email, GOOD_PASSWORD))
    const other = await world.signIn(phone)
    const id = await uidOf(browser)
    await world.operations.lock(id, ACTION)
    expect([await isIn(browser), await isIn(other)]).toEqual([
      [false, false],
      [false, false],
    ])
    const body = { email, password: GOOD_PASSWORD }
    expect((await world.browser().send('POST', '/auth/email/sign-in', body)).code).toBe('account_locked')
    await expect(world.operations.lock(id, ACTION)).rejects.toThrow('has been locked since')
    expect(await world.operations.show(id)).toMatchObject({ id, openSessions: 0, hasPassword: true })

    await world.operations.unlock(id, ACTION)
    await expect(world.operations.unlock(id, ACTION)).rejects.toThrow('is not locked')
    const again = await world.browser().send('POST', '/auth/email/sign-in', body)
    expect(again.status).toBe(200)
    const back = world.browser()
    back.bearer = String(again.body['idToken'])
    expect(await activityOf(back)).toEqual(expect.arrayContaining(['account_locked', 'account_unlocked']))
    expect(await kept(id)).toEqual([
      { action: 'lock_account', ...ACTION },
      { action: 'unlock_account', ...ACTION },
    ])
  })

  it('must exist: an action on an unknown account is refused and stores nothing', async () => {
    const id = '0193d2a0-7c1e-4f6a-9d1e-2b6a7c8d9e0f'
    await expect(world.operations.lock(id, ACTION)).rejects.toThrow('There’s no account')
    await expect(world.operations.signOut(id, ACTION)).rejects.toThrow('There’s no account')
    await expect(world.operations.unlock(id, ACTION)).rejects.toThrow('There’s no account')
    expect(await kept(id)).toEqual([])
  })
})

describe('sessions that staff end', () => {
  it('are all those of one account, and no others', async () => {
    const phone = newNumber()
    const [one, two, other] = [
      await world.signIn(phone),
      await world.signIn(phone),
      await world.signIn(newNumber()),
    ]
    expect(await world.operations.signOut(await uidOf(one), ACTION)).toBe(2)
    expect([await isIn(one), await isIn(two), await isIn(other)]).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ])
    expect(await activityOf(await world.signIn(phone))).toContain('signed_out_by_us')
  })

  it('are all those of all accounts, each of which records it', async () => {
    const phones = [newNumber(), newNumber()]
    const browsers = [await world.signIn(phones[0] ?? ''), await world.signIn(phones[1] ?? '')]
    const { accounts, sessions } = await world.operations.signOutEveryone(ACTION)
    expect(accounts).toBeGreaterThanOrEqual(2)
    expect(sessions).toBeGreaterThanOrEqual(accounts)
    for (const browser of browsers) expect(await isIn(browser)).toEqual([false, false])
    for (const phone of phones)
      expect(await activityOf(await world.signIn(phone))).toContain('signed_out_by_us')
    expect((await kept('every account')).map(({ action }) => action)).toEqual(['end_sessions'])
  })
})

describe('a number that staff unlock', () => {
  const isLocked = async (phoneNumber: string) =>
    (await world.browser().send('POST', '/auth/phone/start', { phoneNumber })).code === 'proof_required'

  it('gets codes again, and the action is stored without the number', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    await sql`insert into wrong_codes values (sha256(convert_to(${phone}, 'UTF8')), 100)`.execute(
      world.database.owner,
    )
    expect(await isLocked(phone)).toBe(true)
    expect(await world.operations.show(await uidOf(browser))).toMatchObject({ wrongCodes: 100 })
    await world.operations.unlockNumber(phone, ACTION)
    expect(await isLocked(phone)).toBe(false)
    expect(await activityOf(browser)).toContain('number_unlocked')
    const { rows } = await sql<{ subject: string }>`
      select subject from staff_actions where action = 'unlock_number'`.execute(world.database.owner)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.subject).toMatch(/^number [0-9a-f]{64}$/)
    // Not the plain digest, which reveals the number when all numbers are tried.
    expect(rows[0]?.subject).not.toContain(createHash('sha256').update(phone).digest('hex'))
    await expect(world.operations.unlockNumber(phone, ACTION)).rejects.toThrow('isn’t locked')
    await expect(world.operations.unlockNumber('someone', ACTION)).rejects.toThrow('isn’t a mobile number')
  })
})
