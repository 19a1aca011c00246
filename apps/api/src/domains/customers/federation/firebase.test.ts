import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFirebase } from '../../../providers/firebase/index.ts'
import {
  newEmail,
  newNumber,
  ROOMY,
  startIdentityApp,
  type IdentityApp,
} from '../../../testing/identity-app.ts'

const PROJECT = 'demo-sesa'
const ISSUER = `https://securetoken.google.com/${PROJECT}`
const pair = await generateKeyPair('RS256', { extractable: true })
const renewed = await generateKeyPair('RS256', { extractable: true })
const listed = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
const seconds = () => Math.floor(Date.now() / 1_000)

let reachable = true
/** Serves Google's list of keys. */
const keys = (async (url: string | URL | Request) => {
  expect(url).toBe(
    'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  )
  if (!reachable) throw new TypeError('fetch failed')
  return Response.json({ keys: listed })
}) as typeof fetch

let world: IdentityApp
beforeAll(async () => {
  const firebase = createFirebase({ projectId: PROJECT, fetch: keys, now: seconds })
  world = await startIdentityApp(ROOMY, { firebase })
})
afterAll(() => world.close())

let counter = 0

interface Changes {
  readonly claims?: JWTPayload
  readonly header?: { alg?: string; kid?: string }
  readonly key?: CryptoKey | Uint8Array
}

function idToken(person: JWTPayload, { claims, header, key }: Changes = {}): Promise<string> {
  const now = seconds()
  return new SignJWT({
    iss: ISSUER,
    aud: PROJECT,
    auth_time: now - 5,
    iat: now - 5,
    exp: now + 3_595,
    user_id: person.sub,
    // Two tokens of the same second would be identical.
    nonce: ++counter,
    ...person,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
    .sign(key ?? pair.privateKey)
}

const byPhone = (phone_number: string): JWTPayload => ({
  sub: `uid-${++counter}`,
  phone_number,
  firebase: { sign_in_provider: 'phone', identities: { phone: [phone_number] } },
})
const byGoogle = (email: string): JWTPayload => ({
  sub: `uid-${++counter}`,
  email,
  email_verified: true,
  firebase: { sign_in_provider: 'google.com', identities: { email: [email] } },
})

const signIn = (token: string, browser = world.browser()) =>
  browser.send('POST', '/auth/firebase', { idToken: token })

describe('an ID token of Firebase', () => {
  it('by phone opens the number’s account, however it was created', async () => {
    const phone = newNumber()
    const ours = await world.signIn(phone)
    const { uid } = (await ours.send('GET', '/auth/boot')).body['user'] as { uid: string }
    const answer = await signIn(await idToken(byPhone(phone)))
    expect(answer.body).toMatchObject({ user: { uid, phoneNumber: phone } })
    const fresh = newNumber()
    const opened = await signIn(await idToken(byPhone(fresh)))
    expect(opened.body).toMatchObject({ user: { phoneNumber: fresh } })
    expect((await signIn(await idToken(byPhone('+4915112345678')))).code).toBe('country_not_served')
  })

  it('by Google opens an account by Google’s id, never by the address', async () => {
    const email = newEmail()
    const person = byGoogle(email)
    const first = await signIn(await idToken(person))
    expect(first.body).toMatchObject({ user: { email } })
    const again = await signIn(await idToken(person))
    expect(again.body['user']).toEqual(first.body['user'])
    expect((await signIn(await idToken(byGoogle(email)))).code).toBe('link_needed')
  })

  it('works once, even for twenty concurrent requests', async () => {
    const token = await idToken(byPhone(newNumber()))
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(token)))
    expect(answers.filter((each) => each.status === 200)).toHaveLength(1)
    expect(answers.filter((each) => each.code === 'token_refused')).toHaveLength(19)
  })

  it('links a number to no stale session', async () => {
    const browser = world.browser()
    const opened = await signIn(await idToken(byGoogle(newEmail())), browser)
    browser.bearer = String(opened.body['idToken'])
    await world.ageProof(browser)
    const refused = await signIn(await idToken(byPhone(newNumber())), browser)
    expect([refused.status, refused.code]).toEqual([403, 'step_up_required'])
  })

  it('with a bearer links a number, and counts as step-up by code, not by Google', async () => {
    const person = byGoogle(newEmail())
    const browser = world.browser()
    browser.bearer = String((await signIn(await idToken(person), browser)).body['idToken'])
    const [phone, theirs] = [newNumber(), newNumber()]
    await world.signIn(theirs)
    expect((await signIn(await idToken(byPhone(theirs)), browser)).code).toBe('phone_taken')
    const linked = await signIn(await idToken(byPhone(phone)), browser)
    expect(linked.body).toMatchObject({ user: { phoneNumber: phone } })
    browser.bearer = String(linked.body['idToken'])
    await world.ageProof(browser)
    expect((await browser.send('GET', '/user/export')).code).toBe('step_up_required')
    browser.bearer = String((await signIn(await idToken(person), browser)).body['idToken'])
    expect((await browser.send('GET', '/user/export')).code).toBe('step_up_required')
    browser.bearer = String((await signIn(await idToken(byPhone(phone)), browser)).body['idToken'])
    expect((await browser.send('GET', '/user/export')).status).toBe(200)
  })

  it('from Google is linked to the signed-in account, shown there, and removed', async () => {
    const browser = await world.signIn(newNumber())
    const person = byGoogle(newEmail())
    expect((await signIn(await idToken(person), browser)).status).toBe(200)
    const methods = async () => (await browser.send('GET', '/auth/methods')).body['google']
    expect(await methods()).toBe(true)
    expect((await signIn(await idToken(person))).status).toBe(200)
    expect((await browser.send('DELETE', '/auth/google')).status).toBe(204)
    expect(await methods()).toBe(false)
    expect((await signIn(await idToken(person))).code).not.toBe('other_account')
  })

  it('is refused unless every part is valid', async () => {
    const person = byPhone(newNumber())
    const now = seconds()
    const genuine = await idToken(person)
    const [head = '', body = '', signature = ''] = genuine.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const changed = encode({ ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), sub: 'x' })
    const refused: Record<string, string> = {
      'unsigned, as the emulator’s': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'with a changed body': `${head}.${changed}.${signature}`,
      'signed with the public key': await idToken(person, {
        header: { alg: 'HS256' },
        key: new TextEncoder().encode(JSON.stringify(listed[0])),
      }),
      'by an unknown key': await idToken(person, { header: { kid: 'two' }, key: renewed.privateKey }),
      'by another key of that name': await idToken(person, { key: renewed.privateKey }),
      'of another issuer': await idToken(person, { claims: { iss: `${ISSUER}x` } }),
      'for another project': await idToken(person, { claims: { aud: 'other' } }),
      'that has run out': await idToken(person, { claims: { exp: now - 1 } }),
      'of the future': await idToken(person, { claims: { iat: now + 300 } }),
      'of a sign-in long ago': await idToken(person, { claims: { auth_time: now - 3_000 } }),
      'of a sign-in to come': await idToken(person, { claims: { auth_time: now + 300 } }),
      'of nobody': await idToken(person, { claims: { sub: '' } }),
      'by email and password': await idToken(person, {
        claims: { firebase: { sign_in_provider: 'password' } },
      }),
      'that is none': 'not.a.token',
    }
    for (const [what, token] of Object.entries(refused)) {
      const answer = await signIn(token)
      expect([what, answer.status, answer.code]).toEqual([what, 401, 'token_refused'])
    }
    expect((await signIn(genuine)).status).toBe(200)
  })

  it('of a Google sign-in does not verify the number in it', async () => {
    const [email, phone] = [newEmail(), newNumber()]
    await world.signIn(phone)
    const answer = await signIn(await idToken({ ...byGoogle(email), phone_number: phone }))
    expect(answer.body).toMatchObject({ user: { email, phoneNumber: null } })
  })
})

