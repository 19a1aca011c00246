// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { PaymentIntentResult } from '@stripe/stripe-js'
import { describe, expect, it, vi } from 'vitest'
import { sampleConfig } from '../../../testing/samples.ts'
import { failed, paid, scriptStripe } from '../../../testing/stripe.ts'
import { openOverview, openPayable, payButton, READY } from '../testing/overview.ts'

const DECLINED = { type: 'card_error', message: 'Your card was declined.' } as const
const UNKNOWN = 'An unexpected error occurred.'

/** Makes the window visible again. */
function lookAgain(): void {
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

const arrived = () => screen.findByRole('heading', { name: /^Payment Successful/ })

describe('Pay', () => {
  it('charges the card once, accepts no other input until then, and leads to the transfer', async () => {
    const { pay, user, stripe, place } = await openPayable()
    let answer = (_result: PaymentIntentResult): void => undefined
    stripe.confirm = () => new Promise((resolve) => (answer = resolve))
    await pay()
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Processing' })
    await user.click(busy)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Edit/ }).disabled).toBe(true)
    answer(paid())
    await arrived()
    expect(place()).toBe('/transfer-status?payment_intent=pi_sample')
    expect(stripe.confirmed).toEqual([{ return_url: `${location.origin}/transfer-status` }])
  })

  it.each([
    [DECLINED, DECLINED.message, 'You weren’t charged. Check your card details or try another card.'],
    [
      { code: 'payment_intent_authentication_failure', message: 'We are unable to authenticate you.' },
      'We are unable to authenticate you.',
      'You weren’t charged. Check your card details or try another card.',
    ],
    [
      { type: 'api_connection_error', message: 'Not for people' },
      UNKNOWN,
      'You can safely try again: one transfer is never charged twice.',
    ],
  ] as const)(
    'says that %o charged nothing, or that it is safe to try again, and pays then',
    async (error, title, text) => {
      const { pay, stripe } = await openPayable()
      stripe.confirm = () => failed(error)
      await pay()
      expect((await screen.findByText(title)).closest('[role=alert]')?.textContent).toBe(`${title}${text}`)
      stripe.confirm = () => paid()
      await pay()
      await arrived()
      expect(stripe.confirmed).toHaveLength(2)
    },
  )

  it('leaves the error of a field to the form, and announces it', async () => {
    const { pay, stripe } = await openPayable()
    stripe.confirm = () => failed({ type: 'validation_error', message: 'Your card number is incomplete.' })
    await pay()
    expect((await screen.findByRole('alert')).textContent).toBe('Your card number is incomplete.')
    expect(screen.queryByText(/You weren’t charged/)).toBeNull()
    expect(payButton().disabled).toBe(false)
  })

  it.each([
    ['has been paid all the same', { status: 'succeeded' }, 'Payment Successful'],
    [
      'was cancelled by too many declined cards',
      { status: 'canceled', last_payment_error: {} },
      'This transfer was cancelled',
    ],
    ['was cancelled', { status: 'canceled' }, 'This price has expired'],
  ] as const)(
    'queries the card provider after an inconclusive answer: the payment %s',
    async (_what, intent, heading) => {
      const { pay, stripe } = await openPayable()
      stripe.confirm = () => failed({ type: 'invalid_request_error' })
      stripe.intent = intent as typeof stripe.intent
      await pay()
      expect(await screen.findByText(heading)).toBeDefined()
    },
  )

  it('starts the transfer again with another card after too many declined ones', async () => {
    const { user, api, stripe } = await openPayable()
    stripe.intent = { status: 'canceled', last_payment_error: {} as never }
    lookAgain()
    const notice = (await screen.findByText('This transfer was cancelled')).closest<HTMLElement>('div')
    expect(notice?.textContent).toContain('We’ve kept your details.')
    expect(screen.getByText('To Ama Mensah')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
    stripe.intent = { status: 'requires_payment_method' }
    await user.click(screen.getByRole('button', { name: 'Try another card' }))
    await waitFor(() => expect(payButton().disabled).toBe(false))
    expect(api.sent(calls.putDraft).at(-1)?.body).toEqual(READY)
    expect(api.sent(calls.createPaymentIntent)).toHaveLength(2)
  })

  it.each([
    ['paid in another tab', { status: 'succeeded' }, 'Payment Successful'],
    ['replaced by another one', { status: 'canceled' }, 'This price has expired'],
  ] as const)(
    'detects, once it is visible again, that the transfer was %s',
    async (_what, intent, heading) => {
      const { stripe, api } = await openPayable()
      stripe.intent = intent
      lookAgain()
      expect(await screen.findByText(heading)).toBeDefined()
      expect(stripe.confirmed).toEqual([])
      expect(api.sent(calls.createPaymentIntent)).toHaveLength(1)
    },
  )

  it('leads on at once where the payment was made before, and says where a card was declined', async () => {
    const stripe = scriptStripe()
    stripe.intent = { status: 'requires_payment_method', last_payment_error: {} as never }
    await openPayable({ stripe })
    expect(screen.getByText('Your payment was not successful, please try again.')).toBeDefined()
    stripe.intent = { status: 'succeeded' }
    await openOverview({ stripe })
    await arrived()
  })
})

describe('without a connection', () => {
  const setOnline = (online: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')))
  }
  const SURE = 'You’re offline. We haven’t charged your card. Pay when you’re back online.'

  it('Pay is off and says why, until the connection is back', async () => {
    await openPayable()
    setOnline(false)
    expect(payButton().disabled).toBe(true)
    expect(
      screen.getByRole('button', { name: 'Pay Now', description: `Total LRD 10,000.00 ${SURE}` }),
    ).toBeDefined()
    setOnline(true)
    expect(screen.queryByText(SURE)).toBeNull()
    expect(payButton().disabled).toBe(false)
  })

  it('nothing says that no card was charged where that is not known', async () => {
    const { pay, stripe } = await openPayable()
    stripe.confirm = () => failed({ type: 'api_connection_error' })
    await pay()
    await screen.findByText(UNKNOWN)
    setOnline(false)
    expect(screen.getByText('You’re offline. Pay when you’re back online.')).toBeDefined()
    setOnline(true)
    stripe.confirm = () => new Promise(() => undefined)
    await pay()
    setOnline(false)
    expect(
      screen.getByText('You’re offline. We’ll check your payment when you’re back online.'),
    ).toBeDefined()
  })
})

describe('the card form', () => {
  it.each([
    ['the card provider cannot be reached', { intent: undefined }],
    ['the form does not load', { opens: { payment: { event: 'loaderror' } } }],
  ] as const)('can be loaded again where %s', async (_what, trouble) => {
    const stripe = Object.assign(scriptStripe(), trouble)
    const { user } = await openOverview({ stripe })
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('We couldn’t load the card form')
    expect(payButton().disabled).toBe(true)
    Object.assign(stripe, {
      intent: { status: 'requires_payment_method' },
      opens: { payment: { event: 'ready' } },
    })
    await user.click(within(notice).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(payButton().disabled).toBe(false))
  })

  it('lists the test cards only in the sandbox', async () => {
    const card = { mode: 'sandbox', publishableKey: 'pk_test_1', wallets: false } as const
    await openPayable({ config: sampleConfig({ card }) })
    expect(screen.getByText('Test cards')).toBeDefined()
    await openPayable()
    expect(screen.queryByText('Test cards')).toBeNull()
  })
})
