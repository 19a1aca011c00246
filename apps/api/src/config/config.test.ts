import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readConfig, readTls, SETTINGS } from './config.ts'
import { TRACING, tracingOf } from './server.ts'
import { readSettings, type Environment } from './setting.ts'
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

const { SESA_SECRET, DATABASE_URL, DATABASE_OWNER_URL } = LIVE
const SANDBOX = {
  ...{ SESA_SECRET, DATABASE_URL, DATABASE_OWNER_URL },
  SESA_PUBLIC_URL: 'http://localhost:3000',
  SANDBOX_URL: 'http://127.0.0.1:4010/',
  SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
}

it('the server listens on 127.0.0.1 when the host is localhost', () => {
  expect(readConfig({ ...LIVE, HOST: 'localhost' }).http.host).toBe('127.0.0.1')
  expect(readConfig({ ...LIVE, HOST: '0.0.0.0' }).http.host).toBe('0.0.0.0')
})

describe('the footer’s social pages', () => {
  const socialsOf = (env: Record<string, string>) =>
    readConfig({ ...env, SOCIAL_X: 'https://x.example/sesa' }).support.socials

  it('are the sandbox’s stand-ins until they are set', () => {
    expect(socialsOf(SANDBOX)).toEqual([
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
    expect(() => connectionsOf(value)).toThrow(/DATABASE_CONNECTIONS is no number from 2 to 100/)
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

it('.env.example and the docs name every setting that a person may set', async () => {
  const [example, docs] = await Promise.all(
    ['.env.example', 'docs/settings.md'].map((file) =>
      readFile(new URL(`../../../../${file}`, import.meta.url), 'utf8'),
    ),
  )
  const names = Object.entries(SETTINGS).flatMap(([name, { group }]) => (group.isInternal ? [] : [name]))
  expect(names.length).toBeGreaterThan(110)
  expect(names.filter((name) => !new RegExp(`^#${name}=`, 'm').test(example ?? ''))).toEqual([])
  expect(names.filter((name) => !docs?.includes(`| \`${name}\``))).toEqual([])
})

it('reports every problem at once, without repeating a value', () => {
  const wrong = {
    PORT: 'x1',
    SESA_SECRET: 'x2',
    STRIPE_WEBHOOK_SECRET: 'x3',
    LEGAL_PRIVACY_EMAIL: 'x4',
    SMS_PER_DAY: 'x5',
  }
  let message = ''
  try {
    readConfig({ ...LIVE, ...wrong, SUPPORT_PHONE: undefined })
  } catch (error) {
    message = String(error)
  }
  for (const name of [...Object.keys(wrong), 'SUPPORT_PHONE']) expect(message).toContain(`Setting ${name} `)
  expect(message).not.toMatch(/x\d/)
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
    [
      'a certificate without a key',
      { TLS_CERT_FILE: '/cert' },
      /TLS_KEY_FILE is missing beside TLS_CERT_FILE/,
    ],
    ['a key without a certificate', { TLS_KEY_FILE: '/key' }, /TLS_CERT_FILE is missing beside TLS_KEY_FILE/],
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

describe('the office of staff', () => {
  const live = (env: Environment) => readConfig({ ...LIVE, ...env })

  it('is off without a port', () => {
    expect(live({}).office).toBeNull()
    expect(live({}).officeUrl).toBeNull()
    // The worker writes invitations but serves nothing.
    expect(live({ OFFICE_URL: 'https://office.sesa.example/' })).toMatchObject({
      office: null,
      officeUrl: 'https://office.sesa.example',
    })
  })

  it('has its own host and https in live mode, where the customers’ server never forwards requests', () => {
    const { office, officeAt } = live({ OFFICE_PORT: '3100', OFFICE_URL: 'https://office.sesa.example/' })
    expect(office).toEqual({ port: 3100, url: 'https://office.sesa.example' })
    expect(officeAt).toBeUndefined()
  })

  it('is at the address of the product in the sandbox', () => {
    const { office, officeAt } = readConfig({ ...SANDBOX, OFFICE_PORT: '3100' })
    expect(office).toEqual({ port: 3100, url: 'http://localhost:3000' })
    expect(officeAt).toBe('http://127.0.0.1:3100')
  })

  it.each([
    ['no address', { OFFICE_PORT: '3100' }, /OFFICE_URL is missing/],
    [
      'plain text',
      { OFFICE_PORT: '3100', OFFICE_URL: 'http://office.sesa.example' },
      /wants the https address/,
    ],
    [
      'the customers’ host',
      { OFFICE_PORT: '3100', OFFICE_URL: `${LIVE.SESA_PUBLIC_URL}:8443` },
      /a host of its own/,
    ],
    ['a wrong port', { OFFICE_PORT: '99999' }, /OFFICE_PORT is no port/],
    [
      'a wrong address of anchors',
      { AUDIT_ANCHOR_EMAIL: 'auditor' },
      /AUDIT_ANCHOR_EMAIL is no email address/,
    ],
  ])('refuses %s', (_name, env, message) => {
    expect(() => live(env)).toThrow(message)
  })
})

describe('the settings of tracing', () => {
  const readTracing = (env: Environment) => tracingOf(readSettings(env, TRACING))

  it('are off without an endpoint', () => {
    expect(readTracing({})).toBeUndefined()
    expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: 'x' })).toBeUndefined()
  })

  it('record every transfer unless a share is set', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
    expect(readTracing(endpoint)).toEqual({ endpoint: 'http://127.0.0.1:4318', headers: {}, ratio: 1 })
    expect(
      readTracing({
        ...endpoint,
        OTEL_TRACES_SAMPLER_ARG: '0.05',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a=b,tenant=sesa',
      }),
    ).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      headers: { 'api-key': 'a=b', tenant: 'sesa' },
      ratio: 0.05,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT is no http or https URL'],
    ['OTEL_TRACES_SAMPLER_ARG', '5', 'OTEL_TRACES_SAMPLER_ARG is no number from 0 to 1'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'OTEL_EXPORTER_OTLP_HEADERS is no list such as api-key=abc'],
  ])('name %s when it is wrong', (name, value, message) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value }
    expect(() => readTracing(env)).toThrow(message)
  })
})
