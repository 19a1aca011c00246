// @vitest-environment happy-dom
import { calls, type TransferResult } from '@sesa/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleTransfer } from '../../testing/samples.ts'
import { scriptStripe } from '../../testing/stripe.ts'

const PLACE = '/transfer-status?payment_intent=pi_sample'
const RESULT: TransferResult = {
  ...{ status: 'processing', amount: 1_000_000, currency: 'LRD', recipient: 'Ama Mensah' },
  ...{ receive_amount: 669, receive_currency: 'GHS', date: new Date().toISOString() },
}

/** Scripts the API for a payment whose transfer is in progress. */
function apiForPaid() {
  const api = newApi()
  api.answer(calls.sendMoney, RESULT)
  api.answer(calls.complete, RESULT)
  api.answer(calls.getTransfer, { transfer: sampleTransfer() })
  return api
}

/** The address to which the card provider redirects. */
const BACK = '/transfer-status?payment_intent_client_secret=pi_sample_secret_1'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name: new RegExp(`^${name}`) })

describe('after the payment', () => {
  it('checks the payment, asks for the pay-out and then shows the transfer', async () => {
    const api = apiForPaid()
    const release = api.hold(calls.sendMoney)
    await openApp({ at: PLACE, api })
    expect(await screen.findByText('Checking Payment Status')).toBeDefined()
    expect(document.title).toBe('Checking Payment Status · Sesa')
    release()
    await heading('Payment Successful')
    expect(api.sent(calls.sendMoney)[0]?.body).toEqual({ id: 'pi_sample' })
    expect(api.sent(calls.complete)[0]?.body).toEqual({ id: 'pi_sample' })
  })

  it.each([
    ['succeeded', 'Payment succeeded!'],
    ['processing', 'Your payment is processing.'],
    ['requires_action', 'Something went wrong.'],
  ] as const)('in the card provider’s state %s, says “%s”', async (status, message) => {
    scriptStripe().intent = { status }
    const { place } = await openApp({ at: BACK, api: apiForPaid() })
    await heading('Payment Successful')
    expect(await screen.findByText(message)).toBeDefined()
    expect(place(), 'no secret stays in the address').toBe(PLACE)
  })

  it('says that nothing was charged only once the server says so, and keeps the details', async () => {
    const api = apiForPaid()
    api.refuse(calls.sendMoney, 'payment_not_successful')
    scriptStripe().intent = { status: 'requires_payment_method' }
    const { user, place } = await openApp({ at: BACK, api })
    await heading('Payment Failed')
    const notice = screen
      .getByText('Your payment was not successful, please try again.')
      .closest('[role=alert]')
    expect(notice?.textContent).toContain(
      'You weren’t charged and nothing was sent. We’ve kept your details.',
    )
    await user.click(screen.getByRole('link', { name: 'Try again' }))
    expect(place()).toMatch(/^\/send-money/)
  })

  it('never calls a payment unpaid while the card provider is unreachable, and continues by itself', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    const api = apiForPaid()
    api.refuse(calls.sendMoney, 'card_provider_unavailable')
    await openApp({ at: PLACE, api })
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    await heading('Checking Payment Status')
    expect(screen.getByText('We’re checking your payment')).toBeDefined()
    expect(screen.getByText(/^Don’t pay again\./)).toBeDefined()
    expect(screen.queryByText(/Payment Failed|not charged|nothing was sent|try again/i)).toBeNull()
    api.answer(calls.sendMoney, RESULT)
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await heading('Payment Successful')
  })

  it('says what is known without an answer, and checks again on demand', async () => {
    const api = apiForPaid()
    api.refuse(calls.getTransfer, 'internal')
    const { user } = await openApp({ at: `${PLACE}&intent=view`, api })
    const again = await screen.findByRole('button', { name: 'Check again' })
    expect(screen.getByText(/If you paid, your transfer continues\./)).toBeDefined()
    api.answer(calls.getTransfer, { transfer: sampleTransfer() })
    await user.click(again)
    await heading('Payment Successful')
  })

  it('shows the send call’s answer until the details arrive', async () => {
    const api = apiForPaid()
    api.lose(calls.getTransfer)
    await openApp({ at: PLACE, api })
    await heading('Payment Successful')
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('GHS 669.00'))
    expect(screen.getByText('We can’t reach Sesa right now')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull()
  })
})
