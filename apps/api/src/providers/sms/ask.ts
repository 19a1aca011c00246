import { parseJson } from '../../lib/parse-json.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

export interface VendorAnswer {
  readonly status: number
  /** Null when it is not JSON. */
  readonly body: unknown
}

export interface VendorRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
  /** In milliseconds; default 10 s. */
  readonly timeout?: number | undefined
}

/** Posts a form to a vendor; null when the outcome is unknown. */
export async function ask(
  fetchFn: ProviderFetch,
  url: string,
  { headers, form, timeout = 10_000 }: VendorRequest,
): Promise<VendorAnswer | null> {
  try {
    const response = await fetchFn(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(timeout),
    })
    return { status: response.status, body: parseJson(await response.text()) }
  } catch {
    return null
  }
}
