import type { Config } from '@sesa/contract'
import type {
  Appearance,
  StripeElementsOptionsClientSecret,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import type { FormOpening } from './review-state.ts'

/**
 * Returns the secret that opens the saved cards; null without saved cards. It works once: a reloaded form accepts only
 * a new card.
 */
export function sessionOf({ customerSessionClientSecret }: FormOpening, tries: number): string | null {
  return tries === 0 ? customerSessionClientSecret : null
}

/** Returns the options of the card provider's form. `tries` counts its reloads. */
export function elementsOptions(
  payment: FormOpening,
  tries: number,
  appearance: Appearance,
): StripeElementsOptionsClientSecret {
  const { clientSecret } = payment
  const customerSessionClientSecret = sessionOf(payment, tries)
  return {
    clientSecret,
    ...(customerSessionClientSecret !== null && { customerSessionClientSecret }),
    appearance,
    // British, like our own words: the label is "Expiry" and not "Expiration".
    locale: 'en-GB',
  }
}

/** The card form has no wallets: their buttons are above it. Our own text explains how a saved card is used. */
export const CARD_ONLY: StripePaymentElementOptions = {
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
}

/** The form of a bank account always shows its mandate: the customer agrees to it with Pay Now. */
export const BANK_ONLY: StripePaymentElementOptions = { terms: { usBankAccount: 'always' } }

/** Returns the options of the wallet buttons, or null where none may be offered. */
export function walletOptions(
  { wallets }: Config['card'],
  theme: Appearance['theme'],
): StripeExpressCheckoutElementOptions | null {
  if (!wallets) return null
  const isDark = theme === 'night'
  return {
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      link: 'never',
      amazonPay: 'never',
      paypal: 'never',
      klarna: 'never',
    },
    // Neither wallet has a "send" button.
    buttonType: { applePay: 'plain', googlePay: 'pay' },
    buttonTheme: isDark
      ? { applePay: 'white', googlePay: 'white' }
      : { applePay: 'black', googlePay: 'black' },
    buttonHeight: 48,
    layout: { maxColumns: 1, maxRows: 2, overflow: 'never' },
  }
}
