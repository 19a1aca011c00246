// @vitest-environment happy-dom
import { calls, type AnswerOf } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleConfig, sampleTransfer } from '../../testing/samples.ts'

const NAME = 'Tell me when it arrives'

/**
 * Simulates a browser with push notifications that answers its own question this way. Its service worker and keys are
 * invented.
 */
function browserThatSays(answer: NotificationPermission) {
  let subscription: object | null = null
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  const made = {
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys }),
    unsubscribe: () => {
      subscription = null
      return Promise.resolve(true)
    },
  }
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: () => Promise.resolve((subscription = made)),
  }
  const notification = {
    permission: 'default' as NotificationPermission,
    requestPermission: vi.fn(() => Promise.resolve((notification.permission = answer))),
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  const getRegistration = () => Promise.resolve({ pushManager })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } })
  return notification
}

const CHOICES: AnswerOf<typeof calls.getNotifications> = {
  notifications: {
    ...{ transactionSuccessful: true, transactionFails: true, ratesChange: true, moneyReceived: true },
    ...{ loanRequestSuccessful: true, loanRequestFails: true },
  },
  channels: {
    email: { reminders: true, rateAlerts: true, supportAnswers: true },
    push: {
      ...{ transfers: true, moneyReceived: true, ratesChange: true },
      ...{ reminders: true, rateAlerts: true, supportAnswers: true },
    },
    sms: { transfers: false },
  },
}

async function open(at: string) {
  const api = newApi()
  api.answer(calls.getTransfer, { transfer: sampleTransfer() })
  api.answer(calls.getPush, { devices: 0, offered: true })
  api.answer(calls.subscribePush, undefined)
  api.answer(calls.keepPush, { on: true })
  api.answer(calls.declinePush, undefined)
  api.answer(calls.unsubscribePush, undefined)
  api.answer(calls.getNotifications, CHOICES)
  const config = sampleConfig({ push: { publicKey: 'BKey' } })
  return { ...(await openApp({ at, api, config })), api }
}

const openTransfer = () => open('/transfer-status?payment_intent=pi_sample&intent=view')
const offer = async () => within(await screen.findByRole('region', { name: NAME }))

it('asks the browser only after a tap, and is gone once this device gets notifications', async () => {
  const { requestPermission } = browserThatSays('granted')
  const { user, api } = await openTransfer()
  const notify = (await offer()).getByRole('button', { name: 'Notify me' })
  expect(requestPermission).not.toHaveBeenCalled()
  await user.click(notify)
  expect(await screen.findByText('We’ll send a notification to this device.')).toBeDefined()
  expect(api.sent(calls.subscribePush)[0]?.body).toMatchObject({ endpoint: 'https://push.example/1' })
  const again = await openTransfer()
  await screen.findByRole('list', { name: 'Steps of this transfer' })
  await waitFor(() => expect(again.api.sent(calls.keepPush)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: NAME })).toBeNull()
})

it.each([
  ['default', 'is taken for “Not now”'],
  ['denied', 'is explained, with the remedy'],
] as const)('the browser’s answer %s %s', async (answer, _outcome) => {
  browserThatSays(answer)
  const { user, api } = await openTransfer()
  await user.click((await offer()).getByRole('button', { name: 'Notify me' }))
  if (answer === 'denied') expect(await screen.findByText(/^Your browser blocks notifications/)).toBeDefined()
  else await waitFor(() => expect(screen.queryByRole('region', { name: NAME })).toBeNull())
  expect(api.sent(calls.declinePush)).toHaveLength(answer === 'default' ? 1 : 0)
  expect(api.sent(calls.subscribePush)).toHaveLength(0)
})

it('does not ask again after “Not now”', async () => {
  const { requestPermission } = browserThatSays('granted')
  const { user, api } = await openTransfer()
  await user.click((await offer()).getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('region', { name: NAME })).toBeNull()
  expect(document.activeElement?.id).toBe('main')
  expect(api.sent(calls.declinePush)).toHaveLength(1)
  expect(requestPermission).not.toHaveBeenCalled()
})

it('is not made where the customer declined before, or where we send none', async () => {
  browserThatSays('granted')
  const { api } = await openTransfer()
  await offer()
  api.answer(calls.getPush, { devices: 0, offered: false })
  await openApp({ at: '/transfer-status?payment_intent=pi_sample&intent=view', api, config: sampleConfig() })
  await screen.findByRole('list', { name: 'Steps of this transfer' })
  expect(screen.queryByRole('region', { name: NAME })).toBeNull()
})

it('are turned on and off for this device in the settings', async () => {
  browserThatSays('granted')
  const { user, api } = await open('/me/notifications')
  await user.click(await screen.findByRole('button', { name: 'Turn on push notifications on this device' }))
  expect(await screen.findByText('This device gets them until you sign out.')).toBeDefined()
  await open('/me/notifications')
  await user.click(await screen.findByRole('button', { name: 'Turn off push notifications on this device' }))
  expect(await screen.findByText('Off on this device.')).toBeDefined()
  expect(api.sent(calls.subscribePush)).toHaveLength(1)
})
