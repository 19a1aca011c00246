import { calls, type Draft } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../../testing/app.tsx'
import { sampleQuote, sampleTransfer } from '../../../testing/samples.ts'
import { scriptStripe } from '../../../testing/stripe.ts'

/** LRD 10,000.00 to Ama Mensah in Ghana, ready to be paid. */
export const READY: Draft = {
  ...{ sendAmount: '10,000.00', receiveAmount: '669.00', fix: 'send', country: 'GH' },
  ...{ name: 'Ama Mensah', method: 'momo', phone: '+233241111234', network: 'mtn' },
}

export const payButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Pay Now|Processing)/ })

/** Returns a payment at this price, whose form has the saved cards or only a new one. */
export const paymentAt = (quote = sampleQuote(), customerSessionClientSecret: string | null = null) => ({
  ...{ id: 'pi_sample', clientSecret: 'pi_sample_secret_1', customerSessionClientSecret, quote, ways: [] },
})

/** Scripts the API for a payment, and for the transfer that it pays for. */
export function apiFor(payment = paymentAt()): ScriptedApi {
  const api = newApi()
  api.answer(calls.createPaymentIntent, payment)
  const { status, amount, currency, recipient, receive_currency, date } = sampleTransfer()
  const result = { status, amount, currency, recipient, receive_amount: 669, receive_currency, date }
  api.answer(calls.sendMoney, result)
  api.answer(calls.complete, result)
  api.answer(calls.getTransfer, { transfer: sampleTransfer() })
  return api
}

/** Opens the second step of this transfer, on a separate page. */
export async function openOverview({
  api = apiFor(),
  stripe = scriptStripe(),
  draft = READY,
  ...rest
}: Partial<Omit<Parameters<typeof openApp>[0], 'draft'>> & {
  stripe?: ReturnType<typeof scriptStripe>
  draft?: Draft
} = {}) {
  const updatedAt = new Date().toISOString()
  api.answer(calls.getDraft, { draft, updatedAt })
  const app = await openApp({
    ...{ at: '/send-money?step=overview', api, draft: { draft, updatedAt } },
    ...rest,
  })
  return { ...app, api, stripe }
}

/** Opens the second step and waits until Pay can be pressed. */
export async function openPayable(...args: Parameters<typeof openOverview>) {
  const app = await openOverview(...args)
  await waitFor(() => expect(payButton().disabled).toBe(false))
  return { ...app, pay: () => app.user.click(payButton()) }
}
