import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { getEventListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { providerFetch, wholeFetch, type HttpRequest } from './provider-fetch.ts'

let server: Server
let url: string
let connections: Socket[]
/** The requests received, with their bodies. */
let received: { readonly message: IncomingMessage; readonly body: string }[]
let answer: (response: ServerResponse, request: IncomingMessage) => void

beforeEach(async () => {
  connections = []
  received = []
  answer = (response) => response.end('{}')
  server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      received.push({ message, body: Buffer.concat(chunks).toString() })
      answer(response, message)
    })
  })
  server.on('connection', (socket) => void connections.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const errorOf = (request?: HttpRequest, to = url): Promise<unknown> =>
  providerFetch(to, request).then(
    () => undefined,
    (error: unknown) => error,
  )

/** Waits until the caller closes a connection. */
const closed = (socket: Socket | undefined): Promise<void> =>
  new Promise((resolve) => (socket?.destroyed === false ? socket.once('close', () => resolve()) : resolve()))

it('sends method, headers and body, and returns status, headers and text', async () => {
  answer = (response) => response.writeHead(201, { ETag: '"1"' }).end('{"a":1}')
  const told = await providerFetch(`${url}path?q=1`, {
    method: 'PUT',
    headers: { Authorization: 'Bearer token\n', 'accept-encoding': 'gzip', 'content-length': '1' },
    body: 'naïve',
  })
  expect([told.status, told.headers.get('etag'), await told.text()]).toEqual([201, '"1"', '{"a":1}'])
  expect(received).toMatchObject([{ message: { method: 'PUT', url: '/path?q=1' }, body: 'naïve' }])
  // A line break after a secret is not part of it, an answer must not be compressed, and the length is ours.
  expect(received[0]?.message.headers).toMatchObject({
    authorization: 'Bearer token',
    'accept-encoding': 'identity',
    'content-length': '6',
  })
})

it('sends calls one after another over one connection', async () => {
  for (let call = 0; call < 3; call++) await providerFetch(url)
  expect(connections).toHaveLength(1)
})

it.each([
  [
    'a letter in two chunks',
    [Buffer.from('"\u00e9"').subarray(0, 2), Buffer.from('"\u00e9"').subarray(2)],
    '"\u00e9"',
  ],
  ['a byte order mark', [Buffer.from('\ufeff{}')], '{}'],
  ['no body', [], ''],
])('decodes %s', async (_what, chunks, text) => {
  answer = (response) => {
    for (const chunk of chunks) response.write(chunk)
    response.end()
  }
  expect(await (await providerFetch(url)).text()).toBe(text)
})

describe('an answer that is not accepted', () => {
  it.each<[string, typeof answer, string]>([
    ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end('{}'), 'redirect'],
    [
      'compressed',
      (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('{}'),
      'packed as br',
    ],
    ['of status 999', (response) => response.writeHead(999).end('{}'), 'no valid status'],
    [
      'cut short',
      (response) =>
        void response.writeHead(200, { 'content-length': 9 }).write('{}', () => response.destroy()),
      'aborted',
    ],
    ['not HTTP', (_response, { socket }) => socket.end('hello\r\n\r\n'), 'Expected HTTP'],
  ])('is %s', async (_what, given, why) => {
    answer = given
    const error = await errorOf()
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toBe('The provider did not answer')
    expect((error as { cause: Error }).cause.message).toContain(why)
    expect(received).toHaveLength(1)
  })

  it('is endless, and its connection is closed', async () => {
    answer = (response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }
    expect(await errorOf()).toMatchObject({ cause: { message: 'The answer is too large' } })
    await closed(connections[0])
  })
})

/** Node's channel: a client has the headers of an answer. */
const HEADERS_READ = 'http.client.response.finish'

describe('a call that is aborted', () => {
  const late = new DOMException('late', 'TimeoutError')

  it('before it begins sends nothing', async () => {
    expect(await errorOf({ signal: AbortSignal.abort(late) })).toMatchObject({ cause: late })
    await providerFetch(url)
    expect(received).toHaveLength(1)
  })

  it.each<[string, string, (abort: () => void) => void]>([
    ['during the handshake', 'https:', (abort) => server.on('connection', abort)],
    ['before the headers', 'http:', (abort) => (answer = abort)],
    [
      'in the body',
      'http:',
      (abort) => {
        answer = (response) => void response.write('{')
        const inBody = (): void => {
          unsubscribe(HEADERS_READ, inBody)
          setImmediate(abort)
        }
        subscribe(HEADERS_READ, inBody)
      },
    ],
  ])('%s ends, with its connection', async (_when, protocol, arrange) => {
    const controller = new AbortController()
    arrange(() => controller.abort(late))
    const request = { method: 'POST', body: '{}', signal: controller.signal }
    expect(await errorOf(request, url.replace('http:', protocol))).toMatchObject({ cause: late })
    await closed(connections[0])
  })

  it('after its answer leaves the connection open, and no listener', async () => {
    const controller = new AbortController()
    await providerFetch(url, { signal: controller.signal })
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    controller.abort(late)
    await providerFetch(url)
    expect(connections).toHaveLength(1)
  })
})

it('does not send again when the provider closes a kept connection', async () => {
  await providerFetch(url)
  answer = (_response, { socket }) => socket.destroy()
  const error = await errorOf({ method: 'POST', body: '{}' })
  expect(error).toMatchObject({ cause: { code: 'ECONNRESET' } })
  // The Stripe SDK would repeat a call whose error has this code.
  expect(error).not.toHaveProperty('code')
  expect(connections).toHaveLength(1)
  expect(received).toHaveLength(2)
})

it.each<[string, typeof answer, HttpRequest]>([
  ['an answer cut short', (response) => void response.write('+233241112233', () => response.destroy()), {}],
  ['no answer', (_response, { socket }) => socket.destroy(), {}],
  [
    'a header that cannot be sent',
    (response) => response.end(),
    { headers: { name: 'Ama\u0100 +233241112233' } },
  ],
])('repeats nothing of the request or the answer in the error of %s', async (_what, given, request) => {
  answer = given
  const error = await errorOf({
    method: 'POST',
    ...request,
    headers: { authorization: 'Bearer +233241112233', ...request.headers },
    body: '+233241112233',
  })
  expect(error).toBeInstanceOf(TypeError)
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('233241112233')
})

describe('the whole fetch', () => {
  const whole = wholeFetch(providerFetch)

  it('sends a request as given and returns a response', async () => {
    answer = (response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"x"}')
    const response = await whole(new URL(url), { method: 'POST', body: new URLSearchParams({ code: 'c' }) })
    expect([response.status, await response.json()]).toEqual([400, { error: 'x' }])
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(received).toMatchObject([{ body: 'code=c' }])
    expect(received[0]?.message.headers['content-type']).toContain('application/x-www-form-urlencoded')
  })

  it('returns a response without a body', async () => {
    answer = (response) => response.writeHead(204).end()
    expect((await whole(url)).body).toBeNull()
  })

  it('ends with its signal', async () => {
    const controller = new AbortController()
    answer = () => controller.abort()
    await expect(whole(url, { signal: controller.signal })).rejects.toThrow('The provider did not answer')
  })
})
