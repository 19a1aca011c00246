// @vitest-environment happy-dom
import { calls, type Draft, type SenderDetails } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleQuote } from '../../testing/samples.ts'

const control = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

/** A transfer that is ready to be paid. */
const TO_AMA = {
  ...{ country: 'GH', method: 'momo', fix: 'send', sendAmount: '10,000.00', receiveAmount: '611.43' },
  ...{ phone: '+233241111234', network: 'mtn', name: 'Ama Mensah' },
} as const satisfies Draft

/** Opens the page of a customer without details, over an API that stores what is saved. */
async function open({ at = '/me/sender-details', api = newApi(), draft = null as Draft | null } = {}) {
  let details: SenderDetails | null = null
  api.answer(calls.getSenderDetails, () => ({ details }))
  api.answer(calls.putSenderDetails, ({ body: { identificationNumber, ...body } }) => {
    const identificationEnding = identificationNumber?.slice(-3) ?? details?.identificationEnding ?? null
    const { postalCode = null, occupation = null } = body
    details = { ...body, postalCode, occupation, identificationEnding, updatedAt: new Date().toISOString() }
    return { details }
  })
  const opened = await openApp({ at, api, draft: { draft, updatedAt: draft && '2026-11-28T10:00:00.000Z' } })
  await screen.findByLabelText('Nationality')
  return { api, ...opened }
}

/** Fills in the open form. */
async function fill(user: UserEvent, number = 'PP0012345'): Promise<void> {
  await user.selectOptions(control('Nationality'), 'Liberia')
  await user.selectOptions(control('Document'), 'Passport')
  await user.type(control('ID number'), number)
  await user.type(control('Street address'), '12 Broad Street')
  await user.type(control('City or town'), 'Monrovia')
}

const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }))
const menu = async () => within(await screen.findByRole('navigation', { name: 'Settings' }))
const summary = () => screen.findByRole('alert', { name: 'There is a problem' })

it('keeps who the sender is, and does not show the number of the document again', async () => {
  const { api, user, place } = await open()
  expect(control('Country you live in').value).toBe('LR')
  await save(user)
  expect(within(await summary()).getAllByRole('link')[0]?.textContent).toBe('Choose your nationality.')
  expect(document.activeElement).toBe(await summary())

  expect(api.sent(calls.putSenderDetails)).toEqual([])
  await fill(user, '12')
  api.refuse(calls.putSenderDetails, 'identification_invalid', { field: 'identificationNumber' })
  await save(user)
  expect((await summary()).textContent).toContain('exactly as on the document')
  expect(control('ID number').getAttribute('aria-invalid')).toBe('true')
  expect(control('Street address').value).toBe('12 Broad Street')
  expect(place()).toBe('/me/sender-details')
})

it('changes saved details, and leaves the number as it is', async () => {
  const { api, user, place } = await open()
  await fill(user)
  await save(user)
  await waitFor(() => expect(place()).toBe('/me/profile'))
  expect(await screen.findByText('Sender details saved')).toBeDefined()
  await user.click((await menu()).getByRole('link', { name: 'Sender details' }))
  await screen.findByText(/We have your ID number ending in 345\./)
  expect(control('ID number').value).toBe('')
  await user.clear(control('City or town'))
  await user.type(control('City or town'), 'Paynesville')
  await save(user)
  await waitFor(() => expect(place()).toBe('/me/profile'))
  const [first, second] = api.sent(calls.putSenderDetails).map(({ body }) => body)
  expect(first).toEqual({
    ...{ nationality: 'LR', identificationType: 'passport', identificationNumber: 'PP0012345' },
    ...{ addressLine: '12 Broad Street', city: 'Monrovia', country: 'LR' },
  })
  expect([second?.city, second?.identificationNumber]).toEqual(['Paynesville', undefined])
})

it('keeps unsaved values while the customer visits another page', async () => {
  const { api, user, place } = await open()
  await fill(user)
  const message = 'The service is busy.'
  api.refuse(calls.putSenderDetails, 'unavailable', { message })
  await save(user)
  expect((await summary()).textContent).toContain(message)
  await user.click((await menu()).getByRole('link', { name: 'Recipients' }))
  await waitFor(() => expect(place()).toBe('/me/recipients'))
  history.back()
  await waitFor(() => expect(control('Street address').value).toBe('12 Broad Street'))
  expect(control('ID number').value).toBe('PP0012345')
})

it.each([
  ['/me/sender-details', 'View Profile', '/me/profile'],
  ['/me/sender-details?to=/send-money%3Fstep%3Doverview', 'Back to Send Money', '/send-money?step=overview'],
])('leads from %s by %s', async (at, label, to) => {
  await open({ at })
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to)
})

it('returns to the overview of the transfer that needs the details, which then opens its payment', async () => {
  const api = newApi()
  api.answer(calls.createPaymentIntent, () => ({
    ...{ id: 'pi_sample', clientSecret: 'pi_sample_secret_1', customerSessionClientSecret: null },
    ...{ quote: sampleQuote(), ways: [] },
  }))
  const { user, place } = await open({
    at: '/me/sender-details?to=/send-money%3Fstep%3Doverview',
    api,
    draft: TO_AMA,
  })
  await fill(user)
  await save(user)
  await screen.findByRole('button', { name: 'Pay Now' })
  expect(place()).toBe('/send-money?step=overview')
})
