import type { Locator, Page } from '@playwright/test'
import {
  arrived,
  CARDS,
  payButton,
  receiveAmount,
  recipientName,
  recipientPhone,
  sendAmount,
  type Order,
} from '../transfer.ts'

/**
 * The person reloads a page that has not changed for this long, which is longer than any single answer takes. After
 * each further time without a change, they wait twice as long: a busy machine may need longer to render the page.
 */
const PATIENCE_MS = 15_000
/** How long one action waits for its element before the person tries the next. */
const ACTION_MS = 1_000
/** The journey fails without a delivered transfer after this long. */
const LONGEST_MS = 180_000

/**
 * Sends money like a person with a bad connection: fills in empty fields, presses the available button, retries when
 * the page offers it, and reloads when nothing changes. Ends on the page of the delivered transfer.
 */
export async function sendAnyway(page: Page, order: Order): Promise<void> {
  page.setDefaultTimeout(ACTION_MS)
  page.setDefaultNavigationTimeout(PATIENCE_MS)
  const start = Date.now()
  let shown = ''
  let since = start
  let patience = PATIENCE_MS
  await page.goto('/send-money').catch(() => undefined)
  while (!(await isSent(page))) {
    if (Date.now() - start > LONGEST_MS) throw new Error(`Stuck at ${page.url()}: ${shown}`)
    await step(page, order).catch(() => undefined)
    const now = `${page.url()} ${await page
      .locator('main:visible')
      .innerText({ timeout: 500 })
      .catch(() => 'nothing')}`
    if (now !== shown) [shown, since, patience] = [now, Date.now(), PATIENCE_MS]
    if (Date.now() - since > patience) {
      since = Date.now()
      patience *= 2
      const lost = page.url().startsWith('chrome-error')
      await (lost ? page.goto('/send-money') : page.reload()).catch(() => undefined)
    }
  }
}

async function isSent(page: Page): Promise<boolean> {
  return page.url().includes('/transfer-status') && isThere(arrived(page))
}

/** Takes the action that a person would take now. */
async function step(page: Page, order: Order): Promise<void> {
  const again = page.getByRole('button', { name: /^(Try again|Load it again|Get a new price)$/ }).first()
  const next = page.getByRole('button', { name: 'Continue' })
  if (await isReady(again)) return again.click()
  if (await isReady(payButton(page))) return pay(page)
  if (!(await isReady(next))) return pause(page)
  await fillWhereEmpty(sendAmount(page), order.amount)
  if ((await receiveAmount(page).inputValue()) === '') return pause(page)
  await fillWhereEmpty(recipientName(page), order.name)
  await fillWhereEmpty(recipientPhone(page), order.phone)
  await next.click()
}

async function pay(page: Page): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure payment input frame"]')
  await fillWhereEmpty(card.getByLabel('Card number'), CARDS.good)
  await fillWhereEmpty(card.getByLabel('Expiry'), '12 / 40')
  await fillWhereEmpty(card.getByLabel('Security code'), '123')
  await payButton(page).click()
}

async function fillWhereEmpty(field: Locator, text: string): Promise<void> {
  if ((await field.inputValue()) === '') await field.fill(text)
}

const isThere = (control: Locator) => control.isVisible().catch(() => false)

async function isReady(button: Locator): Promise<boolean> {
  return (await isThere(button)) && (await button.isEnabled({ timeout: 200 }).catch(() => false))
}

const pause = (page: Page) => page.waitForTimeout(100)
