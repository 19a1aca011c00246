// Slow: three transfers up to a limit, and two checks at the provider’s pages.
import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { withProfile, type Person } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { receiveAmount, sendAmount } from '../src/transfer.ts'

/** Shows a document on the provider's page and chooses the outcome; the page leads back to ours. */
async function showDocument(page: Page, { name, dob }: Person, outcome: string): Promise<void> {
  const [first = '', last = ''] = name.split(' ')
  await expect(page.getByRole('heading', { name: 'Show your document' })).toBeVisible()
  await page.getByLabel('First names').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Date of birth').fill(dob)
  await page.getByLabel('Document number').fill(`PP${Date.now()}`)
  await page.getByRole('button', { name: outcome, exact: true }).click()
  await expect(page).toHaveURL('/me/limits?checked')
}

const heading = (page: Page) => page.getByRole('heading', { name: 'Your identity check' })
const dayLimit = (page: Page) => page.getByText(/left of/).first()

test('near a limit a customer checks their identity, tries again, and may send more', async ({
  page,
  api,
}) => {
  const person = await withProfile(api)
  await page.goto('/me/limits')
  await expect(page.getByText('Need to send more?')).toBeVisible()
  await expect(dayLimit(page)).toBeVisible()
  await expect(heading(page)).toBeHidden()

  // Uses up most of the 24-hour limit.
  for (const name of ['Ama Mensah', 'Kofi Mensah', 'Efua Mensah'])
    await sendByApi(api, { whole: 145_000, name })
  const dayOf = async () => (await api.call(calls.getLimits)).limits.day
  await expect.poll(async () => (await dayOf()).left).toBeLessThan(10_000_000)
  const before = (await dayOf()).limit
  await page.goto('/send-money')
  await sendAmount(page).fill('200,000')
  // The price moves the content below it.
  await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'See how to send more' }).click()
  await expect(page).toHaveURL('/me/limits?more')
  await expect(heading(page)).toBeVisible()
  await expect(
    page.getByText(/With a document and a selfie you can send up to\sUSD\s5,000\.00/),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Check my identity' }).click()
  await showDocument(page, person, 'The photo can’t be used')
  // The result has the focus and is in view, with the next step.
  const result = (name: string) => page.getByRole('heading', { level: 2, name })
  await expect(result('Your check needs something')).toBeFocused()
  await expect(result('Your check needs something')).toBeInViewport()
  await expect(page.getByText('We couldn’t see your face clearly. Try again in good light.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeInViewport()
  await page.getByRole('button', { name: 'Try again' }).click()
  await showDocument(page, person, 'Approved')
  await expect(result('Identity confirmed')).toBeFocused()
  await expect(page.getByText(/You can now send up to\sLRD\s[\d,]+\.00\sin 24 hours/)).toBeInViewport()
  await expect(page.getByText(/until your document expires on\s31\sDec\s2034/)).toBeVisible()
  expect((await dayOf()).limit).toBeGreaterThan(before)
  await page.getByRole('link', { name: 'Continue your transfer' }).click()
  await expect(sendAmount(page)).toHaveValue('200,000.00')
})
