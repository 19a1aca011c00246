import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError, type ProviderSettings } from './provider-settings.ts'
import { readSignIn } from './sign-in-settings.ts'

const SANDBOX = { mode: 'sandbox', url: 'http://127.0.0.1:4010', stripeWebhookSecret: 'whsec' } as const
const read = (env: Record<string, string>) => readSignIn(env, SANDBOX, 'http://localhost:3000')

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
    expect(() => read({ GOOGLE_CLIENT_ID: 'id' })).toThrow('come together')
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
    // It goes into every page's content policy.
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
    for (const mode of ['test', 'live']) {
      const real = { mode } as ProviderSettings
      const start = () => readSignIn({ ...emulated, NODE_ENV: 'test' }, real, 'https://sesa.example')
      expect(start, mode).toThrow(ConfigError)
    }
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
