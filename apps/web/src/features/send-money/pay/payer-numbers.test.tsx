// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refusal, type ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import {
  CARD,
  configWith,
  MOMO,
  openedByCard,
  openedByPhone,
  sampleAttempt,
  unpaidTransfer,
} from '../../../testing/phone-payment.ts'
import { sampleMethods } from '../../../testing/account-samples.ts'
import { reads, textOf } from '../../../testing/reads.ts'
import { apiFor, openOverview, openPayable, payButton } from '../testing/overview.ts'

const OWN = '+231770123456'
const OTHER = '+231886001122'
const VERIFICATION = '22222222-2222-4222-8222-222222222222'

function apiWith(...others: readonly string[]): ScriptedApi {
  const api = apiFor()
  api.answer(calls.createPaymentIntent, ({ body }) =>
    body.payWith === 'momo' ? openedByPhone() : openedByCard(),
  )
  api.answer(calls.listPayerNumbers, numbers(...others))
  api.answer(calls.startPhone, {
    ...{ verificationId: VERIFICATION, digits: 6, sentBy: 'sms' },
    ...{ resendAfter: new Date().toISOString(), expiresAt: new Date(Date.now() + 600_000).toISOString() },
  })
  api.answer(calls.pay, { attempt: sampleAttempt() })
  api.answer(calls.getTransfer, { transfer: unpaidTransfer([sampleAttempt()]) })
  return api
}

const numbers = (...others: readonly string[]) => ({
  numbers: [{ phone: OWN, isSignIn: true }, ...others.map((phone) => ({ phone, isSignIn: false }))],
})

const open = (api: ScriptedApi) => openPayable({ api, config: configWith(MOMO, CARD) })
const payers = (api: ScriptedApi) => api.sent(calls.createPaymentIntent).map(({ body }) => body.payer)
const another = () => screen.findByRole('button', { name: 'Another number of mine' })
const field = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Your number' })

describe('another number of the customer', () => {
  it('is confirmed in place, and the payment is then from it and its network', async () => {
    const api = apiWith()
    const { user, pay, place } = await open(api)
    expect(screen.queryByRole('combobox', { name: 'Your number' })).toBeNull()
    await user.click(await another())
    const heading = await screen.findByRole('heading', { name: 'Another number of mine' })
    expect(document.activeElement).toBe(heading)
    expect(payButton().disabled, 'while a number is being added').toBe(true)
    await user.type(screen.getByLabelText('Phone number'), OTHER)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await reads('We sent a code to +231 88 600 1122.')

    api.refuse(calls.addPayerNumber, 'code_wrong', { field: 'code' })
    await user.type(await screen.findByLabelText('6-digit code'), '654321')
    await waitFor(() => expect(screen.getAllByText(/That code isn’t right/).length).toBeGreaterThan(0))
    api.answer(calls.addPayerNumber, numbers(OTHER))
    await user.clear(screen.getByLabelText('6-digit code'))
    await user.type(screen.getByLabelText('6-digit code'), '123456')
    await waitFor(() => expect(field().value).toBe(OTHER))
    expect(api.sent(calls.addPayerNumber).at(-1)?.body).toEqual({
      ...{ verificationId: VERIFICATION, code: '123456' },
    })
    expect(place(), 'never left').toBe('/send-money?step=overview')
    expect(payers(api)).toEqual([{ network: 'orange' }, { network: 'mtn', phone: OTHER }])
    await waitFor(() => expect(payButton().disabled).toBe(false))
    await pay()
    await screen.findByRole('heading', { name: /Approve it on your phone$/ })
    expect(api.sent(calls.pay)[0]?.body).toEqual({ id: 'mm_sample', phone: OTHER })
  })

  it('is not asked for once the customer cancels', async () => {
    const { user } = await open(apiWith())
    await user.click(await another())
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(payButton().disabled).toBe(false)
    expect(await another()).toBeDefined()
  })

  it('needs the customer’s proof where the server asks for it, and adds nothing without', async () => {
    const api = apiWith()
    api.refuse(calls.addPayerNumber, 'step_up_required')
    api.answer(calls.getSignInMethods, sampleMethods())
    const { user } = await open(api)
    await user.click(await another())
    await user.type(await screen.findByLabelText('Phone number'), OTHER)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await user.type(await screen.findByLabelText('6-digit code'), '123456')
    await user.click(await screen.findByRole('button', { name: 'Not now' }))
    await reads('Nothing was changed, because we couldn’t confirm it’s you.')
    expect(payers(api)).toEqual([{ network: 'orange' }])
  })

  it('is a choice once there is more than one, and changes the network with it', async () => {
    const api = apiWith(OTHER)
    const { user } = await open(api)
    await waitFor(() => expect(field().value).toBe(OWN))
    expect([...field().options].map(textOf)).toEqual(['+231 77 012 3456', '+231 88 600 1122'])
    await user.selectOptions(field(), OTHER)
    await waitFor(() => expect(payers(api).at(-1)).toEqual({ network: 'mtn', phone: OTHER }))
    const network = await screen.findByRole('combobox', { name: 'Your mobile network' })
    await user.selectOptions(network, 'orange')
    await waitFor(() => expect(payers(api).at(-1)).toEqual({ network: 'orange', phone: OTHER }))
    await waitFor(() => expect(field().value).toBe(OTHER))
    await user.selectOptions(field(), OWN)
    await waitFor(() => expect(payers(api).at(-1)).toEqual({ network: 'orange' }))
  })

  it('that was removed elsewhere gives way to the own one', async () => {
    const api = apiWith(OTHER)
    const { user } = await open(api)
    await waitFor(() => expect(field().value).toBe(OWN))
    api.answer(calls.createPaymentIntent, ({ body }) =>
      body.payer?.phone === undefined
        ? openedByPhone()
        : refusal('payer_number_unverified', { field: 'payer.phone' }),
    )
    await user.selectOptions(field(), OTHER)
    await user.click(await screen.findByRole('button', { name: 'Use +231 77 012 3456' }))
    await reads('Orange Money will ask you to approve LRD 10,300.00 for Sesa.')
  })

  it('cannot be listed without an answer, and the own number pays all the same', async () => {
    const api = apiWith()
    api.refuse(calls.listPayerNumbers, 'internal')
    await openOverview({ api, config: configWith(MOMO, CARD) })
    await reads('Your number +231 77 012 3456')
    await waitFor(() => expect(payButton().disabled).toBe(false))
  })
})
