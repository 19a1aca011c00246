// Slow: two transfers from the home page, the second while the first is in progress.
import type { Page } from '@playwright/test'
import { withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { payButton, recipientName, sendAmount } from '../src/transfer.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Your account' })

test('sends again from the home page, asks first while money is on its way, and navigates by the bar', async ({
  page,
  api,
}) => {
  await withProfile(api)
  const toAma = await sendByApi(api, { whole: 10_000, name: 'Ama Mensah' })
  // The carrier keeps this money on its way for minutes.
  const toIsata = await sendByApi(api, { whole: 1_800, name: 'Isata Mensah', ending: '0002' })
  await page.goto('/me/dashboard')
  const places = bar(page).getByRole('link')
  await expect(places).toHaveText(['Overview', 'Send', 'Recipients', 'Account'])
  const { height = 0, y = 0 } = (await bar(page).boundingBox()) ?? {}
  expect([Math.round(height), Math.round(y + height)]).toEqual([57, 640])
  await places.nth(2).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Recipients' })).toBeFocused()
  await expect(places.nth(2)).toHaveAttribute('aria-current', 'page')
  await places.nth(0).press('Enter')

  const again = page.getByRole('region', { name: 'Send again' }).getByRole('link')
  await expect(again).toHaveText([/Isata Mensah/, /Ama Mensah/])
  await again.nth(0).click()
  const question = page.getByRole('dialog', { name: 'Send another?' })
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL('/me/dashboard')
  // On a phone, this link shows once the keyboard reaches it.
  await page
    .getByRole('table')
    .getByRole('link', { name: /^Resend .*Isata/ })
    .press('Enter')
  await question.getByRole('link', { name: 'Send another' }).click()
  await expect(page).toHaveURL(`/send-money?resend=${toIsata}`)
  await page.goBack()
  await again.nth(1).click()
  await expect(page).toHaveURL(`/send-money?resend=${toAma}`)
  await expect(recipientName(page)).toHaveValue('Ama Mensah')
  await expect(sendAmount(page)).toHaveValue('10,000.00')

  // The bar disappears for typing and for paying.
  await sendAmount(page).focus()
  await expect(bar(page)).toBeHidden()
  await sendAmount(page).blur()
  await expect(bar(page)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
  await expect(bar(page)).toBeHidden()
})
