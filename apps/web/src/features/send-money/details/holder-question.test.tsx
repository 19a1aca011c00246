// @vitest-environment happy-dom
import { calls, type RecipientCheck } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi } from '../../../testing/app.tsx'
import {
  continueButton,
  converted,
  enter,
  network,
  openDetails,
  openPayments,
  payButton,
  receiveAmount,
  recipientName,
  recipientPhone,
  TO_AMA,
} from '../testing/details.ts'

/** Answers with the wallet of Ama Mensah; Telecel does not report holders. */
function answerAsAma(api: ScriptedApi): void {
  api.answer(calls.checkRecipient, ({ body: { typedName, network } }): RecipientCheck => {
    if (network === 'vodafone')
      return { account: 'unsupported', name: null, comparison: null, likelyNetwork: null }
    const verdict = typedName === 'Ama Mensah' ? 'match' : typedName === 'A. Mensah' ? 'close' : 'different'
    const comparison = typedName === undefined ? null : verdict
    return { account: 'active', name: 'Ama Mensah', comparison, likelyNetwork: null }
  })
}

const question = () => screen.findByRole('heading', { name: 'The name does not match' })
const decision = () => screen.findByRole('heading', { name: 'You chose to send anyway' })
const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

it('requires an explicit yes to a different name, which counts only for this recipient', async () => {
  const api = newApi()
  answerAsAma(api)
  openPayments(api)
  const { user, place } = await openDetails({ api, draft: { ...TO_AMA, name: '' } })
  await screen.findByText('Name on the account:')
  await user.type(recipientName(), 'Kofi Boateng')
  await user.tab()
  await question()
  expect(screen.getByText('You typed Kofi Boateng. This wallet is registered to Ama Mensah.')).toBeDefined()
  for (const submit of [() => user.click(continueButton()), () => user.type(recipientName(), '{Enter}')]) {
    await submit()
    await focused(await question())
    await user.click(recipientName())
  }
  expect(place()).toBe('/send-money')
  await user.click(screen.getByRole('button', { name: 'Check the number' }))
  expect(document.activeElement).toBe(recipientPhone())
  await user.click(screen.getByRole('button', { name: 'Send anyway' }))
  await focused(await decision())

  enter(recipientName(), 'Kofi Owusu')
  await user.tab()
  await question()
  enter(recipientName(), 'Kofi Boateng')
  await user.tab()
  await decision()
  const confirmedFor = (
    await waitFor(() => {
      const drafts = api.sent(calls.putDraft).map(({ body }) => body)
      return drafts.find(({ name, confirmedFor }) => name === 'Kofi Boateng' && confirmedFor) ?? expect.fail()
    })
  ).confirmedFor

  const again = await openDetails({ api, draft: { ...TO_AMA, name: 'Kofi Boateng', confirmedFor } })
  await decision()
  await again.user.click(continueButton())
  await payButton()
  expect(screen.getByText(/The name on the account is different:/).textContent).toContain('Ama Mensah')
  const [sent] = api.sent(calls.createPaymentIntent)
  expect(sent?.body).toMatchObject({ name: 'Kofi Boateng', confirmedName: true })
})

it('can undo the yes', async () => {
  const api = newApi()
  answerAsAma(api)
  const { user } = await openDetails({ api, draft: { ...TO_AMA, name: 'Kofi Boateng' } })
  await question()
  await user.click(screen.getByRole('button', { name: 'Send anyway' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await focused(await question())
  await user.click(screen.getByRole('button', { name: 'Use Ama Mensah' }))
  expect(recipientName().value).toBe('Ama Mensah')
  await focused(recipientName())
})

it('adopts the name that the network reports, and says when it reports none', async () => {
  const api = newApi()
  answerAsAma(api)
  const { user } = await openDetails({ api, draft: { ...TO_AMA, name: '' } })
  await user.click(await screen.findByRole('button', { name: 'Use this name' }))
  expect(recipientName().value).toBe('Ama Mensah')
  expect(document.activeElement).toBe(recipientName())
  enter(recipientName(), 'A. Mensah')
  await user.tab()
  await screen.findByText('Did you mean Ama Mensah?')
  await user.click(screen.getByRole('button', { name: 'No, check the number' }))
  expect(document.activeElement).toBe(recipientPhone())
  await user.click(screen.getByRole('button', { name: 'Yes, use this name' }))
  expect(recipientName().value).toBe('Ama Mensah')
  const asked = api.sent(calls.checkRecipient).length
  await user.tab()
  await screen.findByText('Name matches')
  expect(api.sent(calls.checkRecipient), 'the registered name is not compared again').toHaveLength(asked)

  await user.selectOptions(network(), 'vodafone')
  await screen.findByText(/Telecel Cash \(formerly Vodafone\) does not confirm names\./)
})

it('asks when only the server knows that the name is different', async () => {
  const api = newApi()
  api.lose(calls.checkRecipient)
  api.refuse(calls.createPaymentIntent, 'name_mismatch', { field: 'name' })
  const { user, place } = await openDetails({ api })
  await converted(receiveAmount)
  await user.click(continueButton())
  await focused(await question())
  expect(place()).toBe('/send-money')
  expect(screen.getByText(/This wallet is registered to a different name\./)).toBeDefined()
  openPayments(api)
  await user.click(screen.getByRole('button', { name: 'Send anyway' }))
  await user.click(continueButton())
  await payButton()
  expect(api.sent(calls.createPaymentIntent).at(-1)?.body.confirmedName).toBe(true)
})
