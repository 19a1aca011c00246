import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../main/config.ts'

const good = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://sesa_app:x8Jk2mQ9@db.example/sesa',
  DATABASE_OWNER_URL: 'postgres://owner:p3Lw7vTz@db.example/sesa',
  SESA_SECRET: randomBytes(32).toString('base64'),
  SANDBOX_URL: 'http://127.0.0.1:4000',
  SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

describe('in production', () => {
  it('starts with secrets of its own', () => {
    expect(readConfig(good).secret).toHaveLength(32)
  })

  it.each([
    ['no secret', { SESA_SECRET: undefined }, 'SESA_SECRET'],
    ['an empty secret', { SESA_SECRET: '' }, 'SESA_SECRET'],
    ['a short secret', { SESA_SECRET: randomBytes(16).toString('base64') }, 'SESA_SECRET'],
    ['a secret of zeros', { SESA_SECRET: Buffer.alloc(32).toString('base64') }, 'SESA_SECRET'],
    [
      'a secret that was typed',
      { SESA_SECRET: 'changemechangemechangemechangemechangemech==' },
      'SESA_SECRET',
    ],
    ['no database', { DATABASE_URL: undefined }, 'DATABASE_URL'],
    [
      'a database without a password',
      { DATABASE_URL: 'postgres://sesa_app@db.example/sesa' },
      'DATABASE_URL',
    ],
    ['a default password', { DATABASE_URL: 'postgres://postgres:postgres@db.example/sesa' }, 'DATABASE_URL'],
    [
      'a default password of the owner',
      { DATABASE_OWNER_URL: 'postgres://o:sesa@db/sesa' },
      'DATABASE_OWNER_URL',
    ],
    [
      'no secret of card notifications',
      { SANDBOX_STRIPE_WEBHOOK_SECRET: '' },
      'SANDBOX_STRIPE_WEBHOOK_SECRET',
    ],
    ['a live key beside the sandbox', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_SECRET_KEY'],
  ])('%s is refused, and the setting named without its value', (_what, change, setting) => {
    const env: Record<string, string | undefined> = { ...good, ...change }
    let message = ''
    try {
      readConfig(env)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(setting)
    const value = env[setting]
    if (value) expect(message).not.toContain(value)
  })
})
