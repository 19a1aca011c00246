// @vitest-environment happy-dom
import { CARD_CONSENT, calls, type SavedCard } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { formatRecent } from '@sesa/ui/format.ts'
import { refusal } from '@sesa/ui/testing/scripted-api.ts'
import { sampleConfig, sampleUser } from '../../../testing/samples.ts'
import { failed, paid, scriptStripe } from '../../../testing/stripe.ts'
import { apiFor, openPayable, paymentAt, payButton } from '../testing/overview.ts'

const SESSION = 'cuss_1'
const VISA: SavedCard = {
  ...{ id: 'pm_1', brand: 'visa', last4: '4242', wallet: null },
  ...{ expMonth: 12, expYear: 2040, addedAt: '2026-11-01T10:00:00.000Z' },
}

/** Opens a payment whose form has a saved card. */
async function openWithCard(stripe = scriptStripe()) {
  const api = apiFor(paymentAt(undefined, SESSION))
  api.answer(calls.listCards, { cards: [VISA] })
  return openPayable({ api, stripe })
}

describe('saved cards', () => {
  it('are opened in the form, and the chosen one is named next to Pay', async () => {
    const { stripe, api, pay } = await openWithCard()
    expect(api.sent(calls.createPaymentIntent)[0]?.body.savePaymentMethod).toBe(true)
    expect(stripe.forms).toMatchObject([{ customerSessionClientSecret: SESSION }])
    expect(screen.getByText(CARD_CONSENT.terms)).toBeDefined()
    const bar = screen.getByRole('region', { name: 'Payment' })
    expect(bar.textContent).not.toContain('Visa')
    stripe.say('payment', 'change', { value: { payment_method: { id: VISA.id } } })
    const description = /^Total LRD 10,000\.00 with Visa ••••\s4242/
    await screen.findByRole('button', { name: 'Pay Now', description })
    stripe.confirm = () => failed({ type: 'card_error', message: 'Your card has expired.' })
    await pay()
    expect(await screen.findByText('Your card has expired.')).toBeDefined()
    stripe.say('payment', 'change', { value: { type: 'card' } })
    expect(bar.textContent).not.toContain('Visa')
  })

  it('that cannot be opened never block a payment: the form opens again for a new card', async () => {
    const stripe = scriptStripe()
    stripe.opens.payment = { event: 'loaderror' }
    const opening = openWithCard(stripe)
    await waitFor(() => expect(stripe.forms.length).toBeGreaterThan(0))
    stripe.opens.payment = { event: 'ready' }
    const { pay } = await opening
    expect(stripe.forms.at(-1)).not.toHaveProperty('customerSessionClientSecret')
    expect(screen.queryByText(CARD_CONSENT.terms)).toBeNull()
    await pay()
    await screen.findByRole('heading', { name: /^Payment Successful/ })
  })
})

describe('locked cards', () => {
  const openLocked = async (code: 'step_up_required' | 'saved_cards_locked', details = {}) => {
    const api = apiFor()
    api.answer(calls.createPaymentIntent, ({ body }) =>
      body.savePaymentMethod ? refusal(code, { details }) : paymentAt(),
    )
    const app = await openPayable({ api })
    await screen.findByText('Your saved cards are locked')
    const [notice = document.body] = screen
      .getAllByRole('status')
      .filter(({ textContent }) => textContent.includes('locked'))
    return { ...app, notice }
  }

  it('open with a proof, and a typed card pays without it', async () => {
    const { user, api, notice, stripe } = await openLocked('step_up_required')
    const [first, second] = api.sent(calls.createPaymentIntent)
    expect([first?.body.savePaymentMethod, second?.body.savePaymentMethod]).toEqual([true, false])
    expect(first?.headers.get('idempotency-key')).not.toBe(second?.headers.get('idempotency-key'))
    expect(notice.textContent).toContain('Confirm it’s you to pay with one, or type a card below.')

    api.answer(calls.getSignInMethods, {
      ...{ phoneNumber: '+231770123456', email: 'hawa@example.org', emailVerified: true, pendingEmail: null },
      ...{ password: true, google: false, passkeys: 0, provenUntil: null },
    })
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    api.answer(calls.signInByEmail, { idToken: 'newer', expiresAt, user: sampleUser() })
    const next = { id: 'pi_next', clientSecret: 'pi_next_secret_1' }
    api.answer(calls.createPaymentIntent, { ...paymentAt(undefined, SESSION), ...next })
    await user.click(within(notice).getByRole('button', { name: 'Confirm it’s you' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    await user.type(await within(dialog).findByLabelText('Your password'), 'plantain under rain')
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(stripe.forms.at(-1)).toMatchObject({ customerSessionClientSecret: SESSION }))
    expect(screen.queryByText('Your saved cards are locked')).toBeNull()
  })

  it('say when they open where only time opens them', async () => {
    const until = '2026-11-29T09:14:00.000Z'
    const { notice } = await openLocked('saved_cards_locked', { until })
    expect(within(notice).queryByRole('button')).toBeNull()
    expect(notice.textContent).toContain(`You can use them from ${formatRecent(until)}.`)
    expect(notice.textContent).toContain('You can pay with a card typed below.')
  })
})

describe('Apple Pay and Google Pay', () => {
  const openWallets = async (offered: object | undefined) => {
    const stripe = scriptStripe()
    stripe.opens.expressCheckout = { event: 'ready', detail: { availablePaymentMethods: offered } }
    const config = sampleConfig({ card: { mode: 'stripe', publishableKey: 'pk_test_1', wallets: true } })
    const app = await openPayable({ stripe, config })
    return { ...app, box: screen.getByText('or pay by card').parentElement ?? document.body }
  }

  it.each([undefined, { applePay: false, googlePay: false }])(
    'take no room where a browser has %o',
    async (offered) => {
      const { box } = await openWallets(offered)
      expect(box.className).toContain('hidden')
      expect(box.inert).toBe(true)
    },
  )

  it('pay, and learn that the card was declined', async () => {
    const { stripe, box } = await openWallets({ googlePay: true })
    await waitFor(() => expect(box.inert).toBe(false))
    expect(box.className).not.toContain('hidden')
    const paymentFailed = vi.fn()
    stripe.confirm = () => failed({ type: 'card_error', message: 'Your card was declined.' })
    stripe.say('expressCheckout', 'confirm', { paymentFailed })
    await screen.findByText('Your card was declined.')
    expect(paymentFailed).toHaveBeenCalledWith({ reason: 'fail' })
    expect(payButton().disabled).toBe(false)
    stripe.confirm = () => paid()
    stripe.say('expressCheckout', 'confirm', { paymentFailed })
    await screen.findByRole('heading', { name: /^Payment Successful/ })
    expect(paymentFailed).toHaveBeenCalledOnce()
  })
})
