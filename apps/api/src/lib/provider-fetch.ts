import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { currentTraceparent } from './tracing.ts'

/** Maximum size of a provider's response, in bytes: the longest page of Stripe's books is under 1 MB. */
const LARGEST = 4 * 1024 * 1024

/** Statuses without a body; `Response` rejects one. */
const BODILESS = new Set([204, 205, 304])

/** Reads the whole body. Throws when it is truncated, too large, or compressed although we ask for plain text. */
async function readWhole(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = message.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new Error(`The answer is packed as ${encoding}`)
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early closes the connection, so an endless response costs no more than the limit.
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > LARGEST) throw new Error('The answer is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks, size))
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  return headers
}

async function exchange(asked: Request, signal: AbortSignal | undefined): Promise<Response> {
  const body = Buffer.from(await asked.arrayBuffer())
  const traceparent = currentTraceparent()
  const headers = {
    ...Object.fromEntries(asked.headers),
    // An uncompressed response cannot expand in memory.
    'accept-encoding': 'identity',
    'content-length': String(body.length),
    // Random ids, so that a provider's support can find the call in its own traces.
    ...(traceparent !== null && { traceparent }),
  }
  const send = asked.url.startsWith('https:') ? requestHttps : requestHttp
  const sent = send(asked.url, { method: asked.method, headers, ...(signal && { signal }) })
  // A broken body also raises this event, after `readWhole` has thrown.
  sent.on('error', () => undefined)
  sent.end(body)
  const [message] = (await once(sent, 'response')) as [IncomingMessage]
  const status = message.statusCode ?? 0
  try {
    if (status >= 300 && status < 400 && message.headers.location !== undefined)
      throw new Error('The answer is a redirect')
    const told = await readWhole(message)
    return new Response(BODILESS.has(status) ? null : told, { status, headers: headersOf(message) })
  } finally {
    if (!message.complete) message.destroy()
  }
}

/**
 * The `fetch` for every provider. Throws TypeError without a complete response. A redirect is a failure: provider
 * addresses come from the settings, and a redirect must not send a key elsewhere. Uses Node's HTTP client rather than
 * its `fetch`, which can end the process when the connection of a compressed response closes (nodejs/undici#5360).
 */
export const providerFetch: typeof fetch = async (input, init) => {
  try {
    return await exchange(new Request(input, init), init?.signal ?? undefined)
  } catch (cause) {
    // Omits the cause's own code, on which Stripe's SDK would base a retry.
    throw new TypeError('The provider did not answer', { cause })
  }
}
