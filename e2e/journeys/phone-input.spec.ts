import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expect, test } from '../src/test.ts'

const phone = (page: Page) => page.getByLabel('Phone number', { exact: true })
const country = (page: Page) => page.getByRole('combobox', { name: 'Country calling code' })

/** Opens the sign-in page and waits until its script runs: the early form is gone then. */
async function open(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await expect(page.locator('#early')).toHaveCount(0)
}

async function type(page: Page, digits: string): Promise<void> {
  await phone(page).fill('')
  await phone(page).pressSequentially(digits)
}

test('a number is formatted as it is typed, in every notation', async ({ page }) => {
  await open(page)
  for (const [code, typed, shown] of [
    ['LR', '770123456', '77 012 3456'],
    ['LR', '0770123456', '077 012 3456'],
    ['LR', '+231770123456', '+231 77 012 3456'],
    ['LR', '+233241234567', '+233 24 123 4567'],
    ['LR', '00231770123461', '00 231 77 012 3461'],
    ['US', '011233244123456', '011 233 24 412 3456'],
    ['GH', '233244123456', '+233 24 412 3456'],
    ['GH', '241234567', '24 123 4567'],
    ['SL', '76123456', '76 123456'],
    ['US', '2025550143', '(202) 555-0143'],
  ] as const) {
    await phone(page).fill('')
    await country(page).selectOption(code)
    await type(page, typed)
    await expect(phone(page), typed).toHaveValue(shown)
  }
})

test('a number with too many digits stays in view and is refused', async ({ page }) => {
  await open(page)
  for (const [typed, shown] of [
    ['77012345699', '77 012 345699'],
    ['+23177012345699', '+231 77 012 345699'],
  ] as const) {
    await type(page, typed)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Error: Your phone number is not valid').first()).toBeVisible()
    await expect(phone(page), typed).toHaveValue(shown)
  }
  // A digit in the middle keeps the caret in place.
  await type(page, '77012346')
  for (let step = 0; step < 2; step++) await phone(page).press('ArrowLeft')
  await phone(page).press('5')
  await phone(page).press('9')
  await expect(phone(page)).toHaveValue('77 012 35946')
})

test('a keyboard that composes its text enters the number that it shows', async ({ page }) => {
  await open(page)
  await country(page).selectOption('GH')
  const browser = await page.context().newCDPSession(page)
  for (const text of ['0', '024', '02441', '024412345', '0244123456']) {
    await browser.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
    await expect(phone(page)).toHaveValue(text)
  }
  await browser.send('Input.insertText', { text: '0244123456' })
  await expect(phone(page)).toHaveValue('024 412 3456')
})

test('a number from a country we do not serve selects International, and the error says what to use', async ({
  page,
}) => {
  await open(page)
  await expect(country(page)).toHaveValue('LR')
  for (const typed of ['+447911123456', '00447911123456', '+2348031234567', '+33612345678']) {
    await country(page).selectOption('LR')
    await type(page, typed)
    await expect(country(page), typed).toHaveValue('')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(phone(page)).toHaveAccessibleDescription(
      /We don’t serve this country yet\. Use a number from/,
    )
    await expect(phone(page)).toBeFocused()
  }
  await expectAccessible(page)
  await country(page).selectOption('GH')
  await expect(phone(page)).toBeFocused()
  await page.keyboard.type('241234567')
  await expect(phone(page)).toHaveValue('24 123 4567')
})

test('shows a whole number beside its error on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page)
  await type(page, '+233302123456')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.locator('#phone-error')).toBeVisible()
  await expect(phone(page)).toHaveValue('+233 30 212 3456')
  const hidden = 'phone.scrollWidth - phone.clientWidth'
  expect(await page.evaluate<number>(`((phone) => ${hidden})(document.querySelector('#phone'))`)).toBe(0)
})

test('International takes a calling code with or without the plus, and follows it to a country we serve', async ({
  page,
}) => {
  await open(page)
  await country(page).selectOption({ label: 'International' })
  await expect(phone(page)).toBeFocused()
  await phone(page).pressSequentially('44791')
  await expect(phone(page)).toHaveValue('+44791')
  await expect(country(page)).toHaveValue('')
  await type(page, '233241234567')
  await expect(phone(page)).toHaveValue('+233 24 123 4567')
  await expect(country(page)).toHaveValue('GH')
  await type(page, '+999')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Error: Your phone number is not valid').first()).toBeVisible()
})

test('a number of another country can be used with its own calling code', async ({ page }) => {
  await open(page)
  await type(page, '0241234567')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Error: Your phone number is not valid').first()).toBeVisible()
  await expect(page.getByText('This looks like a number in Ghana')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use +233 24 123 4567' }).click()
  await expect(phone(page)).toBeFocused()
  await expect(phone(page)).toHaveValue('024 123 4567')
  await expect(country(page)).toHaveValue('GH')
})
