import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type IdentityApp,
} from '../../../testing/identity-app.ts'
import { KINDS } from './kinds.ts'
import { purge } from '../../office/retention/purge.ts'

interface Event {
  kind: string
  text: string
  device: string | null
  address: string | null
}

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

describe('the activity list', () => {
  it('shows event, time, device and address, newest first, and only the user’s own', async () => {
    const browser = await world.signIn(newNumber())
    await world.signIn(newNumber())
    await browser.send('PUT', '/auth/password', { new: GOOD_PASSWORD, confirm: GOOD_PASSWORD })
    const { events, nextCursor } = (await browser.send('GET', '/user/activity')).body as {
      events: Event[]
      nextCursor: string | null
    }
    expect(nextCursor).toBeNull()
    expect(events.map(({ text }) => text)).toEqual([
      'Password set',
      'Signed in with a code to your phone',
      'Account opened',
    ])
    for (const { device, address } of events)
      expect([device, address]).toEqual(['Chrome on Android', '198.51.100.7'])
  })

  it('is paged without gaps or repeats while new events arrive', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const { user } = (await browser.send('GET', '/auth/boot')).body as { user: { uid: string } }
    const { db } = world.database
    const add = (n: number) =>
      db
        .insertInto('security_events')
        .values({
          user_id: user.uid,
          session_id: null,
          kind: 'profile_changed',
          details: JSON.stringify({ n }),
        })
        .execute()
    for (let n = 0; n < 45; n++) await add(n)
    const kinds: string[] = []
    let cursor: string | null | undefined
    do {
      const query = cursor === undefined ? '' : `?cursor=${cursor}`
      const { body } = await browser.send('GET', `/user/activity${query}`)
      kinds.push(...(body['events'] as Event[]).map(({ kind }) => kind))
      cursor = body['nextCursor'] as string | null
      await add(99)
    } while (cursor !== null)
    expect(kinds).toHaveLength(47)
    expect(kinds.slice(-2)).toEqual(['signed_in', 'account_created'])
    for (const wrong of ['x', '-1', '1e3', '9'.repeat(30)])
      expect((await browser.send('GET', `/user/activity?cursor=${wrong}`)).code).toBe('invalid_field')
    expect((await world.browser().send('GET', '/user/activity')).code).toBe('unauthenticated')
  })

  it('is append-only for the application, and drops origins after 400 days', async () => {
    const browser = await world.signIn(newNumber())
    const { db, owner } = world.database
    await expect(db.deleteFrom('security_events').execute()).rejects.toThrow('permission denied')
    await expect(db.updateTable('security_events').set({ kind: 'x' }).execute()).rejects.toThrow(
      'permission denied',
    )
    await expect(db.updateTable('event_origins').set({ device: 'x' }).execute()).rejects.toThrow(
      'permission denied',
    )
    const old = new Date(Date.now() - 401 * 86_400_000)
    await owner.updateTable('event_origins').set({ at: old }).execute()
    await purge(db)
    const { events } = (await browser.send('GET', '/user/activity')).body as { events: Event[] }
    expect(events.map(({ device, address }) => [device, address])).toEqual([
      [null, null],
      [null, null],
    ])
  })
})

describe('notices', () => {
  it('go to a confirmed address, and for a sign-in only when the device is new', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD)
    browser.bearer = undefined
    const again = await browser.send('POST', '/auth/email/sign-in', { email, password: GOOD_PASSWORD })
    browser.bearer = String(again.body['idToken'])
    const laptop = world.browser()
    laptop.userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    await laptop.send('POST', '/auth/email/sign-in', { email, password: GOOD_PASSWORD })
    const next = 'cassava window 91'
    await browser.send('PUT', '/auth/password', { current: GOOD_PASSWORD, new: next, confirm: next })
    const notices = await vi.waitFor(async () => {
      const mails = await world.received(email)
      const own = mails.filter(({ subject }) => subject === 'Security alert for your Sesa account')
      if (own.length < 2) throw new Error('Not yet two notices')
      return own.map(({ text }) => text)
    }, PATIENCE)
    expect(notices).toHaveLength(2)
    const all = notices.join('\n')
    expect(all).toContain('Someone signed in with your password on a new device.')
    expect(all).toContain('Firefox on Windows')
    expect(all).toContain('Your password was changed.')
  })

  it('exist for every change of sign-in methods', () => {
    const changes = Object.entries(KINDS).filter(([kind]) => /^(password|phone|passkey|google)_/.test(kind))
    expect(changes.length).toBeGreaterThanOrEqual(9)
    for (const [kind, entry] of changes) expect('notice' in entry, kind).toBe(true)
  })
})
