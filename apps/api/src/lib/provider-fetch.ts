import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'

/** Largest answer taken from a provider, in bytes: the fullest page of Stripe's books is under 1 MB. */
const LARGEST = 4 * 1024 * 1024

/** Statuses whose answer has no body; `Response` refuses one. */
const BODILESS = new Set([204, 205, 304])

/** Reads the whole body. Throws when it is cut short, too large, or packed although we ask for it plain. */
async function readWhole(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = message.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new Error(`The answer is packed as ${encoding}`)
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early ends the connection, so an endless answer costs no more than the limit.
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
  const headers = {
    ...Object.fromEntries(asked.headers),
    // An answer that is not packed cannot swell in our memory.
    'accept-encoding': 'identity',
    'content-length': String(body.length),
  }
  const send = asked.url.startsWith('https:') ? requestHttps : requestHttp
  const sent = send(asked.url, { method: asked.method, headers, ...(signal && { signal }) })
  // A broken body raises this event too, after `readWhole` has thrown.
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
 * The `fetch` that every provider is asked with. Throws TypeError when there is no whole answer. A redirect is a
 * failure: providers answer at the addresses that the operator set, and a key must not follow where another's answer
 * sends it. Built on Node's HTTP client and not on its `fetch`, which can end the process when the connection of a
 * packed answer closes (nodejs/undici#5360).
 */
export const providerFetch: typeof fetch = async (input, init) => {
  try {
    return await exchange(new Request(input, init), init?.signal ?? undefined)
  } catch (cause) {
    // Without the cause's own code: by that Stripe's SDK decides to send again by itself.
    throw new TypeError('The provider did not answer', { cause })
  }
}
