import { paths, transferStatusPath } from '../paths.ts'

interface ReturnFromCard {
  paymentId: string
  clientSecret: string
}

let returned: ReturnFromCard | null = null

/**
 * Removes the payment's secret from the address to which the card provider redirected, before any other code reads or
 * shows that address. Called once at start: a redirect always reloads the document.
 */
export function takeReturnFromCard(): void {
  const found = location.pathname === paths.transferStatus ? readReturn(location.search) : null
  if (found === null) return
  returned = found
  history.replaceState(history.state, '', transferStatusPath(found.paymentId))
}

/** Returns this payment's secret, once, if the customer has just returned from paying. Only in memory. */
export function takeSecretOfReturn(paymentId: string): string | null {
  if (returned?.paymentId !== paymentId) return null
  const { clientSecret } = returned
  returned = null
  return clientSecret
}

/** Parses the redirect. The id is `payment_intent`, else the secret up to `_secret_` (design, section 3). */
export function readReturn(search: string): ReturnFromCard | null {
  const query = new URLSearchParams(search)
  const clientSecret = query.get('payment_intent_client_secret')
  if (clientSecret === null) return null
  const paymentId = query.get('payment_intent') ?? clientSecret.split('_secret_')[0] ?? ''
  return { paymentId, clientSecret }
}
