import { calls, type Draft } from '@sesa/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { draftKept } from '../src/draft.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  fillDetails,
  newOrder,
  payButton,
  paymentIdOf,
  payWith,
  receiveAmount,
  recipientName,
  sendAmount,
} from '../src/transfer.ts'

test('a transfer started in one browser continues in another', async ({ page, api, browser }) => {
  await withProfile(api)
  const order = newOrder()
  await page.goto('/send-money')
  const kept = draftKept(page, order.phone)
  await fillDetails(page, order)
  await kept

  const device = await browser.newContext({ storageState: await page.context().storageState() })
  try {
    const other = await device.newPage()
    await other.goto(new URL('/send-money', page.url()).href)
    await expect(recipientName(other)).toHaveValue(order.name)
    await expect(sendAmount(other)).toHaveValue('10,000.00')
  } finally {
    await device.close()
  }
})

test('saves what was typed offline once the connection is back', async ({ page, api, context, refusal }) => {
  await withProfile(api)
  const order = newOrder()
  await page.goto('/send-money')
  await fillDetails(page, order)
  refusal(0, /^\/user\/draft$/)
  await context.setOffline(true)
  await recipientName(page).fill('Ama Adwoa Mensah')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
  await expect(recipientName(page)).toHaveValue('Ama Adwoa Mensah')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
  const { draft } = await api.call(calls.getDraft)
  expect(draft?.name).toBe('Ama Adwoa Mensah')
})

test('Back from the overview leads to the details, and from a paid transfer to a new one', async ({
  page,
  api,
}) => {
  await withProfile(api)
  const order = newOrder()
  await page.goto('/send-money')
  await continueWith(page, order)
  await page.goBack()
  await expect(recipientName(page)).toHaveValue(order.name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await payWith(page, CARDS.good)
  await expectSent(page)
  const paymentId = paymentIdOf(page)

  await page.goBack()
  await expect(page.getByText('Your last transfer is paid')).toBeVisible()
  await expect(recipientName(page)).toHaveValue('')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Track it here' }).click()
  await expect(page).toHaveURL(`/transfer-status?payment_intent=${paymentId}&intent=view`)
  expect((await api.call(calls.getDraft)).draft).toBeNull()
})

/** Opens a draft that was saved at a different rate. */
async function openOldDraft(page: Page, keep: (draft: Draft) => Promise<unknown>): Promise<void> {
  const { name, phone } = newOrder()
  const recipient = { country: 'GH', name, phone, network: 'mtn', method: 'momo' } as const
  await keep({ ...recipient, fix: 'send', sendAmount: '10,000.00', receiveAmount: '1.23' })
  await page.goto('/send-money')
}

test('a rate that moved since the draft was saved is shown with both figures', async ({ page, api }) => {
  await withProfile(api)
  await openOldDraft(page, (body) => api.call(calls.putDraft, { body }))
  const told = page.getByText('The exchange rate has changed')
  await expect(told).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'They receive' })
  await expect(row).toContainText('GHS 1.23')
  await expect(row).toContainText(`GHS ${await receiveAmount(page).inputValue()}`)
  await expectAccessible(page)
  await sendAmount(page).fill('12,000')
  await expect(told).toHaveCount(0)
})

test('a rate that moves before the payment opens must be accepted first', async ({ page, api, refusal }) => {
  await withProfile(api)
  // Shows an earlier rate, as if the customer had filled in the details before the rate moved.
  await page.route('**/currency/rates/**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { value: number }
    await route.fulfill({ response, json: { ...answer, value: answer.value + 1 } })
  })
  await page.goto('/send-money')
  await fillDetails(page, newOrder())
  const shown = await receiveAmount(page).inputValue()
  refusal(409, /^\/create-payment-intent$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'The exchange rate has changed' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'They receive' })).toContainText(`GHS ${shown}`)
  await expect(payButton(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept the new amounts' }).click()
  await expect(payButton(page)).toBeVisible()
  await payWith(page, CARDS.good)
  await expectSent(page)
})

test('an expired price says so, and a new one is requested', async ({ page, api }) => {
  await withProfile(api)
  await page.clock.install()
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  // The countdown must have begun: until then, the next answer sets the page's clock back to the server's.
  const countdown = page.getByRole('timer')
  await expect(countdown).not.toHaveText(await countdown.innerText())
  await page.clock.fastForward('31:00')
  await expect(page.getByText('This price has expired')).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Get a new price' }).click()
  await payWith(page, CARDS.good)
  await expectSent(page)
})

test('Resend fills in the form, and asks before it replaces a draft', async ({ page, api, refusal }) => {
  await withProfile(api)
  const order = newOrder()
  await page.goto('/send-money')
  await continueWith(page, order)
  await payWith(page, CARDS.good)
  const paymentId = await expectSent(page)
  await api.call(calls.putDraft, {
    body: { country: 'GH', name: 'Ama Adwoa Mensah', sendAmount: '7,000.00', fix: 'send' },
  })

  await page.goto(`/send-money?resend=${paymentId}`)
  await expect(page.getByText('Today’s rate and fee may be different.')).toBeVisible()
  await expect(recipientName(page)).toHaveValue(order.name)
  await expect(sendAmount(page)).toHaveValue('10,000.00')
  await expect(page.getByText('You have an unfinished transfer')).toBeVisible()
  await expectAccessible(page)
  expect((await api.call(calls.getDraft)).draft?.name).toBe('Ama Adwoa Mensah')
  await page.getByRole('button', { name: 'Resume it' }).click()
  await expect(recipientName(page)).toHaveValue('Ama Adwoa Mensah')
  await expect(sendAmount(page)).toHaveValue('7,000.00')

  refusal(404, /pi_nobody$/)
  await page.goto('/send-money?resend=pi_nobody')
  await expect(page.getByText('We couldn’t find the earlier transfer')).toBeVisible()
  await expect(recipientName(page)).toHaveValue('Ama Adwoa Mensah')
})
