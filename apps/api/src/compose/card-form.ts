import type { Config as PublicConfig } from '@sesa/contract'
import type { Config } from '../config/config.ts'

/** The key with which the sandbox's card form calls. */
export const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox'
/** The sandbox's stand-in for Stripe.js, as our server passes it on. */
const STAND_IN = '/sandbox/stripe/stripe.js'

interface CardForm {
  /** The card form's settings in the response of `/config`. */
  readonly card: PublicConfig['card']
  /**
   * The sandbox stand-in's host, for the content policy; undefined when our own origin serves the form, or
   * Stripe does.
   */
  readonly standInHost: string | undefined
}

/**
 * Returns where a page loads its card form. Stripe's form comes from another origin, and so does the
 * sandbox's on this machine: pages are at `localhost`, the stand-in at `127.0.0.1` on the same port, so that
 * too tight a content policy breaks the card form here as well. Elsewhere (HTTPS, another host name, other
 * machines) a second origin is not certain.
 */
export function cardFormOf({ providers, http }: Pick<Config, 'providers' | 'http'>): CardForm {
  if (providers.mode !== 'sandbox') {
    const { STRIPE_PUBLISHABLE_KEY: publishableKey = '', STRIPE_WALLETS: wallets } = providers
    return { card: { mode: 'stripe', publishableKey, wallets: wallets === 'on' }, standInHost: undefined }
  }
  const { protocol, hostname, port } = new URL(http.publicUrl)
  const isHere = protocol === 'http:' && hostname === 'localhost' && http.host === '127.0.0.1'
  const standInHost = isHere ? `127.0.0.1${port && `:${port}`}` : undefined
  const script = standInHost === undefined ? STAND_IN : `http://${standInHost}${STAND_IN}`
  return {
    card: { mode: 'sandbox', publishableKey: SANDBOX_PUBLISHABLE_KEY, wallets: true, script },
    standInHost,
  }
}
