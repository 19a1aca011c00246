import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, SETTINGS } from '../config/config.ts'
import { PAWAPAY } from '../config/providers.ts'
import { readSecretFiles, readSettings } from '../config/setting.ts'

const good = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://sesa_app:x8Jk2mQ9@db.example/sesa',
  DATABASE_OWNER_URL: 'postgres://owner:p3Lw7vTz@db.example/sesa',
  SESA_SECRET: randomBytes(32).toString('base64'),
  SANDBOX_URL: 'http://127.0.0.1:4000',
  SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

describe('in production', () => {
  it('starts with its own secrets', () => {
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
  ])('%s is refused, and the message names the setting without its value', (_what, change, setting) => {
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

describe('a secret in a file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sesa-secrets-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const fileOf = async (content: string, mode = 0o600): Promise<string> => {
    const file = join(folder, randomBytes(6).toString('hex'))
    await writeFile(file, content)
    await chmod(file, mode)
    return file
  }
  const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))

  it('is read like an environment variable', async () => {
    const env = { ...without('SESA_SECRET'), SESA_SECRET_FILE: await fileOf(`${good.SESA_SECRET}\n`) }
    expect(readConfig(env).secret.toString('base64')).toBe(good.SESA_SECRET)
    const [read] = readSecretFiles({ SMTP_URL_FILE: await fileOf('smtps://a:b@c') }, SETTINGS)
    expect(read['SMTP_URL']).toBe('smtps://a:b@c')
  })

  it.each([
    ['that everybody may read', () => fileOf('x', 0o644), /PAWAPAY_TOKEN_FILE: everybody .* chmod 600/],
    ['that is empty', () => fileOf('\n'), /PAWAPAY_TOKEN_FILE: the file is empty/],
    ['that is not there', () => Promise.resolve('/nowhere'), /PAWAPAY_TOKEN_FILE: .*cannot be read/],
  ])('%s is refused', async (_what, make, words) => {
    const file = await make()
    expect(() => readSettings({ PAWAPAY_TOKEN_FILE: file }, PAWAPAY)).toThrow(words)
  })

  it('is refused beside the same secret in the environment', async () => {
    const twice = { PAWAPAY_TOKEN: 'a', PAWAPAY_TOKEN_FILE: await fileOf('b') }
    expect(() => readSettings(twice, PAWAPAY)).toThrow(/PAWAPAY_TOKEN and PAWAPAY_TOKEN_FILE/)
  })
})
