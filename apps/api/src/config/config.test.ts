import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { readTls } from './tls-settings.ts'
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

it('the server listens on 127.0.0.1 when the host is localhost', () => {
  expect(readConfig({ ...LIVE, HOST: 'localhost' }).http.host).toBe('127.0.0.1')
  expect(readConfig({ ...LIVE, HOST: '0.0.0.0' }).http.host).toBe('0.0.0.0')
})

describe('the footer’s social pages', () => {
  const socialsOf = (env: Record<string, string>) =>
    readConfig({ ...env, SOCIAL_X: 'https://x.example/sesa' }).support.socials

  it('are the sandbox’s stand-ins until they are set', () => {
    const { SESA_SECRET, DATABASE_URL, DATABASE_OWNER_URL } = LIVE
    const sandbox = {
      SESA_SECRET,
      DATABASE_URL,
      DATABASE_OWNER_URL,
      SESA_PUBLIC_URL: 'http://localhost:3000',
      SANDBOX_URL: 'http://127.0.0.1:4010/',
      SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    }
    expect(socialsOf(sandbox)).toEqual([
      { name: 'Facebook', url: 'http://localhost:3000/sandbox/social/facebook' },
      { name: 'Instagram', url: 'http://localhost:3000/sandbox/social/instagram' },
      { name: 'X', url: 'https://x.example/sesa' },
    ])
  })

  it('are only the configured ones when money is real', () => {
    expect(socialsOf(LIVE)).toEqual([{ name: 'X', url: 'https://x.example/sesa' }])
  })
})

describe('the connections of a process', () => {
  const connectionsOf = (DATABASE_CONNECTIONS?: string) =>
    readConfig({ ...LIVE, DATABASE_CONNECTIONS }).database.connections

  it('are 20 unless they are set', () => {
    expect(connectionsOf()).toBe(20)
    expect(connectionsOf('6')).toBe(6)
  })

  it.each(['1', '101', 'many'])('are refused at %s', (value) => {
    expect(() => connectionsOf(value)).toThrow(/DATABASE_CONNECTIONS: is no number from 2 to 100/)
  })
})

describe('where customers reach us', () => {
  it('is the company’s own in live mode', () => {
    expect(readConfig(LIVE).support.email).toBe('help@sesa-money.com')
  })

  it.each([
    ['SUPPORT_PHONE', undefined, /SUPPORT_PHONE is missing/],
    ['SUPPORT_PHONE', '+231 77 000 0100', /SUPPORT_PHONE is a placeholder/],
    ['SUPPORT_EMAIL', 'help@sesa.example', /SUPPORT_EMAIL is a placeholder/],
    ['SUPPORT_ADDRESS', '12 Broad Street, Monrovia, Liberia', /SUPPORT_ADDRESS is a placeholder/],
  ])('refuses %s = %s in live mode', (name, value, message) => {
    expect(() => readConfig({ ...LIVE, [name]: value })).toThrow(message)
  })
})

/** Set by the launcher and by tests, never by a person. */
const INTERNAL = /^(SESA_LAUNCH|NODE_ENV|SANDBOX_\w+)$/

it('.env.example names every setting that a start reads', async () => {
  const asked = new Set<string>()
  const recording = (env: Record<string, string>) =>
    new Proxy(env, {
      get: (target, name) => (asked.add(String(name)), Reflect.get(target, name)),
      has: (target, name) => (asked.add(String(name)), Reflect.has(target, name)),
    })
  readConfig(recording(LIVE))
  readTls(recording({ ...LIVE, TLS_PROXY: 'local', TRUST_PROXY: '127.0.0.1' }))
  const text = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8')
  const names = [...asked].filter((name) => /^[A-Z][A-Z\d_]+$/.test(name) && !INTERNAL.test(name))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !new RegExp(`^#?${name}=`, 'm').test(text))).toEqual([])
})

