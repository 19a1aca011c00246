import { calls } from '@sesa/contract'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { callProvider } from '../../lib/crash-points.ts'
import { inTransaction } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { route, type Caller } from '../route.ts'
import { createServer, type ServerOptions } from './server.ts'

const caller: Caller = {
  userId: '00000000-0000-7000-8000-000000000001',
  sessionId: '00000000-0000-7000-8000-000000000002',
  proven: true,
  provenUntil: new Date(0),
  phoneNumber: '+231770123456',
  country: 'LR',
  profileComplete: true,
}

let database: TestDatabase
let app: FastifyInstance

/** Routes of the contract whose handlers only return their input. */
function probe(instance: FastifyInstance): void {
  route(instance, calls.putDraft, async ({ body }) => {
    if (body.name === 'boom') throw new Error('secret detail of row +231770123456')
    if (body.name === 'refuse') throw new Refused('limit_24_hours', { field: 'amount', retryAfter: 60 })
    if (body.name === 'foreign')
      await inTransaction(database.db, 'test.outer', () => callProvider('test.call', async () => 1))
    return { draft: body, updatedAt: new Date(0).toISOString(), stray: 'not in the contract' }
  })
  route(instance, calls.deleteDraft, () => Promise.resolve(undefined))
  route(instance, calls.createPaymentIntent, () => Promise.reject(new Refused('rate_unavailable')))
  route(instance, calls.listTransfers, async () => ({ transfers: [], nextCursor: null }))
  route(instance, calls.getTransfer, () => Promise.reject(new Refused('not_found')))
}

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createServer({
    db: database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [{ routes: probe }],
    authenticate: async (bearer) => {
      const now = new Date()
      if (bearer === 'good') return { caller, now, configurationVersion: 1n }
      return bearer === 'new'
        ? { caller: { ...caller, profileComplete: false }, now, configurationVersion: 1n }
        : null
    },
  })
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

/** Creates a server without modules, where no one is signed in. */
const serverWith = (options: Partial<ServerOptions>) =>
  createServer({
    db: database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [],
    authenticate: () => Promise.resolve(null),
    ...options,
  })

async function put(body: unknown, options: Partial<InjectOptions> = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await app.inject({
    method: 'PUT',
    url: '/user/draft',
    payload,
    ...options,
    headers: { authorization: 'Bearer good', 'content-type': 'application/json', ...options.headers },
  })
  return {
    response,
    json: response.body ? response.json<Record<string, unknown>>() : {},
    error: errorOf(response.body),
  }
}

function errorOf(body: string): { code?: string; field?: string; message?: string; requestId?: string } {
  return (body ? (JSON.parse(body) as { error?: Record<string, string> }).error : undefined) ?? {}
}

