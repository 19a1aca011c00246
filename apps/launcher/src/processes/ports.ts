import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, StartError } from '../errors.ts'

/**
 * Throws `StartError` unless a process can listen there. Retries a port in use for `patience` milliseconds,
 * because after a kill the old server may still be exiting.
 */
export async function checkPort(port: number, host: string, patience: number): Promise<void> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      await bindOnce(port, host)
      return
    } catch (error) {
      const code = errorCode(error)
      if (code !== 'EADDRINUSE') throw new StartError(unbindable(port, host, code))
      if (Date.now() >= deadline) {
        throw new StartError(
          `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port === 65_535 ? 3000 : port + 1} npm start`,
        )
      }
      await sleep(100)
    }
  }
}

function unbindable(port: number, host: string, code: string | undefined): string {
  if (code === 'EACCES')
    return `Port ${port} is reserved for the system. Choose one above 1023: PORT=3000 npm start`
  return `Can’t listen on HOST=${host} (${code ?? 'unknown error'}). Remove HOST, or set it to an address of this machine.`
}

async function bindOnce(port: number, host: string): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  await new Promise((resolve) => server.close(resolve))
}
