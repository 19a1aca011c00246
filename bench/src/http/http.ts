import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export interface Answer {
  readonly status: number
  readonly body: unknown
  /** Cookies that the answer set, each as `name=value`. */
  readonly cookies: readonly string[]
}

export interface Sent {
  readonly bearer?: string
  /** `name=value`. */
  readonly cookie?: string
  readonly idempotencyKey?: string
  /** Sent as JSON. */
  readonly json?: object
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>
}

/** Makes one call over keep-alive connections. `fetch` would take CPU time from the measured processes. */
export function call(
  method: string,
  url: string,
  { bearer, cookie, idempotencyKey, json, form }: Sent = {},
): Promise<Answer> {
  const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : ''
  const headers: Record<string, string> = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(cookie !== undefined && { cookie }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(json && { 'content-type': 'application/json' }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent, timeout: 30_000 }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        const isJson = (response.headers['content-type'] ?? '').includes('json')
        const cookies = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '')
        resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text, cookies })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${url} took over 30 s`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns the body of a call that must succeed. Throws with any other answer. */
export async function ask<T>(method: string, url: string, sent: Sent = {}): Promise<T> {
  return (await succeed(method, url, sent)).body as T
}

/** Returns the answer of a call that must succeed. Throws with any other answer. */
export async function succeed(method: string, url: string, sent: Sent = {}): Promise<Answer> {
  const answer = await call(method, url, sent)
  if (answer.status < 400) return answer
  throw new Error(`${method} ${new URL(url).pathname}: ${answer.status} ${JSON.stringify(answer.body)}`)
}
