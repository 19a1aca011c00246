import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface DatabaseProxy {
  /** The database's address through this proxy. */
  readonly url: string
  /** Returns the number of connections so far. */
  countConnections(): number
  /** Freezes the open connections: they stay open but pass no data. New ones still work. */
  freezeOpen(): void
  /** Freezes open and new connections. */
  freezeAll(): void
  close(): void
}

/** Starts a proxy to the database whose connections open after `slowMs` and can be frozen; by default on a free port. */
export async function startDatabaseProxy(databaseUrl: string, slowMs = 0, at = 0): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl)
  const { port, hostname } = url
  const ends = new Set<Socket>()
  let made = 0
  let isSilent = false
  const server = createServer((near) => {
    made++
    ends.add(near.on('error', () => undefined))
    if (isSilent) return
    const far = connect(Number(port), hostname)
    ends.add(far.on('error', () => undefined))
    far.pipe(near)
    if (slowMs === 0) near.pipe(far)
    else setTimeout(() => near.pipe(far), slowMs)
  })
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  url.port = String((server.address() as AddressInfo).port)
  const forget = (): void => {
    for (const socket of ends) socket.unpipe().pause()
  }
  return {
    url: url.href,
    countConnections: () => made,
    freezeOpen: forget,
    freezeAll() {
      isSilent = true
      forget()
    },
    close() {
      for (const socket of ends) socket.destroy()
      server.close()
    },
  }
}
