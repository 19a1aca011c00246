import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A fault of a wire, in both directions: Toxiproxy's eight toxics under their own names
 * (https://github.com/Shopify/toxiproxy#toxics), and two more. `lost_answer`: the request gets through, its answer does
 * not. `forgotten`: existing connections go silent, as behind a firewall that has dropped their state.
 */
export type Toxic =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'down' }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  /** Delays the end of a connection. */
  | { readonly kind: 'slow_close'; readonly ms: number }
  /** No data gets through, and the connection ends after `ms`; 0: it waits until the toxic is cleared. */
  | { readonly kind: 'timeout'; readonly ms: number }
  | { readonly kind: 'reset_peer'; readonly ms: number }
  | { readonly kind: 'slicer'; readonly bytes: number; readonly ms: number }
  /** The connection ends after `bytes`. */
  | { readonly kind: 'limit_data'; readonly bytes: number }
  /** Of the requests that contain the text, every nth loses its answer, or only the nth. */
  | { readonly kind: 'lost_answer'; readonly text: string; readonly every?: number; readonly only?: number }
  | { readonly kind: 'forgotten' }

/** A proxy for all connections to one address, which can inject faults. */
export interface Wire {
  readonly port: number
  /** Connections made so far. */
  readonly connections: number
  /** Connections that ended, and answers that were lost, because of a toxic. */
  readonly harmed: number
  /** Sets a toxic in place of any other; undefined clears it. */
  set(toxic: Toxic | undefined): Promise<void>
  close(): Promise<void>
}

type Way = 'up' | 'down'

interface Connection {
  readonly near: Socket
  readonly far: Socket
  bytes: number
  /** Its next answer is lost. */
  isMute: boolean
  isForgotten: boolean
}

/** Opens a wire from a local port to another. */
export async function openWire({ port, to }: { port: number; to: number }): Promise<Wire> {
  const open = new Set<Connection>()
  let toxic: Toxic | undefined
  let changed = Promise.withResolvers<void>()
  let connections = 0
  let harmed = 0
  let requests = 0

  const end = (connection: Connection): void => {
    if (!open.delete(connection)) return
    harmed++
    connection.near.resetAndDestroy()
    connection.far.destroySoon()
  }
  const endAfter = async (connection: Connection, ms: number): Promise<void> => {
    const { promise } = changed
    if ((await Promise.race([promise, sleep(ms, 'over')])) === 'over') end(connection)
  }
  /** Starts the toxics that end a connection without any traffic. */
  const strike = (connection: Connection): void => {
    if (toxic?.kind === 'reset_peer') void endAfter(connection, toxic.ms)
    if (toxic?.kind === 'timeout' && toxic.ms > 0) void endAfter(connection, toxic.ms)
  }
  const losesAnswer = (chunk: Buffer): boolean => {
    if (toxic?.kind !== 'lost_answer' || !chunk.includes(toxic.text)) return false
    requests++
    return toxic.only === undefined ? requests % (toxic.every ?? 1) === 0 : requests === toxic.only
  }
  const write = async (target: Socket, part: Buffer): Promise<void> => {
    if (!target.write(part)) await Promise.race([once(target, 'drain'), once(target, 'close')])
  }

  async function pass(connection: Connection, chunk: Buffer, way: Way, target: Socket): Promise<void> {
    if (connection.isForgotten) return
    if (connection.isMute && way === 'down') return end(connection)
    while (toxic?.kind === 'timeout') await changed.promise
    if (toxic?.kind === 'latency') await sleep(toxic.ms)
    if (toxic?.kind === 'bandwidth') await sleep((chunk.length / toxic.bytesPerSecond) * 1_000)
    if (toxic?.kind === 'slicer') {
      const { bytes, ms } = toxic
      for (let at = 0; at < chunk.length; at += bytes) {
        await write(target, chunk.subarray(at, at + bytes))
        await sleep(ms)
      }
      return
    }
    if (toxic?.kind === 'limit_data') {
      const left = toxic.bytes - connection.bytes
      connection.bytes += chunk.length
      if (left < chunk.length) {
        await write(target, chunk.subarray(0, Math.max(0, left)))
        return end(connection)
      }
    }
    if (way === 'up' && losesAnswer(chunk)) connection.isMute = true
    await write(target, chunk)
  }

  async function carry(connection: Connection, way: Way): Promise<void> {
    const [source, target] =
      way === 'up' ? [connection.near, connection.far] : [connection.far, connection.near]
    try {
      // A peer that has finished sending may still be reading.
      for await (const chunk of source.iterator({ destroyOnReturn: false }))
        await pass(connection, chunk as Buffer, way, target)
      if (connection.isForgotten) return
      if (toxic?.kind === 'slow_close') await sleep(toxic.ms)
      target.end()
    } catch {
      // End the other side too, whichever way this one ended.
      if (!connection.isForgotten) target.destroy()
    }
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const connection: Connection = { near, far, bytes: 0, isMute: false, isForgotten: false }
    open.add(connection)
    connections++
    near.on('error', () => undefined)
    far.on('error', () => undefined)
    strike(connection)
    void Promise.all([carry(connection, 'up'), carry(connection, 'down')]).then(() => {
      // A forgotten connection stays open until the wire is closed.
      if (!connection.isForgotten) open.delete(connection)
    })
  })
  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const hangUp = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    for (const connection of open) end(connection)
    await closed
  }
  await listen()

  return {
    port,
    get connections() {
      return connections
    },
    get harmed() {
      return harmed
    },
    async set(next) {
      toxic = next
      requests = 0
      changed.resolve()
      changed = Promise.withResolvers<void>()
      if (next?.kind === 'down') return hangUp()
      if (!server.listening) await listen()
      for (const connection of open) {
        connection.bytes = 0
        if (next?.kind === 'forgotten') {
          connection.isForgotten = true
          harmed++
        }
        strike(connection)
      }
    },
    async close() {
      toxic = undefined
      changed.resolve()
      if (server.listening) await hangUp()
    },
  }
}
