import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBase } from './base.ts'
import { hasOneMeaning } from './base.ts'

const HOST = 'sesa.example'

describe('a request has one meaning', () => {
  it.each<[string, readonly string[], string, boolean]>([
    ['with one host', ['Host', HOST], '/config', true],
    ['with two hosts', ['Host', HOST, 'host', 'evil.example'], '/config', false],
    ['with one host twice', ['Host', HOST, 'HOST', HOST], '/config', false],
    [
      'with two callers',
      ['Host', HOST, 'Authorization', 'Bearer a', 'authorization', 'Bearer b'],
      '/',
      false,
    ],
    [
      'with two origins',
      ['Host', HOST, 'Origin', 'https://a.example', 'Origin', 'https://b.example'],
      '/',
      false,
    ],
    ['with two kinds of body', ['Host', HOST, 'Content-Type', 'a/b', 'Content-Type', 'c/d'], '/', false],
    ['with two cookies', ['Host', HOST, 'Cookie', 'a=1', 'Cookie', 'b=2'], '/', true],
    ['for its own whole address', ['Host', HOST], `http://${HOST}/config`, true],
    ['for its own whole address with a port', ['Host', `${HOST}:3000`], `http://${HOST}:3000/config`, true],
    ['for another whole address', ['Host', HOST], 'http://evil.example/config', false],
    ['for another port', ['Host', HOST], `http://${HOST}:81/config`, false],
    ['for an address with a user', ['Host', HOST], `http://${HOST}@evil.example/`, false],
    ['for no address', ['Host', HOST], 'config', false],
    ['for everything', ['Host', HOST], '*', true],
  ])('%s', (_what, rawHeaders, url, expected) => {
    expect(hasOneMeaning({ rawHeaders: [...rawHeaders], url })).toBe(expected)
  })
})

describe('the server', () => {
  let port = 0
  let app: Awaited<ReturnType<typeof createBase>>
  beforeAll(async () => {
    app = await createBase({ kind: 'server', publicUrl: `http://${HOST}`, logLevel: 'silent' })
    app.route({ method: ['GET', 'POST'], url: '/config', handler: async () => ({ served: true }) })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = app.server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(() => app.close())

  const send = async (...lines: readonly string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`${lines.join('\r\n')}\r\n\r\n`)
    return (await text(socket)).split('\r\n')[0] ?? ''
  }

  it.each([
    ['GET /config HTTP/1.1', `Host: ${HOST}`, 'Host: evil.example'],
    ['GET /config HTTP/1.1', 'Host: evil.example', `Host: ${HOST}`],
    ['GET http://evil.example/config HTTP/1.1', `Host: ${HOST}`],
    ['GET /config HTTP/1.1', `Host: ${HOST}`, 'Authorization: Bearer a', 'Authorization: Bearer b'],
    // Requests that Node itself rejects.
    ['GET /config HTTP/1.1', 'Connection: close'],
    ['POST /config HTTP/1.1', `Host: ${HOST}`, 'Content-Length: 1', 'Content-Length: 2'],
    ['POST /config HTTP/1.1', `Host: ${HOST}`, 'Content-Length: 1', 'Transfer-Encoding: chunked'],
    [
      'POST /config HTTP/1.1',
      `Host: ${HOST}`,
      'Transfer-Encoding: identity, chunked',
      'Transfer-Encoding: x',
    ],
    ['GET /config HTTP/1.1', `Host : ${HOST}`],
    ['GET /config HTTP/1.1', `Host: ${HOST}`, ' folded'],
  ])('answers 400 to %s %s %s', async (...lines) => {
    expect(await send(...lines)).toBe('HTTP/1.1 400 Bad Request')
  })

  it('serves its own address in both forms', async () => {
    for (const target of ['/config', `http://${HOST}/config`])
      expect(await send(`GET ${target} HTTP/1.1`, `Host: ${HOST}`, 'Connection: close')).toBe(
        'HTTP/1.1 200 OK',
      )
  })
})
