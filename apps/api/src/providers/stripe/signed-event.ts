import type Stripe from 'stripe'

/** Maximum age of a notification, past or future, in seconds; the SDK checks only the past. */
const TOLERANCE = 300

/**
 * Returns when a notification was signed, in seconds since the epoch. Null with two timestamps: the SDK would check one
 * and we the other.
 */
function signedAt(signature: string): bigint | null {
  const times = signature.split(',').filter((part) => part.trim().startsWith('t='))
  const [, digits] = /^t=(\d{1,12})$/.exec(times[0] ?? '') ?? []
  return times.length === 1 && digits !== undefined ? BigInt(digits) : null
}

/** Returns the event of a genuine notification in our mode, signed within five minutes of now; null for any other. */
export function readSignedEvent(
  stripe: Stripe,
  rawBody: Buffer,
  signature: string,
  { secret, live }: { readonly secret: string; readonly live: boolean },
): Stripe.Event | null {
  try {
    const at = signedAt(signature)
    const event = stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE)
    if (at === null || at * 1000n - BigInt(Date.now()) > BigInt(TOLERANCE) * 1000n) return null
    return event.livemode === live ? event : null
  } catch {
    return null
  }
}
