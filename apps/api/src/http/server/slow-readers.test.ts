import { PATIENCE } from '@sesa/test-kit/patience'
import Fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createListener } from './listener.ts'
import { cutSlowReaders } from './base.ts'

/** More than both kernels buffer for one connection. */
const SIZE = 64 * 1024 * 1024
const NEVER = 3_600_000

let app: FastifyInstance
let reader: Socket
afterEach(async () => {
  reader.destroy()
  await app.close()
})

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

/** Requests a response, by default a long one; `ours` is the server's end of that connection. */
async function ask(limits: { standstill: number; whole: number }, size = SIZE): Promise<{ ours: Socket }> {
  app = Fastify({ serverFactory: createListener().serverFactory })
  cutSlowReaders(app, limits)
  app.get('/', () => Buffer.alloc(size, '.'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  reader = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  reader.on('error', () => undefined)
  reader.write(REQUEST)
  const [ours] = await connected
  return { ours }
}

describe('a slow reader', () => {
  it('that reads nothing of a response is disconnected', async () => {
    const { ours } = await ask({ standstill: 200, whole: NEVER })
    await once(ours, 'close')
  })

  it('that reads a few bytes at a time is disconnected', async () => {
    const { ours } = await ask({ standstill: NEVER, whole: 1_000 })
    const sips = setInterval(() => reader.read(1), 20)
    await once(ours, 'close')
    clearInterval(sips)
  })
})

it('that finished in time may use the same connection again later', async () => {
  const WHOLE = 300
  await ask({ standstill: NEVER, whole: WHOLE }, 10)
  let taken = ''
  reader.on('data', (data) => (taken += String(data)))
  const answers = () => taken.split('..........').length - 1
  await vi.waitUntil(() => answers() === 1, PATIENCE)
  await sleep(2 * WHOLE)
  reader.write(REQUEST)
  await vi.waitUntil(() => answers() === 2, PATIENCE)
})

it('that keeps reading gets the whole response', async () => {
  await ask({ standstill: 10_000, whole: NEVER })
  let taken = 0
  for await (const chunk of reader) {
    taken += (chunk as Buffer).length
    if (taken > SIZE) break
  }
  expect(taken).toBeGreaterThan(SIZE)
})
