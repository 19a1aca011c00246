import type {
  ConfirmPaymentData,
  PaymentIntent,
  PaymentIntentResult,
  StripeElementsOptionsClientSecret,
  StripeError,
} from '@stripe/stripe-js'
import { act } from '@testing-library/react'
import { vi } from 'vitest'

type ElementType = 'payment' | 'expressCheckout'

/** The state of the stand-in, and the calls that it received. */
export interface ScriptedStripe {
  /** The payment that queries return. Undefined: the provider cannot be reached. */
  intent: Partial<PaymentIntent> | undefined
  /** Answers a confirmation; by default, as paid. */
  confirm: () => PaymentIntentResult | Promise<PaymentIntentResult>
  /** The event that a form sends to its first listener: `ready`, or `loaderror`. */
  opens: Partial<Record<ElementType, { readonly event: 'ready' | 'loaderror'; readonly detail?: unknown }>>
  /** The options of each opened form. */
  readonly forms: StripeElementsOptionsClientSecret[]
  /** The options of each field of a form. */
  readonly elements: unknown[]
  /** The confirmations that were sent. */
  readonly confirmed: Partial<ConfirmPaymentData>[]
  /** Sends an event from the open form, for example when the customer chooses a saved card in it. */
  say(type: ElementType, event: string, detail: unknown): void
}

/** The script of the running test. */
let current: ScriptedStripe
type Listener = (detail: unknown) => void
let listeners: { type: ElementType; event: string; listener: Listener }[] = []

/** One for all tests of a file: the loader keeps the first that it finds. */
const Stripe = Object.assign(
  () => ({
    elements(options: StripeElementsOptionsClientSecret) {
      current.forms.push(options)
      return {
        create: (type: ElementType, own: unknown) => {
          current.elements.push(own)
          return elementOf(type)
        },
        update: () => undefined,
      }
    },
    async confirmPayment({ elements, ...rest }: { elements: unknown; confirmParams: ConfirmPaymentData }) {
      if (elements === undefined || !('redirect' in rest)) throw new Error('A confirmation names its form')
      current.confirmed.push(rest.confirmParams)
      return current.confirm()
    },
    retrievePaymentIntent: (secret: string) =>
      current.intent === undefined
        ? Promise.reject(new Error(`The card provider cannot be reached about ${secret}`))
        : Promise.resolve({ paymentIntent: intentOf(current.intent) }),
    // The loader accepts only a client that has these.
    ...{ createToken: undefinedCall, createPaymentMethod: undefinedCall, confirmCardPayment: undefinedCall },
  }),
  { version: 'endive' },
)

function undefinedCall(): never {
  throw new Error('The stand-in of Stripe does not know this call')
}

/** Returns a form that renders nothing. */
function elementOf(type: ElementType) {
  return {
    mount: () => undefined,
    update: () => undefined,
    destroy: () => undefined,
    on(event: string, listener: Listener) {
      listeners.push({ type, event, listener })
      const opens = current.opens[type]
      if (opens?.event === event) setTimeout(() => listener(opens.detail))
    },
    off(event: string, listener: Listener) {
      listeners = listeners.filter((one) => one.event !== event || one.listener !== listener)
    },
  }
}

/**
 * Replaces Stripe's own script with a stand-in, until the test's stubs are removed. The answers of the forms and the
 * provider are invented: a form has no fields and opens at once, a payment is unpaid until it is confirmed, and a
 * confirmation pays. The real form, its fields and the bank's challenge need an e2e journey.
 */
export function scriptStripe(): ScriptedStripe {
  listeners = []
  current = {
    intent: { status: 'requires_payment_method' },
    confirm: () => paid(),
    opens: { payment: { event: 'ready' } },
    forms: [],
    elements: [],
    confirmed: [],
    say: (type, event, detail) =>
      act(() => {
        for (const one of listeners) if (one.type === type && one.event === event) one.listener(detail)
      }),
  }
  vi.stubGlobal('Stripe', Stripe)
  return current
}

const intentOf = (change: Partial<PaymentIntent>) =>
  ({ id: 'pi_sample', object: 'payment_intent', last_payment_error: null, ...change }) as PaymentIntent

/** Returns the answer to a confirmation that left the payment in this state. */
export const paid = (status: PaymentIntent.Status = 'succeeded'): PaymentIntentResult => ({
  paymentIntent: intentOf({ status }),
})

/** Returns the answer to a confirmation that the form or the provider refused. */
export const failed = (error: Partial<StripeError>): PaymentIntentResult => ({ error: error as StripeError })
