// @vitest-environment happy-dom
import { calls, formatPhone } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleConfig, sampleProfile } from '../../testing/samples.ts'
import { sampleChoices } from '../../testing/account-samples.ts'

const AT = '/me/notifications'
const box = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) })
const save = () => screen.findByRole('button', { name: 'Save' })
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' })
const isUnsaved = () => screen.queryByText('Unsaved changes') !== null

/** Stores the choices as the server does. */
function keepingApi(): ScriptedApi {
  const api = newApi()
  let kept = sampleChoices()
  api.answer(calls.getNotifications, () => kept)
  api.answer(calls.putNotifications, ({ body: { channels = kept.channels, ...notifications } }) => {
    const { sms = kept.channels.sms, ...others } = channels
    kept = { notifications, channels: { ...others, sms } }
    return kept
  })
  return api
}

it('shows every choice with its default, and saves what is changed', async () => {
  const api = keepingApi()
  const config = sampleConfig({ push: { publicKey: 'key' } })
  const { user } = await openApp({ at: AT, api, config })
  const emails = within(await screen.findByRole('group', { name: /^Emails to/ }))
  const states = () => emails.getAllByRole<HTMLInputElement>('switch').map(({ id, checked }) => [id, checked])
  expect(states()).toEqual(Object.entries(sampleChoices().notifications))
  for (const name of [
    'Transaction successful',
    'Loan request fails',
    'Answers from support by push',
    'Rate alerts by email',
    'Texts about your transfers',
  ])
    await user.click(await box(name))
  expect(isUnsaved()).toBe(true)
  await user.click(await save())
  expect(await screen.findByText('Notifications saved')).toBeDefined()
  expect(isUnsaved()).toBe(false)
  const { notifications, channels } = sampleChoices()
  expect(api.sent(calls.putNotifications).map(({ body }) => body)).toEqual([
    {
      ...{ ...notifications, transactionSuccessful: false, loanRequestFails: true },
      channels: {
        email: { ...channels.email, rateAlerts: false },
        push: { ...channels.push, supportAnswers: false },
        sms: { transfers: false },
      },
    },
  ])
  await openApp({ at: AT, api, config })
  for (const [name, on] of [
    ...[['Transaction successful', false] as const, ['Loan request fails', true] as const],
    ...[['Answers from support by push', false] as const, ['Answers from support by email', true] as const],
  ])
    expect((await box(name)).checked, name).toBe(on)
})

it.each([
  ['LR', '+231770123456', 'When you’ve paid, and when the money has arrived.'],
  [
    'US',
    '+12135550123',
    'When you’ve paid, and when the money has arrived. Message and data rates may apply.',
  ],
] as const)(
  'tells what texts a customer in %s gets, and at which number',
  async (country, phoneNumber, hint) => {
    await openApp({ at: AT, api: keepingApi(), profile: sampleProfile({ country, phoneNumber }) })
    const texts = await box('Texts about your transfers')
    expect(texts.checked).toBe(true)
    expect(screen.getByText(hint)).toBeDefined()
    const card = screen.getByRole('heading', { name: 'Text messages' }).parentElement
    expect(card?.textContent).toContain(`To ${formatPhone(phoneNumber)}.`)
  },
)

it('has no switch for push notifications while we send none', async () => {
  await openApp({ at: AT, api: keepingApi() })
  expect(await box('Reminders by email')).toBeDefined()
  expect(screen.queryByRole('switch', { name: /by push|^Transfers you send/ })).toBeNull()
})

it('asks before unsaved choices are left, and forgets them on the way out', async () => {
  const api = keepingApi()
  api.refuse(calls.getIdentityCheck, 'rate_limited')
  const { user, place } = await openApp({ at: AT, api })
  const menu = async () => within(await screen.findByRole('navigation', { name: 'Settings' }))
  await user.click(await box('Rates change'))
  await user.click((await menu()).getByRole('link', { name: 'Limits' }))
  expect(question()).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect([question(), place(), (await box('Rates change')).checked]).toEqual([null, AT, true])
  await user.click((await menu()).getByRole('link', { name: 'Limits' }))
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(place()).toBe('/me/limits'))
  await user.click((await menu()).getByRole('link', { name: 'Notifications' }))
  expect((await box('Rates change')).checked).toBe(false)
})

it('asks nothing after a switch was turned on and off again', async () => {
  const { user, place } = await openApp({ at: AT, api: keepingApi() })
  await user.click(await box('Rates change'))
  await user.click(await box('Rates change'))
  expect(isUnsaved()).toBe(false)
  await user.click(
    within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name: 'Reminders' }),
  )
  await waitFor(() => expect(place()).toBe('/me/reminders'))
})

it('asks before it leaves for a public page too', async () => {
  const { user, place } = await openApp({ at: AT, api: keepingApi() })
  await user.click(await box('Money received'))
  await user.click(screen.getByRole('link', { name: 'Sesa, home' }))
  expect(question()).not.toBeNull()
  expect(place()).toBe(AT)
})

it('keeps the choices when saving fails', async () => {
  const api = keepingApi()
  const { user } = await openApp({ at: AT, api })
  await user.click(await box('Rates change'))
  api.refuse(calls.putNotifications, 'rate_limited', { message: 'Wait a minute.' })
  await user.click(await save())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('We couldn’t save your choicesWait a minute. They’re still below.')
  expect((await box('Rates change')).checked).toBe(true)
  expect(isUnsaved()).toBe(true)
  api.answer(calls.putNotifications, sampleChoices())
  await user.click(await save())
  expect(await screen.findByText('Notifications saved')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says when the choices cannot be loaded', async () => {
  const api = newApi()
  api.refuse(calls.getNotifications, 'rate_limited')
  const { user } = await openApp({ at: AT, api })
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t load your choices')
  expect(screen.queryByRole('switch')).toBeNull()
  api.answer(calls.getNotifications, sampleChoices())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await save()).toBeDefined()
})
