import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { newNumber, startIdentityApp, type Browser, type IdentityApp } from '../../../testing/identity-app.ts'
import { purge } from '../../office/retention/purge.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const optionsOf = (body: Record<string, unknown>) =>
  body['options'] as { challenge: string; user: { id: string }; excludeCredentials?: unknown[] }

async function begin(browser: Browser) {
  const answer = await browser.send('POST', '/auth/passkeys/registration')
  expect(answer.status).toBe(200)
  return optionsOf(answer.body)
}

const add = (browser: Browser, response: object, name = 'My phone') =>
  browser.send('POST', '/auth/passkeys', { name, response })

async function challenge(browser = world.browser()) {
  return optionsOf((await browser.send('POST', '/auth/passkeys/challenge')).body)
}

const signIn = (response: object, browser = world.browser()) =>
  browser.send('POST', '/auth/passkeys/sign-in', { response })

/** Creates a customer with a number and a passkey. */
async function owner(phone = newNumber()) {
  const browser = await world.signIn(phone)
  const device = new Authenticator()
  const added = await add(browser, device.create(await begin(browser)))
  expect(added.status).toBe(201)
  return { browser, device, phone, id: String(added.body['id']) }
}

describe('creating a passkey', () => {
  it('is offered for our host only, stored, listed, and excluded the next time', async () => {
    const browser = await world.signIn(newNumber())
    const options = (await browser.send('POST', '/auth/passkeys/registration')).body['options']
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Sesa' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const device = new Authenticator()
    const added = await add(browser, device.create(options as never))
    expect(added.status).toBe(201)
    const { passkeys } = (await browser.send('GET', '/auth/passkeys')).body
    expect(passkeys).toMatchObject([{ id: added.body['id'], name: 'My phone' }])
    expect((await begin(browser)).excludeCredentials).toHaveLength(1)
  })

  it('requires step-up at each step', async () => {
    const { browser, id } = await owner()
    await world.ageProof(browser)
    for (const answer of [
      await browser.send('POST', '/auth/passkeys/registration'),
      await add(browser, {}),
      await browser.send('DELETE', `/auth/passkeys/${id}`),
    ])
      expect([answer.status, answer.code]).toEqual([403, 'step_up_required'])
  })

  it('refuses another site’s passkey, one without user verification, another challenge, and a second answer', async () => {
    const browser = await world.signIn(newNumber())
    const stranger = await world.signIn(newNumber())
    const device = new Authenticator()
    const refused = async (response: object, by = browser) => (await add(by, response)).code
    const evil = { origin: 'https://evil.example' }
    expect(await refused(device.create(await begin(browser), evil))).toBe('passkey_refused')
    expect(await refused(device.create(await begin(browser), { rpId: 'evil.example' }))).toBe(
      'passkey_refused',
    )
    expect(await refused(device.create(await begin(browser), { unverified: true }))).toBe('passkey_refused')
    expect(await refused(device.create(await begin(stranger)))).toBe('passkey_refused')
    expect(await refused({ id: 'x' })).toBe('passkey_refused')
    const forSignIn = { ...(await challenge()), user: { id: 'x' } }
    expect(await refused(device.create(forSignIn))).toBe('passkey_refused')
    const right = device.create(await begin(browser))
    expect((await add(browser, right)).status).toBe(201)
    expect(await refused(right)).toBe('passkey_refused')
    expect(await refused(device.create(await begin(stranger)), stranger)).toBe('passkey_refused')
  })
})

describe('the offer of a passkey', () => {
  const offeredTo = async (browser: Browser) => {
    const answers = [await browser.send('GET', '/auth/boot'), await browser.send('POST', '/auth/token')]
    const offers = answers.map(({ body }) => (body['user'] as Record<string, unknown>)['passkeyOffered'])
    expect(offers[0]).toBe(offers[1])
    return offers[0]
  }

  it('is made only to accounts without a passkey', async () => {
    const browser = await world.signIn(newNumber())
    expect(await offeredTo(browser)).toBe(true)
    expect((await add(browser, new Authenticator().create(await begin(browser)))).status).toBe(201)
    expect(await offeredTo(browser)).toBe(false)
  })

  it('stops for 90 days after each refusal, for that account only', async () => {
    const [browser, other] = [await world.signIn(newNumber()), await world.signIn(newNumber())]
    for (const _ of [1, 2]) expect((await browser.send('DELETE', '/auth/passkeys/offer')).status).toBe(204)
    expect([await offeredTo(browser), await offeredTo(other)]).toEqual([false, true])
    const age = async (days: number) => {
      const declined_at = new Date(Date.now() - days * 86_400_000)
      await world.database.owner.updateTable('passkey_offers').set({ declined_at }).execute()
    }
    await age(89)
    expect(await offeredTo(browser)).toBe(false)
    await age(91)
    expect(await offeredTo(browser)).toBe(true)
    expect((await world.browser().send('DELETE', '/auth/passkeys/offer')).code).toBe('unauthenticated')
  })
})

