import type { HttpRequest, ProviderFetch } from '../../lib/provider-fetch.ts'

export interface PawapaySettings {
  /** Without `/v2` and without a trailing slash. */
  readonly baseUrl: string
  readonly token: string
  /** Time-out of one call, in milliseconds. */
  readonly timeout?: number
}

/** A call to pawaPay's Merchant API v2; returns null when its outcome is unknown. */
export type PawapayClient = (
  path: string,
  init: HttpRequest,
) => Promise<{ status: number; body: unknown } | null>

export function createPawapayClient(settings: PawapaySettings, fetchFunction: ProviderFetch): PawapayClient {
  return async (path, init) => {
    try {
      const response = await fetchFunction(`${settings.baseUrl}/v2${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${settings.token}`,
          'content-type': 'application/json',
          ...init.headers,
        },
        signal: AbortSignal.timeout(settings.timeout ?? 10_000),
      })
      return { status: response.status, body: JSON.parse(await response.text()) as unknown }
    } catch {
      return null
    }
  }
}
