// @vitest-environment happy-dom
import { calls, type RecipientCheck } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newApi } from '../../../testing/app.tsx'
import {
  configOfMtn,
  continueButton,
  descriptionOf,
  enter,
  errorSummary,
  expectError,
  network,
  openDetails,
  openPayments,
  payButton,
  receiveAmount,
  recipientName,
  recipientPhone,
  sampleRecipient,
  sendAmount,
  TO_AMA,
} from '../testing/details.ts'

describe('the recipient', () => {
  it('gets the network of the number until the customer chooses another', async () => {
    const { user } = await openDetails({ draft: {} })
    enter(recipientPhone(), '+233241234567')
    expect(network().value).toBe('mtn')
    enter(recipientPhone(), '+233201234567')
    expect(network().value).toBe('vodafone')
    await user.selectOptions(network(), 'airtel/tigo')
    enter(recipientPhone(), '+233241234567')
    expect(network().value).toBe('airtel/tigo')
  })

  it('gets a hint at the network that the number seems to belong to, and is not refused', async () => {
    const api = newApi()
    openPayments(api)
    api.answer(calls.checkRecipient, ({ body }): RecipientCheck => ({
      ...{ account: 'active', name: 'Ama Mensah', comparison: 'match' },
      likelyNetwork: body.network === 'vodafone' ? null : 'vodafone',
    }))
    const { user } = await openDetails({ draft: { ...TO_AMA, network: 'airtel/tigo' }, api })
    const hint = () => screen.queryByText(/This number seems to belong to/)?.textContent
    await waitFor(() => expect(hint()).toContain('Telecel Cash'))
    await user.click(continueButton())
    await payButton()
    await user.click(screen.getByRole('button', { name: 'Edit the details of this transfer' }))
    await user.click(await screen.findByRole('button', { name: 'Use this network' }))
    expect(network().value).toBe('vodafone')
    expect(document.activeElement).toBe(network())
    await waitFor(() => expect(hint()).toBeUndefined())
  })

  it('cannot have a bank account yet', async () => {
    const { user } = await openDetails()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mobile money' }).checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: /Bank/ }))
    expect(screen.getByText('Coming soon...')).toBeDefined()
    for (const label of ['Account number', 'Bank name'])
      expect(await screen.findByLabelText(label)).toHaveProperty('disabled', true)
  })

  it('can be an earlier one, beside what was typed', async () => {
    const api = newApi()
    const recipients = [sampleRecipient('Ama Mensah'), sampleRecipient('Kofi Boateng', '2')]
    api.answer(calls.listRecipients, { recipients, nextCursor: null })
    const { user } = await openDetails({ draft: {}, api })
    const recent = within(await screen.findByRole('region', { name: 'Recent recipients' }))
    expect(recent.getAllByRole('button', { name: /^(Ama|Kofi)/ })).toHaveLength(2)
    enter(sendAmount(), '5,000')
    await user.click(recent.getByRole('button', { name: /Ama Mensah, \+233 24 111 1231, MTN MoMo/ }))
    expect(recipientName().value).toBe('Ama Mensah')
    expect(document.activeElement).toBe(recipientName())
    await user.click(recent.getByRole('button', { name: 'See all recipients' }))
    await user.click(await recent.findByRole('button', { name: /Kofi Boateng/ }))
    expect([recipientName().value, recipientPhone().value, network().value, sendAmount().value]).toEqual([
      ...['Kofi Boateng', '024 111 1232', 'mtn', '5,000.00'],
    ])
  })

  it('can be chosen from the contacts of a phone that lists them', async () => {
    const contact = { name: ['Ama Mensah'], tel: ['+233 24 111 1234'] }
    const select = vi
      .fn()
      .mockResolvedValueOnce([])
      .mockRejectedValueOnce(new Error('Open'))
      .mockResolvedValue([contact])
    Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'contacts'))
    const { user } = await openDetails({ draft: {} })
    const choice = await screen.findByRole('button', { name: 'Choose from your contacts' })
    await user.click(choice)
    await user.click(choice)
    expect(recipientPhone().value).toBe('')
    await user.click(choice)
    expect(select).toHaveBeenLastCalledWith(['name', 'tel'])
    await waitFor(() => expect(recipientName().value).toBe('Ama Mensah'))
    expect([recipientPhone().value, network().value]).toEqual(['024 111 1234', 'mtn'])
    expect(document.activeElement).toBe(recipientName())
  })

  it('shows a chip for the network once it is known, and a list before', async () => {
    await openDetails({ draft: {} })
    expect(screen.queryByText('Change')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Choose from your contacts' })).toBeNull()
    const field = network()
    enter(recipientPhone(), '+233201234567')
    expect(screen.getByText('Change').parentElement?.textContent).toBe('TTelecel Cash·Change')
    expect(network()).toBe(field)
  })

  it('offers no earlier ones while there are none', async () => {
    await openDetails()
    expect(screen.queryByText('Recent recipients')).toBeNull()
  })

  it('can be in the country that the number belongs to', async () => {
    const { user } = await openDetails({ draft: { ...TO_AMA, phone: '+23276123456' } })
    await user.click(continueButton())
    await errorSummary()
    expectError(recipientPhone(), 'This is a Sierra Leone number. Send to Sierra Leone instead?')
    await user.click(screen.getByRole('button', { name: 'Send to Sierra Leone' }))
    expect([network().value, recipientPhone().value]).toEqual(['orange', '076 123456'])
    await waitFor(() => expect(receiveAmount().value).toBe('1,297.14'))
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Send to' }).value).toBe('Sierra Leone')
  })

  it('is refused without a wallet, also by the server alone', async () => {
    const api = newApi()
    const none = { account: 'inactive', name: null, comparison: null, likelyNetwork: null } as const
    api.answer(calls.checkRecipient, none)
    const { user, place } = await openDetails({ api })
    const message = 'MTN MoMo doesn’t have a wallet for this number.'
    await screen.findByText(message)
    await user.click(continueButton())
    expect((await errorSummary()).textContent).toContain(message)
    expectError(recipientPhone(), message)

    api.lose(calls.checkRecipient)
    api.refuse(calls.createPaymentIntent, 'recipient_inactive', {
      field: 'phone',
      message: 'No wallet there.',
    })
    enter(recipientPhone(), '+233546000001')
    await screen.findByText('We couldn’t check the name. Double-check the number.')
    await user.click(continueButton())
    expect((await errorSummary()).textContent).toContain('No wallet there.')
    expect(place()).toBe('/send-money')
    expectError(recipientPhone(), 'No wallet there.')
  })

  it('can be paid although the network never names the holder', async () => {
    const api = newApi()
    openPayments(api)
    api.hold(calls.checkRecipient)
    const { user } = await openDetails({ api })
    await screen.findByText('Checking the name with MTN MoMo')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await user.click(continueButton())
    await vi.advanceTimersByTimeAsync(4_000)
    await payButton()
  })

  it('learns why a network is off before the payment', async () => {
    const reason = 'MTN MoMo is being repaired. Try again tomorrow.'
    const api = newApi()
    openPayments(api)
    const { user } = await openDetails({ api, config: configOfMtn({ enabled: false, reason }) })
    expectError(network(), reason)
    expect(within(network()).getByRole('option', { name: 'MTN MoMo' })).toHaveProperty('disabled', true)
    await user.click(continueButton())
    expect((await errorSummary()).textContent).toContain(reason)
    await user.selectOptions(network(), 'vodafone')
    expect(network().getAttribute('aria-invalid')).toBeNull()
    expect(descriptionOf(network())).toBe(`MTN MoMo: ${reason}`)
    await user.click(continueButton())
    await payButton()
  })
})
