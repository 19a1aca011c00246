import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { newPhone, PASSWORD, withPassword, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { receiveAmount, recipientName, sendAmount } from '../src/transfer.ts'

test('a number typed faster than the page is drawn loses no digit', async ({ page }) => {
  for (let round = 0; round < 5; round++) {
    const e164 = newPhone('LR')
    await page.goto('/sign-in', { waitUntil: 'commit' })
    const field = page.getByLabel('Phone number')
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

test(
  'amount, recipient and focus typed into Send Money before any script has loaded are kept',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    const release = await holdScripts(page)
    await page.goto('/send-money', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Send money' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Send to' })).toHaveValue('Ghana')
    await expectAccessible(page)
    const phone = newPhone('GH')
    await sendAmount(page).fill('1500')
    await page.getByLabel('Mobile number').fill(`0${phone.slice(4)}`)
    await recipientName(page).focus()
    await page.keyboard.type('Ama ')
    const top = () => recipientName(page).evaluate((field) => field.getBoundingClientRect().top)
    const before = await top()
    release()
    await expect(page.locator('#early')).toHaveCount(0)
    await expect(recipientName(page)).toBeFocused()
    expect(Math.abs((await top()) - before)).toBeLessThan(2)
    await page.keyboard.type('Mensah')
    await expect(recipientName(page)).toHaveValue('Ama Mensah')
    await expect(sendAmount(page)).toHaveValue('1,500.00')
    await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
    await expect(page.getByLabel('Mobile network')).not.toHaveValue('')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/send-money?step=overview')
    await expect(page.getByText('Ama Mensah').first()).toBeVisible()
  },
)

test('Continue pressed before any script has loaded continues once it has', async ({ page, api }) => {
  await withProfile(api)
  const release = await holdScripts(page)
  await page.goto('/send-money', { waitUntil: 'commit' })
  await receiveAmount(page).fill('120')
  await page.getByLabel('Mobile number').fill(newPhone('GH'))
  await recipientName(page).fill('Ama Mensah')
  await page.getByRole('button', { name: 'Continue' }).click()
  release()
  await expect(page).toHaveURL('/send-money?step=overview')
  await expect(page.getByText('GHS 120.00').first()).toBeVisible()
})

test('a transfer begun before any script has loaded is not mixed with an unfinished one', async ({
  page,
  api,
}) => {
  await withProfile(api)
  await page.goto('/send-money')
  await sendAmount(page).fill('2000')
  const saved = page.waitForResponse((response) => response.url().includes('/draft') && response.ok())
  await recipientName(page).fill('Kofi Boateng')
  await saved
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await sendAmount(page).fill('750')
  release()
  await expect(page.locator('#early')).toHaveCount(0)
  await expect(page.getByText('You have an unfinished transfer')).toBeVisible()
  await expect(recipientName(page)).toHaveValue('')
  await expect(sendAmount(page)).toHaveValue('750')
  await page.getByRole('button', { name: 'Resume it' }).click()
  await expect(recipientName(page)).toHaveValue('Kofi Boateng')
  await expect(sendAmount(page)).toHaveValue('2,000.00')
})

test('what was typed into Send Money after the session ended is there after signing in', async ({
  page,
  api,
  context,
}) => {
  const person = await withProfile(api)
  await withPassword(api, person)
  const [hint] = (await context.cookies()).filter(({ name }) => name === 'sesa_hint')
  await context.clearCookies()
  if (hint) await context.addCookies([hint])
  const release = await holdScripts(page)
  await page.goto('/send-money', { waitUntil: 'commit' })
  await sendAmount(page).fill('900')
  release()
  await expect(page).toHaveURL(/\/sign-in\?to=send-money/)
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/send-money')
  // With the focus where it was, the field waits with tidying the text.
  await expect(sendAmount(page)).toHaveValue(/^900(\.00)?$/)
})
