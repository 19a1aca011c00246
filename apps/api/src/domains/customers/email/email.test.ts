import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilOneWindow } from '../../../db/testing.ts'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'

const OTHER_PASSWORD = 'cassava window 91'
let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
// Tries are counted per quarter of an hour by the clock.
beforeEach(() => untilOneWindow(900_000, 30_000))
afterAll(() => world.close())

const post = (path: string, body: object, browser = world.browser()) => browser.send('POST', path, body)
const signIn = (email: string, password: string, browser?: Browser) =>
  post('/auth/email/sign-in', { email, password }, browser)

async function expire(email: string): Promise<void> {
  const past = new Date(Date.now() - 1_000)
  await world.database.owner
    .updateTable('email_links')
    .set({ expires_at: past })
    .where('email', '=', email)
    .execute()
}

describe('signing up', () => {
  it('opens an account with the link, signs in, and requests the number next', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD)
    const { user } = (await browser.send('GET', '/user/auth')).body
    expect(user).toMatchObject({ email, emailVerified: true, phoneNumber: null, complete: false })
    expect((await signIn(email.toUpperCase(), GOOD_PASSWORD)).status).toBe(200)
  })

  it('opens no account before the link is used, and none with an expired or used link', async () => {
    const [email, late] = [newEmail(), newEmail()]
    const browser = world.browser()
    await post('/auth/email/sign-up', { email, password: GOOD_PASSWORD }, browser)
    expect((await signIn(email, GOOD_PASSWORD)).code).toBe('credentials_wrong')
    const token = await world.linkFor(email)
    expect((await post('/auth/email/verify', { token }, browser)).status).toBe(200)
    const again = await post('/auth/email/verify', { token, password: GOOD_PASSWORD })
    expect([again.status, again.code]).toEqual([422, 'link_expired'])
    await post('/auth/email/sign-up', { email: late, password: GOOD_PASSWORD }, browser)
    const lateToken = await world.linkFor(late)
    await expire(late)
    expect((await post('/auth/email/verify', { token: lateToken }, browser)).code).toBe('link_expired')
  })

  it('requires the password in another browser, so that no account opens with a stranger’s password', async () => {
    const email = newEmail()
    await post('/auth/email/sign-up', { email, password: GOOD_PASSWORD })
    const token = await world.linkFor(email)
    const needed = await post('/auth/email/verify', { token })
    expect([needed.status, needed.code]).toEqual([422, 'password_needed'])
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => post('/auth/email/verify', { token, password: OTHER_PASSWORD })),
    )
    expect(tries.filter((each) => each.code === 'password_wrong')).toHaveLength(5)
    expect(tries.filter((each) => each.code === 'link_expired')).toHaveLength(15)
    await post('/auth/email/sign-up', { email, password: GOOD_PASSWORD })
    const second = await world.linkFor(email, 2)
    const done = await post('/auth/email/verify', { token: second, password: GOOD_PASSWORD })
    expect(done.body).toMatchObject({ signedIn: { user: { email } } })
  })

  it('answers the same for an address that has an account; only the email differs', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await world.signUp(known, GOOD_PASSWORD)
    const answers = [
      await post('/auth/email/sign-up', { email: known.toUpperCase(), password: OTHER_PASSWORD }),
      await post('/auth/email/sign-up', { email: unknown, password: OTHER_PASSWORD }),
    ]
    const shape = answers.map(({ status, body, headers }) => {
      const cookie = String(headers['set-cookie']).replace(/=[\w-]{43};/, '=…;')
      return { status, body, cookie, names: Object.keys(headers).sort() }
    })
    expect(shape[0]).toEqual(shape[1])
    expect(await world.subjectOf(unknown, 1)).toBe('Confirm your email address')
    expect(await world.subjectOf(known, 2)).toBe('You already have an account')
    expect((await signIn(known, OTHER_PASSWORD)).code).toBe('credentials_wrong')
  })

  it('keeps the page to continue at in the emailed link, and accepts only our own paths', async () => {
    const email = newEmail()
    const account = { email, password: GOOD_PASSWORD }
    const to = '/transfer-status?payment_intent=pi_1&intent=view'
    expect((await post('/auth/email/sign-up', { ...account, to })).status).toBe(202)
    await world.subjectOf(email, 1)
    const text = (await world.received(email)).at(-1)?.text
    expect(text).toMatch(
      /\/verify-email\?to=%2Ftransfer-status%3Fpayment_intent%3Dpi_1%26intent%3Dview#[\w-]{43}/,
    )
    for (const elsewhere of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'me',
      '/a b',
      '/a#b',
    ])
      expect((await post('/auth/email/sign-up', { ...account, to: elsewhere })).status).toBe(400)
  })

  it('assigns an address to the first of two accounts that confirm it', async () => {
    const email = newEmail()
    const [one, two] = [world.browser(), world.browser()]
    await post('/auth/email/sign-up', { email, password: GOOD_PASSWORD }, one)
    await post('/auth/email/sign-up', { email, password: OTHER_PASSWORD }, two)
    const tokens = [await world.linkFor(email, 1), await world.linkFor(email, 2)]
    const answers = await Promise.all([
      post('/auth/email/verify', { token: tokens[0], password: GOOD_PASSWORD }, one),
      post('/auth/email/verify', { token: tokens[1], password: OTHER_PASSWORD }, two),
      post('/auth/email/verify', { token: tokens[0], password: OTHER_PASSWORD }, one),
      post('/auth/email/verify', { token: tokens[1], password: GOOD_PASSWORD }, two),
    ])
    expect(answers.filter((each) => each.status === 200)).toHaveLength(1)
    const { db } = world.database
    const owners = await db.selectFrom('profiles').select('user_id').where('email', '=', email).execute()
    expect(owners).toHaveLength(1)
  })

  it('refuses an invalid address and a password that is easily guessed', async () => {
    const refused = async (email: string, password: string) => {
      const { status, code, body } = await post('/auth/email/sign-up', { email, password })
      const { field, details } = body['error'] as { field?: string; details?: { reason: string } }
      return [status, code, field, details?.reason]
    }
    expect(await refused('not an address', GOOD_PASSWORD)).toEqual([422, 'email_invalid', 'email', undefined])
    const weak = (reason: string) => [422, 'password_weak', 'password', reason]
    expect(await refused(newEmail(), 'x7!kQ2z')).toEqual(weak('short'))
    expect(await refused(newEmail(), 'Password1')).toEqual(weak('common'))
    expect(await refused(newEmail(), 'aaaaaaaabbbbbbbb')).toEqual(weak('common'))
    expect(await refused('kollie.johnson@example.com', 'KollieJohnson9')).toEqual(weak('personal'))
    expect(await refused(newEmail(), 'Sesa-2026')).toEqual(weak('personal'))
    const long = `${GOOD_PASSWORD} `.repeat(12)
    expect((await post('/auth/email/sign-up', { email: newEmail(), password: long })).status).toBe(202)
  })
})

