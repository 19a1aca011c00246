// Slow: axe in every state of Pay and of a transfer.
import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { calls, type SavedCard } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expectSays } from '../src/browser/expect-says.ts'
import { newPerson, newPhone, withProfile } from '../src/people.ts'
import { openByApi, sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, cardForm, fillDetails, keepCard, newOrder, payButton, payWith } from '../src/transfer.ts'

// All states of a payment screen, one after another, for axe and the words of the specification. Their rules are tested
// next to the screens.

/** Answers calls to this address with this error from now on. */
async function refuse(page: Page, url: string, status: number, code: string): Promise<void> {
  await page.route(url, (route) =>
    route.fulfill({ status, json: { error: { code, message: 'Try again in 42 seconds.', requestId: 'r' } } }),
  )
}

test('the states of Pay are accessible', { tag: '@all' }, async ({ page, api, context, refusal }) => {
  refusal(0, /^\/user\/notices/, { optional: true })
  await withProfile(api)
  await page.goto('/send-money')
  await refuse(page, '/create-payment-intent', 429, 'rate_limited')
  refusal(429, /^\/create-payment-intent$/)
  await fillDetails(page, newOrder())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Try again in 42 seconds. We’ve kept your details')
  await expectAccessible(page)
  await page.unroute('/create-payment-intent')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeEnabled()
  await keepCard(page)
  await expectAccessible(page)
  await payWith(page, '4242')
  await expect(cardForm(page).getByText('Your card number is incomplete.')).toBeVisible()
  await expectAccessible(page)
  refusal(402, /\/confirm$/)
  await payWith(page, CARDS.declined)
  await expect(page.getByText('Your card was declined.').first()).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(true)
  await expect(payButton(page)).toBeDisabled()
  await expectAccessible(page)
  await context.setOffline(false)
  await page.route('**/v1/payment_intents/*', (route) =>
    route.fulfill({ json: { object: 'payment_intent', status: 'canceled', last_payment_error: {} } }),
  )
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await expect(page.getByText('This transfer was cancelled')).toBeVisible()
  await expectAccessible(page)
})

test(
  'the states of saved cards and limits are accessible',
  { tag: '@all' },
  async ({ page, api, refusal }) => {
    await withProfile(api)
    await page.goto('/me/limits')
    await expect(page.getByText('You haven’t used any of this limit.')).toHaveCount(2)
    await expectAccessible(page)

    refusal(503, /^\/user\/cards/)
    await refuse(page, '/user/cards', 503, 'card_provider_unavailable')
    await page.goto('/me/cards')
    await expect(page.getByRole('alert')).toContainText('We couldn’t load your cards', {
      timeout: within(30),
    })
    await expectAccessible(page)
    const card: SavedCard = {
      ...{ id: 'pm_1', brand: 'visa', last4: '4242', wallet: null },
      ...{ expMonth: 12, expYear: 2024, addedAt: '2024-01-02T10:00:00.000Z' },
    }
    await page.unroute('/user/cards')
    await page.route('/user/cards', (route) => route.fulfill({ json: { cards: [card] } }))
    await refuse(page, '/user/cards/pm_1', 503, 'card_provider_unavailable')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Expired 12/24')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Remove Visa/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible({ timeout: within(30) })
    await expectAccessible(page)
    await page.unroute('/user/cards')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible()
    await expectAccessible(page)
  },
)

