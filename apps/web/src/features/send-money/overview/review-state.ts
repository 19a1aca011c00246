import type { Quote } from '@sesa/contract'
import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { intentMessage, isPaid } from '../../../lib/stripe/stripe.ts'
import type { Collection, WayPrice } from '../pay/ways.ts'

/** A price and the payment opened at that price. */
export interface OpenPayment {
  readonly id: string
  /** Opens the card form; null for other ways to pay. */
  readonly clientSecret: string | null
  /** Opens the saved cards in the card form, once; null without them. Only in memory. */
  readonly customerSessionClientSecret: string | null
  readonly quote: Quote
  /** With mobile money: what the network will ask for. */
  readonly collection?: Collection | undefined
  /** The prices of the other open ways to pay. */
  readonly ways: readonly WayPrice[]
  /** Why the form has no saved cards although the customer has some; absent otherwise. */
  readonly lock?: Failure
}

/** A payment in Stripe's own form: by card, or from a bank account. */
export type FormOpening = OpenPayment & { readonly clientSecret: string }

export function isInForm(payment: OpenPayment): payment is FormOpening {
  return payment.clientSecret !== null
}

/** The state of step 2. */
export type Review =
  | { readonly step: 'opening' }
  /** The payment could not be opened. */
  | { readonly step: 'failed'; readonly failure: Failure }
  /** The price differs from the displayed one: no payment is open until the customer accepts the new price. */
  | { readonly step: 'changed'; readonly quote: Quote }
  | {
      readonly step: 'open'
      readonly payment: OpenPayment
      readonly paying: boolean
      readonly message: string | null
      /** True if the message is about a field of the card form, which shows it as well. */
      readonly isFieldError?: boolean
      /** True from a confirmation with unknown outcome until the card provider refuses the card. */
      readonly unsure?: boolean
    }
  /** The payment was not made in time, or was cancelled in favour of another one. */
  | {
      readonly step: 'expired'
      readonly payment: OpenPayment
      /** A card was declined before, which may have been the last allowed decline. */
      readonly declined?: boolean
    }
  /** The card has been charged: continue to the transfer's own page. */
  | { readonly step: 'paid'; readonly id: string }

export type ReviewEvent =
  | { readonly type: 'ask' }
  | { readonly type: 'opened'; readonly payment: OpenPayment }
  | { readonly type: 'refused'; readonly failure: Failure }
  | { readonly type: 'pay' }
  | { readonly type: 'not-paid'; readonly message: string | null; readonly isFieldError?: boolean }
  | { readonly type: 'paid' }
  /** The price has expired. */
  | { readonly type: 'time-up' }
  /** The provider reports this payment as cancelled: it had expired, or another transfer replaced it. */
  | { readonly type: 'closed'; readonly declined?: boolean }

/** Defines every allowed transition in one place. An event that does not fit the state changes nothing. */
export function nextReview(state: Review, event: ReviewEvent): Review {
  switch (event.type) {
    case 'ask':
      return state.step === 'paid' ? state : { step: 'opening' }
    case 'opened':
      if (state.step !== 'opening') return state
      return { step: 'open', payment: event.payment, paying: false, message: null }
    case 'refused':
      return state.step === 'opening' ? refused(event.failure) : state
    case 'pay':
      return state.step === 'open' ? { ...state, paying: true, message: null, isFieldError: false } : state
    case 'not-paid':
      if (state.step !== 'open') return state
      return {
        ...state,
        paying: false,
        message: event.message,
        isFieldError: event.isFieldError === true,
        // A wrong field proves nothing about an earlier confirmation.
        unsure: event.message === UNEXPECTED || (event.isFieldError === true && state.unsure === true),
      }
    case 'paid':
      return state.step === 'open' ? { step: 'paid', id: state.payment.id } : state
    case 'closed':
      if (state.step !== 'open') return state
      return { step: 'expired', payment: state.payment, ...(event.declined === true && { declined: true }) }
    case 'time-up':
      // A payment in progress may finish: the server honours one that arrives shortly after the expiry.
      return state.step === 'open' && !state.paying ? { step: 'expired', payment: state.payment } : state
  }
}

function refused(failure: Failure): Review {
  const quote = failure.code === 'rate_changed' ? (failure.details?.quote as Quote | undefined) : undefined
  return quote === undefined ? { step: 'failed', failure } : { step: 'changed', quote }
}

/**
 * Maps the provider's status of a payment that was not paid here. It may have been paid in another tab or
 * before a reload, been cancelled, or had a card declined.
 */
export function arrivalEvent(intent: PaymentIntent): ReviewEvent | null {
  if (isPaid(intent.status)) return { type: 'paid' }
  if (intent.status === 'canceled')
    return { type: 'closed', ...(intent.last_payment_error && { declined: true }) }
  return intent.last_payment_error ? { type: 'not-paid', message: intentMessage(intent.status) } : null
}

/** Maps the card provider's answer to a confirmation to an event, with the spec's messages (section 8). */
export function confirmationEvent(result: PaymentIntentResult): ReviewEvent {
  const intent = result.paymentIntent ?? result.error.payment_intent
  if (intent && isPaid(intent.status)) return { type: 'paid' }
  if (result.error) {
    const isFieldError = result.error.type === 'validation_error'
    return { type: 'not-paid', message: errorMessage(result.error), ...(isFieldError && { isFieldError }) }
  }
  return { type: 'not-paid', message: intentMessage(result.paymentIntent.status) }
}

export const UNEXPECTED = i18n.t('An unexpected error occurred.')

/** Failed 3-D Secure. Stripe.js writes its message for the customer, although its type says otherwise. */
const NOT_AUTHENTICATED = 'payment_intent_authentication_failure'

function errorMessage({ type, code, message }: StripeError): string {
  const forPeople = type === 'card_error' || type === 'validation_error' || code === NOT_AUTHENTICATED
  return forPeople && message ? message : UNEXPECTED
}
