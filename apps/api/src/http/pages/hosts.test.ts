import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createServer, type ServerOptions } from '../server/server.ts'
import { COMPANY_DETAILS } from '../../testing/legal-details.ts'

const WEB_DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url))
const support = { phone: '+231 77 000 0100', email: 'help@sesa.example', address: 'Monrovia', socials: [] }

let database: TestDatabase
let live: FastifyInstance
let sandbox: FastifyInstance

const serve = (options: Partial<ServerOptions>): Promise<FastifyInstance> =>
  createServer({
    db: database.db,
    publicUrl: 'https://sesa.example',
    logLevel: 'silent',
    modules: [],
    authenticate: () => Promise.resolve(null),
    web: { dist: WEB_DIST, support, stores: { apple: undefined, google: undefined }, legal: COMPANY_DETAILS },
    ...options,
  })

beforeAll(async () => {
  database = await createTestDatabase()
  live = await serve({ publicHostOnly: true })
  sandbox = await serve({ publicUrl: 'http://localhost:3000' })
})
afterAll(async () => {
  await Promise.all([live.close(), sandbox.close()])
  await database.drop()
})

async function answer(app: FastifyInstance, url: string, headers: Record<string, string>) {
  const { statusCode, body } = await app.inject({ url, headers })
  const code = body.startsWith('{"error"') ? (JSON.parse(body) as { error: { code: string } }).error.code : ''
  return `${statusCode} ${code}`.trim()
}

describe('a live server', () => {
  it.each(['sesa.example', 'sesa.example:443', 'SESA.example'])('answers for %s', async (host) => {
    expect(await answer(live, '/', { host })).toBe('200')
  })

  it.each(['evil.example', 'sesa.example.evil.example', 'localhost', '127.0.0.1:3000', '[::1]', 'a b', '@'])(
    'refuses the host %s, pages and calls alike',
    async (host) => {
      expect(await answer(live, '/', { host })).toBe('421 host_refused')
      expect(await answer(live, '/openapi.json', { host })).toBe('421 host_refused')
      expect(await answer(live, '/nowhere', { host })).toBe('421 host_refused')
    },
  )

  it.each(['127.0.0.1:3000', '[::1]:3000', 'localhost', '10.0.0.7'])(
    'lets a load balancer check its health at %s',
    async (host) => {
      expect(await answer(live, '/healthz', { host })).toBe('200')
      expect(await answer(live, '/readyz?from=balancer', { host })).toBe('200')
      expect(await answer(live, '/healthz', { host: 'evil.example' })).toBe('421 host_refused')
    },
  )
})

describe('a sandbox', () => {
  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.168.1.5', 'sesa.localhost'])(
    'answers for %s',
    async (host) => {
      expect(await answer(sandbox, '/', { host })).toBe('200')
    },
  )

  it('refuses a host name that another site points at it', async () => {
    expect(await answer(sandbox, '/', { host: 'evil.example' })).toBe('421 host_refused')
  })
})

describe('an origin', () => {
  const post = async (app: FastifyInstance, host: string, origin: string) =>
    (await app.inject({ method: 'POST', url: '/nowhere', headers: { host, origin } })).statusCode

  it('needs the site’s own scheme', async () => {
    expect(await post(live, 'sesa.example', 'https://sesa.example')).toBe(404)
    expect(await post(live, 'sesa.example', 'http://sesa.example')).toBe(403)
    expect(await post(sandbox, 'localhost:3000', 'http://localhost:3000')).toBe(404)
    expect(await post(sandbox, 'localhost:3000', 'https://localhost:3000')).toBe(403)
    expect(await post(sandbox, '127.0.0.1:3000', 'http://127.0.0.1:3000')).toBe(404)
    expect(await post(sandbox, '127.0.0.1:3000', 'https://127.0.0.1:3000')).toBe(403)
  })
})

describe('metrics', () => {
  const metrics = (headers: Record<string, string>) =>
    answer(live, '/metrics', { host: '127.0.0.1', ...headers })

  it('are served to programs on this machine', async () => {
    expect(await metrics({})).toBe('200')
  })

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'cf-connecting-ip'])(
    'are not served through a proxy that adds only %s',
    async (name) => {
      expect(await metrics({ [name]: 'for=203.0.113.9' })).toBe('404 not_found')
    },
  )

  it('are not served through a proxy that adds nothing', async () => {
    expect(await metrics({ host: 'sesa.example' })).toBe('404 not_found')
  })
})

describe('a path outside its folder', () => {
  it.each(['/docs/static/../../../package.json', '/../../etc/passwd', '/assets/../../manifest.json'])(
    'is not found: %s',
    async (path) => {
      const address = await sandbox
        .listen({ host: '127.0.0.1', port: 0 })
        .catch(() => sandbox.listeningOrigin)
      // Our HTTP client would normalize the path first.
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      socket.end(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      let text = ''
      for await (const chunk of socket) text += String(chunk)
      expect(text).toMatch(/^HTTP\/1\.1 404 /)
      expect(text).toContain('"code":"not_found"')
    },
  )
})

describe('/.well-known/security.txt', () => {
  it('has a contact and expires within a year', async () => {
    const { statusCode, headers, body } = await live.inject({
      url: '/.well-known/security.txt',
      headers: { host: 'sesa.example' },
    })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toContain('Contact: mailto:help@sesa.example\n')
    expect(body).toContain('Canonical: https://sesa.example/.well-known/security.txt\n')
    const ends = new Date(/^Expires: (.+)$/m.exec(body)?.[1] ?? '').getTime()
    expect(ends).toBeGreaterThan(Date.now())
    expect(ends).toBeLessThan(Date.now() + 365 * 86_400_000)
  })
})
