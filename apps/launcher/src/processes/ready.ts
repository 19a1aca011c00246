import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError, Stopped } from '../errors.ts'
import type { Service } from './service.ts'
import type { Settings } from '../settings.ts'

const longestStart = 120_000

interface Launched extends Settings {
  /** A secret that only our server knows: another server on the port cannot answer with it. */
  launch: string
}

/**
 * Waits until the server reports ready. Throws `StartError` when a process refuses its settings or has ended
 * `tries` times, or after two minutes; throws `Stopped` when `signal` aborts.
 */
export async function untilReady(
  settings: Launched,
  services: readonly Service[],
  tries: number,
  signal: AbortSignal,
): Promise<void> {
  const host = ['0.0.0.0', '::', 'localhost'].includes(settings.host) ? '127.0.0.1' : settings.host
  const deadline = Date.now() + longestStart
  while (!(await answers(host, settings))) {
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
  const refusal = service.refusal()
  if (refusal !== undefined) throw new StartError(refusal)
  const { count, lastWords } = service.failures()
  if (count < tries) return
  throw new StartError(
    `The ${service.name} does not start: ${lastWords} (see ${settings.dataDir}/logs/${service.name}.log)`,
  )
}

async function answers(host: string, settings: Launched): Promise<boolean> {
  try {
    const { statusCode, headers } = await readiness(host, settings)
    return statusCode === 200 && headers['sesa-launch'] === settings.launch
  } catch {
    return false
  }
}

/** Requests `/readyz`. Over TLS, the server must present the configured certificate and public host name. */
async function readiness(host: string, { port, certFile, publicUrl }: Settings): Promise<IncomingMessage> {
  const place = { host, port, path: '/readyz', signal: AbortSignal.timeout(5000), agent: false }
  const request =
    certFile === undefined
      ? httpGet(place)
      : httpsGet({
          ...place,
          ca: await readFile(certFile),
          allowPartialTrustChain: true,
          servername: new URL(publicUrl).hostname,
        })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response
}
