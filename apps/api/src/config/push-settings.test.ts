import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigError } from './provider-settings.ts'
import { readPush } from './push-settings.ts'

const LIVE = { mode: 'live' } as Parameters<typeof readPush>[1]
const SANDBOX = { mode: 'sandbox' } as Parameters<typeof readPush>[1]
const secret = randomBytes(32)

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
    expect(readPush({}, LIVE, secret)).toBeNull()
    expect(readPush({ VAPID_PUBLIC_KEY: '' }, LIVE, secret)).toBeNull()
  })

  it('come from the secret in the sandbox, the same after each start', () => {
    const keys = readPush({}, SANDBOX, secret)
    expect(keys?.publicKey).toMatch(/^[\w-]{87}$/)
    expect(readPush({}, SANDBOX, secret)).toEqual(keys)
    expect(readPush({}, SANDBOX, randomBytes(32))?.publicKey).not.toBe(keys?.publicKey)
  })

  it.each(['mailto:push@sesa.co', 'https://sesa.example', 'https://www.sesa.example:8443/contact?to=push'])(
    'take the contact %s',
    (subject) =>
      expect(readPush({ ...pair(), VAPID_SUBJECT: subject }, LIVE, secret)).toMatchObject({ subject }),
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
  ])('refuse the contact %s, which Apple does not take', (subject) => {
    const env = { ...pair(), VAPID_SUBJECT: subject }
    expect(() => readPush(env, LIVE, secret)).toThrow(ConfigError)
    expect(() => readPush(env, LIVE, secret)).toThrow('on a public domain')
  })

  it('take a pair of keys and a contact', () => {
    const env = pair()
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
    expect(readPush(env, LIVE, secret)).toEqual({ publicKey, privateKey, subject })
  })

  it.each([
    [{ VAPID_SUBJECT: undefined }, 'Set VAPID_SUBJECT too'],
    [{ VAPID_PUBLIC_KEY: undefined, VAPID_SUBJECT: undefined }, 'Set VAPID_PUBLIC_KEY and VAPID_SUBJECT too'],
    [{ VAPID_SUBJECT: 'ops@sesa.example' }, 'mailto: or https:'],
    [{ VAPID_PRIVATE_KEY: 'short' }, '32 bytes in base64url'],
    [{ VAPID_PRIVATE_KEY: 'A'.repeat(43) }, '32 bytes in base64url'],
    [{ VAPID_PUBLIC_KEY: pair().VAPID_PUBLIC_KEY }, 'do not belong together'],
  ])('%j are refused: %s', (change, words) => {
    const env = { ...pair(), ...change }
    expect(() => readPush(env, LIVE, secret)).toThrow(ConfigError)
    expect(() => readPush(env, LIVE, secret)).toThrow(words)
  })
})
