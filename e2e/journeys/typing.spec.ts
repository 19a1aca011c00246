import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { newPhone } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test('a number typed faster than the page is drawn loses no digit', async ({ page }) => {
  for (let round = 0; round < 5; round++) {
    const e164 = newPhone('LR')
    const arrived = page.waitForResponse((response) => response.url().includes('smart-phone-input'))
    await page.goto('/sign-in')
    const field = page.getByLabel('Phone number')
    await arrived
    await field.focus()
    await page.keyboard.type(`0${e164.slice(4)}`)
    await page.getByRole('button', { name: 'Submit' }).focus()
    // Formatted, with or without the calling code.
    await expect(field).toHaveValue(/ /)
    expect((await field.inputValue()).replace(/\D/g, '').replace(/^(231|0)/, '')).toBe(e164.slice(4))
  }
})

/** Holds back every script of the page until `release` is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve(undefined)
}

test('a number typed before any script has loaded is kept, with the focus, and can be sent', async ({
  page,
}) => {
  const release = await holdScripts(page)
  const e164 = newPhone('GH')
  await page.goto('/sign-in?to=send-money', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
  await expect(page.getByText('Create an account to send money now')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Country calling code').selectOption('GH')
  const field = page.getByLabel('Phone number')
  await field.focus()
  await page.keyboard.type(`0${e164.slice(4, 9)}`)
  release()
  await expect(page.locator('#early')).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.keyboard.type(e164.slice(9))
  const asked = page.waitForRequest((request) => request.postData()?.includes(e164) === true)
  await page.keyboard.press('Enter')
  await asked
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
})

test('Enter before any script has loaded sends the code once it has', async ({ page }) => {
  const release = await holdScripts(page)
  const e164 = newPhone('LR')
  await page.goto('/signin', { waitUntil: 'commit' })
  await page.getByLabel('Phone number').fill(e164)
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('a press that begins before any script has loaded, and ends after, sends the code', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/signin', { waitUntil: 'commit' })
  await page.getByLabel('Phone number').fill(newPhone('LR'))
  await page.getByRole('button', { name: 'Submit' }).hover()
  await page.mouse.down()
  release()
  await expect(page.locator('#early')).toHaveCount(0)
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
})
