import * as v from 'valibot'
import { parseJson } from '../../lib/parse-json.ts'
import { STALE_REQUEST } from '../../modules/transfers/ports.ts'

export interface MomoClientSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** Which of MTN's products pays: each has a subscription key and tokens of its own. */
  readonly product: 'disbursement' | 'remittance'
  readonly subscriptionKey: string
  readonly apiUser: string
  readonly apiKey: string
  /** `mtnghana`, `mtnliberia`; `sandbox` for MTN's own. */
  readonly targetEnvironment: string
  /** How long one call may take, in milliseconds. */
  readonly timeout?: number
}

export interface MomoAnswer {
  readonly status: number
  /** Null when there was none or it is not JSON. */
  readonly body: unknown
}

export interface MomoClient {
  /**
   * Null when nobody can tell what became of the call. `isFresh` is asked when all else is done; when it says no, nothing
   * is sent, and the answer is a refusal with the code of `STALE_REQUEST`.
   */
  call(
    method: 'GET' | 'POST',
    path: string,
    request?: { headers?: Readonly<Record<string, string>>; body?: object; isFresh?: () => boolean },
  ): Promise<MomoAnswer | null>
}

/** A token that no header can carry would break every call until its end. */
const token = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
  expires_in: v.pipe(v.number(), v.minValue(0)),
})

/** Longest that a token is kept, in seconds, whatever it says of itself. */
const LONGEST_SECONDS = 86_400

/** A token this close to its end is not used any more, in milliseconds. */
const SPARE_MS = 60_000

/** Calls of one product in one market, with a token that is fetched when needed and kept while it lives. */
export function createMomoClient(settings: MomoClientSettings, fetchFunction: typeof fetch): MomoClient {
  let kept: { readonly token: string; readonly until: number } | undefined

  const send = async (path: string, init: RequestInit): Promise<MomoAnswer> => {
    const response = await fetchFunction(settings.baseUrl + path, {
      ...init,
      headers: { 'ocp-apim-subscription-key': settings.subscriptionKey, ...init.headers },
      signal: AbortSignal.timeout(settings.timeout ?? 10_000),
    })
    const text = await response.text()
    return { status: response.status, body: parseJson(text) }
  }

  const freshToken = async (): Promise<string | MomoAnswer> => {
    if (kept !== undefined && kept.until > Date.now()) return kept.token
    const basic = Buffer.from(`${settings.apiUser}:${settings.apiKey}`).toString('base64')
    const answer = await send(`/${settings.product}/token/`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
    })
    const parsed = v.safeParse(token, answer.body)
    if (answer.status >= 300 || !parsed.success) return answer
    kept = {
      token: parsed.output.access_token,
      until: Date.now() + Math.min(parsed.output.expires_in, LONGEST_SECONDS) * 1_000 - SPARE_MS,
    }
    return kept.token
  }

  return {
    async call(method, path, { headers = {}, body, isFresh = () => true } = {}) {
      try {
        const bearer = await freshToken()
        // Without a token nothing was sent: the refusal of the token is the call's own.
        if (typeof bearer !== 'string') {
          return bearer.status === 401 ? bearer : { status: 403, body: { code: 'TOKEN_UNAVAILABLE' } }
        }
        // The token may have taken long to come.
        if (!isFresh()) return { status: 403, body: { code: STALE_REQUEST.code } }
        const answer = await send(path, {
          method,
          headers: {
            authorization: `Bearer ${bearer}`,
            'x-target-environment': settings.targetEnvironment,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        if (answer.status === 401) kept = undefined
        return answer
      } catch {
        return null
      }
    },
  }
}