describe('signing in with email and password', () => {
  it('answers the same for a wrong password, an unknown address and an invalid address', async () => {
    const email = newEmail()
    await world.signUp(email, GOOD_PASSWORD)
    const answers = [
      await signIn(email, OTHER_PASSWORD),
      await signIn(newEmail(), OTHER_PASSWORD),
      await signIn('not an address', OTHER_PASSWORD),
    ]
    const shape = answers.map(({ status, body, headers }) => ({
      status,
      error: { ...(body['error'] as object), requestId: '' },
      names: Object.keys(headers).sort(),
    }))
    expect(shape[0]).toMatchObject({ status: 422, error: { code: 'credentials_wrong' } })
    expect(shape[1]).toEqual(shape[0])
    expect(shape[2]).toEqual(shape[0])
  })

  it('counts at most ten of fifty parallel tries for an address, known or not', async () => {
    const email = newEmail()
    await world.signUp(email, GOOD_PASSWORD)
    for (const address of [email, newEmail()]) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(address, OTHER_PASSWORD)))
      expect(answers.filter((each) => each.code === 'credentials_wrong')).toHaveLength(10)
      expect(answers.filter((each) => each.code === 'rate_limited')).toHaveLength(40)
    }
    const locked = await signIn(email, GOOD_PASSWORD)
    expect([locked.status, locked.code]).toEqual([429, 'rate_limited'])
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('resets the count after the right password', async () => {
    const email = newEmail()
    await world.signUp(email, GOOD_PASSWORD)
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) expect((await signIn(email, OTHER_PASSWORD)).code).toBe('credentials_wrong')
      expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200)
    }
  })

  it('opens a new session and ends the one that the browser presented', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD)
    const before = browser.cookies.get('sesa-3000')
    const planted = world.browser()
    planted.cookies.set('sesa-3000', String(before))
    const answer = await signIn(email, GOOD_PASSWORD, planted)
    expect(answer.status).toBe(200)
    expect(planted.cookies.get('sesa-3000')).not.toBe(before)
    expect((await browser.send('GET', '/user/auth')).code).toBe('unauthenticated')
  })

  it('does not open a locked account, and reveals the lock only with the right password', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD)
    const { user } = (await browser.send('GET', '/auth/boot')).body as { user: { uid: string } }
    const { owner } = world.database
    await owner.updateTable('users').set({ locked_at: new Date() }).where('id', '=', user.uid).execute()
    expect((await signIn(email, OTHER_PASSWORD)).code).toBe('credentials_wrong')
    const answer = await signIn(email, GOOD_PASSWORD)
    expect([answer.status, answer.code]).toEqual([403, 'account_locked'])
  })

  it('with a bearer counts as step-up, for the same account only', async () => {
    const [email, other] = [newEmail(), newEmail()]
    const browser = await world.signUp(email, GOOD_PASSWORD)
    await world.signUp(other, GOOD_PASSWORD)
    const foreign = await signIn(other, GOOD_PASSWORD, browser)
    expect([foreign.status, foreign.code]).toEqual([409, 'other_account'])
    await world.ageProof(browser)
    const stale = await browser.send('GET', '/auth/methods')
    expect(stale.body).toMatchObject({ provenUntil: null })
    const proved = await signIn(email, GOOD_PASSWORD, browser)
    browser.bearer = String(proved.body['idToken'])
    const fresh = await browser.send('GET', '/auth/methods')
    expect(fresh.body).toMatchObject({ provenUntil: expect.any(String), password: true })
  })
})

