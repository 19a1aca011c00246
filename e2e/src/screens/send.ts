import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { newPhone } from '../people.ts'
import {
  CARDS,
  expectSent,
  fillDetails,
  newOrder,
  payWith,
  sendAmount,
  type Order,
  keepCard,
} from '../transfer.ts'
import { receipt, transfers } from './transfers.ts'
import { BUSY, type Walk } from './walk.ts'

/** Takes Send Money with its errors, and the resulting transfers. */
export async function sendScreens(walk: Walk): Promise<void> {
  const { context, page, shoot } = walk
  await page.goto('/me/dashboard')
  await page.getByText('No transfers yet').waitFor()
  await shoot('history-empty')
  await page.goto('/send-money')
  await sendAmount(page).waitFor()
  await shoot('send-money-empty')
  await page.getByRole('button', { name: 'Continue' }).click()
  await shoot('send-money-refused')
  await sendAmount(page).fill('abc')
  await shoot('send-money-no-amount')
  await sendAmount(page).fill('9,000,000')
  await page.getByText('. Enter less.', { exact: false }).first().waitFor()
  await shoot('send-money-too-much')
  await page.getByRole('radio', { name: /Bank/ }).check()
  await page.getByLabel('Bank name').waitFor()
  await shoot('send-money-bank')
  await page.getByRole('radio', { name: /Mobile money/ }).check()
  await context.setOffline(true)
  await sendAmount(page).fill('2,000')
  await page.getByText('You’re offline', { exact: false }).first().waitFor()
  await shoot('send-money-offline')
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('radio', { name: /Mobile money/ }).check()

  const order = newOrder()
  await fillDetails(page, { ...order, phone: newPhone('GH', '0001') })
  await page.getByText('doesn’t have a wallet').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('There is a problem').waitFor()
  await shoot('send-money-no-account')
  await names(walk, order)
  await fillDetails(page, order)
  await page.getByText('Name matches').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await shoot('send-money')
  await page.route('/create-payment-intent', (route) => route.fulfill(BUSY))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('We couldn’t start your payment').first().waitFor()
  await shoot('overview-failed')
  await page.unroute('/create-payment-intent')
  await page.getByRole('button', { name: 'Try again' }).click()
  await cardFormOf(page)
  await page.getByText('Name matches: ').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await shoot('overview')
  await payWith(page, CARDS.declined)
  await page.getByText('Your card was declined.').first().waitFor()
  await shoot('card-declined')
  await context.setOffline(true)
  await page.getByText('Pay when you’re back online.', { exact: false }).waitFor()
  await shoot('overview-offline')
  await context.setOffline(false)
  await keepCard(page)
  await payWith(page, CARDS.good)
  const sent = await expectSent(page)
  await page.getByRole('button', { name: 'Share', exact: true }).waitFor()
  await shoot('transfer-sent')
  await transfers(walk)
  await prices(walk)
  await receipt(walk, sent)
}

/** Takes the questions about the recipient's name. */
async function names({ page, shoot }: Walk, order: Order): Promise<void> {
  await fillDetails(page, { ...order, name: 'A. Mensah' })
  await page.getByText('Did you mean').waitFor()
  await shoot('send-money-close-name')
  await fillDetails(page, { ...order, name: 'Kofi Boateng' })
  await page.getByText('The name does not match').waitFor()
  await shoot('send-money-different-name')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await shoot('send-money-confirmed-name')
}

/** Takes the screens for a price that has changed. */
async function prices({ page, api, shoot }: Walk): Promise<void> {
  const { idToken } = await api.call(calls.refreshToken, {})
  api.bear(idToken)
  const order = { ...newOrder(), amount: '1,500' }
  const recipient = {
    country: 'GH',
    name: order.name,
    phone: order.phone,
    network: 'mtn',
    method: 'momo',
  } as const
  await api.call(calls.putDraft, {
    body: { ...recipient, fix: 'send', sendAmount: '10,000.00', receiveAmount: '612.40' },
  })
  await page.goto('/send-money')
  await page.getByText('The exchange rate has changed').waitFor()
  await page.getByRole('button', { name: 'See all recipients' }).click()
  await page.getByRole('list', { name: 'All recipients' }).waitFor()
  await shoot('rate-moved')
  await page.route('**/currency/rates/**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { value: number }
    await route.fulfill({ response, json: { ...answer, value: answer.value + 1 } })
  })
  await page.goto('/send-money')
  await fillDetails(page, order)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'The exchange rate has changed' }).waitFor()
  await shoot('price-changed')
  await page.unroute('**/currency/rates/**')
}

async function cardFormOf(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.getByLabel('Card number').waitFor()
}