describe('a live start', () => {
  it('is accepted with https, and a database over TLS or explicitly without TLS on this machine', () => {
    expect(readConfig(LIVE).http.publicUrl).toBe('https://sesa.example')
    for (const place of [
      '127.0.0.1:5433/sesa?sslmode=verify-full',
      'localhost/sesa?sslmode=disable',
      '[::1]:5432/sesa?sslmode=disable',
      'localhost/sesa?host=/var/run/postgresql',
      'db1:5432,db2:5432/sesa?sslmode=verify-full',
    ]) {
      const url = `postgres://sesa_app:x8Jk2mQ9@${place}`
      expect(readConfig({ ...LIVE, DATABASE_URL: url, DATABASE_OWNER_URL: url }).database.url).toBe(url)
    }
  })

  it.each([
    [
      'a public address without https',
      { SESA_PUBLIC_URL: 'http://sesa.example' },
      /SESA_PUBLIC_URL: .*https/,
    ],
    ['no public address', { SESA_PUBLIC_URL: undefined }, /SESA_PUBLIC_URL: .*https/],
    [
      'a database in plain text',
      { DATABASE_URL: 'postgres://a:x8Jk2mQ9@db/sesa' },
      /DATABASE_URL: .*sslmode/,
    ],
    [
      'a database whose certificate is not verified',
      { DATABASE_URL: 'postgres://a:x8Jk2mQ9@db/sesa?sslmode=require' },
      /DATABASE_URL: .*verify-full/,
    ],
    [
      'a database on another machine with TLS off',
      { DATABASE_URL: 'postgres://a:x8Jk2mQ9@db/sesa?sslmode=disable' },
      /DATABASE_URL: .*verify-full/,
    ],
    [
      'a database on this machine without TLS and without a setting for that',
      { DATABASE_URL: 'postgres://a:x8Jk2mQ9@localhost/sesa' },
      /DATABASE_URL: .*sslmode=disable/,
    ],
    [
      'another machine instead of a socket',
      { DATABASE_URL: 'postgres://a:x8Jk2mQ9@localhost/sesa?host=db&sslmode=disable' },
      /DATABASE_URL: .*another machine/,
    ],
    [
      'one of several hosts in plain text',
      { DATABASE_READ_URL: 'postgres://a:x8Jk2mQ9@localhost,db/sesa?sslmode=disable' },
      /DATABASE_READ_URL: .*another machine/,
    ],
    [
      'the owner’s connection in plain text',
      { DATABASE_OWNER_URL: 'postgres://a:x8Jk2mQ9@db/sesa' },
      /DATABASE_OWNER_URL: .*sslmode/,
    ],
  ])('is refused with %s', (_what, change, words) => {
    expect(() => readConfig({ ...LIVE, ...change })).toThrow(words)
  })
})

const OWN = { TLS_CERT_FILE: '/etc/sesa/cert.pem', TLS_KEY_FILE: '/etc/sesa/key.pem' }

describe('the TLS of a live start', () => {
  it('ends at the server, or at the proxy that the setting names', () => {
    expect(readTls({ ...LIVE, ...OWN, HOST: '0.0.0.0' })).toMatchObject({
      by: 'server',
      host: 'sesa.example',
      trusted: true,
    })
    expect(readTls({ ...LIVE, TLS_PROXY: 'local' })).toEqual({ by: 'proxy' })
    expect(readTls({ ...LIVE, TLS_PROXY: '10.0.0.0/8', HOST: '0.0.0.0' })).toMatchObject({ by: 'proxy' })
  })

  it.each([
    ['nothing that terminates TLS', {}, /TLS_CERT_FILE: live mode wants TLS/],
    ['a certificate without a key', { TLS_CERT_FILE: '/cert' }, /TLS_KEY_FILE belong together/],
    ['a key without a certificate', { TLS_KEY_FILE: '/key' }, /TLS_CERT_FILE .*belong together/],
    ['an empty file name', { ...OWN, TLS_KEY_FILE: '' }, /TLS_KEY_FILE is empty/],
    ['both', { ...OWN, TLS_PROXY: 'local' }, /TLS_PROXY: .*Remove one/],
    ['a proxy that cannot reach the server', { TLS_PROXY: '10.0.0.7' }, /HOST: .*cannot reach/],
    [
      'a proxy across the internet',
      { TLS_PROXY: '203.0.113.7', HOST: '0.0.0.0' },
      /TLS_PROXY: .*private network/,
    ],
    [
      'a proxy and a port open to the network',
      { TLS_PROXY: 'local', HOST: '0.0.0.0' },
      /HOST: .*this machine alone/,
    ],
    [
      'an address without https',
      { ...OWN, SESA_PUBLIC_URL: 'http://sesa.example' },
      /SESA_PUBLIC_URL: .*https/,
    ],
  ])('is refused with %s', (_what, change, words) => {
    expect(() => readTls({ ...LIVE, ...change })).toThrow(words)
  })

  it('is refused in the sandbox', () => {
    const sandbox = { SANDBOX_URL: 'http://127.0.0.1:1', SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(() => readTls({ ...sandbox, ...OWN })).toThrow(/TLS_CERT_FILE: the sandbox/)
  })
})