describe('signing in with a passkey', () => {
  it('finds the account, and accepts one of fifty answers to a challenge', async () => {
    const { device, phone } = await owner()
    const response = device.get(await challenge())
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(response)))
    const opened = answers.filter((each) => each.status === 200)
    expect(opened).toHaveLength(1)
    expect(opened[0]?.body).toMatchObject({ user: { phoneNumber: phone } })
    expect(answers.filter((each) => each.code === 'passkey_refused')).toHaveLength(49)
  })

  it('refuses the answers of a thief or a copy', async () => {
    const { device } = await owner()
    const refused = async (response: object) => (await signIn(response)).code
    const next = (quirks?: Parameters<Authenticator['get']>[1]) =>
      challenge().then((options) => device.get(options, quirks))
    expect(await refused(await next({ origin: 'https://evil.example' }))).toBe('passkey_refused')
    expect(await refused(await next({ rpId: 'evil.example' }))).toBe('passkey_refused')
    expect(await refused(await next({ unverified: true }))).toBe('passkey_refused')
    expect(await refused(device.get({ challenge: 'bmV2ZXIgZ2l2ZW4gb3V0' }))).toBe('passkey_refused')
    const other = new Authenticator()
    expect(await refused(other.get(await challenge()))).toBe('passkey_refused')
    const forged = { ...other.get(await challenge()), id: device.id.toString('base64url') }
    expect(await refused({ ...forged, rawId: forged.id })).toBe('passkey_refused')
    expect((await signIn(await next())).status).toBe(200)
    expect(await refused(await next({ counter: 1 }))).toBe('passkey_refused')
    expect(await refused({ id: 5 })).toBe('passkey_refused')
  })

  it('refuses an expired challenge', async () => {
    const { device } = await owner()
    const response = device.get(await challenge())
    const { owner: database, db } = world.database
    const past = new Date(Date.now() - 1_000)
    await database.updateTable('passkey_challenges').set({ expires_at: past }).execute()
    expect((await signIn(response)).code).toBe('passkey_refused')
    await challenge()
    await purge(db)
    const left = await db.selectFrom('passkey_challenges').select('challenge_hash').execute()
    expect(left).toHaveLength(1)
  })

  it('with a bearer counts only as step-up', async () => {
    const [mine, theirs] = [await owner(), await owner()]
    await world.ageProof(mine.browser)
    const foreign = await signIn(theirs.device.get(await challenge()), mine.browser)
    expect([foreign.status, foreign.code]).toEqual([409, 'other_account'])
    const proved = await signIn(mine.device.get(await challenge()), mine.browser)
    mine.browser.bearer = String(proved.body['idToken'])
    expect((await mine.browser.send('DELETE', `/auth/passkeys/${mine.id}`)).status).toBe(204)
    expect((await signIn(mine.device.get(await challenge()))).code).toBe('passkey_refused')
  })

  it('does not allow listing or removing another user’s passkeys', async () => {
    const [mine, theirs] = [await owner(), await owner()]
    const foreign = await mine.browser.send('DELETE', `/auth/passkeys/${theirs.id}`)
    const missing = await mine.browser.send('DELETE', '/auth/passkeys/0193d2a0-7c1e-4f6a-9d1e-2b6a7c8d9e0f')
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect((await theirs.browser.send('GET', '/auth/passkeys')).body['passkeys']).toHaveLength(1)
    expect((await world.browser().send('GET', '/auth/passkeys')).code).toBe('unauthenticated')
  })
})
