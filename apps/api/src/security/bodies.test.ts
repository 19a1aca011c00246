import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { ERRORS } from '@sesa/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasDuplicateKey } from '../http/server/json-body.ts'
import { Client, type Answer } from './testing/client.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'

let world: ProductWorld
beforeAll(async () => {
  world = await startProduct()
})
afterAll(() => world.close())

const CONTACT = '{"name":"Musu","email":"m@example.com","message":"'
const latin1 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'))

function post(raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Answer> {
  return new Client(world.base).request('POST', '/contact', { raw, headers })
}

describe('a body', () => {
  it.each([
    ['larger than 128 kB', `${CONTACT}${'x'.repeat(140_000)}"}`, {}, 'body_too_large'],
    ['100,000 levels deep', '['.repeat(100_000) + ']'.repeat(100_000), {}, 'body_too_large'],
    ['30,000 levels deep', '['.repeat(30_000) + ']'.repeat(30_000), {}, 'invalid_field'],
    [
      '30,000 levels deep in a field',
      `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      {},
      'missing_field',
    ],
    ['that reaches for the prototype', `{"__proto__":{"name":"x"}}`, {}, 'malformed_json'],
    ['that reaches for the constructor', `{"constructor":{"prototype":{"a":1}}}`, {}, 'malformed_json'],
    ['that names a field twice', `${CONTACT}a","message":"b"}`, {}, 'malformed_json'],
    ['that names a field twice, once escaped', `${CONTACT}a","mess\\u0061ge":"b"}`, {}, 'malformed_json'],
    ['of another type', '{"name":5,"email":"m@example.com","message":"a"}', {}, 'name_invalid'],
    ['of invalid UTF-8', latin1(`${CONTACT}\xff\xfe"}`), {}, 'malformed_json'],
    ['of UTF-8 that was cut', latin1(`${CONTACT}\xf0\x9f\x98"}`), {}, 'malformed_json'],
    ['with overlong UTF-8', latin1(`${CONTACT}\xc0\xaf"}`), {}, 'malformed_json'],
    [
      'that is compressed',
      new Uint8Array(gzipSync(`${CONTACT}a"}`)),
      { 'content-encoding': 'gzip' },
      'unsupported_media_type',
    ],
    ['of XML', '<a/>', { 'content-type': 'application/xml' }, 'unsupported_media_type'],
    ['of no type', '{}', { 'content-type': '' }, 'unsupported_media_type'],
    ['with a NUL', `${CONTACT}a\\u0000b"}`, {}, undefined],
    ['with half a character', `${CONTACT}a\\ud800b"}`, {}, undefined],
  ] as const)('%s is refused with a code of the list', async (_what, raw, headers, code) => {
    const { status, code: answered, text } = await post(raw, headers)
    if (code !== undefined) expect(answered, text).toBe(code)
    expect(status, text).toBeLessThan(500)
    if (answered !== undefined) expect(Object.keys(ERRORS)).toContain(answered)
  })

  it('with text that PostgreSQL cannot store is refused, wherever it is used', async () => {
    const client = new Client(world.base)
    const answers = [
      await client.send('POST', '/auth/email/sign-in', { email: '\u0000', password: 'x' }),
      await client.send('POST', '/auth/email/sign-in', { email: 'a@b.co', password: '\u0000' }),
      await client.send('POST', '/interest', { topic: 'loans', email: '\u0000@b.co' }),
      await client.send('GET', '/countries?name=%00'),
    ]
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
    expect([answers[0]?.status, answers[0]?.code]).toEqual([400, 'invalid_field'])
  })

  it('with values that only look like duplicate keys is accepted', () => {
    for (const json of [
      '{"a":{"b":1},"b":[{"b":1},{"b":2}]}',
      '{"a":"a\\":{","b":"\\\\"}',
      '["a","a"]',
      '""',
    ])
      expect(hasDuplicateKey(json), json).toBe(false)
    for (const json of ['{"a":1,"b":{},"a" : 2}', '[{"x":{"y":1,"y":1}}]', '{"\\"":1,"\\u0022":2}'])
      expect(hasDuplicateKey(json), json).toBe(true)
  })
})

/** Sends these bytes unchanged; returns the whole answer. */
async function raw(...parts: string[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(world.base).port) })
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (data: Buffer) => (text += data.toString()))
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return text
}

describe('a request', () => {
  it.each([
    [
      'with 20 kB of headers',
      `GET /config HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      'headers_too_large',
    ],
    ['that is none', 'hello\r\n\r\n', 'malformed_request'],
    [
      'with two lengths',
      'POST /contact HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello',
      'malformed_request',
    ],
    [
      'with a length and chunks',
      'POST /contact HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'malformed_request',
    ],
    [
      'with a line feed in a header',
      'GET /config HTTP/1.1\r\nhost: localhost\r\na: b\nc: d\r\n\r\n',
      'malformed_request',
    ],
    [
      'with a path that cannot be read',
      'GET /user/%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      'malformed_request',
    ],
    ['by TRACE', 'TRACE / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 'not_found'],
  ])('%s is refused in the usual error shape', async (_what, bytes, code) => {
    const text = await raw(bytes)
    expect(text).toContain(`"code":"${code}"`)
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(text).toContain('frame-ancestors')
  })
})