describe('a forgotten password', () => {
  it('can be reset once with the emailed link, which signs out every other device', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD)
    expect((await post('/auth/email/forgot', { email })).body).toEqual({ status: 'accepted' })
    const token = await world.linkFor(email, 2)
    const weak = await post('/auth/email/reset', { token, password: 'password' })
    expect(weak.code).toBe('password_weak')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('/auth/email/reset', { token, password: OTHER_PASSWORD })),
    )
    expect(answers.filter((each) => each.status === 200)).toHaveLength(1)
    expect(answers.filter((each) => each.code === 'link_expired')).toHaveLength(4)
    expect((await browser.send('GET', '/user/auth')).code).toBe('unauthenticated')
    expect((await signIn(email, GOOD_PASSWORD)).code).toBe('credentials_wrong')
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(200)
    expect(await world.subjectOf(email, 3)).toBe('Security alert for your Sesa account')
  })

  it('gets the same answer with and without an account; only the email differs', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await world.signUp(known, GOOD_PASSWORD)
    const [one, two] = [
      await post('/auth/email/forgot', { email: known }),
      await post('/auth/email/forgot', { email: unknown }),
    ]
    expect([one.status, one.body]).toEqual([two.status, two.body])
    expect(await world.subjectOf(unknown, 1)).toBe('No account with this address')
    const { db } = world.database
    const link = await db
      .selectFrom('email_links')
      .select('user_id')
      .where('email', '=', unknown)
      .executeTakeFirstOrThrow()
    expect(link.user_id).toBeNull()
  })

  it('is not reset with an expired link or one of another kind', async () => {
    const email = newEmail()
    await post('/auth/email/sign-up', { email, password: GOOD_PASSWORD })
    const token = await world.linkFor(email)
    const reset = (link: string) => post('/auth/email/reset', { token: link, password: OTHER_PASSWORD })
    expect((await reset(token)).code).toBe('link_expired')
    expect((await reset('x'.repeat(43))).code).toBe('link_expired')
    const known = newEmail()
    await world.signUp(known, GOOD_PASSWORD)
    await post('/auth/email/forgot', { email: known })
    const late = await world.linkFor(known, 2)
    await expire(known)
    expect((await reset(late)).code).toBe('link_expired')
  })

  it('sends at most three emails an hour to one address', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/auth/email/forgot', { email })))
    expect(answers.filter((each) => each.status === 202)).toHaveLength(3)
    expect(answers.filter((each) => each.code === 'rate_limited')).toHaveLength(5)
  })
})