test('the charge in another currency is accessible', { tag: '@all' }, async ({ page, api }) => {
  await withProfile(api, newPerson('GH'))
  await page.goto('/send-money')
  await fillDetails(page, { amount: '500', name: 'Musu Kollie', phone: newPhone('LR') })
  await page.getByLabel('Mobile network').selectOption({ label: 'Orange Money' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Charged to your card')
  await expectAccessible(page)
})

/** Shows a transfer from the API with this change. An earlier change may still apply to a request in flight. */
async function showChanged(page: Page, id: string, change: object): Promise<void> {
  await page.route(`/user/transactions/${id}`, async (route) => {
    const response = await route.fetch()
    const { transfer } = (await response.json()) as { transfer: object }
    await route.fulfill({ response, json: { transfer: { ...transfer, ...change } } })
  })
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  await expect(page.getByRole('list', { name: 'Steps of this transfer' })).toBeVisible()
}

test('the states of a transfer are accessible', { tag: '@all' }, async ({ page, api, refusal, fault }) => {
  await withProfile(api)
  const id = await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  const { transfer } = await api.call(calls.getTransfer, { params: { payment_id: id } })
  const at = transfer.date
  for (const change of [
    { status: 'processing', cancellable: true },
    { status: 'processing', cancellable: false, notice: 'You asked to cancel.' },
    { status: 'held', notice: 'We’re reviewing it.' },
    {
      status: 'failed',
      notice: 'The wallet is full.',
      timeline: [{ step: 'failed', at, text: 'Refused' }],
    },
    {
      status: 'refunded',
      notice: 'The wallet is full.',
      timeline: [{ step: 'refunded', at, text: 'Refunded' }],
    },
  ]) {
    await showChanged(page, id, change)
    await expectAccessible(page)
  }
  await showChanged(page, id, { status: 'processing', cancellable: true })
  await page.getByRole('button', { name: 'Cancel this transfer' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  refusal(0, new RegExp(`/user/transactions/${id}$`))
  await page.route(`/user/transactions/${id}`, (route) => route.abort())
  await expect(page.getByText('We can’t reach Sesa right now')).toBeVisible({ timeout: within(60) })
  await expectAccessible(page)
  fault(/rate/i)
  await showChanged(page, id, { rate: 'none' })
  await expect(page.getByText('We couldn’t load the details')).toBeVisible()
  await expectAccessible(page)

  refusal(404, /pi_nobody/)
  await page.goto('/transfer-status?payment_intent=pi_nobody&intent=view')
  await expectSays(page, 'unknownPayment')
  await expectAccessible(page)
  await page.goto('/receipt?payment_intent=pi_nobody')
  await expect(page.getByText('We can’t find this transfer')).toBeVisible()
  await expectAccessible(page)
})

/** Opens the page behind the card provider's redirect, with this status from the provider. */
async function backFromCard(page: Page, id: string, status: string): Promise<void> {
  await page.unroute('**/v1/payment_intents/*')
  await page.route(`**/v1/payment_intents/*`, (route) =>
    route.fulfill({ json: { id, object: 'payment_intent', status } }),
  )
  await page.goto(`/transfer-status?payment_intent_client_secret=${id}_secret_of_this_journey`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('explains each answer of the card provider', { tag: '@all' }, async ({ page, api, refusal }) => {
  await withProfile(api)
  const paid = await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  await page.route('/send-money', async (route) => {
    if (route.request().method() === 'POST') await expectSays(page, 'checking')
    await route.continue()
  })
  await backFromCard(page, paid, 'succeeded')
  await page.getByText('Details', { exact: true }).click()
  await expectSays(page, 'successful')
  await backFromCard(page, paid, 'processing')
  await expectSays(page, 'intentProcessing')
  await backFromCard(page, paid, 'requires_action')
  await expectSays(page, 'intentOther')

  const { id } = await openByApi(api, { whole: 3_000, name: 'Ama Mensah' })
  refusal(409, /^\/send-money$/)
  await backFromCard(page, id, 'requires_payment_method')
  await expectSays(page, 'intentUnpaid')
  await expectAccessible(page)
  await page.unroute('/send-money')
  refusal(503, /^\/send-money$/)
  await refuse(page, '/send-money', 503, 'card_provider_unavailable')
  await page.goto(`/transfer-status?payment_intent=${id}`)
  await expect(page.getByText('We’re checking your payment')).toBeVisible({
    timeout: within(60),
  })
  await expectAccessible(page)
})
