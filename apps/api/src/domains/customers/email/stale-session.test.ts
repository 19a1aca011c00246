import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'

const DETAILS = { name: 'Fatu Kollie', dob: '1990-04-02' }
const ADDED = 'Sesa: An email address was confirmed for your account.'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const post = (path: string, body: object, browser = world.browser()) => browser.send('POST', path, body)
const saveEmail = (browser: Browser, email: string) =>
  browser.send('PUT', '/user/profile', { ...DETAILS, email })

/** Waits for a text with this beginning to a phone, and returns it. */
const textTo = (phone: string, beginning: string) =>
  vi.waitFor(async () => {
    const found = (await world.received(phone)).find(({ text }) => text.startsWith(beginning))
    if (!found) throw new Error(`No text “${beginning}” to ${phone}`)
    return found.text
  }, PATIENCE)

it('does not replace an unconfirmed address for a session that is not freshly proven', async () => {
  const [victim, attacker] = [newEmail(), newEmail()]
  const phone = newNumber()
  const browser = await world.signIn(phone)
  expect((await saveEmail(browser, victim)).status).toBe(200)
  await world.ageProof(browser)
  expect((await browser.send('GET', '/user/export')).code).toBe('step_up_required')

  const replaced = await saveEmail(browser, attacker)
  expect([replaced.status, replaced.code]).toEqual([403, 'step_up_required'])
  expect(replaced.body['error']).toMatchObject({ field: 'email' })
  const { user } = (await browser.send('GET', '/user/auth')).body as { user: { email: string } }
  expect(user.email).toBe(victim)
  // The other fields stay editable without a fresh proof.
  const renamed = { ...DETAILS, name: 'Fatu Johnson', email: victim }
  expect((await browser.send('PUT', '/user/profile', renamed)).status).toBe(200)
  expect(await world.received(attacker)).toEqual([])

  const next = newEmail()
  await world.signIn(phone, browser)
  expect((await saveEmail(browser, next)).status).toBe(200)
  expect(await textTo(phone, 'Sesa: A change of your email address was requested.')).toContain('Not you?')
})

it('texts the owner and delays password reset when a link is confirmed without the owner’s session', async () => {
  const email = newEmail()
  const phone = newNumber()
  const browser = await world.signIn(phone)
  await saveEmail(browser, email)
  const confirmed = await post('/auth/email/verify', { token: await world.linkFor(email) })
  expect(confirmed.body).toMatchObject({ email, signedIn: null, resetFrom: expect.any(String) })
  expect(Date.parse(String(confirmed.body['resetFrom'])) - Date.now()).toBeGreaterThan(23 * 3_600_000)
  expect(await textTo(phone, ADDED)).toContain('Not you?')

  expect((await post('/auth/email/forgot', { email })).status).toBe(202)
  expect(await world.subjectOf(email, 2)).toBe('You can’t reset your password by email yet')
  expect((await world.received(email))[0]?.text).not.toMatch(/reset-password#/)

  const { owner } = world.database
  const past = new Date(Date.now() - 1_000)
  await owner.updateTable('profiles').set({ reset_from: past }).where('email', '=', email).execute()
  await post('/auth/email/forgot', { email })
  const token = await world.linkFor(email, 'reset')
  expect((await post('/auth/email/reset', { token, password: GOOD_PASSWORD })).status).toBe(200)
})

it('delays password reset when the confirming session is stale or belongs to another account', async () => {
  for (const which of ['stale', 'other'] as const) {
    const email = newEmail()
    const browser = await world.signIn(newNumber())
    await saveEmail(browser, email)
    await world.ageProof(browser)
    const confirming = which === 'stale' ? browser : await world.signIn(newNumber())
    const answer = await post('/auth/email/verify', { token: await world.linkFor(email) }, confirming)
    expect(answer.body, which).toMatchObject({ resetFrom: expect.any(String) })
  }
})

it('opens password reset immediately when the freshly proven owner confirms, and still texts the number', async () => {
  const email = newEmail()
  const phone = newNumber()
  const browser = await world.signIn(phone)
  await saveEmail(browser, email)
  const answer = await post('/auth/email/verify', { token: await world.linkFor(email) }, browser)
  expect(answer.body).toEqual({ email, signedIn: null, resetFrom: null })
  await textTo(phone, ADDED)
  await post('/auth/email/forgot', { email })
  const token = await world.linkFor(email, 'reset')
  expect((await post('/auth/email/reset', { token, password: GOOD_PASSWORD })).status).toBe(200)
})

it('texts the number when a replaced address is confirmed', async () => {
  const [old, next] = [newEmail(), newEmail()]
  const phone = newNumber()
  const browser = await world.signIn(phone)
  await saveEmail(browser, old)
  await post('/auth/email/verify', { token: await world.linkFor(old) }, browser)
  await saveEmail(browser, next)
  const answer = await post('/auth/email/verify', { token: await world.linkFor(next) })
  expect(answer.body).toMatchObject({ email: next, resetFrom: expect.any(String) })
  await textTo(phone, 'Sesa: The email address of your account was changed.')
})
