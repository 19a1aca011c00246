import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port of this machine for a server that listens on it later: below those that outgoing connections take (32,768 and
 * up), so that none of them has come to it meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
