import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { officeCalls } from '@sesa/contract/office'
import { officeStaff } from '../office-staff.ts'
import { newPhone } from '../people.ts'
import { CARDS, continueWith, newOrder, paymentIdOf, payWith } from '../transfer.ts'
import { BUSY, type Walk } from './walk.ts'

/** Takes transfers that are refunded, in progress, held, unreachable, missing or unpaid, and the form to resend one. */
export async function transfers(walk: Walk): Promise<void> {
  const { context, page, shoot } = walk
  await pay(page, '0005', 'Joseph Mensah', '2,500')
  await page.getByRole('heading', { level: 1, name: 'Refunded' }).waitFor({ timeout: within(60) })
  await shoot('transfer-refunded')

  const id = await pay(page, '0002', 'Isata Mensah', '4,000')
  await page.getByRole('button', { name: 'Cancel this transfer' }).waitFor()
  await shoot('transfer-processing')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = page.getByLabel('Link', { exact: true })
  await link.waitFor()
  await shoot('transfer-share')
  await page.goto(await link.inputValue())
  await page.getByRole('heading', { name: 'On its way' }).waitFor()
  await shoot('track-on-its-way')
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel this transfer' }).waitFor()
  await context.setOffline(true)
  await page.getByText('You’re offline.').waitFor()
  await shoot('transfer-offline')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Cancel this transfer' }).click()
  await shoot('transfer-cancel')
  await page.getByRole('button', { name: 'Keep the transfer' }).click()
  const reference = /S-[0-9A-Z]{8}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? ''
  const [compliance] = await officeStaff(walk.dataDir, 'compliance')
  const stop = { params: { reference }, body: { reason: 'Looked at by a journey' } }
  await compliance.call(officeCalls.holdTransfer, stop)
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  await page.getByText('On hold').first().waitFor()
  await shoot('transfer-held')
  await compliance.call(officeCalls.releaseHold, stop)
  await page.reload()
  await page.getByRole('button', { name: 'Cancel this transfer' }).click()
  await page.getByRole('button', { name: 'Ask to cancel' }).click()
  await page.getByText('The money is already on its way').first().waitFor()
  await shoot('transfer-cancel-asked')

  await page.route('/user/transactions/*', (route) => route.fulfill(BUSY))
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  await page
    .getByText('Status not known yet')
    .first()
    .waitFor({ timeout: within(60) })
  await shoot('transfer-unreached')
  await page.unroute('/user/transactions/*')
  await page.goto('/transfer-status?payment_intent=pi_nobody&intent=view')
  await page.getByText('We can’t find this payment').first().waitFor()
  await shoot('transfer-not-found')

  await page.goto('/send-money')
  await continueWith(page, { ...newOrder(), amount: '1,500' })
  await payWith(page, CARDS.secure)
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await page.getByRole('heading', { name: 'Payment Failed' }).waitFor()
  await shoot('transfer-unpaid')
  await page.goto(`/send-money?resend=${id}`)
  await page.getByText(/rate.*may.*differ/i).waitFor()
  await page
    .getByText(/^[A-Z]{3} [\d,]+ = [A-Z]{3} [\d.,]+$/)
    .filter({ visible: true })
    .first()
    .waitFor()
  await shoot('resend')
}

/** Takes the receipt of a transfer, on the screen and on paper. */
export async function receipt({ page, shoot }: Walk, id: string): Promise<void> {
  await page.goto(`/receipt?payment_intent=${id}`)
  await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor()
  await shoot('receipt')
  // The size of an A4 sheet within its margins, at 96 pixels per inch.
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 673, height: 1001 })
  await shoot('receipt-paper')
  await page.emulateMedia({ media: null })
  await page.setViewportSize(before)
}

async function pay(page: Page, ending: string, name: string, amount: string): Promise<string> {
  await page.goto('/send-money')
  // Another person's wallet would raise the question about the name.
  await continueWith(page, { phone: newPhone('GH', ending, name), name, amount })
  await payWith(page, CARDS.good)
  await page
    .getByText(/^Payment (Successful|Failed)$/)
    .first()
    .waitFor({ timeout: within(60) })
  return paymentIdOf(page)
}
