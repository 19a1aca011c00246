import * as v from 'valibot'
import { parseJson } from '../../lib/parse-json.ts'
import { STALE_REQUEST } from '../../domains/transfers/ports.ts'
import type { HttpRequest, ProviderFetch } from '../../lib/provider-fetch.ts'

export interface MomoClientSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Each of MTN's products has its own subscription key and tokens. */
  readonly product: 'collection' | 'disbursement' | 'remittance'
  readonly subscriptionKey: string
  readonly apiUser: string
  readonly apiKey: string
  /** `mtnghana`, `mtnliberia`; `sandbox` for MTN's own. */
  readonly targetEnvironment: string
  /** Time-out of one call, in milliseconds. */
  readonly timeout?: number
}

export interface MomoAnswer {
  readonly status: number
  /** Null when there was none or it is not JSON. */
  readonly body: unknown
}

export interface MomoClient {
  /**
   * Makes one call. Returns null when its outcome is unknown. `isFresh` is checked last, right before sending; if it
   * returns false, nothing is sent, and the result is a refusal with the code of `STALE_REQUEST`.
   */
  call(
    method: 'GET' | 'POST',
    path: string,
    request?: { headers?: Readonly<Record<string, string>>; body?: object; isFresh?: () => boolean },
  ): Promise<MomoAnswer | null>
}

/** A token that does not fit into a header would break every call until it expires. */
const token = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
  expires_in: v.pipe(v.number(), v.minValue(0)),
})

/** Longest time a token is kept, in seconds, whatever its own lifetime. */
const LONGEST_SECONDS = 86_400

/** A token this close to its expiry is not used, in milliseconds. */
const SPARE_MS = 60_000

/** Creates calls to one product in one market, with a token that is fetched when needed and kept until it expires. */
export function createMomoClient(settings: MomoClientSettings, fetchFunction: ProviderFetch): MomoClient {
  let kept: { readonly token: string; readonly until: number } | undefined

  const send = async (path: string, init: HttpRequest): Promise<MomoAnswer> => {
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
        // Without a token nothing was sent, so the token's refusal is the call's result.
        if (typeof bearer !== 'string') {
          return bearer.status === 401 ? bearer : { status: 403, body: { code: 'TOKEN_UNAVAILABLE' } }
        }
        // Fetching the token may have taken long.
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
