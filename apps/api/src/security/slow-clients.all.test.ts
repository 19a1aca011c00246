import { once } from 'node:events'
import { connect as connectPlainly, type AddressInfo, type Socket } from 'node:net'
import { connect } from 'node:tls'
import { createAuthority } from '@sesa/test-kit/certificates'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createListener } from '../http/server/listener.ts'
import { createServer } from '../http/server/server.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'

let world: ProductWorld
beforeAll(async () => {
  world = await startProduct()
})
afterAll(() => world.close())

describe('a slow client', () => {
  // The server checks once a second; the exact time-outs are in docs/security/policy.md.
  it('that sends its headers or body too slowly, or reads no answer, is disconnected', async () => {
    /** Keeps sending requests and reads nothing, until the server's buffers are full. */
    const refuseAnswers = async () => {
      const connected = once(world.app.server, 'connection') as Promise<[Socket]>
      const socket = connectPlainly({ host: '127.0.0.1', port: Number(new URL(world.base).port) })
      socket.on('error', () => undefined)
      const [ours] = await connected
      socket.write('GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(300))
      await once(ours, 'close')
      socket.destroy()
    }
    const dribble = (head: string, drop: string) =>
      new Promise<void>((resolve) => {
        const socket = connectPlainly({ host: '127.0.0.1', port: Number(new URL(world.base).port) })
        socket.on('error', () => undefined)
        socket.resume()
        if (head !== '') socket.write(head)
        const timer = setInterval(() => drop !== '' && socket.write(drop), 1_000)
        socket.once('close', () => {
          clearInterval(timer)
          resolve()
        })
      })
    const started = performance.now()
    const after = async (name: string, ended: Promise<void>) => {
      await ended
      return `${name} ${((performance.now() - started) / 1000).toFixed(1)} s`
    }
    const body =
      'POST /contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n'
    const cuts = await Promise.all([
      after('answers refused', refuseAnswers()),
      after('headers', dribble('GET /config HTTP/1.1\r\n', 'x: 1\r\n')),
      after('body', dribble(body, 'x')),
      after('silent', dribble('', '')),
      after('silent after an answer', dribble('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n', '')),
    ])
    console.log(`cut after: ${cuts.join(', ')}`)
    expect(cuts).toHaveLength(5)
  })

  it('of TLS that is silent before or after the handshake, or sends a request too slowly, is disconnected', async () => {
    const authority = await createAuthority()
    const app = await createServer({
      db: world.database.db,
      publicUrl: 'https://sesa.example',
      logLevel: 'silent',
      modules: [],
      authenticate: () => Promise.resolve(null),
      listener: createListener(await authority.issue()),
    })
    onTestFinished(() => app.close())
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const shake = async () => {
      const socket = connect({ host: '127.0.0.1', port, servername: 'sesa.example', ca: authority.cert })
      await once(socket, 'secureConnect')
      return socket
    }
    const before = connectPlainly({ host: '127.0.0.1', port })
    before.on('error', () => undefined).resume()
    const [silent, slow] = [await shake(), await shake()]
    for (const socket of [silent, slow]) socket.on('error', () => undefined).resume()
    slow.write('POST /healthz HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5000\r\n\r\n')
    const drops = setInterval(() => slow.write('x'), 1_000)
    const started = performance.now()
    const after = async (name: string, socket: Socket) => {
      await once(socket, 'close')
      return `${name} ${((performance.now() - started) / 1000).toFixed(1)} s`
    }
    const cuts = await Promise.all([
      after('silent before', before),
      after('silent after', silent),
      after('body', slow),
    ])
    console.log(`cut after: ${cuts.join(', ')}`)
    clearInterval(drops)
    expect(cuts).toHaveLength(3)
  })
})
