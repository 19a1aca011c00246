import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  ROOMY,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../../testing/identity-app.ts'
import { storeTransfer } from '../../../../testing/stored-transfer.ts'
import { STRICT_LIMITS } from '../settings.ts'

const MOST_WRONG = 10

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp({
    ...ROOMY,
    perNumber10Minutes: 1_000,
    perNumberHour: 1_000,
    perNumberDay: 1_000,
    wrongPerNumberDay: 1_000,
    wrongPerNumberLife: MOST_WRONG,
  })
})
afterAll(() => world.close())

const start = async (phoneNumber: string) =>
  String((await world.browser().send('POST', '/auth/phone/start', { phoneNumber })).body['verificationId'])

async function change(browser: Browser, to: string, nth = 1) {
  const verificationId = await start(to)
  return browser.send('PUT', '/auth/phone', { verificationId, code: await world.codeFor(to, nth) })
}

const uidOf = async (browser: Browser) =>
  ((await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }).uid

describe('a change of number', () => {
  it('uses the new one, notifies the old one and signs other devices out', async () => {
    const [old, next] = [newNumber(), newNumber()]
    const browser = await world.signIn(old)
    const other = await world.signIn(old)
    const uid = await uidOf(browser)
    const changed = await change(browser, next)
    expect(changed.body).toMatchObject({ user: { uid, phoneNumber: next } })
    browser.bearer = String(changed.body['idToken'])
    expect((await browser.send('GET', '/auth/methods')).body).toMatchObject({ phoneNumber: next })
    expect((await other.send('GET', '/user/auth')).code).toBe('unauthenticated')
    await vi.waitFor(async () => {
      const texts = await world.received(old)
      if (!texts.some(({ text }) => text.includes('was changed'))) throw new Error('Not told yet')
    }, PATIENCE)
    expect(await uidOf(await world.signIn(next))).toBe(uid)
    expect(await uidOf(await world.signIn(old))).not.toBe(uid)
  })

  it('requires step-up, a free number of the same country, and no transfer in progress', async () => {
    const [mine, theirs] = [newNumber(), newNumber()]
    await world.signIn(theirs)
    const browser = await world.signIn(mine)
    expect((await change(browser, theirs, 2)).body).toMatchObject({ error: { code: 'phone_taken' } })
    expect((await change(browser, '+233241234567')).code).toBe('phone_wrong_country')
    const uid = await uidOf(browser)
    await storeTransfer(world.database.owner, uid, 'paying_out')
    expect((await change(browser, newNumber())).code).toBe('money_in_flight')
    await world.ageProof(browser)
    expect((await change(browser, newNumber())).code).toBe('step_up_required')
    const byEmail = await world.signUp(newEmail(), GOOD_PASSWORD)
    expect((await change(byEmail, newNumber())).code).toBe('phone_mismatch')
  })

  it('counts wrong codes', async () => {
    const browser = await world.signIn(newNumber())
    const next = newNumber()
    const verificationId = await start(next)
    const code = await world.codeFor(next)
    const wrong = code === '000000' ? '111111' : '000000'
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.send('PUT', '/auth/phone', { verificationId, code: wrong })),
    )
    expect(answers.filter((each) => each.code === 'code_wrong')).toHaveLength(5)
    expect(answers.filter((each) => each.code === 'code_locked')).toHaveLength(15)
  })
})

describe('a number’s life', () => {
  /** Tries five wrong codes beyond the strangers' limit, five for each code sent; returns how many were judged. */
  async function guess(phone: string): Promise<number> {
    let judged = 0
    for (let round = 0; round <= MOST_WRONG / 5; round++) {
      const verificationId = await start(phone)
      if (verificationId === 'undefined') continue
      const code = await world.codeFor(phone, (await world.received(phone)).length || 1)
      const wrong = code === '000000' ? '111111' : '000000'
      for (let n = 0; n < 5; n++) {
        const body = { verificationId, code: wrong }
        if ((await world.browser().send('POST', '/auth/phone/verify', body)).code === 'code_wrong') judged++
      }
    }
    return judged
  }

  /** Returns how the next code would be sent, and its number of digits. */
  async function nextCode(phone: string) {
    const { body, code } = await world.browser().send('POST', '/auth/phone/start', { phoneNumber: phone })
    return code ?? body['digits']
  }

  it('allows strangers only so many wrong short codes, until another kind of sign-in', async () => {
    expect(STRICT_LIMITS.wrongPerNumberLife).toBe(100)
    const [phone, email] = [newNumber(), newEmail()]
    const browser = await world.signUp(email, GOOD_PASSWORD)
    await world.signIn(phone, browser)
    const before = await start(phone)
    const code = await world.codeFor(phone, 2)
    expect(await guess(phone)).toBe(MOST_WRONG)
    const right = { verificationId: before, code }
    const locked = await world.browser().send('POST', '/auth/phone/verify', right)
    expect([locked.status, locked.code]).toEqual([422, 'code_locked'])
    // From now on, strangers get only long codes, for proof of work.
    expect(await nextCode(phone)).toBe('proof_required')
    const known = await browser.send('POST', '/auth/phone/start', { phoneNumber: phone })
    expect([known.status, known.body['digits']]).toEqual([202, 6])
    const body = { email, password: GOOD_PASSWORD }
    expect((await world.browser().send('POST', '/auth/email/sign-in', body)).status).toBe(200)
    expect((await world.browser().send('POST', '/auth/phone/verify', right)).status).toBe(200)
    expect(await nextCode(phone)).toBe(6)
  })

  it('is counted the same for a number without an account', async () => {
    const phone = newNumber()
    expect(await guess(phone)).toBe(MOST_WRONG)
    expect(await nextCode(phone)).toBe('proof_required')
  })
})
