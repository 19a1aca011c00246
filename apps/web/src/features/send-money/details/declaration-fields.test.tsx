// @vitest-environment happy-dom
import { calls, type Draft, type SenderDetails } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { expectProblem, newApi } from '../../../testing/app.tsx'
import {
  configOfMtn,
  continueButton,
  enter,
  errorSummary,
  expectError,
  openDetails,
  openPayments,
  payButton,
  recipientName,
  sampleRecipient,
  sendAmount,
  TO_AMA,
} from '../testing/details.ts'

const choice = (name: RegExp) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const purpose = () => choice(/^What is the money for/)
const source = () => choice(/^Where does the money come from/)
const relationship = () => choice(/^What’s your relationship to the recipient/)

/** Opens the details with a network that requires a declaration. */
async function openDeclared(draft: Draft = TO_AMA, details: 'known' | 'unknown' = 'unknown') {
  const api = newApi()
  openPayments(api)
  api.answer(calls.getSenderDetails, { details: details === 'unknown' ? null : SENDER })
  api.answer(calls.listRecipients, { recipients: [sampleRecipient('Kofi Boateng')], nextCursor: null })
  return openDetails({ api, draft, config: configOfMtn({ senderDetails: true }) })
}

const SENDER = {
  nationality: 'LR',
  addressLine: '12 Broad Street',
  postalCode: null,
  city: 'Monrovia',
  country: 'LR',
  identificationType: 'passport',
  identificationEnding: '345',
  occupation: null,
  updatedAt: '2026-11-21T10:00:00.000Z',
} as const satisfies SenderDetails

it('asks what the money is for, and sends the answers', async () => {
  const { api, user } = await openDeclared(TO_AMA, 'known')
  await screen.findByRole('heading', { name: 'About this money' })
  await user.click(continueButton())
  const summary = within(await errorSummary())
  expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Choose what the money is for.',
    'Choose where the money comes from.',
  ])
  expectError(purpose(), 'Choose what the money is for.')
  await user.selectOptions(purpose(), 'Supporting family')
  await user.selectOptions(source(), 'My wages')
  await user.selectOptions(relationship(), 'My sister')
  expect(screen.queryByText('We also need your sender details')).toBeNull()
  await user.click(continueButton())
  await payButton()
  expect(api.sent(calls.createPaymentIntent)[0]?.body).toMatchObject({
    ...{ purposeOfFunds: 'family_support', sourceOfFunds: 'salary', relationship: 'sister' },
  })
})

it('belongs to one recipient; its optional part can be removed', async () => {
  const answers = { purposeOfFunds: 'taxes', sourceOfFunds: 'savings', relationship: 'sister' } as const
  const { user } = await openDeclared({ ...TO_AMA, ...answers })
  await screen.findByRole('heading', { name: 'About this money' })
  const values = () => [purpose(), source(), relationship()].map(({ value }) => value)
  expect(values()).toEqual(Object.values(answers))
  await user.selectOptions(relationship(), 'Choose a relationship')
  expect(values()).toEqual(['taxes', 'savings', ''])
  expect(within(purpose()).getByRole('option', { name: 'Choose a purpose' })).toHaveProperty('disabled', true)
  await user.click(await screen.findByRole('button', { name: /Kofi Boateng/ }))
  expect(recipientName().value).toBe('Kofi Boateng')
  expect(values()).toEqual(['', '', ''])
})

it('leads an unknown sender to their details, and back to this transfer', async () => {
  await openDeclared()
  const link = await screen.findByRole('link', { name: 'Add your sender details' })
  expect(link.getAttribute('href')).toBe('/me/sender-details?to=/send-money')
})

it('stays when only the server asked for it', async () => {
  const api = newApi()
  api.answer(calls.getSenderDetails, { details: SENDER })
  const message = 'Choose what the money is for.'
  api.refuse(calls.createPaymentIntent, 'declaration_required', { field: 'purposeOfFunds', message })
  const { user } = await openDetails({ api })
  await user.click(continueButton())
  expect((await errorSummary()).textContent).toContain(message)
  await user.selectOptions(await screen.findByRole('combobox', { name: /^What is the money for/ }), 'Taxes')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.selectOptions(source(), 'My savings')
  expect(purpose().value).toBe('taxes')
  openPayments(api)
  await user.click(continueButton())
  await payButton()
})

it.each([
  ['Load it again', 'reload'],
  ['Continue', 'assign'],
] as const)('whose code did not load is loaded by %s, with everything typed', async (button, way) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.doMock('./declaration-fields.tsx', () => {
    throw new TypeError('Failed to fetch')
  })
  const leave = vi.spyOn(location, way).mockImplementation(() => undefined)
  const { api, user } = await openDeclared()
  await vi.advanceTimersByTimeAsync(5_000)
  await screen.findByText('We couldn’t load the questions about this money')
  expect(screen.getByText(/The connection dropped before this part loaded/)).toBeDefined()
  enter(recipientName(), 'Ama Adwoa Mensah')
  await user.click(screen.getByRole('button', { name: button }))
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
  expectProblem(/Code could not be fetched/)

  vi.doUnmock('./declaration-fields.tsx')
  await openDeclared(api.sent(calls.putDraft).at(-1)?.body)
  await screen.findByRole('heading', { name: 'About this money' })
  expect([recipientName().value, sendAmount().value]).toEqual(['Ama Adwoa Mensah', '10,000.00'])
})
