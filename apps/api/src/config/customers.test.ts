import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { FIREBASE, GOOGLE, PUSH, pushOf, signInOf } from './customers.ts'
import { MODE } from './mode.ts'
import { ConfigError, readSettings, type Environment } from './setting.ts'

const SANDBOX = { mode: 'sandbox', url: 'http://127.0.0.1:4010', stripeWebhookSecret: 'whsec' } as const
const read = (env: Environment) =>
  signInOf(readSettings(env, { ...MODE, ...GOOGLE, ...FIREBASE }), SANDBOX, 'http://localhost:3000')

describe('external sign-in', () => {
  it('is the sandbox’s Google when nothing is set', () => {
    expect(read({})).toMatchObject({
      google: {
        issuer: 'http://localhost:3000/sandbox/google',
        reachedAt: 'http://127.0.0.1:4010/sandbox/google',
      },
      firebase: null,
    })
  })

  it('is Google itself with our client id and secret, and refused with only one of them', () => {
    const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(read(env).google).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
    })
    expect(() => read({ GOOGLE_CLIENT_ID: 'id' })).toThrow(
      'GOOGLE_CLIENT_SECRET is missing beside GOOGLE_CLIENT_ID',
    )
  })

  it('is Firebase in hosted mode', () => {
    const env = { FIREBASE_PROJECT_ID: 'demo-sesa', FIREBASE_API_KEY: 'key' }
    expect(read(env).firebase).toEqual({
      projectId: 'demo-sesa',
      apiKey: 'key',
      authDomain: 'demo-sesa.firebaseapp.com',
      emulatorUrl: null,
    })
    expect(() => read({ FIREBASE_PROJECT_ID: 'demo-sesa' })).toThrow('FIREBASE_API_KEY')
    expect(() => read({ FIREBASE_PROJECT_ID: 'Not a project' })).toThrow('FIREBASE_PROJECT_ID')
    // It becomes part of every page's content policy.
    expect(() => read({ ...env, FIREBASE_AUTH_DOMAIN: "a.example; script-src 'unsafe-inline'" })).toThrow(
      'FIREBASE_AUTH_DOMAIN',
    )
  })

  it('is never the emulator outside tests', () => {
    const env = { FIREBASE_PROJECT_ID: 'demo-sesa', FIREBASE_API_KEY: 'key' }
    const emulated = { ...env, FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099' }
    expect(() => read(emulated)).toThrow('lets anybody in')
    expect(() => read({ ...emulated, NODE_ENV: 'production' })).toThrow('lets anybody in')
    expect(read({ ...emulated, NODE_ENV: 'test' }).firebase?.emulatorUrl).toBe('http://127.0.0.1:9099')
    const named = { ...emulated, NODE_ENV: 'test', FIREBASE_PROJECT_ID: 'sesa-prod' }
    expect(() => read(named)).toThrow('begins with demo-')
    for (const SESA_MODE of ['test', 'live'])
      expect(() => read({ ...emulated, NODE_ENV: 'test', SESA_MODE }), SESA_MODE).toThrow('lets anybody in')
  })

  it('is never the emulator beside live keys', () => {
    const env = {
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://sesa_app:x@127.0.0.1/sesa',
      SESA_SECRET: randomBytes(32).toString('base64'),
      SANDBOX_URL: SANDBOX.url,
      SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec',
      FIREBASE_PROJECT_ID: 'demo-sesa',
      FIREBASE_API_KEY: 'key',
      FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099',
    }
    expect(readConfig(env).signIn.firebase?.emulatorUrl).toBe('http://127.0.0.1:9099')
    expect(() => readConfig({ ...env, STRIPE_SECRET_KEY: 'sk_live_0123456789' })).toThrow('live key')
    expect(() => readConfig({ ...env, SESA_MODE: 'live' })).toThrow(ConfigError)
  })
})

const secret = randomBytes(32)
const live = (env: Environment) => pushOf(readSettings(env, PUSH), { mode: 'live' }, secret)
const sandbox = (its = secret) => pushOf(readSettings({}, PUSH), SANDBOX, its)

function pair() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return {
    VAPID_PUBLIC_KEY: keys.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), keys.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
    VAPID_SUBJECT: 'mailto:ops@sesa.example',
  }
}

describe('the settings of push notifications', () => {
  it('are off in live mode without keys', () => {
    expect(live({})).toBeNull()
    expect(live({ VAPID_PUBLIC_KEY: '' })).toBeNull()
  })

  it('come from the secret in the sandbox, the same after each start', () => {
    const keys = sandbox()
    expect(keys?.publicKey).toMatch(/^[\w-]{87}$/)
    expect(sandbox()).toEqual(keys)
    expect(sandbox(randomBytes(32))?.publicKey).not.toBe(keys?.publicKey)
  })

  it.each(['mailto:push@sesa.co', 'https://sesa.example', 'https://www.sesa.example:8443/contact?to=push'])(
    'accept the contact %s',
    (subject) => expect(live({ ...pair(), VAPID_SUBJECT: subject })).toMatchObject({ subject }),
  )

  it.each([
    'mailto:push@localhost',
    'mailto:push@LOCALHOST',
    'mailto:push@mail.localhost',
    'mailto:push@server',
    'mailto:push@office.local',
    'mailto:push@box.internal',
    'mailto:push@127.0.0.1',
    'mailto:push@[::1]',
    'mailto:push@sesa.invalid',
    'mailto:push@sesa.test',
    'mailto:push@.com',
    'mailto:push@sesa..com',
    'mailto:<push@sesa.example>',
    'mailto: push@sesa.example',
    'https://localhost',
    'https://localhost:3000/contact',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://intranet/',
    'http://sesa.example',
  ])('refuse the contact %s, which Apple rejects', (subject) => {
    const env = { ...pair(), VAPID_SUBJECT: subject }
    expect(() => live(env)).toThrow(ConfigError)
    expect(() => live(env)).toThrow('on a public domain')
  })

  it('accept a key pair and a contact', () => {
    const env = pair()
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
    expect(live(env)).toEqual({ publicKey, privateKey, subject })
  })

  it.each([
    [{ VAPID_SUBJECT: undefined }, 'VAPID_SUBJECT is missing beside VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY'],
    [
      { VAPID_PUBLIC_KEY: undefined, VAPID_SUBJECT: undefined },
      'VAPID_PUBLIC_KEY and VAPID_SUBJECT are missing beside VAPID_PRIVATE_KEY',
    ],
    [{ VAPID_SUBJECT: 'ops@sesa.example' }, 'mailto: or https:'],
    [{ VAPID_PRIVATE_KEY: 'short' }, '32 bytes in base64url'],
    [{ VAPID_PRIVATE_KEY: 'A'.repeat(43) }, '32 bytes in base64url'],
    [{ VAPID_PUBLIC_KEY: pair().VAPID_PUBLIC_KEY }, 'do not belong together'],
  ])('%j are refused: %s', (change, words) => {
    const env = { ...pair(), ...change }
    expect(() => live(env)).toThrow(ConfigError)
    expect(() => live(env)).toThrow(words)
  })
})
