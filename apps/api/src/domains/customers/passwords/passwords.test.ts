import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilOneWindow } from '../../../db/testing.ts'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'
import { hashPassword, passwordMatches } from './hash.ts'

const NEXT = 'cassava window 91'
let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
// Tries are counted per quarter of an hour by the clock.
beforeEach(() => untilOneWindow(900_000, 30_000))
afterAll(() => world.close())

const put = (browser: Browser, body: { current?: string; new: string; confirm?: string }) =>
  browser.send('PUT', '/auth/password', { confirm: body.new, ...body })

describe('the first password', () => {
  it('is set after step-up and signs in with the confirmed address', async () => {
    const browser = await world.signIn(newNumber())
    await world.ageProof(browser)
    const stale = await put(browser, { new: GOOD_PASSWORD })
    expect([stale.status, stale.code]).toEqual([403, 'step_up_required'])
    const fresh = await world.signIn(
      String(((await browser.send('GET', '/auth/boot')).body['user'] as { phoneNumber: string }).phoneNumber),
      browser,
    )
    expect((await put(fresh, { new: GOOD_PASSWORD })).status).toBe(204)
    expect((await fresh.send('GET', '/auth/methods')).body).toMatchObject({ password: true })
  })
})

describe('a change of password', () => {
  it('requires the current one, signs other devices out and keeps this one', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD)
    const other = world.browser()
    const opened = await other.send('POST', '/auth/email/sign-in', { email, password: GOOD_PASSWORD })
    other.bearer = String(opened.body['idToken'])
    for (const body of [{ new: NEXT }, { current: 'wrong password', new: NEXT }]) {
      const refused = await put(browser, body)
      expect(refused.body).toMatchObject({ error: { code: 'password_wrong', field: 'current' } })
    }
    const differs = await put(browser, { current: GOOD_PASSWORD, new: NEXT, confirm: `${NEXT} ` })
    expect(differs.body).toMatchObject({ error: { code: 'password_mismatch', field: 'confirm' } })
    const weak = await put(browser, { current: GOOD_PASSWORD, new: 'football1' })
    expect(weak.body).toMatchObject({ error: { code: 'password_weak', field: 'new' } })
    expect((await put(browser, { current: GOOD_PASSWORD, new: NEXT })).status).toBe(204)
    expect((await browser.send('GET', '/user/auth')).status).toBe(200)
    expect((await other.send('GET', '/user/auth')).code).toBe('unauthenticated')
    const again = await other.send('POST', '/auth/email/sign-in', { email, password: NEXT })
    expect(again.status).toBe(200)
  })

  it('allows at most ten tries at the current one, even in parallel', async () => {
    const browser = await world.signUp(newEmail(), GOOD_PASSWORD)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => put(browser, { current: 'a wrong one', new: NEXT })),
    )
    expect(answers.filter((each) => each.code === 'password_wrong')).toHaveLength(10)
    expect(answers.filter((each) => each.code === 'rate_limited')).toHaveLength(20)
    expect((await put(browser, { current: GOOD_PASSWORD, new: NEXT })).code).toBe('rate_limited')
  })

  it('happens once when two are sent at once', async () => {
    const browser = await world.signUp(newEmail(), GOOD_PASSWORD)
    const answers = await Promise.all(
      ['cassava window 91', 'palm butter 1847'].map((next) =>
        put(browser, { current: GOOD_PASSWORD, new: next }),
      ),
    )
    expect(answers.map((each) => each.status).sort()).toEqual([204, 422])
  })
})

describe('a password with accents', () => {
  const composed = 'Kokoɛ brûlée ﬁfty'
  const [nfc, nfd] = [composed.normalize('NFC'), composed.normalize('NFD')]

  it.each([
    ['composed', nfc, nfd],
    ['decomposed', nfd, nfc],
  ])('set %s signs in and is changed however a keyboard writes it', async (_, set, typed) => {
    const email = newEmail()
    const browser = await world.signUp(email, set)
    const signIn = (password: string) =>
      world.browser().send('POST', '/auth/email/sign-in', { email, password })
    expect((await signIn(typed)).status).toBe(200)
    expect((await signIn(`${typed} `)).code).toBe('credentials_wrong')
    const next = `${typed} 2`
    const changed = { current: typed, new: next, confirm: next.normalize('NFC') }
    expect((await put(browser, changed)).status).toBe(204)
    expect((await signIn(next.normalize('NFD'))).status).toBe(200)
  })

  it('hashed as typed by an earlier release still works', async () => {
    const nonce = Buffer.alloc(16, 7)
    const cost = { memory: 256, passes: 2, parallelism: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', { ...cost, message: nfd, nonce })
    const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const hash = `$argon2id$v=19$m=256,t=2,p=1$${plain(nonce)}$${plain(tag)}`
    expect(await passwordMatches(hash, nfd)).toBe(true)
    expect(await passwordMatches(hash, `${nfd} `)).toBe(false)
  })

  it('counts its characters as stored', async () => {
    const browser = await world.signUp(newEmail(), GOOD_PASSWORD)
    const refused = await put(browser, { current: GOOD_PASSWORD, new: 'ñéôüâ1'.normalize('NFD') })
    expect(refused.body).toMatchObject({ error: { code: 'password_weak', details: { reason: 'short' } } })
  })
})

describe('a stored password', () => {
  it('is a salted argon2id hash that only the exact password opens', async () => {
    const [one, two] = await Promise.all([hashPassword(GOOD_PASSWORD), hashPassword(GOOD_PASSWORD)])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await passwordMatches(one, GOOD_PASSWORD)).toBe(true)
    for (const wrong of [`${GOOD_PASSWORD} `, GOOD_PASSWORD.toUpperCase(), GOOD_PASSWORD.slice(0, -1), ''])
      expect(await passwordMatches(one, wrong)).toBe(false)
    expect(await passwordMatches(null, GOOD_PASSWORD)).toBe(false)
  })

  it('matches a published example', async () => {
    // The example of RFC 9106, section 5.3, needs a key and associated data; this one is from the reference program's own
    // tests.
    const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    expect(await passwordMatches(hash, 'password')).toBe(true)
    expect(await passwordMatches(hash, 'passwort')).toBe(false)
  })
})
