import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { LIVE_PROVIDERS } from './testing/live-settings.ts'

const LIVE = {
  ...LIVE_PROVIDERS,
  SESA_SECRET: randomBytes(32).toString('base64'),
  SESA_PUBLIC_URL: 'https://sesa.example',
  DATABASE_URL: 'postgres://sesa_app:x8Jk2mQ9@db.example/sesa?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgres://owner:p3Lw7vTz@db.example/sesa?sslmode=verify-full',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
}

describe('a live start', () => {
  it('is let through with https in front and TLS to a database elsewhere, or a database on this machine', () => {
    expect(readConfig(LIVE).http.publicUrl).toBe('https://sesa.example')
    for (const host of ['127.0.0.1:5433', 'localhost', '[::1]:5432']) {
      const url = `postgres://sesa_app:x8Jk2mQ9@${host}/sesa`
      expect(readConfig({ ...LIVE, DATABASE_URL: url, DATABASE_OWNER_URL: url }).database.url).toBe(url)
    }
  })

  it.each([
    ['a plain public address', { SESA_PUBLIC_URL: 'http://sesa.example' }, /SESA_PUBLIC_URL: .*https/],
    ['no public address', { SESA_PUBLIC_URL: undefined }, /SESA_PUBLIC_URL: .*https/],
    ['a database in the clear', { DATABASE_URL: 'postgres://a:x8Jk2mQ9@db/sesa' }, /DATABASE_URL: .*sslmode/],
    [
      'a database whose certificate nobody checks',
      { DATABASE_URL: 'postgres://a:x8Jk2mQ9@db/sesa?sslmode=require' },
      /DATABASE_URL: .*verify-full/,
    ],
    [
      'the owner’s connection in the clear',
      { DATABASE_OWNER_URL: 'postgres://a:x8Jk2mQ9@db/sesa' },
      /DATABASE_OWNER_URL: .*sslmode/,
    ],
  ])('is refused with %s', (_what, change, words) => {
    expect(() => readConfig({ ...LIVE, ...change })).toThrow(words)
  })
})
