import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Authenticator } from '@sesa/test-kit/authenticator'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  ROOMY,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../../testing/identity-app.ts'
import { endGoogle, Popup, startGoogle } from '../../../../testing/popup.ts'
import { purge } from '../../../office/retention/purge.ts'
import { hashToken } from './open-session.ts'

const COOKIE = 'sesa-device-3000'
const SESSION = 'sesa-3000'
let world: IdentityApp
/** Firebase verifies any number that the token names. */
const firebase = {
  verify: async (idToken: string) => ({
    subject: idToken,
    email: null,
    emailVerified: false,
    phoneNumber: idToken.split(' ')[0] ?? null,
  }),
}
beforeAll(async () => {
  const limits = { ...ROOMY, perNumber10Minutes: 100, perNumberHour: 100, perNumberDay: 100 }
  world = await startIdentityApp(limits, { firebase })
})
afterAll(() => world.close())

async function uidOf(browser: Browser): Promise<string> {
  const { body } = await browser.send('POST', '/auth/token')
  browser.bearer = String(body['idToken'])
  return (body['user'] as { uid: string }).uid
}

/** Returns, oldest first, whether each sign-in of an account was recorded as one on a new device. */
async function newDevices(uid: string): Promise<boolean[]> {
  const events = await world.database.db
    .selectFrom('security_events')
    .select('details')
    .where('user_id', '=', uid)
    .where('kind', '=', 'signed_in')
    .orderBy('id')
    .execute()
  return events.map(({ details }) => details['newDevice'] === true)
}

const kindsOf = async (browser: Browser) => {
  const { events } = (await browser.send('GET', '/user/activity')).body as { events: { kind: string }[] }
  return events.map(({ kind }) => kind)
}

const signOut = async (browser: Browser) => {
  await browser.send('POST', '/auth/sign-out')
  browser.bearer = undefined
}

interface Way {
  /** Opens an account in a browser; returns a function that signs any browser in to it. */
  readonly open: (browser: Browser) => Promise<(other: Browser) => Promise<unknown>>
}

const WAYS: Readonly<Record<string, Way>> = {
  phone: {
    async open(browser) {
      const phone = newNumber()
      await world.signIn(phone, browser)
      return (other) => world.signIn(phone, other)
    },
  },
  password: {
    async open(browser) {
      const email = newEmail()
      await world.signUp(email, GOOD_PASSWORD, browser)
      return (other) => other.send('POST', '/auth/email/sign-in', { email, password: GOOD_PASSWORD })
    },
  },
  passkey: {
    async open(browser) {
      await world.signIn(newNumber(), browser)
      const device = new Authenticator()
      const asked = await browser.send('POST', '/auth/passkeys/registration')
      const response = device.create(asked.body['options'] as never)
      await browser.send('POST', '/auth/passkeys', { name: 'Phone', response })
      return async (other) => {
        const { body } = await other.send('POST', '/auth/passkeys/challenge')
        const answer = device.get(body['options'] as never)
        return other.send('POST', '/auth/passkeys/sign-in', { response: answer })
      }
    },
  },
  google: {
    async open(browser) {
      const email = newEmail()
      const enter = async (other: Browser) =>
        endGoogle(other, await new Popup(world.sandboxUrl).choose(await startGoogle(other), { email }))
      expect(await enter(browser)).toBe('ok')
      return enter
    },
  },
  firebase: {
    async open(browser) {
      const phone = newNumber()
      let n = 0
      const enter = (other: Browser) => other.send('POST', '/auth/firebase', { idToken: `${phone} ${++n}` })
      await enter(browser)
      return enter
    },
  },
}

