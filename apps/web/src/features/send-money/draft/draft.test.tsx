// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { newApi } from '../../../testing/app.tsx'
import { sampleQuote, sampleTransfer } from '../../../testing/samples.ts'
import {
  continueButton,
  converted,
  enter,
  errorSummary,
  network,
  openDetails,
  openPayments,
  payButton,
  receiveAmount,
  recipientName,
  recipientPhone,
  sendAmount,
  TO_AMA,
} from '../testing/details.ts'

const values = () =>
  [sendAmount(), receiveAmount(), recipientName(), recipientPhone()].map(({ value }) => value)
const AMA = ['10,000.00', '611.43', 'Ama Mensah', '024 111 1234']
const drafts = (api: ReturnType<typeof newApi>) => api.sent(calls.putDraft).map(({ body }) => body)
const rowOf = (label: string) =>
  screen
    .getByRole('rowheader', { name: label })
    .closest('tr')
    ?.textContent.replace(/^\D+?(?=[A-Z]{3})/, '')

it('brings back after a reload what was typed', async () => {
  const api = newApi()
  await openDetails({ api, draft: {} })
  enter(sendAmount(), '10000')
  await converted(receiveAmount)
  enter(recipientPhone(), '0241111234')
  enter(recipientName(), 'Ama Mensah')
  await waitFor(() =>
    expect(drafts(api).at(-1)).toMatchObject({ name: 'Ama Mensah', phone: '+233241111234' }),
  )
  await openDetails({ api, draft: drafts(api).at(-1) ?? {} })
  await waitFor(() => expect([...values(), network().value]).toEqual([...AMA, 'mtn']))
})

it('saves what was typed offline once the connection is back', async () => {
  const api = newApi()
  openPayments(api)
  const { user } = await openDetails({ api })
  api.lose(calls.putDraft)
  enter(recipientName(), 'Ama Adwoa Mensah')
  await user.click(continueButton())
  await errorSummary()
  expect(recipientName().value).toBe('Ama Adwoa Mensah')
  api.answer(calls.putDraft, ({ body }) => ({ draft: body, updatedAt: new Date().toISOString() }))
  await user.click(continueButton())
  await payButton()
  expect(drafts(api).at(-1)?.name).toBe('Ama Adwoa Mensah')
})

it('is there again after Back and after Edit', async () => {
  const api = newApi()
  openPayments(api)
  const { user, place } = await openDetails({ api })
  await converted(receiveAmount)
  for (const back of [
    async () => act(() => history.back()),
    () => user.click(screen.getByRole('button', { name: 'Edit the details of this transfer' })),
  ]) {
    await user.click(continueButton())
    await payButton()
    expect(place()).toBe('/send-money?step=overview')
    await back()
    await screen.findByRole('heading', { name: 'Send money' })
    await converted(receiveAmount)
    expect(values()).toEqual(AMA)
  }
})

it('opens one payment, not two, when the overview is reloaded', async () => {
  const api = newApi()
  openPayments(api)
  // Unchanged content keeps its version.
  api.answer(calls.putDraft, ({ body }) => ({ draft: body, updatedAt: '2026-11-28T10:00:00.000Z' }))
  const { user } = await openDetails({ api })
  await converted(receiveAmount)
  await user.click(continueButton())
  await payButton()
  const at = '/send-money?step=overview'
  await openDetails({ api, at, draft: drafts(api).at(-1) ?? TO_AMA }, 'Check and pay')
  await payButton()
  const keys = api.sent(calls.createPaymentIntent).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

it('shows both figures when the rate has moved since it was saved', async () => {
  await openDetails({ draft: { ...TO_AMA, receiveAmount: '1.23' } })
  await screen.findByRole('heading', { name: 'The exchange rate has changed' })
  expect(rowOf('They receive')).toBe('GHS 1.23GHS 611.43')
  enter(sendAmount(), '12,000')
  expect(screen.queryByText('The exchange rate has changed')).toBeNull()
})

it('must be accepted again when the rate moves before the payment opens', async () => {
  const api = newApi()
  const quote = sampleQuote({ receiveAmount: 60_000 })
  api.refuse(calls.createPaymentIntent, 'rate_changed', { details: { quote } })
  const { user } = await openDetails({ api })
  await converted(receiveAmount)
  await user.click(continueButton())
  expect((await screen.findByRole('alert')).textContent).toContain('The exchange rate has changed')
  expect([rowOf('You send'), rowOf('They receive')]).toEqual([
    'LRD 10,000.00LRD 10,000.00',
    'GHS 611.43GHS 600.00',
  ])
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
  openPayments(api, { receiveAmount: 60_000 })
  await user.click(screen.getByRole('button', { name: 'Accept the new amounts' }))
  await payButton()
  expect(api.sent(calls.createPaymentIntent).at(-1)?.body.receiveAmount).toBe(60_000)
})

it('gets a new price when the old one has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  const api = newApi()
  openPayments(api)
  const { user } = await openDetails({ api })
  await converted(receiveAmount)
  await user.click(continueButton())
  await payButton()
  expect(screen.getByRole('timer').textContent).toMatch(/^Rate locked for (30:00|29:\d\d)$/)
  await act(() => vi.advanceTimersByTimeAsync(31 * 60_000))
  await screen.findByText('This price has expired')
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
  openPayments(api)
  await user.click(screen.getByRole('button', { name: 'Get a new price' }))
  await payButton()
  expect(api.sent(calls.createPaymentIntent)).toHaveLength(2)
})

it('is kept while a transfer is sent again, until it is replaced or resumed', async () => {
  const api = newApi()
  api.answer(calls.getTransfer, { transfer: sampleTransfer() })
  const draft = { ...TO_AMA, name: 'Ama Adwoa Mensah', sendAmount: '7,000.00' }
  const { user } = await openDetails({ api, at: '/send-money?resend=pi_sample', draft })
  await screen.findByText('Today’s rate and fee may be different.')
  await converted(receiveAmount)
  expect(values()).toEqual(AMA)
  expect(screen.getByText('You have an unfinished transfer')).toBeDefined()
  expect(document.body.textContent).toContain(
    'LRD 7,000.00 to Ama Adwoa Mensah. Continue here to replace it.',
  )
  expect(drafts(api)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Resume it' }))
  expect([recipientName().value, sendAmount().value]).toEqual(['Ama Adwoa Mensah', '7,000.00'])
})

it('fills in the form when the transfer to send again is not found', async () => {
  const api = newApi()
  api.refuse(calls.getTransfer, 'not_found')
  await openDetails({ api, at: '/send-money?resend=pi_nobody' })
  await screen.findByText('We couldn’t find the earlier transfer')
  expect(recipientName().value).toBe('Ama Mensah')
})
