import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the system's ports for outgoing connections, which could take ours while a process is dead. */
const RANGE = { from: 20_000, to: 32_000 }

/** Returns an unused port that no outgoing connection will get. */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(RANGE.from, RANGE.to)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
