import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../../testing/identity-app.ts'

const COOKIE = 'sesa-3000'
/** Identifies the browser; it stays when the session ends. */
const DEVICE = 'sesa-device-3000'
let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

async function sessionOf(browser: Browser) {
  const token = browser.cookies.get(COOKIE) ?? ''
  return world.database.owner
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirstOrThrow()
}

async function age(browser: Browser, minutes: number): Promise<void> {
  const { id, last_used_at } = await sessionOf(browser)
  await world.database.owner
    .updateTable('sessions')
    .set({ last_used_at: new Date(last_used_at.getTime() - minutes * 60_000) })
    .where('id', '=', id)
    .execute()
}

async function uidOf(browser: Browser): Promise<unknown> {
  const { user } = (await browser.send('GET', '/auth/boot')).body as { user: { uid: unknown } }
  return user.uid
}

describe('the cookie', () => {
  async function cookiesOf(publicUrl: string, trustDevice: boolean): Promise<string[]> {
    const other = await startIdentityApp(undefined, { publicUrl })
    try {
      const browser = other.browser()
      const phone = newNumber()
      const { verificationId } = (await browser.send('POST', '/auth/phone/start', { phoneNumber: phone }))
        .body
      const code = await other.codeFor(phone)
      const body = { verificationId, code, trustDevice }
      const answer = await browser.send('POST', '/auth/phone/verify', body)
      return [answer.headers['set-cookie'] ?? []].flat()
    } finally {
      await other.close()
    }
  }

  it('is __Host-, Secure and HttpOnly under https, with a readable hint beside it', async () => {
    const [session, hint] = await cookiesOf('https://sesa.example', true)
    expect(session).toMatch(/^__Host-sesa=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
    expect(hint).toMatch(/^__Host-sesa_hint=LR; Path=\/; Expires=[^;]+; Secure; SameSite=Lax$/)
  })

  it('includes the port on plain-HTTP localhost and ends with the browser unless the device is trusted', async () => {
    const [session, hint] = await cookiesOf('http://localhost:4321', false)
    expect(session).toMatch(/^sesa-4321=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(hint).toBe('sesa_hint=LR; Path=/; SameSite=Lax')
  })

  it('is stored only as a hash', async () => {
    const browser = await world.signIn(newNumber())
    const row = await sessionOf(browser)
    expect(row.device).toBe('Chrome on Android')
    expect(JSON.stringify(row)).not.toContain(browser.cookies.get(COOKIE))
  })

  it('has 256 random bits', async () => {
    const browsers = [await world.signIn(newNumber()), await world.signIn(newNumber())]
    const tokens = browsers.map(({ cookies }) => cookies.get(COOKIE) ?? '')
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(new Set(tokens).size).toBe(2)
  })
})

describe('a session', () => {
  it('starts the web app, and returns nulls when signed out', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const boot = await browser.send('GET', '/auth/boot')
    expect(boot.body).toMatchObject({
      user: { phoneNumber: phone },
      profile: null,
      draft: null,
      config: { sandbox: true },
    })
    expect(boot.headers['cache-control']).toBe('no-store')
    const stranger = await world.browser().send('GET', '/auth/boot')
    expect(stranger.status).toBe(200)
    expect(stranger.body).toEqual({
      agreementsDue: [],
      idToken: null,
      expiresAt: null,
      user: null,
      profile: null,
      draft: null,
      config: { sandbox: true },
    })
  })

  it('returns the unfinished transfer', async () => {
    const phoneNumber = newNumber()
    const browser = await world.signIn(phoneNumber)
    const draft = async () => (await browser.send('GET', '/auth/boot')).body['draft']
    expect(await draft(), 'without a profile').toBeNull()
    await browser.send('POST', '/user/create', { phoneNumber, country: 'LR' })
    const profile = { name: 'Musu Kollie', email: `${phoneNumber.slice(1)}@example.org`, dob: '1990-05-17' }
    await browser.send('PUT', '/user/profile', profile)
    expect(await draft()).toEqual({ draft: null, updatedAt: null })
    const kept = await browser.send('PUT', '/user/draft', { name: 'Ama Mensah' })
    expect(await draft()).toEqual(kept.body)
    expect(kept.body['draft']).toEqual({ name: 'Ama Mensah' })
  })

  it('issues fresh ID tokens without changing the refresh token', async () => {
    const browser = await world.signIn(newNumber())
    const before = browser.cookies.get(COOKIE)
    const answer = await browser.send('POST', '/auth/token')
    expect(answer.status).toBe(200)
    expect(browser.cookies.get(COOKIE)).toBe(before)
    // A script can read everything but the cookie.
    const { 'set-cookie': _, ...readable } = answer.headers
    expect(JSON.stringify([readable, answer.body])).not.toContain(before)
    browser.bearer = String(answer.body['idToken'])
    expect((await browser.send('GET', '/auth/sessions')).status).toBe(200)
  })

  it('is replaced when the user signs in again in the same browser', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const [token, bearer] = [browser.cookies.get(COOKIE) ?? '', browser.bearer]
    browser.bearer = undefined
    await world.signIn(phone, browser)
    const old = world.browser()
    old.cookies.set(COOKIE, token)
    expect((await old.send('POST', '/auth/token')).code).toBe('unauthenticated')
    old.bearer = bearer
    expect((await old.send('GET', '/auth/sessions')).code).toBe('unauthenticated')
  })

  it('expires after 60 idle minutes and not before', async () => {
    const browser = await world.signIn(newNumber())
    await age(browser, 59)
    expect((await browser.send('GET', '/auth/sessions')).status).toBe(200)
    await age(browser, 61)
    expect((await browser.send('GET', '/auth/sessions')).code).toBe('unauthenticated')
    const refused = await browser.send('POST', '/auth/token')
    expect([refused.status, refused.code]).toEqual([401, 'unauthenticated'])
    expect([...browser.cookies.keys()]).toEqual([DEVICE])
  })

  it('lasts 30 days unused on a trusted device, and at most 90 days', async () => {
    const browser = await world.signIn(newNumber(), undefined, { trustDevice: true })
    await age(browser, 29 * 24 * 60)
    expect((await browser.send('GET', '/auth/sessions')).status).toBe(200)
    const row = await sessionOf(browser)
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(90 * 86_400_000)
    await world.database.owner
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', row.id)
      .execute()
    expect((await browser.send('POST', '/auth/token')).code).toBe('unauthenticated')
  })

  it('ends on the server at sign-out: cookie and ID token become invalid', async () => {
    const browser = await world.signIn(newNumber())
    const [token, bearer] = [browser.cookies.get(COOKIE) ?? '', browser.bearer]
    const answer = await browser.send('POST', '/auth/sign-out')
    expect(answer.status).toBe(204)
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect([...browser.cookies.keys()]).toEqual([DEVICE])
    const thief = world.browser()
    thief.cookies.set(COOKIE, token)
    expect((await thief.send('POST', '/auth/token')).code).toBe('unauthenticated')
    thief.bearer = bearer
    expect((await thief.send('GET', '/user/auth')).code).toBe('unauthenticated')
    expect((await world.browser().send('POST', '/auth/sign-out')).status).toBe(204)
  })

  it('cannot be used from another site', async () => {
    const browser = await world.signIn(newNumber())
    const response = await world.app.inject({
      method: 'POST',
      url: '/auth/sign-out',
      cookies: Object.fromEntries(browser.cookies),
      headers: { origin: 'https://evil.example' },
    })
    expect(response.statusCode).toBe(403)
    expect((await browser.send('POST', '/auth/token')).status).toBe(200)
  })

  it('clears a hint that outlived it', async () => {
    const browser = world.browser()
    browser.cookies.set('sesa_hint', '1')
    await browser.send('GET', '/auth/boot')
    expect([...browser.cookies.keys()]).toEqual([])
  })
})

