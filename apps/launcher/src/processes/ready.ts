import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError, Stopped } from '../errors.ts'
import { Listening } from './progress.ts'
import type { Service } from './service.ts'
import type { Settings } from '../settings.ts'

const lookEvery = 1_000
/** Maximum wait for the first exchange rates: the worker's first attempt at every source. */
const longestWaitForRates = 15_000

interface Launched extends Settings {
  /** A secret that only our server knows: another server on the port cannot answer with it. */
  launch: string
}

/**
 * Waits until the server reports ready, and `say`s what the processes are waiting for. Throws `StartError` when a
 * process refuses its settings or has ended `tries` times, or after two minutes without any report from a process; each
 * process waits a minute for the database before it ends. Throws `Stopped` when `signal` aborts.
 */
export async function untilReady(
  settings: Launched,
  services: readonly Service[],
  { tries, say, signal }: { tries: number; say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const listening = new Listening(Date.now())
  let looked = Date.now()
  while (!(await answers(settings))) {
    if (signal.aborted) throw new Stopped()
    for (const service of services) failIfHopeless(service, tries, settings)
    if (Date.now() - looked >= lookEvery) {
      looked = Date.now()
      const progress = await Promise.all(services.map((service) => service.progress()))
      listening.hear(progress, Date.now()).forEach(say)
    }
    if (listening.isOver(Date.now())) {
      throw new StartError(
        `The server isn’t ready, and no process has reported progress for two minutes; see ${settings.dataDir}/logs/server.log`,
      )
    }
    await sleep(100)
  }
}

/**
 * Waits until the server can price a transfer: after the very first start it refuses with 503 until the worker has
 * stored exchange rates. Returns false if there are none after 15 seconds, for example because every source is
 * unavailable; throws `Stopped` when `signal` aborts.
 */
export async function untilPriced(settings: Settings, signal: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + longestWaitForRates
  while (!(await prices(settings))) {
    if (signal.aborted) throw new Stopped()
    if (Date.now() > deadline) return false
    await sleep(100)
  }
  return true
}

async function prices(settings: Settings): Promise<boolean> {
  try {
    return (await get(settings, '/currency/rates/USD/LRD/1')).statusCode !== 503
  } catch {
    return false
  }
}

function failIfHopeless(service: Service, tries: number, settings: Settings): void {
  const refusal = service.refusal()
  if (refusal !== undefined) throw new StartError(refusal)
  const { count, lastWords } = service.failures()
  if (count < tries) return
  throw new StartError(
    `The ${service.name} isn’t starting: ${lastWords} (see ${settings.dataDir}/logs/${service.name}.log)`,
  )
}

async function answers(settings: Launched): Promise<boolean> {
  try {
    const { statusCode, headers } = await get(settings, '/readyz')
    return statusCode === 200 && headers['sesa-launch'] === settings.launch
  } catch {
    return false
  }
}

/** Requests a path of the server. Over TLS, it must present the configured certificate and public host name. */
async function get(settings: Settings, requested: string): Promise<IncomingMessage> {
  const { port, certFile, publicUrl } = settings
  const host = ['0.0.0.0', '::', 'localhost'].includes(settings.host) ? '127.0.0.1' : settings.host
  const place = { host, port, path: requested, signal: AbortSignal.timeout(5000), agent: false }
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
