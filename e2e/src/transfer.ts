import { within } from '@sesa/test-kit/patience'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { newPhone } from './people.ts'

/** Test cards of the sandbox (https://docs.stripe.com/testing). */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  secure: '4000 0027 6000 3184',
  /** Asks for 3-D Secure in a frame of Stripe.js instead of on the bank's page. */
  secureInFrame: '4000 0000 0000 3220',
  /** Accepts a charge; a refund of it fails seconds later. */
  refundReturned: '4000 0000 0000 5126',
} as const

/** Makes the pages of this browser begin with the card, until the customer chooses another way to pay. */
export async function preferCard(context: BrowserContext): Promise<void> {
  // Frames without an origin have no storage.
  await context.addInitScript(`try { localStorage['sesa-pay-with'] ??= 'card' } catch {}`)
}

export interface Order {
  amount: string
  name: string
  phone: string
}

/**
 * Returns a transfer from Liberia to a wallet in Ghana that is paid at once; `ending` selects another behaviour of the
 * carrier.
 */
export function newOrder(ending?: string): Order {
  return { amount: '10,000', name: 'Ama Mensah', phone: newPhone('GH', ending) }
}

/** Fills step 1, waits for the other amount, and continues to the overview. */
export async function continueWith(page: Page, order: Order): Promise<void> {
  await fillDetails(page, order)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
}

export async function fillDetails(page: Page, { amount, name, phone }: Order): Promise<void> {
  await sendAmount(page).fill(amount)
  await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await recipientName(page).fill(name)
  await recipientPhone(page).fill(phone)
}

export const sendAmount = (page: Page) => page.getByPlaceholder('Send amount')
export const receiveAmount = (page: Page) => page.getByPlaceholder('Receive amount')
export const recipientName = (page: Page) => page.getByRole('textbox', { name: /full name/i })
export const recipientPhone = (page: Page) => page.getByRole('textbox', { name: /mobile number/i })
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay Now/ })

const CARD_FRAME = 'iframe[title="Secure payment input frame"]'

/** Returns Stripe's form in its frame. */
export const cardForm = (page: Page) => page.frameLocator(CARD_FRAME)

/**
 * Ticks the checkbox that saves the card. The frame scrolls into view first: Chromium may not paint a frame out of
 * sight, and a click waits until it has seen the checkbox painted twice.
 */
export async function keepCard(page: Page): Promise<void> {
  await page.locator(CARD_FRAME).scrollIntoViewIfNeeded()
  await cardForm(page).getByLabel('Save this card for next time').check()
}

/** Chooses one of the sandbox's bank accounts in its frame and pays. */
export async function payFromBank(page: Page, account: RegExp): Promise<void> {
  await page.locator(CARD_FRAME).scrollIntoViewIfNeeded()
  await cardForm(page).getByRole('radio', { name: account }).check()
  await payButton(page).click()
}

/** Types the card into its frame and pays. */
export async function payWith(page: Page, card: string): Promise<void> {
  const frame = cardForm(page)
  const another = frame.getByRole('radio', { name: 'New card' })
  // The form learns of saved cards a moment after it renders, and then hides the fields of a new one.
  await expect(async () => {
    if (await another.isVisible()) await another.check({ timeout: within(5) })
    await frame.getByLabel('Card number').fill(card, { timeout: within(5) })
    await frame.getByLabel('Expiry').fill('12 / 40', { timeout: within(5) })
    await frame.getByLabel('Security code').fill('123', { timeout: within(5) })
  }).toPass()
  await payButton(page).click()
}

/** Finds the headline of a transfer's page once the money has arrived. */
export const arrived = (page: Page) => page.getByRole('heading', { level: 1, name: 'Arrived' })

/** Waits until the transfer's page shows it as sent. Returns the payment id. */
export async function expectSent(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/transfer-status\?/)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(arrived(page)).toBeVisible({ timeout: within(40) })
  return paymentIdOf(page)
}

export function paymentIdOf(page: Page): string {
  return new URL(page.url()).searchParams.get('payment_intent') ?? ''
}

/** Finds the row, or on a phone the card, of the transfer to this recipient. */
export const historyRow = (page: Page, recipient: string) =>
  page.getByRole('table', { name: 'Transaction History' }).getByRole('row').filter({ hasText: recipient })
