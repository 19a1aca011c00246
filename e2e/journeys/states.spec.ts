// Slow: axe in every state of public pages and signing in.
import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { newPerson, signedIn, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

/** States of public pages and of signing in that the check of every page does not show. */
test.describe('is accessible', { tag: '@all' }, () => {
  test('the converter, the help and the forms, with errors and results', async ({ page }) => {
    await page.goto('/')
    const send = page.getByPlaceholder('Send amount')
    await expect(page.getByPlaceholder('Receive amount')).toHaveValue(/\d/)
    await send.fill('abc')
    await expect(send).toHaveAttribute('aria-invalid', 'true')
    await expect(send).toHaveCSS('color', 'rgb(168, 35, 28)')
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    const to = page.getByRole('combobox', { name: 'Receiving country' })
    await to.click()
    await expectAccessible(page)
    await to.fill('nigera')
    await expect(page.getByText('We don’t serve Nigeria yet.').first()).toBeVisible()
    await expectAccessible(page)

    await page.goto('/rates/liberia-to-ghana')
    await expect(page.getByRole('textbox', { name: 'They receive' })).toHaveValue(/\d/)
    await page.getByRole('textbox', { name: 'You send' }).fill('abc')
    await expect(page.getByText('Enter the amount in digits, such as 150.50.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/help')
    await page.getByRole('searchbox').fill('zebra')
    await expect(page.getByText('We have no article about that.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/contact-us')
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    await expectAccessible(page)
    await page.context().setOffline(true)
    await expect(page.getByText('You’re offline.')).toBeVisible()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.goto('/loans')
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true)
    await page.getByLabel('Email').fill(newPerson().email)
    await page.getByRole('button', { name: 'Tell me when it opens' }).click()
    await expect(page.getByRole('heading', { name: 'you’re on the list' })).toBeVisible()
    await expectAccessible(page)
  })

  test(
    'the menu, at 320 px too, and an unknown address',
    { tag: '@wide' },
    async ({ page, api, refusal }) => {
      refusal(404, /^\/nowhere$/)
      const size = page.viewportSize() ?? { width: 360, height: 640 }
      for (const button of ['Menu', 'Account menu'] as const) {
        if (button === 'Account menu') await withProfile(api)
        await page.goto('/nowhere')
        await expectAccessible(page)
        await page.goto(button === 'Menu' ? '/sign-in' : '/me/profile')
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
        await expectAccessible(page)
        await page.setViewportSize({ width: 320, height: 600 })
        await expectAccessible(page)
        await page.setViewportSize(size)
      }
      await page.goto('/me/nowhere')
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeAttached()
      await expectAccessible(page)
    },
  )

  test('signing in, with errors', async ({ page, api, refusal }) => {
    const email = (label: string) => page.getByLabel(label, { exact: true })
    await page.goto('/sign-up?with=email')
    await press(page, 'Sign up')
    await email('Email address').fill(newPerson().email)
    await email('Password').fill('short')
    await expectAccessible(page)
    await page.goto('/forgot-password')
    await email('Email address').fill(newPerson().email)
    await press(page, 'Send the link')
    refusal(422, /^\/auth\/email\/(verify|sign-in)$/)
    await page.goto('/verify-email#aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
    await press(page, 'Confirm this address')
    await page.goto('/sign-in?with=email')
    await email('Email address').fill(newPerson().email)
    await email('Password').fill('plantain under sun')
    await press(page, 'Sign in')
    const { name, email: address, dob } = await signedIn(api)
    await api.call(calls.putProfile, { body: { name, email: address, dob } })
    await page.goto('/me/agreements')
    await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
    await expectAccessible(page)
  })
})

/** Presses a button, and checks the result once it is visible. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('alert').or(page.getByText('Check your email')).first()).toBeVisible()
  await expectAccessible(page)
}
