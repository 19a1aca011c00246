import type Stripe from 'stripe'

/** The error object of Stripe's answers, https://docs.stripe.com/api/errors. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  doc_url?: string
  advice_code?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

/** An answer as sent, and stored under its idempotency key. */
export interface Answer {
  status: number
  body: unknown
}

/** Refuses a call in Stripe's shape. Throwing it rolls back the call's changes. */
export class Refusal extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** True if the endpoint had started, so that the answer is stored under the idempotency key. */
  readonly executed: boolean

  constructor(status: number, body: ErrorBody, executed = false) {
    super(body.message)
    this.status = status
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body
    this.executed = executed
  }
}

/** Returns Stripe's page about an error code. */
export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

/** Returns 400 `invalid_request_error`: the call itself is wrong, and nothing was started. */
export function invalid(message: string, detail: { param?: string; code?: string } = {}): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...detail })
}

/** Returns 404 `resource_missing`. `thing` is the object's name, such as `payment_intent`. */
export function missing(thing: string, id: string, param = 'id'): Refusal {
  return new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${thing}: '${id}'`,
    param,
  })
}

/** Returns 400 for an intent whose status does not allow the operation; stored under the idempotency key. */
export function unexpectedState(message: string, intent: Stripe.PaymentIntent): Refusal {
  return new Refusal(
    400,
    {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message,
      payment_intent: intent,
    },
    true,
  )
}
