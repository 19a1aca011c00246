import type { Quote } from '@sesa/contract'
import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js'
import type { Failure } from '../../../lib/api/http.ts'
import { intentMessage, isPaid } from '../../../lib/stripe/stripe.ts'

/** A price and the card payment that is open at it. */
export interface OpenPayment {
  readonly id: string
  readonly clientSecret: string
  readonly quote: Quote
}

/** Where step 2 stands. */
export type Review =
  | { readonly step: 'opening' }
  /** The payment could not be opened. */
  | { readonly step: 'failed'; readonly failure: Failure }
  /** The price is no longer the one that was shown: nothing is open until the new one is accepted. */
  | { readonly step: 'changed'; readonly quote: Quote }
  | {
      readonly step: 'open'
      readonly payment: OpenPayment
      readonly paying: boolean
      readonly message: string | null
    }
  /** The payment was not made in time, or was cancelled for another. */
  | {
      readonly step: 'expired'
      readonly payment: OpenPayment
      /** A card had been declined before: it may have been one too many. */
      readonly declined?: boolean
    }
  /** The card has been charged: on to the transfer's own page. */
  | { readonly step: 'paid'; readonly id: string }

export type ReviewEvent =
  | { readonly type: 'ask' }
  | { readonly type: 'opened'; readonly payment: OpenPayment }
  | { readonly type: 'refused'; readonly failure: Failure }
  | { readonly type: 'pay' }
  | { readonly type: 'not-paid'; readonly message: string | null }
  | { readonly type: 'paid' }
  /** The price's time is over. */
  | { readonly type: 'time-up' }
  /** The provider says that this payment was cancelled: it had expired, or another transfer took its place. */
  | { readonly type: 'closed'; readonly declined?: boolean }

/** The one place that says what may follow what. An event that does not fit where things stand changes nothing. */
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
      return state.step === 'open' ? { ...state, paying: true, message: null } : state
    case 'not-paid':
      return state.step === 'open' ? { ...state, paying: false, message: event.message } : state
    case 'paid':
      return state.step === 'open' ? { step: 'paid', id: state.payment.id } : state
    case 'closed':
      if (state.step !== 'open') return state
      return { step: 'expired', payment: state.payment, ...(event.declined === true && { declined: true }) }
    case 'time-up':
      // A payment in progress may finish: the server honours one that lands shortly after the expiry.
      return state.step === 'open' && !state.paying ? { step: 'expired', payment: state.payment } : state
  }
}

function refused(failure: Failure): Review {
  const quote = failure.code === 'rate_changed' ? (failure.details?.quote as Quote | undefined) : undefined
  return quote === undefined ? { step: 'failed', failure } : { step: 'changed', quote }
}

/**
 * Maps the provider's status of a payment before it is paid here: it may have been paid in another tab or before
 * a reload, been cancelled, or refused a card.
 */
export function arrivalEvent(intent: PaymentIntent): ReviewEvent | null {
  if (isPaid(intent.status)) return { type: 'paid' }
  if (intent.status === 'canceled')
    return { type: 'closed', ...(intent.last_payment_error && { declined: true }) }
  return intent.last_payment_error ? { type: 'not-paid', message: intentMessage(intent.status) } : null
}

/** What the card provider's answer to a confirmation means: the event, with the words of the spec (section 8). */
export function confirmationEvent(result: PaymentIntentResult): ReviewEvent {
  const intent = result.paymentIntent ?? result.error.payment_intent
  if (intent && isPaid(intent.status)) return { type: 'paid' }
  if (result.error) return { type: 'not-paid', message: errorMessage(result.error) }
  return { type: 'not-paid', message: intentMessage(result.paymentIntent.status) }
}

export const UNEXPECTED = 'An unexpected error occurred.'

function errorMessage({ type, message }: StripeError): string {
  const forPeople = type === 'card_error' || type === 'validation_error'
  return forPeople && message ? message : UNEXPECTED
}
