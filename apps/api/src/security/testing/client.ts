/** A response, with its JSON body parsed. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, unknown>
  /** The error's code. */
  readonly code: string | undefined
}

export interface Sent {
  readonly body?: unknown
  /** Sent unchanged instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | undefined
  /** Undefined headers are left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Returns the status and body of an answer, without the request id that differs each time. */
export function withoutRequestId({ status, body }: Answer): unknown {
  const error = body['error'] as Record<string, unknown> | undefined
  return { status, body: error ? { error: { ...error, requestId: '' } } : body }
}

function parsed(text: string, type: string | null): Record<string, unknown> {
  if (text === '' || !(type ?? '').startsWith('application/json')) return {}
  return JSON.parse(text) as Record<string, unknown>
}

/** One browser over the network: it keeps cookies and, once signed in, sends the ID token. */
export class Client {
  readonly cookies = new Map<string, string>()
  readonly base: string
  bearer: string | undefined

  constructor(base: string) {
    this.base = base
  }

  /** Sends one request, whatever its outcome; redirects are not followed. */
  async request(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<Answer> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const own = {
      // The server may close a kept connection just as it is used again (RFC 9112, section 9.3.1).
      connection: 'close',
      'sec-fetch-site': 'same-origin',
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
      authorization: this.bearer === undefined ? undefined : `Bearer ${this.bearer}`,
      'content-type': payload === undefined ? undefined : 'application/json',
      ...headers,
    }
    const response = await fetch(this.base + path, {
      method,
      redirect: 'manual',
      headers: Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ...(payload !== undefined && { body: payload }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const text = await response.text()
    const answered = parsed(text, response.headers.get('content-type'))
    const error = answered['error'] as { code?: string } | undefined
    return { status: response.status, headers: response.headers, text, body: answered, code: error?.code }
  }

  async send(method: Method, path: string, body?: object): Promise<Answer> {
    return this.request(method, path, body === undefined ? {} : { body })
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const hasEnded = /max-age=0\b/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line)
    if (hasEnded) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
