import fc from 'fast-check'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { hostileBodies, type HostileBody } from './hostile-bodies.ts'

/** An answer as sent over the wire, and what a correct parser gets from it. */
export interface HostileAnswer {
  readonly what: string
  readonly status: number
  readonly wire: () => Buffer
  /** The body's text; null if the answer is broken, forbidden or too large and so counts as no answer. */
  readonly text: string | null
}

const STATUSES = [
  200, 201, 202, 203, 204, 206, 300, 304, 400, 401, 402, 403, 404, 405, 408, 409, 410, 418, 422,
].concat([425, 429, 451, 500, 501, 502, 503, 504, 520, 599])

export function wireOf(status: number, body: Buffer, headers: Record<string, string> = {}): Buffer {
  const all = { 'content-type': 'application/json', 'content-length': String(body.length), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${lines.join('')}connection: close\r\n\r\n`, 'latin1'),
    body,
  ])
}

const chunked = { 'transfer-encoding': 'chunked', 'content-length': '' }
const withoutLength = (wire: Buffer): Buffer =>
  Buffer.from(wire.toString('latin1').replace(/content-length: \r\n/, ''), 'latin1')

/** Ways to send a body wrongly; `text` is the part of it that arrives. */
const TRANSPORTS: readonly ((status: number, body: HostileBody) => HostileAnswer)[] = [
  (status, { what, bytes }) => ({
    what: `${what}, a longer length than there is`,
    status,
    wire: () => wireOf(status, bytes, { 'content-length': String(bytes.length + 10) }),
    text: null,
  }),
  (status, { what, bytes }) => {
    const length = Math.floor(bytes.length / 2)
    const wire = () => wireOf(status, bytes, { 'content-length': String(length) })
    return { what: `${what}, half its length`, status, wire, text: bytes.subarray(0, length).toString() }
  },
  (status, { what, bytes }) => ({
    what: `${what}, no gzip although it says so`,
    status,
    wire: () => wireOf(status, bytes, { 'content-encoding': 'gzip' }),
    text: null,
  }),
  // We ask for uncompressed answers, so a compressed one is refused, whole or broken.
  (status, { what, bytes }) => ({
    what: `${what}, in gzip`,
    status,
    wire: () => wireOf(status, gzipSync(bytes), { 'content-encoding': 'gzip' }),
    text: null,
  }),
  (status, { what, bytes }) => ({
    what: `${what}, in half a gzip`,
    status,
    wire: () => wireOf(status, gzipSync(bytes).subarray(0, 20), { 'content-encoding': 'gzip' }),
    text: null,
  }),
  (status, { what, bytes }) => ({
    what: `${what}, in broken chunks`,
    status,
    wire: () => withoutLength(wireOf(status, Buffer.concat([Buffer.from('zz\r\n'), bytes]), chunked)),
    text: null,
  }),
  (status, { what, bytes }) => ({
    what: `${what}, without the last chunk`,
    status,
    wire: () =>
      withoutLength(
        wireOf(
          status,
          Buffer.from(`${bytes.length.toString(16)}\r\n${bytes.toString('latin1')}\r\n`, 'latin1'),
          chunked,
        ),
      ),
    // An empty chunk is the last one.
    text: bytes.length === 0 ? '' : null,
  }),
  (_status, { what, bytes }) => ({
    what: `${what}, behind a redirect`,
    status: 307,
    wire: () => wireOf(307, bytes, { location: '/elsewhere' }),
    text: null,
  }),
  (status, { what, bytes, text }) => ({
    what: `${what}, as html`,
    status,
    wire: () => wireOf(status, bytes, { 'content-type': 'text/html; charset=utf-16' }),
    text,
  }),
]

/** Larger than the maximum size of an answer. */
const FILLER = Buffer.alloc(6 * 1024 * 1024, ' ')
const ZIPPED_FILLER = gzipSync(Buffer.concat(Array.from({ length: 8 }, () => FILLER)))

function unreadable(good: string): HostileAnswer[] {
  const whole = wireOf(200, Buffer.from(good))
  const of = (what: string, wire: Buffer | string | (() => Buffer)): HostileAnswer => ({
    what,
    status: 200,
    wire: typeof wire === 'function' ? wire : () => Buffer.from(wire),
    text: null,
  })
  return [
    of('nothing at all', ''),
    of('words instead of HTTP', 'hello\r\n\r\n'),
    of('another protocol', Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46])),
    of('a cut in the headers', whole.subarray(0, 30)),
    of('a header without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
    of('two lengths', whole.toString().replace(/content-length/, 'content-length: 5\r\ncontent-length')),
    of('a status of no kind', whole.toString().replace('HTTP/1.1 200', 'HTTP/1.1 999')),
    of('too large', () => wireOf(200, Buffer.concat([FILLER, Buffer.from(good)]))),
    of('too large when unpacked', () => wireOf(200, ZIPPED_FILLER, { 'content-encoding': 'gzip' })),
  ]
}

/** Generates answers that resemble a good one, with various statuses, bodies and transports. */
export function hostileAnswers(good: { status: number; body: unknown }): fc.Arbitrary<HostileAnswer> {
  const status = fc.oneof(
    { arbitrary: fc.constant(good.status), weight: 3 },
    { arbitrary: fc.constantFrom(...STATUSES), weight: 1 },
  )
  const bodies = fc.oneof(
    { arbitrary: hostileBodies(good.body), weight: 5 },
    {
      arbitrary: fc.constant(JSON.stringify(good.body)).map((text) => ({
        what: 'a good body',
        bytes: Buffer.from(text),
        text,
      })),
      weight: 1,
    },
  )
  const bodiless = (code: number): boolean => code === 204 || code === 304
  const plain = fc.tuple(status, bodies).map(([code, { what, bytes, text }]) => ({
    what: `${code}, ${what}`,
    status: code,
    wire: () => wireOf(code, bytes),
    text: bodiless(code) ? '' : text,
  }))
  const badlySent = fc
    .tuple(status, bodies, fc.constantFrom(...TRANSPORTS))
    .map(([code, sent, transport]) => transport(code, sent))
    .map((answer) =>
      bodiless(answer.status) ? { ...answer, text: answer.text === null ? null : '' } : answer,
    )
  return fc.oneof(
    { arbitrary: plain, weight: 12 },
    { arbitrary: badlySent, weight: 5 },
    { arbitrary: fc.constantFrom(...unreadable(JSON.stringify(good.body))), weight: 1 },
  )
}

/** Starts a server that answers a request to `/<key>…` with the bytes of `answerTo` and closes the connection. */
export async function startHostileServer(answerTo: (key: string, path: string) => Buffer): Promise<{
  readonly url: string
  close(): Promise<void>
}> {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    let head = ''
    let answered = false
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1')
      // The request's body follows its headers at once; it is not needed.
      if (!head.includes('\r\n\r\n') || answered) return
      answered = true
      const [, key = '', path = ''] = /^\S+ \/(\d+)(\S*)/.exec(head) ?? []
      const wire = answerTo(key, path)
      // Sends the headers first, so that a bad body fails while it is read.
      const body = wire.indexOf('\r\n\r\n') + 4
      socket.write(wire.subarray(0, body))
      setImmediate(() => socket.end(wire.subarray(body)))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
