import { setTimeout as sleep } from 'node:timers/promises'
import { StartError, Stopped } from './errors.ts'
import type { Service } from './service.ts'
import type { Settings } from './settings.ts'

const longestStart = 120_000

/**
 * Waits until the server says that it is ready. Throws `StartError` when a process has ended `tries` times or two
 * minutes pass, `Stopped` when `signal` aborts.
 */
export async function untilReady(
  settings: Settings,
  services: readonly Service[],
  tries: number,
  signal: AbortSignal,
): Promise<void> {
  const host = ['0.0.0.0', '::', 'localhost'].includes(settings.host) ? '127.0.0.1' : settings.host
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}/readyz`
  const deadline = Date.now() + longestStart
  while (!(await answers(url))) {
    if (signal.aborted) throw new Stopped()
    for (const service of services) failIfHopeless(service, tries, settings)
    if (Date.now() > deadline) {
      throw new StartError(
        `The server is not ready after two minutes; see ${settings.dataDir}/logs/server.log`,
      )
    }
    await sleep(100)
  }
}

function failIfHopeless(service: Service, tries: number, settings: Settings): void {
  const { count, lastWords } = service.failures()
  if (count < tries) return
  throw new StartError(
    `The ${service.name} does not start: ${lastWords} (see ${settings.dataDir}/logs/${service.name}.log)`,
  )
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
