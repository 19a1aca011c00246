import type { Page } from '@playwright/test'
import {
  CARDS,
  continueWith,
  expectSent,
  fillDetails,
  newOrder,
  paymentIdOf,
  payWith,
  sendAmount,
} from '../transfer.ts'
import { BUSY, sesa, type Walk } from './walk.ts'

/** Send Money with what can go wrong, and a transfer in every status that it can have. */
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
  await page.getByRole('radio', { name: /Bank/ }).check()
  await shoot('send-money-bank')
  await page.getByRole('radio', { name: /Mobile money/ }).check()
  await context.setOffline(true)
  await sendAmount(page).fill('2,000')
  await page.getByText('You are offline', { exact: false }).first().waitFor()
  await shoot('send-money-offline')
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('radio', { name: /Mobile money/ }).check()

  const order = newOrder()
  await fillDetails(page, order)
  await shoot('send-money')
  await page.route('/create-payment-intent', (route) => route.fulfill(BUSY))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('The payment could not be prepared').first().waitFor()
  await shoot('overview-failed')
  await page.unroute('/create-payment-intent')
  await page.getByRole('button', { name: 'Try again' }).click()
  await cardFormOf(page)
  await shoot('overview')
  await payWith(page, CARDS.declined)
  await page.getByText('Your card was declined.').first().waitFor()
  await shoot('card-declined')
  await payWith(page, CARDS.good)
  const sent = await expectSent(page)
  await shoot('transfer-sent')
  await transfers(walk)
  await receipt(walk, sent)
}

async function transfers(walk: Walk): Promise<void> {
  const { context, page, shoot } = walk
  await pay(page, '0005', 'Kofi Boateng', '2,500')
  await page.getByText('Refunded', { exact: true }).first().waitFor({ timeout: 60_000 })
  await shoot('transfer-refunded')

  const id = await pay(page, '0002', 'Esi Owusu', '4,000')
  await page.getByRole('button', { name: 'Cancel this transfer' }).waitFor()
  await shoot('transfer-processing')
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await shoot('transfer-offline')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Cancel this transfer' }).click()
  await shoot('transfer-cancel')
  await page.getByRole('button', { name: 'Keep the transfer' }).click()
  const reference = /S-[0-9A-Z]{8}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? ''
  await sesa(walk, 'holds', 'set', reference)
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  await page.getByText('On hold').first().waitFor()
  await shoot('transfer-held')
  await sesa(walk, 'holds', 'release', reference)
  await page.reload()
  await page.getByRole('button', { name: 'Cancel this transfer' }).click()
  await page.getByRole('button', { name: 'Ask to cancel' }).click()
  await page.getByText('The money is already on its way').first().waitFor()
  await shoot('transfer-cancel-asked')

  await page.route('/user/transactions/*', (route) => route.fulfill(BUSY))
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  await page.getByText('Status not known yet').first().waitFor({ timeout: 60_000 })
  await shoot('transfer-unreached')
  await page.unroute('/user/transactions/*')
  await page.goto('/transfer-status?payment_intent=pi_nobody&intent=view')
  await page.getByText('Transfer not found').first().waitFor()
  await shoot('transfer-not-found')

  await page.goto('/send-money')
  await continueWith(page, { ...newOrder(), amount: '1,500' })
  await payWith(page, CARDS.secure)
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await page.getByRole('heading', { name: 'Payment Failed' }).waitFor()
  await shoot('transfer-unpaid')
  await page.goto(`/send-money?resend=${id}`)
  await page.getByText(/rate.*may.*differ/i).waitFor()
  await shoot('resend')
}

async function receipt({ page, shoot }: Walk, id: string): Promise<void> {
  await page.goto(`/receipt?payment_intent=${id}`)
  await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor()
  await shoot('receipt')
  // As on a sheet of A4 within its margins, at 96 pixels to the inch.
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 673, height: 1001 })
  await shoot('receipt-paper')
  await page.emulateMedia({ media: null })
  await page.setViewportSize(before)
}

async function pay(page: Page, ending: string, name: string, amount: string): Promise<string> {
  await page.goto('/send-money')
  await continueWith(page, { ...newOrder(ending), name, amount })
  await payWith(page, CARDS.good)
  await page
    .getByText(/^Payment (Successful|Failed)$/)
    .first()
    .waitFor({ timeout: 60_000 })
  return paymentIdOf(page)
}

async function cardFormOf(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.getByLabel('Card number').waitFor()
}
