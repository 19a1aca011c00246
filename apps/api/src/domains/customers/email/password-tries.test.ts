import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilOneWindow } from '../../../db/testing.ts'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  ROOMY,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'
import { purge } from '../../office/retention/purge.ts'

const LIFE = 4
const A_WHILE = 3
let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp({ ...ROOMY, triesPerAccount: A_WHILE, wrongPerPasswordLife: LIFE })
})
// Tries are counted per quarter of an hour by the clock.
beforeEach(() => untilOneWindow(900_000, 30_000))
afterAll(() => world.close())

const signIn = async (browser: Browser, email: string, password: string) => {
  const { code, status } = await browser.send('POST', '/auth/email/sign-in', { email, password })
  return code ?? status
}

/** Ends the 15-minute window of tries. */
const passWindow = () =>
  world.database.owner.deleteFrom('rate_limits').where('bucket', 'like', 'password%').execute()

async function guess(email: string, times: number): Promise<unknown[]> {
  const codes: unknown[] = []
  for (let n = 0; n < times; n++) {
    await passWindow()
    codes.push(await signIn(world.browser(), email, 'not the password 77'))
  }
  return codes
}

/** Creates a user with a password and a number, whose browser has signed out. */
async function customer() {
  const [email, phone] = [newEmail(), newNumber()]
  const browser = await world.signUp(email, GOOD_PASSWORD)
  await world.signIn(phone, browser)
  await browser.send('POST', '/auth/sign-out')
  browser.bearer = undefined
  return { email, phone, browser }
}

describe('passwords that strangers try', () => {
  it('are limited over the password’s life, whether or not the address is known', async () => {
    const { email } = await customer()
    for (const address of [email, newEmail()]) {
      const codes = await guess(address, LIFE + 2)
      expect(codes.slice(0, LIFE)).toEqual(Array.from({ length: LIFE }, () => 'credentials_wrong'))
      expect(codes.slice(LIFE)).toEqual(['password_locked', 'password_locked'])
    }
    await passWindow()
    expect(await signIn(world.browser(), email, GOOD_PASSWORD)).toBe('password_locked')
  })

  it('do not use up the tries of the owner’s browser, in 15 minutes or for life', async () => {
    const { email, browser } = await customer()
    for (let n = 0; n < A_WHILE; n++) await signIn(world.browser(), email, 'not the password 77')
    expect(await signIn(world.browser(), email, GOOD_PASSWORD)).toBe('rate_limited')
    expect(await signIn(browser, email, GOOD_PASSWORD)).toBe(200)
    await guess(email, LIFE)
    expect(await signIn(world.browser(), email, GOOD_PASSWORD)).toBe('password_locked')
    expect(await signIn(browser, email, GOOD_PASSWORD)).toBe(200)
  })

  it('leave the other sign-in methods open, and a new password resets the count', async () => {
    const { email, phone } = await customer()
    await guess(email, LIFE)
    const elsewhere = await world.signIn(phone)
    expect((await elsewhere.send('GET', '/user/auth')).status).toBe(200)
    await elsewhere.send('POST', '/auth/email/forgot', { email })
    const token = await world.linkFor(email, 'reset')
    const next = 'cassava window 91'
    const reset = await world.browser().send('POST', '/auth/email/reset', { token, password: next })
    expect(reset.status).toBe(200)
    await passWindow()
    expect(await signIn(world.browser(), email, next)).toBe(200)
  })

  it('are not counted when they are correct', async () => {
    const { email } = await customer()
    for (let n = 0; n < LIFE + 1; n++) expect(await signIn(world.browser(), email, GOOD_PASSWORD)).toBe(200)
  })

  it('are deleted 400 days after the last one', async () => {
    const email = newEmail()
    await guess(email, LIFE)
    const { db, owner } = world.database
    const last_at = new Date(Date.now() - 401 * 86_400_000)
    await owner.updateTable('wrong_passwords').set({ last_at }).execute()
    await purge(db)
    expect(await guess(email, 1)).toEqual(['credentials_wrong'])
  })
})

describe('a known browser that guesses', () => {
  it('counts as a stranger once it has used up its own lifetime tries', async () => {
    const { email, browser } = await customer()
    const codes: unknown[] = []
    for (let n = 0; n < 2 * LIFE + 1; n++) {
      await passWindow()
      codes.push(await signIn(browser, email, 'not the password 77'))
    }
    expect(codes.filter((code) => code === 'credentials_wrong')).toHaveLength(2 * LIFE)
    expect(codes.at(-1)).toBe('password_locked')
  })
})
