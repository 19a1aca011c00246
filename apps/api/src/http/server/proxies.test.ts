import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROXIES, proxiesOf } from '../../config/proxies.ts'
import { readSettings } from '../../config/setting.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createListener } from './listener.ts'
import { createServer } from './server.ts'

/** The proxy and a stranger, both on this machine: each connects from its own address. */
const PROXY = '127.0.0.2'
const STRANGER = '127.0.0.3'

let database: TestDatabase
let app: FastifyInstance
let port: number
beforeAll(async () => {
  database = await createTestDatabase()
  const { trusts } = proxiesOf(readSettings({ TLS_PROXY: PROXY }, PROXIES))
  app = await createServer({
    db: database.db,
    publicUrl: 'https://sesa.example',
    publicHostOnly: true,
    logLevel: 'silent',
    authenticate: () => Promise.resolve(null),
    trustProxy: trusts,
    modules: [
      {
        routes: (server) =>
          server.get('/address', (request) => ({ address: request.ip, host: request.host })),
      },
    ],
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

interface Asked {
  readonly from: string
  readonly method?: string
  readonly path?: string
  readonly headers: Record<string, string>
  readonly at?: number
}

async function exchange({ from, method = 'GET', path = '/address', headers, at = port }: Asked) {
  const sent = ask({ host: '127.0.0.1', port: at, localAddress: from, method, path, headers, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of response) text += String(part)
  const body = JSON.parse(text) as { address?: string; error?: { code: string; requestId: string } }
  return { response, body }
}

async function send(asked: Asked) {
  const { response, body } = await exchange(asked)
  return [response.statusCode, body.error?.code ?? body.address]
}

/** Returns the request's id from the answer's header and from the body of an error. */
async function idOf(from: string, given: string) {
  const headers = { host: 'sesa.example', 'x-request-id': given }
  const { response, body } = await exchange({ from, path: '/nowhere', headers })
  return [response.headers['x-request-id'], body.error?.requestId]
}

const OURS = { 'x-forwarded-host': 'sesa.example', 'x-forwarded-for': '203.0.113.9' }
const FORM = { origin: 'https://sesa.example', 'sec-fetch-site': 'same-origin' }

describe('the id of a request', () => {
  const OWN = expect.stringMatching(/^[0-9a-f-]{36}$/) as string

  it('is the one that a trusted proxy assigned', async () => {
    expect(await idOf(PROXY, 'edge-7f3a91c2')).toEqual(['edge-7f3a91c2', 'edge-7f3a91c2'])
  })

  it('is our own if a stranger sends one, or a proxy sends text unfit for a log', async () => {
    expect(await idOf(STRANGER, 'edge-7f3a91c2')).toEqual([OWN, OWN])
    expect(await idOf(PROXY, 'Ama <ama@example.com>')).toEqual([OWN, OWN])
  })
})

describe('a trusted proxy that rewrites Host', () => {
  const asProxy = (headers: Record<string, string>, method = 'GET', path = '/address') =>
    send({ from: PROXY, method, path, headers: { host: '10.0.0.4:3000', ...headers } })

  it('forwards the customer’s host and address', async () => {
    expect(await asProxy(OURS)).toEqual([200, '203.0.113.9'])
  })

  it('may forward requests that change something', async () => {
    // 404, and not 403 origin_refused: the request reached the routes.
    expect(await asProxy({ ...OURS, ...FORM }, 'POST', '/nowhere')).toEqual([404, 'not_found'])
  })

  it('does not let another site’s pages change anything', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await asProxy({ ...OURS, ...foreign }, 'POST', '/nowhere')).toEqual([403, 'origin_refused'])
  })

  it('is refused for another host, and without X-Forwarded-Host', async () => {
    expect(await asProxy({ 'x-forwarded-host': 'evil.example' })).toEqual([421, 'host_refused'])
    expect(await asProxy({})).toEqual([421, 'host_refused'])
  })

  it('counts only with the value that it added itself', async () => {
    expect(await asProxy({ 'x-forwarded-host': 'sesa.example, evil.example' })).toEqual([421, 'host_refused'])
    expect(await asProxy({ ...OURS, 'x-forwarded-host': 'evil.example, sesa.example' })).toEqual([
      200,
      '203.0.113.9',
    ])
    expect(await asProxy({ ...OURS, 'x-forwarded-for': '198.51.100.1, 203.0.113.9' })).toEqual([
      200,
      '203.0.113.9',
    ])
  })
})

describe('forwarded headers from other senders', () => {
  it('change neither the host nor the address', async () => {
    const asStranger = (headers: Record<string, string>) => send({ from: STRANGER, headers })
    expect(await asStranger({ ...OURS, host: 'evil.example' })).toEqual([421, 'host_refused'])
    expect(await asStranger({ ...OURS, host: 'sesa.example' })).toEqual([200, STRANGER])
    expect(await asStranger({ host: 'sesa.example', 'x-forwarded-host': 'evil.example' })).toEqual([
      200,
      STRANGER,
    ])
  })
})

describe('a server behind proxies of other machines', () => {
  it('disconnects callers outside the proxies’ networks', async () => {
    const server = createListener(undefined, (address) => address === PROXY).serverFactory(
      (_request, response) => response.end('{}'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = (server.address() as AddressInfo).port
    expect(await send({ from: PROXY, headers: {}, at })).toEqual([200, undefined])
    await expect(send({ from: STRANGER, headers: {}, at })).rejects.toThrow(/ECONNRESET|hang up/)
    server.close()
  })
})
