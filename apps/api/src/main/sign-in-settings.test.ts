import { describe, expect, it } from 'vitest'
import { readSignIn } from './sign-in-settings.ts'

const SANDBOX = { mode: 'sandbox', url: 'http://127.0.0.1:4010', stripeWebhookSecret: 'whsec' } as const
const read = (env: Record<string, string>) => readSignIn(env, SANDBOX, 'http://localhost:3000')

describe('who signs people in beside us', () => {
  it('is the sandbox’s Google when nothing is set', () => {
    expect(read({})).toMatchObject({
      google: {
        issuer: 'http://localhost:3000/sandbox/google',
        reachedAt: 'http://127.0.0.1:4010/sandbox/google',
      },
      firebase: null,
    })
  })

  it('is Google itself with a client of ours, and not with half of one', () => {
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
  })

  it('is never the emulator outside tests', () => {
    const env = { FIREBASE_PROJECT_ID: 'demo-sesa', FIREBASE_API_KEY: 'key' }
    const emulated = { ...env, FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099' }
    expect(() => read(emulated)).toThrow('lets anybody in')
    expect(() => read({ ...emulated, NODE_ENV: 'production' })).toThrow('lets anybody in')
    expect(read({ ...emulated, NODE_ENV: 'test' }).firebase?.emulatorUrl).toBe('http://127.0.0.1:9099')
  })
})
