/**
 * Name of the cookie that pages read to choose their signed-in variant before any script runs; it holds no secret.
 * Under https no other host can set it.
 */
export function signedInCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-sesa_hint' : 'sesa_hint'
}
