import { PATIENCE } from '@sesa/test-kit/patience'
import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { createServer as createPlainServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { inTransaction } from '../../db/index.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { callProvider } from '../../lib/crash-points.ts'
import { log } from '../../lib/log.ts'
import { providerFetch } from '../../lib/provider-fetch.ts'
import { continueTrace, currentTraceparent, inSpan, linkTrace, useTracer } from '../../lib/tracing.ts'
import { route } from '../route.ts'
import { createServer } from './server.ts'

const PROXY = '127.0.0.2'
const STRANGER = '127.0.0.3'
const TRACE = 'a'.repeat(32)
const GIVEN = `00-${TRACE}-${'b'.repeat(16)}-01`
const TRANSFER = 'c'.repeat(32)

const exporter = new InMemorySpanExporter()
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
/** Header `traceparent` values that a provider received. */
const received: unknown[] = []
const outside = createPlainServer(({ headers }, response) => {
  received.push(headers['traceparent'])
  response.end('{}')
})
const lines: Record<string, unknown>[] = []

let database: TestDatabase
let app: FastifyInstance
let port: number
beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  useTracer(provider.getTracer('test'))
  database = await createTestDatabase()
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const { port: outsidePort } = outside.address() as AddressInfo
  app = await createServer({
    db: database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'info',
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    authenticate: () => Promise.resolve(null),
    trustProxy: (address) => address === PROXY,
    modules: [
      {
        routes: (server) => {
          route(server, calls.findCountry, async ({ query }) => {
            await inTransaction(database.db, 'test.before', async () => undefined)
            await callProvider('test.ask', () => providerFetch(`http://127.0.0.1:${outsidePort}/`))
            if (query.name === 'of a transfer') linkTrace(`00-${TRANSFER}-${'d'.repeat(16)}-01`)
            if (query.name === 'waits') await sleep(500)
            if (query.name === 'fails') throw new TypeError('ama@example.com')
            return { countries: [] }
          })
        },
      },
    ],
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterEach(() => {
  exporter.reset()
  lines.length = received.length = 0
})
afterAll(async () => {
  useTracer(undefined)
  context.disable()
  await app.close()
  outside.close()
  await database.drop()
})

async function get(path: string, from = STRANGER, headers: Record<string, string> = {}) {
  const sent = ask({ host: '127.0.0.1', port, localAddress: from, path, headers, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response
}

const country = (name = 'Liberia') => `/countries?${new URLSearchParams({ name }).toString()}`
const path = calls.findCountry.path

/** Returns the spans of the latest request, by name. */
async function spans() {
  await vi.waitFor(
    () => expect(exporter.getFinishedSpans().some(({ name }) => name.startsWith('GET '))).toBe(true),
    PATIENCE,
  )
  return Object.fromEntries(
    exporter.getFinishedSpans().map((span) => {
      const { name, attributes, links, parentSpanContext, status } = span
      const { traceId, spanId } = span.spanContext()
      return [
        name,
        {
          attributes,
          status,
          traceId,
          spanId,
          parent: parentSpanContext?.spanId,
          links: links.map(({ context: { traceId: other } }) => other),
        },
      ]
    }),
  )
}

it('records a call with its commits and provider calls, and gives its trace to the provider', async () => {
  const { headers } = await get(country())
  const found = await spans()
  const request = found[`GET ${path}`]
  expect(request?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': path,
    'http.response.status_code': 200,
    'sesa.request_id': headers['x-request-id'],
  })
  expect(found['commit test.before']?.parent).toBe(request?.spanId)
  expect(found['call test.ask']).toMatchObject({
    parent: request?.spanId,
    traceId: request?.traceId,
    attributes: { 'sesa.outcome': 'answered' },
  })
  expect(received).toEqual([`00-${request?.traceId}-${found['call test.ask']?.spanId}-01`])
  expect(lines.at(-1)).toMatchObject({ msg: 'answered', trace_id: request?.traceId, level: 'info' })
})

it('continues the trace of our proxy, and makes a stranger’s a mere link', async () => {
  await get(country(), PROXY, { traceparent: GIVEN })
  expect((await spans())[`GET ${path}`]).toMatchObject({ traceId: TRACE, parent: 'b'.repeat(16), links: [] })
  exporter.reset()
  await get(country(), STRANGER, { traceparent: GIVEN })
  const request = (await spans())[`GET ${path}`]
  expect(request).toMatchObject({ parent: undefined, links: [TRACE] })
  expect(request?.traceId).not.toBe(TRACE)
})

it.each(['', 'no', GIVEN.replace('00-', 'ff-'), `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, `${GIVEN}-x`])(
  'starts a new trace for the traceparent “%s”',
  async (traceparent) => {
    await get(country(), PROXY, { traceparent })
    expect((await spans())[`GET ${path}`]).toMatchObject({ parent: undefined, links: [] })
  },
)

it('links a request that concerns a transfer to the transfer’s trace, and keeps its own', async () => {
  await get(country('of a transfer'), PROXY, { traceparent: GIVEN })
  const found = await spans()
  expect(found[`GET ${path}`]).toMatchObject({ traceId: TRACE, parent: 'b'.repeat(16), links: [TRANSFER] })
  expect(found['commit test.before']?.traceId).toBe(TRACE)
  expect(found['call test.ask']?.traceId).toBe(TRACE)
})

it('ends the span of a request whose client has disconnected', async () => {
  const sent = ask({ host: '127.0.0.1', port, path: country('waits'), agent: false })
  sent.on('error', () => undefined)
  sent.end()
  await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE)
  sent.destroy()
  expect((await spans())[`GET ${path}`]).toMatchObject({
    status: { code: 2 },
    attributes: { 'error.type': 'aborted' },
  })
})

it('marks a failed request, and keeps queries and messages of errors out of spans', async () => {
  await get(country('fails'), STRANGER, { cookie: 'sesa=canary-cookie' })
  const found = await spans()
  expect(found[`GET ${path}`]).toMatchObject({
    status: { code: 2 },
    attributes: { 'http.response.status_code': 500 },
  })
  const all = JSON.stringify(exporter.getFinishedSpans(), (key, value: unknown) =>
    key === '_spanProcessor' || key === 'resource' ? undefined : value,
  )
  for (const secret of ['ama@example.com', 'fails', 'canary-cookie']) expect(all).not.toContain(secret)
})

it('records nothing of health, unknown addresses and the API’s description', async () => {
  for (const address of ['/healthz', '/readyz', '/nowhere', '/openapi.json']) await get(address)
  await get(country())
  expect(Object.keys(await spans()).filter((name) => name.startsWith('GET '))).toEqual([`GET ${path}`])
})

it('continues a trace in work that was queued, and keeps the traces of two transfers apart', async () => {
  const inner = await continueTrace(GIVEN, () =>
    inSpan({ name: 'job test' }, async () => {
      const own = currentTraceparent()
      const other = await continueTrace(`00-${TRANSFER}-${'d'.repeat(16)}-01`, async () =>
        currentTraceparent(),
      )
      return { own, other }
    }),
  )
  expect(inner.own).toContain(TRACE)
  expect(inner.other).toContain(TRANSFER)
  expect(await continueTrace('forged', async () => 'ran')).toBe('ran')
})

it('names the trace in the log of the process', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await inSpan({ name: 'step test' }, async () => log().info('inside'))
  log().info('outside')
  const [inside, outsideLine] = write.mock.calls.map(
    ([line]) => JSON.parse(String(line)) as Record<string, unknown>,
  )
  write.mockRestore()
  expect(inside?.['trace_id']).toMatch(/^[0-9a-f]{32}$/)
  expect(outsideLine).not.toHaveProperty('trace_id')
})
