import type { Config as PublicConfig } from '@sesa/contract'
import type { Config } from '../config/config.ts'

/** The sandbox's stand-in for Stripe.js, as our server passes it on. */
const STAND_IN = '/sandbox/stripe/stripe.js'

interface CardForm {
  /** The settings of the card form in the answer of `/config`. */
  readonly card: PublicConfig['card']
  /** In the sandbox, where the stand-in is when that is not our own origin: a host as a content policy names it. */
  readonly standInHost: string | undefined
}

/**
 * Where a page gets its card form. Stripe's comes from another origin than ours, and so does the sandbox's: pages are at
 * `localhost`, the stand-in at `127.0.0.1` on the same port, so that a content policy that is too tight breaks the card
 * form here too. Elsewhere (HTTPS, a name of one's own, other machines) there is no second origin to be sure of.
 */
export function cardFormOf({ outside, http }: Pick<Config, 'outside' | 'http'>): CardForm {
  if (outside.mode !== 'sandbox') {
    const { publishableKey } = outside.stripe
    return { card: { mode: 'stripe', publishableKey }, standInHost: undefined }
  }
  const { protocol, hostname, port } = new URL(http.publicUrl)
  const isHere = protocol === 'http:' && hostname === 'localhost' && http.host === '127.0.0.1'
  const standInHost = isHere ? `127.0.0.1${port && `:${port}`}` : undefined
  const script = standInHost === undefined ? STAND_IN : `http://${standInHost}${STAND_IN}`
  return { card: { mode: 'sandbox', publishableKey: 'pk_test_sandbox', script }, standInHost }
}