describe('the list of keys', () => {
  it('is fetched again when a token names a new one', async () => {
    const service = createFirebase({ projectId: PROJECT, fetch: keys, now: seconds })
    const person = byPhone(newNumber())
    expect(await service.verify(await idToken(person))).toMatchObject({ phoneNumber: person['phone_number'] })
    listed.push({ ...(await exportJWK(renewed.publicKey)), kid: 'two', alg: 'RS256', use: 'sig' })
    const fresh = createFirebase({ projectId: PROJECT, fetch: keys, now: seconds })
    const token = await idToken(person, { header: { kid: 'two' }, key: renewed.privateKey })
    expect(await fresh.verify(token)).toMatchObject({ subject: person.sub })
  })

  it('when unavailable opens nothing and blames no one', async () => {
    reachable = false
    try {
      const other = await startIdentityApp(ROOMY, {
        firebase: createFirebase({ projectId: PROJECT, fetch: keys, now: seconds }),
      })
      const answer = await other
        .browser()
        .send('POST', '/auth/firebase', { idToken: await idToken(byPhone(newNumber())) })
      expect([answer.status, answer.code]).toEqual([503, 'sign_in_unavailable'])
      await other.close()
    } finally {
      reachable = true
    }
  })
})

describe('the emulator’s tokens', () => {
  it('are accepted only by the service made for them, for the same project', async () => {
    const emulated = createFirebase({ projectId: PROJECT, fetch: keys, now: seconds, emulator: true })
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = (claims: object) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
    const now = seconds()
    const claims = {
      ...byPhone(newNumber()),
      iss: ISSUER,
      aud: PROJECT,
      iat: now,
      exp: now + 3_600,
      auth_time: now,
    }
    expect(await emulated.verify(unsigned(claims))).toMatchObject({ subject: claims.sub })
    expect(await emulated.verify(unsigned({ ...claims, aud: 'other' }))).toBeNull()
    expect(await emulated.verify(await idToken(byPhone(newNumber())))).toBeNull()
  })
})
