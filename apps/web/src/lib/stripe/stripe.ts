import type { Config } from '@sesa/contract'
import type { PaymentIntent, Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import * as i18n from '@sesa/contract/i18n'

let opening: Promise<Stripe> | null = null

/**
 * Loads the card provider's script, once and only when needed. Forgets a failed load, so that the next call retries.
 * @throws Error when the script cannot be loaded.
 */
export function openStripe({ publishableKey, script }: Config['card']): Promise<Stripe> {
  opening ??= load(publishableKey, script).catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
}

async function load(key: string, standIn: string | undefined): Promise<Stripe> {
  // The stand-in defines `window.Stripe`, which the loader then uses instead of fetching Stripe's own.
  if (standIn !== undefined) await addScript(standIn)
  const stripe = await loadStripe(key)
  if (!stripe) throw new Error('The card form needs a browser.')
  return stripe
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('The card form could not be loaded.'))
    }
    document.head.append(script)
  })
}

/** Returns the message for a payment intent's status (spec, section 4). */
export function intentMessage(status: PaymentIntent.Status): string {
  switch (status) {
    case 'succeeded':
      return i18n.t('Payment succeeded!')
    case 'processing':
      return i18n.t('Your payment is processing.')
    case 'requires_payment_method':
      return i18n.t('Your payment was not successful, please try again.')
    default:
      return i18n.t('Something went wrong.')
  }
}

/** Returns true when the card has been charged or is about to be: the customer must not pay again. */
export function isPaid(status: PaymentIntent.Status): boolean {
  return status === 'succeeded' || status === 'processing' || status === 'requires_capture'
}
