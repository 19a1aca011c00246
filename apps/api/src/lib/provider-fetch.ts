import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { currentTraceparent } from './tracing.ts'

export interface HttpRequest {
  /** Default: `GET`. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Ends the call, from the connection to the last byte of the answer. */
  readonly signal?: AbortSignal
}

/** A whole answer. */
export interface HttpAnswer {
  /** From 200 to 599. */
  readonly status: number
  /** By name in lower case. */
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null | undefined }
  /** Returns the body, decoded as UTF-8 without a byte order mark. */
  text(): string | Promise<string>
}

/** The part of `fetch` that the providers' adapters use. Throws without a whole answer. */
export type ProviderFetch = (url: string, request?: HttpRequest) => Promise<HttpAnswer>

/** Maximum size of a provider's response, in bytes: the longest page of Stripe's books is under 1 MB. */
const LARGEST = 4 * 1024 * 1024

const utf8 = new TextDecoder()

/** Returns why we don't accept an answer with this status and these headers; undefined if we do. */
function faultOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  const { location, 'content-encoding': encoding = 'identity' } = headers
  if (statusCode < 200 || statusCode > 599) return 'The answer has no valid status'
  if (statusCode >= 300 && statusCode < 400 && location !== undefined) return 'The answer is a redirect'
  if (encoding !== 'identity') return `The answer is packed as ${encoding}`
  return undefined
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, body: Buffer): HttpAnswer {
  return {
    status: statusCode,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    text: () => utf8.decode(body),
  }
}

/** Reads the whole answer. `fail` is called when it is cut short, too large, compressed or a redirect. */
function readAnswer(
  message: IncomingMessage,
  done: (answer: HttpAnswer) => void,
  fail: (cause: Error) => void,
): void {
  message.on('error', fail)
  const fault = faultOf(message)
  if (fault !== undefined) return fail(new Error(fault))
  const chunks: Buffer[] = []
  let size = 0
  message.on('data', (chunk: Buffer) => {
    size += chunk.byteLength
    // Failing closes the connection, so an endless response costs no more than the limit.
    if (size > LARGEST) fail(new Error('The answer is too large'))
    else chunks.push(chunk)
  })
  message.on('end', () => done(answerOf(message, Buffer.concat(chunks, size))))
}

/** A secret from the environment may end with a line break, which Node refuses in a header. */
const trimmed = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]))

function exchange(url: string, { method = 'GET', headers = {}, body = '', signal }: HttpRequest) {
  return new Promise<HttpAnswer>((resolve, reject) => {
    signal?.throwIfAborted()
    const traceparent = currentTraceparent()
    const send = url.startsWith('https:') ? requestHttps : requestHttp
    const sent = send(url, {
      method,
      headers: {
        ...trimmed(headers),
        // An uncompressed response cannot expand in memory.
        'accept-encoding': 'identity',
        'content-length': Buffer.byteLength(body),
        // Random ids, so that a provider's support can find the call in its own traces.
        ...(traceparent !== null && { traceparent }),
      },
    })
    const fail = (cause: Error): void => {
      signal?.removeEventListener('abort', abort)
      sent.destroy()
      reject(cause)
    }
    const abort = (): void => fail(signal?.reason as Error)
    signal?.addEventListener('abort', abort)
    sent.on('error', fail)
    sent.on('response', (message) =>
      readAnswer(
        message,
        (answer) => {
          signal?.removeEventListener('abort', abort)
          resolve(answer)
        },
        fail,
      ),
    )
    sent.end(body)
  })
}

/**
 * Calls a provider over a connection of Node's agents, which keep it for later calls. Throws TypeError without a whole
 * answer, also when the provider closed a kept connection while we sent: it may have received the request, so nothing
 * is sent twice. A redirect is a failure: provider addresses come from the settings, and a redirect must not send a key
 * elsewhere. Uses Node's HTTP client rather than its `fetch`, which costs more than twice the processor time, and can
 * end the process when the connection of a compressed response closes (nodejs/undici#5360).
 */
export const providerFetch: ProviderFetch = async (url, request = {}) => {
  try {
    return await exchange(url, request)
  } catch (cause) {
    // Omits the cause's own code, on which Stripe's SDK would base a retry.
    throw new TypeError('The provider did not answer', { cause })
  }
}

/** Statuses without a body; `Response` rejects one. */
const BODILESS = new Set([204, 205, 304])

/** Returns a whole `fetch`, for libraries that accept nothing else: the sign-in services' own. */
export const wholeFetch =
  (ask: ProviderFetch): typeof fetch =>
  async (input, init) => {
    const asked = new Request(input, init)
    const body = new Uint8Array(await asked.arrayBuffer())
    const answer = await ask(asked.url, {
      method: asked.method,
      headers: Object.fromEntries(asked.headers),
      ...(body.length > 0 && { body }),
      ...(init?.signal && { signal: init.signal }),
    })
    const { status, headers } = answer
    const text = await answer.text()
    return new Response(BODILESS.has(status) ? null : text, { status, headers: [...headers] })
  }
