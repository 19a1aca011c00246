import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far a signature's time may differ from now, in milliseconds: callbacks are repeated for a while. */
const WINDOW_MS = 60 * 60 * 1_000

interface Signer {
  readonly partnerId: string
  readonly apiKey: string
}

/** Signs a time: HMAC-SHA256 over the time, the partner's id and a fixed text, in base64. */
export const signTime = ({ partnerId, apiKey }: Signer, timestamp: string): string =>
  createHmac('sha256', apiKey).update(`${timestamp}${partnerId}sid_request`).digest('base64')

/** Returns true for a signature by the same key over a time within an hour of now. */
export function isSignedNow(signer: Signer, { timestamp, signature }: Record<string, unknown>): boolean {
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || timestamp.length > 40) return false
  const age = Math.abs(Date.now() - Date.parse(timestamp))
  if (!(age <= WINDOW_MS)) return false
  const [given, right] = [Buffer.from(signature), Buffer.from(signTime(signer, timestamp))]
  return given.length === right.length && timingSafeEqual(given, right)
}
