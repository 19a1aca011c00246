import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
} from 'jose'
import type { CryptoKey, JWK } from 'jose'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newNumber, startIdentityApp, type IdentityApp } from '../../../../testing/identity-app.ts'
import { deriveKey, seal, unseal } from '../../../../lib/secrets.ts'
import { createTokens } from './tokens.ts'

const ISSUER = 'http://localhost:3000'
let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

async function accepted(token: string): Promise<boolean> {
  const browser = world.browser()
  browser.bearer = token
  const answer = await browser.send('GET', '/user/auth')
  expect([200, 401]).toContain(answer.status)
  return answer.status === 200
}

/** Returns a genuine token, its parts, and its public key. */
async function genuine() {
  const phone = newNumber()
  const token = (await world.signIn(phone)).bearer ?? ''
  const { keys } = (await world.browser().send('GET', '/.well-known/jwks.json')).body as { keys: JWK[] }
  return { phone, token, header: decodeProtectedHeader(token), claims: decodeJwt(token), jwk: keys[0] ?? {} }
}

describe('an ID token', () => {
  it('is an ES256 JWT of at most 15 minutes whose key is published without its private half', async () => {
    const { phone, token, header, claims, jwk } = await genuine()
    expect(header).toEqual({ alg: 'ES256', kid: jwk.kid, typ: 'JWT' })
    expect(claims).toMatchObject({ iss: ISSUER, aud: 'sesa', phone_number: phone })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60)
    expect(Object.keys(jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect(await accepted(token)).toBe(true)
  })

  it('is refused without a signature, or with another', async () => {
    const { token, header, claims, jwk } = await genuine()
    const [head = '', body = '', signature = ''] = token.split('.')
    const stranger = await generateKeyPair('ES256')
    const publicPem = await exportSPKI((await importJWK(jwk, 'ES256', { extractable: true })) as CryptoKey)
    const forge = (protectedHeader: object, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader(protectedHeader as { alg: string }).sign(key)
    const forgeries = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.${signature}`,
      `${head}.${encode({ ...claims, sub: '0193d2a0-7c1e-7f6a-9d1e-2b6a7c8d9e0f' })}.${signature}`,
      `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      await forge({ alg: 'HS256', kid: jwk.kid, typ: 'JWT' }, Buffer.from(publicPem)),
      await forge(header, stranger.privateKey),
      await forge({ ...header, kid: 'another' }, stranger.privateKey),
      await forge({ ...header, jwk: await exportJWK(stranger.publicKey) }, stranger.privateKey),
      await forge({ ...header, jku: 'https://evil.example/jwks.json' }, stranger.privateKey),
      'not.a.token',
    ]
    for (const forgery of forgeries) expect(await accepted(forgery), forgery).toBe(false)
  })

  it('is refused when genuinely signed but expired or for another purpose', async () => {
    const { claims, header, jwk } = await genuine()
    const secret = randomBytes(32)
    const { db } = world.database
    // The test cannot know the application's secret, so it replaces the application's key with its own.
    const pair = await generateKeyPair('ES256', { extractable: true })
    const own = { ...(await exportJWK(pair.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }
    await db
      .updateTable('signing_keys')
      .set({ retired_at: new Date() })
      .where('kid', '=', jwk.kid ?? '')
      .execute()
    await db
      .insertInto('signing_keys')
      .values({
        kid: 'own',
        public_jwk: JSON.stringify(own),
        private_jwk: seal(
          deriveKey(secret, 'signing-keys'),
          JSON.stringify(await exportJWK(pair.privateKey)),
          'own',
        ),
      })
      .execute()
    const tokens = createTokens({ db, secret, issuer: ISSUER })
    const now = Math.floor(Date.now() / 1000)
    const sign = (changes: object, head: object = {}) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ ...(header as { alg: string }), kid: 'own', ...head })
        .sign(pair.privateKey)
    expect(await tokens.verify(await sign({}))).toEqual({ userId: claims.sub, sessionId: claims['sid'] })
    const refused = [
      await sign({ exp: now - 1 }),
      await sign({ nbf: now + 60 }),
      await sign({ exp: undefined }),
      await sign({ iss: 'http://localhost:3001' }),
      await sign({ aud: 'other' }),
      await sign({ sid: undefined }),
      await sign({ sub: 'me' }),
      await sign({}, { typ: 'at+jwt' }),
      await sign({}, { kid: 'other' }),
    ]
    for (const token of refused) expect(await tokens.verify(token), token).toBeNull()
  })
})

const SUBJECT = {
  userId: '0193d2a0-7c1e-7f6a-9d1e-2b6a7c8d9e0f',
  sessionId: '0193d2a0-7c1e-7f6a-9d1e-2b6a7c8d9e1f',
  authTime: new Date(),
  phoneNumber: null,
}

describe('the signing key', () => {
  it('is shared by all processes that start at once, and survives a restart', async () => {
    const other = await startIdentityApp()
    try {
      const { db } = other.database
      const secret = randomBytes(32)
      const processes = Array.from({ length: 6 }, () => createTokens({ db, secret, issuer: ISSUER }))
      const kids = await Promise.all(processes.map(async (each) => (await each.jwks()).keys[0]?.kid))
      expect(new Set(kids).size).toBe(1)
      const restarted = createTokens({ db, secret, issuer: ISSUER })
      expect((await restarted.jwks()).keys[0]?.kid).toBe(kids[0])
      const { idToken } = await restarted.issue({ ...SUBJECT })
      // A changed secret cannot open the key: all processes that start with it agree on a new key.
      const changed = randomBytes(32)
      const renewed = Array.from({ length: 4 }, () => createTokens({ db, secret: changed, issuer: ISSUER }))
      const newKids = await Promise.all(renewed.map(async (each) => (await each.jwks()).keys[0]?.kid))
      expect(new Set(newKids).size).toBe(1)
      expect(newKids[0]).not.toBe(kids[0])
      expect(await renewed[0]?.verify(idToken)).toBeNull()
      const fresh = await renewed[0]?.issue({ ...SUBJECT })
      expect(await renewed[3]?.verify(fresh?.idToken ?? '')).toMatchObject({ userId: SUBJECT.userId })
    } finally {
      await other.close()
    }
  })
})

describe('sealed values', () => {
  it('open only with their key, in their place and unchanged', () => {
    const key = deriveKey(randomBytes(32), 'test')
    const sealed = seal(key, 'Your code is 123456', 'row 1')
    expect(unseal(key, sealed, 'row 1')).toBe('Your code is 123456')
    const bent = Buffer.from(sealed)
    bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1
    expect(() => unseal(key, bent, 'row 1')).toThrow()
    expect(() => unseal(key, sealed, 'row 2')).toThrow()
    expect(() => unseal(deriveKey(randomBytes(32), 'test'), sealed, 'row 1')).toThrow()
  })
})
