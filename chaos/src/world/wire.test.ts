import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { steadyPort } from './ports.ts'
import { openWire, type Toxic, type Wire } from './wire.ts'

let echo: Server
let wire: Wire
/** Everything that reached the other end. */
let arrived: string
/** Connections that the other end holds. */
let held: Socket[]

beforeEach(async () => {
  arrived = ''
  held = []
  echo = createServer({ allowHalfOpen: true }, (socket) => {
    held.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      arrived += chunk.toString()
      socket.write(chunk)
    })
    socket.on('end', () => socket.end())
  })
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  wire = await openWire({ port: await steadyPort(), to: (echo.address() as AddressInfo).port })
})
afterEach(async () => {
  await wire.close()
  echo.close()
})

async function dial(): Promise<Socket> {
  const socket = connect({ port: wire.port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  return socket
}

/** Sends the words and ends the sending side. Returns the answer, or the code of an error. */
async function say(words: string): Promise<string> {
  const socket = await dial()
  const heard = text(socket)
  socket.end(words)
  return heard.catch((error: unknown) => String((error as { code?: string }).code))
}

/** Records the bytes received on an open connection, and its end. */
function listen(socket: Socket): { heard: string; end: string | undefined } {
  const ear: { heard: string; end: string | undefined } = { heard: '', end: undefined }
  socket.on('data', (chunk) => (ear.heard += chunk.toString()))
  socket.on('error', (error) => (ear.end = 'code' in error ? String(error.code) : error.message))
  socket.on('close', () => (ear.end ??= 'closed'))
  return ear
}

const WORDS = 'a request of some length\n'.repeat(40)

describe('wire', () => {
  it('carries bytes both ways and closes both ends', async () => {
    expect(await say(WORDS)).toBe(WORDS)
    expect(arrived).toBe(WORDS)
    expect(wire.connections).toBe(1)
    expect(wire.harmed).toBe(0)
  })

  const harmless: Toxic[] = [
    { kind: 'latency', ms: 20 },
    { kind: 'bandwidth', bytesPerSecond: 20_000 },
    { kind: 'slow_close', ms: 50 },
    { kind: 'slicer', bytes: 100, ms: 1 },
    { kind: 'limit_data', bytes: 100_000 },
  ]
  it.each(harmless)('carries everything late with $kind', async (toxic) => {
    await wire.set(toxic)
    expect(await say(WORDS)).toBe(WORDS)
    expect(wire.harmed).toBe(0)
  })

  it('cuts the stream into pieces with slicer', async () => {
    await wire.set({ kind: 'slicer', bytes: 100, ms: 5 })
    const socket = await dial()
    const sizes: number[] = []
    socket.on('data', (chunk) => sizes.push(chunk.length))
    socket.end(WORDS)
    await once(socket, 'close')
    expect(sizes.length).toBeGreaterThan(5)
    expect(Math.max(...sizes)).toBeLessThan(WORDS.length)
  })

  it('refuses and ends connections while down, and accepts them again once cleared', async () => {
    const socket = await dial()
    const ear = listen(socket)
    await wire.set({ kind: 'down' })
    await vi.waitFor(() => expect(ear.end).toBeDefined(), { timeout: 60_000 })
    await expect(dial()).rejects.toThrow(/ECONNREFUSED/)
    await wire.set(undefined)
    expect(await say('again')).toBe('again')
  })

  it('holds the bytes with timeout until it is cleared', async () => {
    await wire.set({ kind: 'timeout', ms: 0 })
    const socket = await dial()
    const ear = listen(socket)
    socket.write('held')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([arrived, ear.heard, ear.end]).toEqual(['', '', undefined])
    await wire.set(undefined)
    await vi.waitFor(() => expect(ear.heard).toBe('held'), { timeout: 60_000 })
    socket.destroy()
  })

  it.each([
    { kind: 'timeout', ms: 20 },
    { kind: 'reset_peer', ms: 0 },
  ] as const)('ends new and open connections with $kind', async (toxic) => {
    const ear = listen(await dial())
    await wire.set(toxic)
    await vi.waitFor(() => expect(ear.end).toBe('ECONNRESET'), { timeout: 60_000 })
    const later = listen(await dial())
    await vi.waitFor(() => expect(later.end).toBe('ECONNRESET'), { timeout: 60_000 })
    expect(wire.harmed).toBe(2)
  })

  it('carries no more bytes than limit_data allows', async () => {
    await wire.set({ kind: 'limit_data', bytes: 30 })
    expect(await say(WORDS)).toBe('ECONNRESET')
    await vi.waitFor(() => expect(arrived).toBe(WORDS.slice(0, 30)), { timeout: 60_000 })
  })

  it('carries the request but not its answer with lost_answer', async () => {
    await wire.set({ kind: 'lost_answer', text: 'commit', only: 2 })
    const socket = await dial()
    const ear = listen(socket)
    for (const words of ['commit 1.', 'begin 2.']) {
      socket.write(words)
      await vi.waitFor(() => expect(ear.heard).toContain(words), { timeout: 60_000 })
    }
    socket.write('commit 2.')
    await vi.waitFor(() => expect(ear.end).toBe('ECONNRESET'), { timeout: 60_000 })
    expect(arrived).toBe('commit 1.begin 2.commit 2.')
    expect(ear.heard).toBe('commit 1.begin 2.')
    expect(await say('commit 3.')).toBe('commit 3.')
    expect(wire.harmed).toBe(1)
  })

  it('loses every second answer with lost_answer', async () => {
    await wire.set({ kind: 'lost_answer', text: 'commit', every: 2 })
    const ends = []
    for (let count = 0; count < 4; count++) ends.push(await say('commit'))
    expect(ends).toEqual(['commit', 'ECONNRESET', 'commit', 'ECONNRESET'])
  })

  it('leaves forgotten connections silent and carries new ones', async () => {
    const old = await dial()
    const ear = listen(old)
    await wire.set({ kind: 'forgotten' })
    old.write('anybody?')
    expect(await say('new')).toBe('new')
    expect(arrived).toBe('new')
    expect([ear.heard, ear.end]).toEqual(['', undefined])
    // Neither side can end it; only closing the wire does.
    old.end()
    for (const socket of held) socket.end()
    await sleep(50)
    expect(ear.end).toBeUndefined()
    await wire.close()
    await vi.waitFor(() => expect(ear.end).toBeDefined(), { timeout: 60_000 })
  })
})