describe('a device', () => {
  it.each(Object.keys(WAYS))(
    'is recognised by its cookie and not by its name when signing in by %s',
    async (name) => {
      const browser = world.browser()
      const enter = await WAYS[name]?.open(browser)
      const uid = await uidOf(browser)
      await signOut(browser)
      browser.userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
      await enter?.(browser)
      expect(await newDevices(uid)).toEqual([false, false])
      // The attacker copies the name of the victim's browser.
      const attacker = world.browser()
      await enter?.(attacker)
      expect(await newDevices(uid)).toEqual([false, false, true])
      await signOut(attacker)
      await enter?.(attacker)
      expect(await newDevices(uid)).toEqual([false, false, true, false])
    },
  )

  it('is new to each account that it has not signed in to', async () => {
    const [mine, theirs] = [newNumber(), newNumber()]
    const browser = await world.signIn(mine)
    const uid = await uidOf(await world.signIn(theirs))
    await signOut(browser)
    await world.signIn(theirs, browser)
    expect(await newDevices(uid)).toEqual([false, true])
  })

  it('is new again when the account was unused for longer than devices are stored', async () => {
    const phone = newNumber()
    const uid = await uidOf(await world.signIn(phone))
    const { owner } = world.database
    await owner.deleteFrom('sessions').where('user_id', '=', uid).execute()
    await owner.deleteFrom('known_devices').where('user_id', '=', uid).execute()
    await world.signIn(phone)
    // The account is not new, so an unknown browser counts as a new device.
    expect(await newDevices(uid)).toEqual([false, true])
  })

  it('keeps a random cookie that scripts cannot read, and the database only its hash', async () => {
    const other = await startIdentityApp(ROOMY, { publicUrl: 'https://sesa.example' })
    try {
      const phoneNumber = newNumber()
      const browser = other.browser()
      const { verificationId } = (await browser.send('POST', '/auth/phone/start', { phoneNumber })).body
      expect([...browser.cookies.keys()]).toEqual([])
      const code = await other.codeFor(phoneNumber)
      const { headers } = await browser.send('POST', '/auth/phone/verify', { verificationId, code })
      expect([headers['set-cookie']].flat()).toContainEqual(
        expect.stringMatching(
          /^__Host-sesa-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
      )
      const rows = await other.database.db.selectFrom('known_devices').selectAll().execute()
      const token = browser.cookies.get('__Host-sesa-device') ?? ''
      expect(rows.map(({ token_hash }) => token_hash)).toEqual([hashToken(token)])
      expect(JSON.stringify(rows)).not.toContain(token)
    } finally {
      await other.close()
    }
  })

  it('cannot choose its own cookie', async () => {
    const browser = world.browser()
    browser.cookies.set(COOKIE, 'chosen-by-the-visitor')
    await world.signIn(newNumber(), browser)
    expect(browser.cookies.get(COOKIE)).toMatch(/^[\w-]{43}$/)
  })

  it('is listed once, however often it signs in', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    // The browser was closed: the session's cookie is gone, the device's cookie stays.
    browser.cookies.delete(SESSION)
    browser.bearer = undefined
    await world.signIn(phone, browser)
    const { sessions } = (await browser.send('GET', '/auth/sessions')).body
    expect(sessions).toMatchObject([{ device: 'Chrome on Android', current: true }])
  })

  it('is forgotten when another device signs it out', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const lost = await world.signIn(phone)
    const uid = await uidOf(browser)
    const { sessions } = (await browser.send('GET', '/auth/sessions')).body as {
      sessions: { id: string; current: boolean }[]
    }
    const id = sessions.find(({ current }) => !current)?.id
    expect((await browser.send('DELETE', `/auth/sessions/${id}`)).status).toBe(204)
    lost.bearer = undefined
    await world.signIn(phone, lost)
    expect(await newDevices(uid)).toEqual([false, true, true])
    expect((await browser.send('DELETE', '/auth/sessions')).status).toBe(204)
    lost.bearer = undefined
    await world.signIn(phone, lost)
    await signOut(browser)
    await world.signIn(phone, browser)
    expect(await newDevices(uid)).toEqual([false, true, true, true, false])
  })

  it('is in the data export, and erased with the account', async () => {
    const browser = await world.signIn(newNumber())
    const uid = await uidOf(browser)
    expect((await browser.send('GET', '/user/export')).body).toMatchObject({
      data: { signIn: { devices: [{ name: 'Chrome on Android' }] } },
    })
    expect((await browser.send('DELETE', '/user')).status).toBe(200)
    const { db } = world.database
    const rows = await db.selectFrom('known_devices').selectAll().where('user_id', '=', uid).execute()
    expect(rows).toEqual([])
  })

  it('is forgotten after 400 days without a sign-in', async () => {
    const [idle, used] = [await world.signIn(newNumber()), await world.signIn(newNumber())]
    const uids = [await uidOf(idle), await uidOf(used)]
    const { db, owner } = world.database
    const setAge = (uid: string | undefined, days: number) =>
      owner
        .updateTable('known_devices')
        .set({ last_used_at: new Date(Date.now() - days * 86_400_000) })
        .where('user_id', '=', uid ?? '')
        .execute()
    await setAge(uids[0], 401)
    await setAge(uids[1], 399)
    await purge(db)
    const left = await db.selectFrom('known_devices').select('user_id').where('user_id', 'in', uids).execute()
    expect(left).toEqual([{ user_id: uids[1] }])
  })
})

