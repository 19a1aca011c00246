import type { CountryCode } from '@sesa/contract'

/**
 * Returns the name of the cookie that pages read to choose their signed-in variant before any script runs. The cookie
 * contains the customer's sending country, and no secret. With https, no other host can set it.
 */
export function signedInCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-sesa_hint' : 'sesa_hint'
}

/** The cookie's value for an account whose country is unknown. */
const UNKNOWN_COUNTRY = '1'

export function signedInCookieValue(country: CountryCode | null): string {
  return country ?? UNKNOWN_COUNTRY
}

/** Returns a reader of the cookie's value in a Cookie header, null when there is none. Its pattern is compiled once. */
export function signedInCookieReader(publicUrl: string): (header: string | undefined) => string | null {
  const pattern = new RegExp(
    `(?:^|;\\s*)${signedInCookieName(publicUrl)}=(${UNKNOWN_COUNTRY}|[A-Z]{2})(?:;|$)`,
  )
  return (header) => pattern.exec(header ?? '')?.[1] ?? null
}
