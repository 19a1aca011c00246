import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilOneWindow } from '../../../db/testing.ts'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type IdentityApp,
} from '../../../testing/identity-app.ts'
import { hashGate } from './index.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
// Tries are counted per quarter of an hour by the clock.
beforeEach(() => untilOneWindow(900_000, 30_000))
afterAll(() => world.close())

const post = (path: string, body: object) => world.browser().send('POST', path, body)

/** Returns the number of hashes that the process has computed, from `/metrics`. */
async function hashes(): Promise<number> {
  const { payload } = await world.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  return Number(/^sesa_password_hashes_total (\d+)$/m.exec(payload)?.[1])
}

/** Returns the codes of the answers, and the number of hashes they cost. */
async function costOf(asked: Promise<{ status: number; code: unknown }>[], before: number) {
  const answers = await Promise.all(asked)
  return {
    refused: answers.filter(({ code }) => code === 'rate_limited').length,
    hashes: (await hashes()) - before,
  }
}

describe('no hash is computed before the call is counted', () => {
  it('at a refused sign-up', async () => {
    const [email, before] = [newEmail(), await hashes()]
    const asked = Array.from({ length: 12 }, () =>
      post('/auth/email/sign-up', { email, password: GOOD_PASSWORD }),
    )
    expect(await costOf(asked, before)).toEqual({ refused: 9, hashes: 3 })
  })

  it('at a sign-up whose refusal is known, which is answered while others are hashed', async () => {
    const email = newEmail()
    const signUp = () => post('/auth/email/sign-up', { email, password: GOOD_PASSWORD })
    for (let n = 0; n < 4; n++) await signUp()
    const browser = await world.signIn(newNumber())
    const order: string[] = []
    const before = await hashes()
    await Promise.all([
      signUp().then(({ code }) => order.push(String(code))),
      browser.send('GET', '/user/auth').then(({ status }) => order.push(String(status))),
    ])
    expect(order).toEqual(['200', 'rate_limited'])
    expect(await hashes()).toBe(before)
  })

  it('at a reset with a valid link', async () => {
    const email = newEmail()
    await world.signUp(email, GOOD_PASSWORD)
    await post('/auth/email/forgot', { email })
    const token = await world.linkFor(email, 'reset')
    const before = await hashes()
    const asked = Array.from({ length: 14 }, () =>
      post('/auth/email/reset', { token, password: 'cassava window 91' }),
    )
    const { refused, hashes: computed } = await costOf(asked, before)
    expect(refused).toBe(4)
    expect(computed).toBeLessThanOrEqual(10)
  })

  it('at a first password, and at each further one', async () => {
    const browser = await world.signIn(newNumber())
    const body = { new: GOOD_PASSWORD, confirm: GOOD_PASSWORD }
    const before = await hashes()
    const asked = Array.from({ length: 14 }, () => browser.send('PUT', '/auth/password', body))
    const { refused, hashes: computed } = await costOf(asked, before)
    expect(refused).toBe(4)
    expect(computed).toBeLessThanOrEqual(10)
    const current = GOOD_PASSWORD
    const again = { current, new: 'cassava window 91', confirm: 'cassava window 91' }
    expect((await browser.send('PUT', '/auth/password', again)).code).toBe('rate_limited')
  })
})

describe('while hashing is at its limit', () => {
  it('answers 503 with Retry-After, uses no email budget, and serves calls without hashes', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await world.signUp(known, GOOD_PASSWORD)
    const browser = await world.signIn(newNumber())
    let release = (): void => undefined
    const end = new Promise<void>((resolve) => {
      release = resolve
    })
    const { refused } = hashGate.counts
    const held: Promise<unknown>[] = []
    while (hashGate.counts.refused === refused) {
      held.push(hashGate.run(() => end).catch(() => undefined))
      await Promise.resolve()
    }
    const busy = [
      await post('/auth/email/sign-in', { email: known, password: GOOD_PASSWORD }),
      await post('/auth/email/sign-in', { email: unknown, password: GOOD_PASSWORD }),
    ]
    for (let n = 0; n < 5; n++)
      busy.push(await post('/auth/email/sign-up', { email: unknown, password: GOOD_PASSWORD }))
    for (const { status, code, headers } of busy)
      expect([status, code, headers['retry-after']]).toEqual([503, 'sign_in_busy', '2'])
    expect((await browser.send('GET', '/user/auth')).status).toBe(200)
    release()
    await Promise.all(held)
    expect((await post('/auth/email/sign-up', { email: unknown, password: GOOD_PASSWORD })).status).toBe(202)
    expect((await post('/auth/email/sign-in', { email: known, password: GOOD_PASSWORD })).status).toBe(200)
  })
})