describe('a session', () => {
  it('is refreshed only by its own browser: a copied cookie ends it, and the owner gets a notice', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD)
    const thief = world.browser()
    thief.cookies.set(SESSION, browser.cookies.get(SESSION) ?? '')
    expect((await thief.send('POST', '/auth/token')).code).toBe('unauthenticated')
    expect((await browser.send('POST', '/auth/token')).code).toBe('unauthenticated')
    await browser.send('POST', '/auth/email/sign-in', { email, password: GOOD_PASSWORD })
    await uidOf(browser)
    expect(await kindsOf(browser)).toContain('session_copied')
    await vi.waitFor(async () => {
      const mails = await world.received(email)
      if (!mails.some(({ text }) => text.includes('copy'))) throw new Error('Not told yet')
    }, PATIENCE)
  })

  it('is not refreshed with another device’s cookie', async () => {
    const [browser, other] = [await world.signIn(newNumber()), await world.signIn(newNumber())]
    other.cookies.set(SESSION, browser.cookies.get(SESSION) ?? '')
    expect((await other.send('GET', '/auth/boot')).body).toMatchObject({ user: null })
    expect((await browser.send('POST', '/auth/token')).code).toBe('unauthenticated')
  })

  it('from the previous release is bound to its browser by the second refresh', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const uid = await uidOf(browser)
    const { owner } = world.database
    await owner.updateTable('sessions').set({ device_hash: null }).where('user_id', '=', uid).execute()
    await owner.deleteFrom('known_devices').where('user_id', '=', uid).execute()
    browser.cookies.delete(COOKIE)
    expect((await browser.send('POST', '/auth/token')).status).toBe(200)
    expect(browser.cookies.get(COOKIE)).toMatch(/^[\w-]{43}$/)
    expect((await browser.send('GET', '/auth/boot')).body).toMatchObject({ user: { uid } })
    const thief = world.browser()
    thief.cookies.set(SESSION, browser.cookies.get(SESSION) ?? '')
    expect((await thief.send('POST', '/auth/token')).code).toBe('unauthenticated')
    browser.bearer = undefined
    await world.signIn(phone, browser)
    expect(await newDevices(uid)).toEqual([false, false])
  })

  it('from the previous release does not make its browser a new device at the next sign-in', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const uid = await uidOf(browser)
    const { owner } = world.database
    await owner.updateTable('sessions').set({ device_hash: null }).where('user_id', '=', uid).execute()
    await owner.deleteFrom('known_devices').where('user_id', '=', uid).execute()
    browser.cookies.delete(COOKIE)
    browser.bearer = undefined
    await world.signIn(phone, browser)
    expect(await newDevices(uid)).toEqual([false, false])
  })
})