describe('a request body', () => {
  it.each([
    ['{"name":', 'malformed_json', 400],
    ['', 'malformed_json', 400],
    ['{"__proto__":{"name":"x"}}', 'malformed_json', 400],
    ['null', 'invalid_field', 400],
    ['[]', 'invalid_field', 400],
    [{ nmae: 'Isata' }, 'unknown_field', 400],
    [{ name: 5 }, 'name_invalid', 422],
    [{ name: null }, 'name_invalid', 422],
    [{ fix: 'both' }, 'invalid_field', 400],
    [{ name: 'x'.repeat(40_000) }, 'body_too_large', 413],
  ])('%j is refused as %s', async (body, code, status) => {
    const { response, error } = await put(body)
    expect({ code: error.code, status: response.statusCode }).toEqual({ code, status })
    expect(error.message).toMatch(/\w/)
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('reports the field with the error', async () => {
    expect((await put({ nmae: 'Isata' })).error.field).toBe('nmae')
    expect((await put({ name: 5 })).error.field).toBe('name')
  })

  it.each([
    [{}, 'missing_field', 'payer.network'],
    [{ network: 'mtn', colour: 'red' }, 'unknown_field', 'payer.colour'],
    [{ network: '' }, 'network_unknown', 'payer.network'],
    [{ network: 'mtn', phone: 7 }, 'phone_invalid', 'payer.phone'],
    ['mtn', 'invalid_field', 'payer'],
  ])('names a nested field with its path: %j', async (payer, code, field) => {
    const text = 'x'
    const response = await app.inject({
      method: 'POST',
      url: '/create-payment-intent',
      payload: {
        ...{ amount: 500, receiveAmount: 500, currency: text, receiveCurrency: text, country: text },
        ...{ name: text, phone: '0770000000', method: 'momo', payer },
      },
      headers: { authorization: 'Bearer good' },
    })
    expect(errorOf(response.body)).toMatchObject({ code, field })
  })

  it('is refused when its content type is not JSON', async () => {
    const { error } = await put('name=Isata', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(error.code).toBe('unsupported_media_type')
  })

  it('may be empty where the call takes none, whatever its content type', async () => {
    expect((await put('', { method: 'DELETE' })).response.statusCode).toBe(204)
  })

  it('is answered with only the contract’s fields', async () => {
    const { response, json } = await put({ name: 'Isata' })
    expect(response.statusCode).toBe(200)
    expect(json).toEqual({ draft: { name: 'Isata' }, updatedAt: '1970-01-01T00:00:00.000Z' })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('needs every required field, and a missing one is named', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/create-payment-intent',
      payload: { amount: 500 },
      headers: { authorization: 'Bearer good' },
    })
    expect(errorOf(response.body).code).toBe('missing_field')
    expect(errorOf(response.body).field).toBe('currency')
  })
})

it('validates a query by its own fields', async () => {
  const response = await app.inject({
    url: '/user/transactions?limit=0',
    headers: { authorization: 'Bearer good' },
  })
  expect(errorOf(response.body)).toMatchObject({ code: 'invalid_field', field: 'limit' })
})

describe('authorisation', () => {
  it('requires an active bearer token', async () => {
    for (const authorization of ['', 'Bearer bad', 'Basic good', 'Bearer']) {
      const { response, error } = await put({}, { headers: { authorization } })
      expect([response.statusCode, error.code]).toEqual([401, 'unauthenticated'])
    }
  })

  it('requires a complete profile for money calls', async () => {
    const headers = { authorization: 'Bearer new' }
    const response = await app.inject({ url: '/user/transactions', headers })
    expect([response.statusCode, errorOf(response.body).code]).toEqual([403, 'profile_incomplete'])
  })

  it('comes before the body is read', async () => {
    expect((await put('{', { headers: { authorization: '' } })).error.code).toBe('unauthenticated')
  })

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'http://localhost:80', host: 'localhost' }, 200],
    [{ origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 200],
  ])('for the origin %j returns %i', async (headers, status) => {
    expect(
      (await put({ name: 'Isata' }, { headers: headers as Record<string, string> })).response.statusCode,
    ).toBe(status)
  })
})

describe('failures', () => {
  it('answers a refusal with its status, field and Retry-After', async () => {
    const { response, error } = await put({ name: 'refuse' })
    expect([response.statusCode, error.code, error.field]).toEqual([422, 'limit_24_hours', 'amount'])
    expect(response.headers['retry-after']).toBe('60')
  })

  it('reveals nothing about an unexpected error', async () => {
    const { response, error } = await put({ name: 'boom' })
    expect([response.statusCode, error.code]).toEqual([500, 'internal'])
    expect(response.body).not.toContain('231770123456')
  })

  it('logs an unexpected error once, as an error', async () => {
    const lines: string[] = []
    const logging = await serverWith({
      logLevel: 'error',
      logTo: { write: (line) => lines.push(line) },
      modules: [{ routes: probe }],
      authenticate: async () => ({ caller, now: new Date(), configurationVersion: 1n }),
    })
    await logging.inject({
      method: 'PUT',
      url: '/user/draft',
      payload: { name: 'boom' },
      headers: { authorization: 'Bearer good' },
    })
    await logging.close()
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'error', msg: 'unexpected error' },
    ])
  })

  it('refuses a provider call inside a transaction', async () => {
    expect((await put({ name: 'foreign' })).error.code).toBe('internal')
  })

  it('answers 404 for an unknown path and 405 for a known one with another method', async () => {
    const unknown = await app.inject({ url: '/no-such-path' })
    expect([unknown.statusCode, errorOf(unknown.body).code]).toEqual([404, 'not_found'])
    const wrong = await app.inject({ method: 'DELETE', url: '/user/transactions/pi_1' })
    expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'GET'])
  })

  it('answers a malformed id like an unknown one', async () => {
    const headers = { authorization: 'Bearer good' }
    const malformed = await app.inject({ url: '/user/transactions/a%20b', headers })
    const missing = await app.inject({ url: '/user/transactions/pi_missing', headers })
    expect([malformed.statusCode, errorOf(malformed.body).code]).toEqual([
      missing.statusCode,
      errorOf(missing.body).code,
    ])
  })
})

