import type { AnswerOf, BodyOf, Call, ErrorBody, ParamsOf } from '@sesa/contract'
import type { OfficeCall } from '@sesa/contract/office'

/** An answer, or none: status 0 when the connection failed or no answer arrived in time. */
export interface Answer<T = unknown> {
  readonly status: number
  /** Present when the call succeeded. */
  readonly body?: T
  readonly error?: ErrorBody['error']
  readonly retryAfter?: string | null
  /** Cookies that a browser would keep, by name. */
  readonly cookies?: ReadonlyMap<string, string>
}

const PATIENCE_MS = 30_000

function cookiesOf({ headers }: Response): ReadonlyMap<string, string> {
  return new Map(
    headers.getSetCookie().map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return [name, value]
    }),
  )
}

/** Sends one request as JSON or as a form. Never throws: a missing answer has status 0. */
export async function send<T>(
  url: string,
  init: {
    method: string
    bearer?: string | undefined
    json?: object | undefined
    form?: Record<string, string>
    headers?: Record<string, string>
  },
): Promise<Answer<T>> {
  const body = init.json ? JSON.stringify(init.json) : init.form ? new URLSearchParams(init.form) : undefined
  try {
    const response = await fetch(url, {
      method: init.method,
      headers: {
        ...init.headers,
        ...(init.json && { 'content-type': 'application/json' }),
        ...(init.bearer !== undefined && { authorization: `Bearer ${init.bearer}` }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    const parsed: unknown = text === '' ? {} : JSON.parse(text)
    const { status } = response
    if (response.ok) return { status, body: parsed as T, cookies: cookiesOf(response) }
    return { status, error: (parsed as ErrorBody).error, retryAfter: response.headers.get('retry-after') }
  } catch {
    return { status: 0 }
  }
}

export interface Input<C extends Call | OfficeCall> {
  readonly params?: ParamsOf<C>
  readonly body?: BodyOf<C>
  readonly headers?: Record<string, string>
}

/** Makes one call of the contract. */
export async function callApi<C extends Call | OfficeCall>(
  base: string,
  call: C,
  bearer: string | undefined,
  { params, body, headers }: Input<C> = {},
): Promise<Answer<AnswerOf<C>>> {
  const values = new Map(Object.entries<unknown>(params ?? {}))
  const address = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  return send(base + address, {
    method: call.method,
    bearer,
    json: body,
    ...(headers && { headers }),
  })
}