describe('the address of an account', () => {
  const details = { name: 'Fatu Kollie', dob: '1990-04-02' }

  it('is confirmed with a link that signs nobody in', async () => {
    const email = newEmail()
    const browser = await world.signIn(newNumber())
    await browser.send('PUT', '/user/profile', { ...details, email })
    const token = await world.linkFor(email)
    const stranger = world.browser()
    const answer = await post('/auth/email/verify', { token }, stranger)
    expect(answer.body).toEqual({ email, signedIn: null, resetFrom: expect.any(String) })
    expect([...stranger.cookies.keys()]).toEqual([])
    expect((await browser.send('GET', '/user/auth')).body).toMatchObject({ user: { emailVerified: true } })
    expect((await post('/auth/email/verify', { token })).code).toBe('link_expired')
  })

  it('changes when the new one is confirmed, and the old one can undo the change', async () => {
    const [old, next] = [newEmail(), newEmail()]
    const browser = await world.signUp(old, GOOD_PASSWORD)
    await world.ageProof(browser)
    const stale = await browser.send('PUT', '/user/profile', { ...details, email: next })
    expect([stale.status, stale.code]).toEqual([403, 'step_up_required'])
    browser.bearer = String((await signIn(old, GOOD_PASSWORD, browser)).body['idToken'])
    const asked = await browser.send('PUT', '/user/profile', { ...details, email: next })
    expect(asked.body).toMatchObject({ user: { email: old, pendingEmail: next } })
    expect((await signIn(next, GOOD_PASSWORD)).code).toBe('credentials_wrong')
    await post('/auth/email/verify', { token: await world.linkFor(next) })
    expect((await signIn(next, GOOD_PASSWORD)).status).toBe(200)
    expect((await signIn(old, GOOD_PASSWORD)).code).toBe('credentials_wrong')

    const emails = await vi.waitFor(async () => {
      const found = await world.received(old)
      const undo = found.find(({ subject }) => subject === 'Your email address was changed')
      if (!undo) throw new Error('No email that offers to undo it')
      return undo.text
    }, PATIENCE)
    const token = /undo-email#([\w-]{43})/.exec(emails)?.[1]
    const undone = await post('/auth/email/undo', { token })
    expect(undone.body).toEqual({ email: old })
    expect((await browser.send('GET', '/user/auth')).code).toBe('unauthenticated')
    expect((await signIn(old, GOOD_PASSWORD)).status).toBe(200)
    expect((await post('/auth/email/undo', { token })).code).toBe('link_expired')
  })

  it('cannot be an address confirmed by another account', async () => {
    const taken = newEmail()
    await world.signUp(taken, GOOD_PASSWORD)
    const browser = await world.signIn(newNumber())
    await browser.send('PUT', '/user/profile', { ...details, email: taken })
    const answer = await post('/auth/email/verify', { token: await world.linkFor(taken, 2) })
    expect([answer.status, answer.code]).toEqual([409, 'email_taken'])
  })

  it('gets its link again, at most three times an hour', async () => {
    const email = newEmail()
    const browser = await world.signIn(newNumber())
    expect((await browser.send('POST', '/auth/email/resend')).code).toBe('email_invalid')
    await browser.send('PUT', '/user/profile', { ...details, email })
    const first = await world.linkFor(email)
    expect((await browser.send('POST', '/auth/email/resend')).status).toBe(202)
    const second = await world.linkFor(email, 2)
    expect((await post('/auth/email/verify', { token: first })).code).toBe('link_expired')
    for (const status of [202, 202, 429])
      expect((await browser.send('POST', '/auth/email/resend')).status).toBe(status)
    expect(second).not.toBe(first)
  })

  it('shares one account with a number that is verified with a bearer', async () => {
    const [email, phone, theirs] = [newEmail(), newNumber(), newNumber()]
    const browser = await world.signUp(email, GOOD_PASSWORD)
    await world.signIn(theirs)
    const uid = ((await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }).uid
    const start = async (phoneNumber: string) =>
      String((await post('/auth/phone/start', { phoneNumber })).body['verificationId'])
    const taken = await post(
      '/auth/phone/verify',
      { verificationId: await start(theirs), code: await world.codeFor(theirs, 2) },
      browser,
    )
    expect([taken.status, taken.code]).toEqual([409, 'phone_taken'])
    const linked = await post(
      '/auth/phone/verify',
      { verificationId: await start(phone), code: await world.codeFor(phone) },
      browser,
    )
    expect(linked.body).toMatchObject({ user: { uid, phoneNumber: phone, email } })
    const byPhone = await world.signIn(phone)
    expect((await byPhone.send('GET', '/auth/boot')).body).toMatchObject({ user: { uid, email } })
  })
})
