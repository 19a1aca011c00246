import type { CountryCode } from '@sesa/contract'

/**
 * Name of the cookie that pages read to choose their signed-in variant before any script runs. It holds the country
 * that the customer sends from, and no secret. Under https no other host can set it.
 */
export function signedInCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-sesa_hint' : 'sesa_hint'
}

/** The cookie's value for an account whose country is unknown. */
const UNKNOWN_COUNTRY = '1'

export function signedInCookieValue(country: CountryCode | null): string {
  return country ?? UNKNOWN_COUNTRY
}

/** Reads the value of the cookie from a Cookie header, with a pattern that is made once; null when there is none. */
export function signedInCookieReader(publicUrl: string): (header: string | undefined) => string | null {
  const pattern = new RegExp(
    `(?:^|;\\s*)${signedInCookieName(publicUrl)}=(${UNKNOWN_COUNTRY}|[A-Z]{2})(?:;|$)`,
  )
  return (header) => pattern.exec(header ?? '')?.[1] ?? null
}
