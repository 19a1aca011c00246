import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Sent {
  readonly bearer?: string
  /** Sent as JSON. */
  readonly json?: object
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>
}

/** One call over kept connections, with little work of its own: `fetch` would take the processor from what is measured. */
export function call(method: string, url: string, { bearer, json, form }: Sent = {}): Promise<Answer> {
  const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : ''
  const headers: Record<string, string> = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
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
        resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${url} took over 30 s`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The body of a call that must succeed. Throws with what was answered instead. */
export async function ask<T>(method: string, url: string, sent: Sent = {}): Promise<T> {
  const { status, body } = await call(method, url, sent)
  if (status >= 400) throw new Error(`${method} ${new URL(url).pathname}: ${status} ${JSON.stringify(body)}`)
  return body as T
}
