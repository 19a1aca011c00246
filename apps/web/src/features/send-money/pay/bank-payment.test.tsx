// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import {
  bankTransfer,
  configOfUS,
  FROM_US,
  openedByCard,
  openedFromBank,
  profileOfUS,
} from '../../../testing/bank-payment.ts'
import { reads, textOf } from '../../../testing/reads.ts'
import { failed, paid, scriptStripe } from '../../../testing/stripe.ts'
import { apiFor, openOverview, openPayable, payButton } from '../testing/overview.ts'

const STATUS = '/transfer-status?payment_intent=pi_sample'

/** Scripts an API whose payments open by the chosen way, and whose bank is then asked. */
function apiByBank(): ScriptedApi {
  const api = apiFor()
  api.answer(calls.createPaymentIntent, ({ body }) =>
    body.payWith === 'bank_debit' ? openedFromBank() : openedByCard(),
  )
  const transfer = bankTransfer()
  api.answer(calls.getTransfer, { transfer })
  const { amount, currency, recipient, receive_currency, date } = transfer
  const receive_amount = 1070
  const status = 'awaiting_payment'
  api.answer(calls.sendMoney, { status, amount, currency, recipient, receive_amount, receive_currency, date })
  return api
}

/** Scripts a form whose account can be confirmed, and is then debited. */
function scriptBank() {
  const stripe = scriptStripe()
  stripe.confirm = () => paid('processing')
  return stripe
}

const US = { config: configOfUS(), profile: profileOfUS(), draft: FROM_US }
const open = ({
  api = apiByBank(),
  stripe = scriptBank(),
  ...more
}: Parameters<typeof openPayable>[0] = {}) => openPayable({ api, stripe, ...US, ...more })

const way = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const ways = () => textOf(screen.getByRole('group', { name: 'How do you want to pay?' }))
const DAY = '(Sun|Mon|Tue|Wed|Thu|Fri|Sat) \\d{1,2} [A-Z][a-z]{2}'

describe('a bank account', () => {
  it('is the cheapest way, with its own fee and the day on which the money arrives', async () => {
    await open()
    expect(way(/^Bank account/).checked).toBe(true)
    expect(ways()).toMatch(new RegExp(`Bank account USD 101\\.00Fee USD 1\\.00 · arrives by ${DAY}`))
    expect(ways()).toMatch(/Card USD 104\.00Fee USD 4\.00 · arrives by \d\d:\d\d/)
    expect(textOf(screen.getByRole('main'))).toMatch(new RegExp(`ArrivesBy ${DAY}`))
  })

  it('opens the form for bank accounts, says how it works, and speaks of no card', async () => {
    const { stripe, api } = await open()
    await screen.findByRole('heading', { name: 'Pay from your bank account' })
    await reads('We fix your rate when you press Pay Now.')
    await reads('Your bank takes up to 4 banking days.')
    await reads('We pay out when the money is here.')
    expect(stripe.forms).toHaveLength(1)
    expect(stripe.forms[0]?.customerSessionClientSecret).toBeUndefined()
    expect(stripe.elements.at(-1)).toEqual({
      terms: { usBankAccount: 'always' },
      defaultValues: { billingDetails: { name: 'Hawa Kollie', email: 'hawa@example.org' } },
    })
    expect(screen.queryByText(/card|visa|apple pay/i, { selector: 'form *, [data-pay] *' })).toBeNull()
    const [intent] = api.sent(calls.createPaymentIntent)
    expect(intent?.body).toMatchObject({ payWith: 'bank_debit' })
    expect(intent?.body).not.toHaveProperty('savePaymentMethod')
    expect(intent?.body).not.toHaveProperty('payer')
  })

  it('confirms once, and then waits for the bank', async () => {
    const { stripe, pay, place } = await open()
    let answer = (_: ReturnType<typeof paid>): void => undefined
    stripe.confirm = () => new Promise((resolve) => (answer = resolve))
    await pay()
    expect(textOf(payButton())).toBe('Processing')
    expect(way(/^Card/).disabled).toBe(true)
    act(() => answer(paid('processing')))
    await screen.findByRole('heading', { level: 1, name: /Waiting for your bank$/ })
    expect(place()).toBe(STATUS)
    expect(stripe.confirmed).toHaveLength(1)
  })

  it('that the form refuses is not charged, and can be chosen again', async () => {
    const { stripe, pay, place } = await open()
    stripe.confirm = () => failed({ type: 'card_error', message: 'This account can’t be debited.' })
    await pay()
    const alert = textOf(await screen.findByRole('alert'))
    expect(alert).toContain('This account can’t be debited.')
    expect(alert).toContain('You weren’t charged. Choose another account or another way to pay.')
    stripe.confirm = () => paid('processing')
    await pay()
    await waitFor(() => expect(place()).toBe(STATUS))
  })

  it('whose form does not open can be tried again', async () => {
    const stripe = scriptBank()
    stripe.opens = { payment: { event: 'loaderror' } }
    const { user } = await openOverview({ api: apiByBank(), stripe, ...US })
    await screen.findByText('We couldn’t load the bank form')
    stripe.opens = { payment: { event: 'ready' } }
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(payButton().disabled).toBe(false))
  })

  it('that was debited before a reload leads to its transfer', async () => {
    const stripe = scriptBank()
    stripe.intent = { status: 'processing' }
    const { place } = await openOverview({ api: apiByBank(), stripe, ...US })
    await waitFor(() => expect(place()).toBe(STATUS))
  })

  it('whose payment was closed asks for a new price, and blames no card', async () => {
    const stripe = scriptBank()
    stripe.intent = { status: 'canceled', last_payment_error: { type: 'card_error' } as never }
    await openOverview({ api: apiByBank(), stripe, ...US })
    await screen.findByText('This price has expired')
    expect(screen.queryByText(/declined cards|another card/)).toBeNull()
  })

  it('is greyed with its reason while it is closed', async () => {
    const closed = { method: 'bank_debit', open: false, reason: 'Not open yet.' } as const
    const card = { method: 'card', open: true, reason: null } as const
    await open({ config: configOfUS(closed, card) })
    await reads('Bank account: Not open yet.')
    await screen.findByRole('heading', { name: 'Pay by card' })
  })

  it('says offline only what is true of it', async () => {
    await open()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    await reads('You’re offline. Pay when you’re back online.')
    expect(payButton().disabled).toBe(true)
  })

  it('gives way to the card, at its price', async () => {
    const { user, api } = await open()
    await user.click(way(/^Card/))
    await reads(/The fee is now USD 4\.00 instead of USD 1\.00\. The money arrives by /)
    await screen.findByRole('heading', { name: 'Pay by card' })
    expect(api.sent(calls.createPaymentIntent).at(-1)?.body).toHaveProperty('savePaymentMethod', true)
  })
})
