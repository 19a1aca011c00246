import type { PaymentIntent, PaymentIntentResult } from '@stripe/stripe-js'
import { describe, expect, test } from 'vitest'
import { arrivalEvent, confirmationEvent, nextReview, type Review, type ReviewEvent } from './review-state.ts'

const quote = { amount: 300_000, receiveAmount: 20_061, expiresAt: '2026-11-21T10:30:00.000Z' } as never
const payment = {
  id: 'pi_1',
  clientSecret: 'pi_1_secret_x',
  customerSessionClientSecret: null,
  quote,
  ways: [],
}
const OPENING: Review = { step: 'opening' }

const after = (...events: ReviewEvent[]) => events.reduce(nextReview, OPENING)
const opened: ReviewEvent = { type: 'opened', payment }

describe('step 2', () => {
  test('opens a payment, and accepts another card after a declined one', () => {
    const declined = after(opened, { type: 'pay' }, { type: 'not-paid', message: 'Your card was declined.' })
    expect(declined).toMatchObject({ step: 'open', paying: false, message: 'Your card was declined.' })
    const again = nextReview(declined, { type: 'pay' })
    expect(again).toMatchObject({ paying: true, message: null })
    expect(nextReview(again, { type: 'paid' })).toEqual({ step: 'paid', id: 'pi_1' })
  })

  test('stays paid after any later event', () => {
    const paid = after(opened, { type: 'pay' }, { type: 'paid' })
    const late: ReviewEvent[] = [
      { type: 'ask' },
      { type: 'pay' },
      { type: 'time-up' },
      { type: 'closed' },
      opened,
    ]
    for (const event of late) expect(nextReview(paid, event)).toBe(paid)
  })

  test('expires after a payment in progress, not during it', () => {
    const paying = after(opened, { type: 'pay' })
    expect(nextReview(paying, { type: 'time-up' })).toBe(paying)
    expect(
      nextReview(nextReview(paying, { type: 'not-paid', message: null }), { type: 'time-up' }).step,
    ).toBe('expired')
  })

  test('asks for a new price after a cancelled or expired payment', () => {
    expect(after(opened, { type: 'pay' }, { type: 'closed' }).step).toBe('expired')
    expect(after(opened, { type: 'time-up' }, { type: 'ask' }).step).toBe('opening')
  })

  test('mentions a declined card when the payment closed, not when it expired', () => {
    expect(after(opened, { type: 'closed', declined: true })).toMatchObject({
      step: 'expired',
      declined: true,
    })
    expect(after(opened, { type: 'closed' })).not.toHaveProperty('declined')
    expect(after(opened, { type: 'time-up' })).not.toHaveProperty('declined')
  })

  test('shows a changed rate with the new price, and any other refusal unchanged', () => {
    const changed = { code: 'rate_changed', message: 'Changed', details: { quote } } as const
    expect(after({ type: 'refused', failure: changed })).toEqual({ step: 'changed', quote })
    const failure = { code: 'network', message: 'Not reached' } as const
    expect(after({ type: 'refused', failure })).toEqual({ step: 'failed', failure })
  })

  test('ignores an answer that is no longer awaited', () => {
    const open = after(opened)
    expect(nextReview(open, { type: 'refused', failure: { code: 'network', message: '' } })).toBe(open)
    expect(after(opened, { type: 'time-up' }, opened).step).toBe('expired')
  })
})

const intent = (status: PaymentIntent.Status, lastError: unknown = null) =>
  ({ id: 'pi_1', status, last_payment_error: lastError }) as PaymentIntent
const failed = (error: object) => ({ error }) as PaymentIntentResult

describe('the result of a confirmation', () => {
  test.each(['succeeded', 'processing', 'requires_capture'] as const)('counts %s as paid', (status) => {
    expect(confirmationEvent({ paymentIntent: intent(status) })).toEqual({ type: 'paid' })
  })

  test.each([
    [{ type: 'card_error', message: 'Your card was declined.' }, 'Your card was declined.'],
    [{ type: 'api_connection_error', message: 'No connection' }, 'An unexpected error occurred.'],
    [{ type: 'invalid_request_error', message: 'No such intent' }, 'An unexpected error occurred.'],
    [{ type: 'card_error' }, 'An unexpected error occurred.'],
    [
      {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message: 'We are unable to authenticate your payment method.',
      },
      'We are unable to authenticate your payment method.',
    ],
  ])('shows %o as %s', (error, message) => {
    expect(confirmationEvent(failed(error))).toEqual({ type: 'not-paid', message })
  })

  test('counts an error about a payment that already succeeded as paid', () => {
    const error = { type: 'invalid_request_error', payment_intent: intent('succeeded') }
    expect(confirmationEvent(failed(error))).toEqual({ type: 'paid' })
  })

  test('marks an error of a field, which the card form shows next to it', () => {
    const message = 'Your card number is incomplete.'
    const event = confirmationEvent(failed({ type: 'validation_error', message }))
    expect(event).toEqual({ type: 'not-paid', message, isFieldError: true })
    expect(after(opened, { type: 'pay' }, event)).toMatchObject({ message, isFieldError: true })
    expect(after(opened, event, { type: 'pay' })).toMatchObject({ message: null, isFieldError: false })
    expect(after(opened, event, { type: 'not-paid', message: 'Declined' })).toMatchObject({
      isFieldError: false,
    })
  })

  test('stays unsure after an unknown outcome until the card provider refuses the card', () => {
    const lost = confirmationEvent(failed({ type: 'api_connection_error' }))
    const unsure = [opened, { type: 'pay' }, lost] as const
    expect(after(...unsure)).toMatchObject({ unsure: true })
    const wrongField = confirmationEvent(failed({ type: 'validation_error', message: 'Incomplete.' }))
    expect(after(...unsure, { type: 'pay' }, wrongField)).toMatchObject({ unsure: true })
    expect(after(opened, wrongField)).toMatchObject({ unsure: false })
    const declined = confirmationEvent(failed({ type: 'card_error', message: 'Declined.' }))
    expect(after(...unsure, { type: 'pay' }, declined)).toMatchObject({ unsure: false })
  })

  test.each([
    ['requires_payment_method', 'Your payment was not successful, please try again.'],
    ['requires_action', 'Something went wrong.'],
  ] as const)('shows %s in the words of the spec', (status, message) => {
    expect(confirmationEvent({ paymentIntent: intent(status) })).toEqual({ type: 'not-paid', message })
  })
})

test('recognises before paying that the payment was paid, cancelled or declined elsewhere', () => {
  expect(arrivalEvent(intent('succeeded'))).toEqual({ type: 'paid' })
  expect(arrivalEvent(intent('canceled'))).toEqual({ type: 'closed' })
  expect(arrivalEvent(intent('canceled', { code: 'card_declined' }))).toEqual({
    type: 'closed',
    declined: true,
  })
  expect(arrivalEvent(intent('requires_payment_method', { code: 'card_declined' }))?.type).toBe('not-paid')
  expect(arrivalEvent(intent('requires_payment_method'))).toBeNull()
})
