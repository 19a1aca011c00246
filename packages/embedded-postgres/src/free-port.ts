import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { errorCode } from './errors.ts'

/**
 * Returns a free port of 127.0.0.1 for a process that listens on it later. It is below the ports that the kernel
 * assigns to outgoing connections (32,768 and up on Linux), so no connection uses it in the meantime.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const server = createServer()
    try {
      await new Promise<void>((resolve, reject) =>
        server.once('error', reject).listen(port, '127.0.0.1', resolve),
      )
      await new Promise((resolve) => server.close(resolve))
      return port
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw error
    }
  }
}