describe('devices', () => {
  it('are listed, most recently used first, and can be signed out', async () => {
    const phone = newNumber()
    const phoneBrowser = await world.signIn(phone)
    const laptop = world.browser()
    laptop.userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    await world.signIn(phone, laptop, { trustDevice: true })
    await age(phoneBrowser, 5)
    const { sessions } = (await laptop.send('GET', '/auth/sessions')).body as {
      sessions: { id: string; device: string; current: boolean; trusted: boolean }[]
    }
    expect(sessions).toMatchObject([
      { device: 'Firefox on Windows', current: true, trusted: true },
      { device: 'Chrome on Android', current: false, trusted: false },
    ])
    const ended = await laptop.send('DELETE', `/auth/sessions/${sessions[1]?.id}`)
    expect(ended.status).toBe(204)
    expect((await phoneBrowser.send('GET', '/user/auth')).code).toBe('unauthenticated')
    expect((await laptop.send('DELETE', `/auth/sessions/${sessions[0]?.id}`)).status).toBe(204)
    expect([...laptop.cookies.keys()]).toEqual([DEVICE])
  })

  it('of another user are not found', async () => {
    const [mine, theirs] = [await world.signIn(newNumber()), await world.signIn(newNumber())]
    const { id } = await sessionOf(theirs)
    const foreign = await mine.send('DELETE', `/auth/sessions/${id}`)
    const missing = await mine.send('DELETE', '/auth/sessions/0193d2a0-7c1e-7f6a-9d1e-2b6a7c8d9e0f')
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.body).toMatchObject({ error: { code: 'not_found' } })
    expect((await theirs.send('GET', '/user/auth')).status).toBe(200)
    expect((await world.browser().send('GET', '/auth/sessions')).code).toBe('unauthenticated')
    expect((await world.browser().send('DELETE', `/auth/sessions/${id}`)).code).toBe('unauthenticated')
  })
})

describe('the record of an account', () => {
  it('lists events and cannot be changed by the application', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const uid = String(await uidOf(browser))
    await browser.send('POST', '/auth/sign-out')
    const { db } = world.database
    const events = await db
      .selectFrom('security_events')
      .select(['kind', 'details'])
      .where('user_id', '=', uid)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { kind: 'account_created', details: {} },
      { kind: 'signed_in', details: { method: 'phone', trusted: false } },
      { kind: 'signed_out', details: {} },
    ])
    await expect(db.deleteFrom('security_events').execute()).rejects.toThrow('permission denied')
    await expect(db.updateTable('security_events').set({ kind: 'signed_in' }).execute()).rejects.toThrow(
      'permission denied',
    )
  })
})