it('proxies the sandbox’s paths with unchanged bodies', async () => {
  const outside = Fastify()
  outside.removeAllContentTypeParsers()
  outside.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  outside.post('/sandbox/echo', (request) => `${request.headers['content-type']} ${String(request.body)}`)
  const url = await outside.listen({ host: '127.0.0.1', port: 0 })
  const passing = await serverWith({ sandbox: { url } })
  for (const [type, payload] of [
    ['application/json', '{"a": 1}'],
    ['application/x-www-form-urlencoded', 'a[b]=1'],
  ] as const) {
    const headers = { 'content-type': type }
    const response = await passing.inject({ method: 'POST', url: '/sandbox/echo', payload, headers })
    expect(response.body).toBe(`${type} ${payload}`)
  }
  await passing.close()
  await outside.close()
})

it('forwards the office only in the sandbox, however the path is written', async () => {
  const outside = Fastify()
  outside.get('/office/api/me', async () => ({ office: true }))
  const url = await outside.listen({ host: '127.0.0.1', port: 0 })
  const [playing, live] = [await serverWith({ sandbox: { url, officeUrl: url } }), await serverWith({})]
  for (const path of ['/office/api/me', '/%6fffice/api/me', '/%6F%66fice/api/me', '/office/%61pi/me']) {
    expect([path, (await playing.inject({ url: path })).json<unknown>()]).toEqual([path, { office: true }])
    expect([path, (await live.inject({ url: path })).statusCode]).toEqual([path, 404])
  }
  await Promise.all([playing.close(), live.close(), outside.close()])
})

describe('operations', () => {
  it('is healthy, ready and documented', async () => {
    expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
    expect((await app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
    const document = (await app.inject({ url: '/openapi.json' })).json<{ paths: Record<string, unknown> }>()
    expect(Object.keys(document.paths)).toContain('/user/draft')
    expect((await app.inject({ url: '/docs' })).statusCode).toBeLessThan(400)
    expect((await app.inject({ url: '/metrics' })).body).toContain('process_resident_memory_bytes')
  })

  it('identifies itself to the launcher', async () => {
    const launched = await serverWith({ launch: 'this one' })
    expect((await launched.inject({ url: '/readyz' })).headers['sesa-launch']).toBe('this one')
    expect((await launched.inject({ url: '/healthz' })).headers).not.toHaveProperty('sesa-launch')
    expect((await app.inject({ url: '/readyz' })).headers).not.toHaveProperty('sesa-launch')
    await launched.close()
  })

  it('is ready on a later release’s schema, but not on an earlier one’s', async () => {
    const ready = async () => {
      const started = await serverWith({})
      const { statusCode } = await started.inject({ url: '/readyz' })
      await started.close()
      return statusCode
    }
    await sql`insert into schema_migrations (version, name, checksum) values (999, '999_later.sql', '')`.execute(
      database.owner,
    )
    expect(await ready()).toBe(200)
    await sql`delete from schema_migrations where version > 0`.execute(database.owner)
    expect(await ready()).toBe(503)
  })

  it('hides metrics from other machines', async () => {
    expect((await app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(404)
    expect(
      (await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode,
    ).toBe(404)
  })
})
