import { randomBytes } from 'node:crypto'
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

it('the name localhost stands for one address, on which the server listens', () => {
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

  it('are only those that are set when money is real', () => {
    expect(socialsOf(LIVE)).toEqual([{ name: 'X', url: 'https://x.example/sesa' }])
  })
})

describe('a live start', () => {
  it('is let through with https in front and TLS to a database elsewhere, or a database on this machine that is said to be plain', () => {
    expect(readConfig(LIVE).http.publicUrl).toBe('https://sesa.example')
    for (const place of [
      '127.0.0.1:5433/sesa?sslmode=verify-full',
      'localhost/sesa?sslmode=disable',
      '[::1]:5432/sesa?sslmode=disable',
      'localhost/sesa?host=/var/run/postgresql',
    ]) {
      const url = `postgres://sesa_app:x8Jk2mQ9@${place}`
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
      'a database elsewhere that is said to be plain',
      { DATABASE_URL: 'postgres://a:x8Jk2mQ9@db/sesa?sslmode=disable' },
      /DATABASE_URL: .*verify-full/,
    ],
    [
      'a database here that is not said to be plain',
      { DATABASE_URL: 'postgres://a:x8Jk2mQ9@localhost/sesa' },
      /DATABASE_URL: .*sslmode=disable/,
    ],
    [
      'another machine in the place of a socket',
      { DATABASE_URL: 'postgres://a:x8Jk2mQ9@localhost/sesa?host=db&sslmode=disable' },
      /DATABASE_URL: .*another machine/,
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

const OWN = { TLS_CERT_FILE: '/etc/sesa/cert.pem', TLS_KEY_FILE: '/etc/sesa/key.pem' }

describe('the TLS of a live start', () => {
  it('is ended by the server itself, or by a proxy on the same machine that is named', () => {
    expect(readTls({ ...LIVE, ...OWN, HOST: '0.0.0.0' })).toMatchObject({
      by: 'server',
      host: 'sesa.example',
      trusted: true,
    })
    expect(readTls({ ...LIVE, TLS_PROXY: 'local', TRUST_PROXY: '127.0.0.1' })).toEqual({ by: 'proxy' })
  })

  it.each([
    ['nobody to end it', {}, /TLS_CERT_FILE: live mode wants TLS/],
    ['a certificate without a key', { TLS_CERT_FILE: '/cert' }, /TLS_KEY_FILE belong together/],
    ['a key without a certificate', { TLS_KEY_FILE: '/key' }, /TLS_CERT_FILE .*belong together/],
    ['an empty name of a file', { ...OWN, TLS_KEY_FILE: '' }, /TLS_KEY_FILE is empty/],
    ['both', { ...OWN, TLS_PROXY: 'local' }, /TLS_PROXY: .*Remove one/],
    ['a proxy elsewhere', { TLS_PROXY: '10.0.0.7' }, /TLS_PROXY: local is all/],
    [
      'a proxy and a port open to the network',
      { TLS_PROXY: 'local', HOST: '0.0.0.0' },
      /HOST: .*this machine alone/,
    ],
    ['a proxy whose word of addresses does not count', { TLS_PROXY: 'local' }, /TRUST_PROXY: .*limit all/],
    ['a plain address', { ...OWN, SESA_PUBLIC_URL: 'http://sesa.example' }, /SESA_PUBLIC_URL: .*https/],
  ])('is refused with %s', (_what, change, words) => {
    expect(() => readTls({ ...LIVE, ...change })).toThrow(words)
  })

  it('is not for the sandbox', () => {
    const sandbox = { SANDBOX_URL: 'http://127.0.0.1:1', SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(() => readTls({ ...sandbox, ...OWN })).toThrow(/TLS_CERT_FILE: the sandbox/)
  })
})
