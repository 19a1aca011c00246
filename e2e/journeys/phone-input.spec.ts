import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expect, test } from '../src/test.ts'

const phone = (page: Page) => page.getByLabel('Phone number', { exact: true })
const country = (page: Page) => page.getByRole('combobox', { name: 'Country calling code' })

/** Opens the sign-in page and waits until its phone field formats input. */
async function open(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await expect(async () => {
    await phone(page).fill('+231770')
    await phone(page).blur()
    await expect(phone(page)).toHaveValue('+231 77 0', { timeout: 1_000 })
  }).toPass()
  await phone(page).fill('')
}

async function type(page: Page, digits: string): Promise<void> {
  await phone(page).fill('')
  await phone(page).pressSequentially(digits)
}

test('a number is formatted as it is typed, with its 0, without it and with its calling code', async ({
  page,
}) => {
  await open(page)
  for (const [code, typed, shown] of [
    ['LR', '770123456', '77 012 3456'],
    ['LR', '0770123456', '077 012 3456'],
    ['LR', '+231770123456', '+231 77 012 3456'],
    ['LR', '+233241234567', '+233 24 123 4567'],
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

test('a number takes no more digits than the longest number of its country', async ({ page }) => {
  await open(page)
  for (const [typed, shown] of [
    ['77012345699999', '77 012 3456'],
    ['077012345699999', '077 012 3456'],
    ['+23177012345699999', '+231 77 012 3456'],
  ] as const) {
    await type(page, typed)
    await expect(phone(page), typed).toHaveValue(shown)
  }
  // A digit too many is refused where it is typed, and the caret stays in place.
  await phone(page).press('ArrowLeft')
  await phone(page).press('7')
  await expect(phone(page)).toHaveValue('+231 77 012 3456')
  await phone(page).fill('+231 77 012 3456 999')
  await expect(phone(page)).toHaveValue('+231 77 012 3456')
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
