import { type Locator, type Page } from '@playwright/test'
import { newPhone, signedIn, withProfile } from '../src/people.ts'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expect, test } from '../src/test.ts'
import {
  fillDetails,
  newOrder,
  receiveAmount,
  recipientName,
  recipientPhone,
  sendAmount,
} from '../src/transfer.ts'

test.describe('sign-in refuses', () => {
  for (const [what, typed, sentence] of [
    ['no number', '', 'Error: Your phone number is not valid'],
    ['a number that is too short', '77', 'Error: Your phone number is not valid'],
    ['a landline', '+23222222345', 'This isn’t a mobile number. Enter a mobile number.'],
  ] as const) {
    test(what, async ({ page }) => {
      await page.goto('/sign-in')
      const field = page.getByLabel('Phone number')
      await field.fill(typed)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText(sentence).first()).toBeVisible()
      await expect(field).toBeFocused()
      expect(lastDigits(await field.inputValue())).toBe(lastDigits(typed))
      await expectAccessible(page)
    })
  }
})

test.describe('the profile refuses', () => {
  test.beforeEach(async ({ page, api }) => {
    await signedIn(api)
    await page.goto('/me/set-up-profile')
  })

  test('a child, together with the other missing fields', async ({ page }) => {
    await page.getByLabel('Date of birth').fill('2020-01-01')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    for (const sentence of ['Enter your full name', 'You must be 18 or over to send money.'])
      await expect(page.getByRole('alert').getByRole('link', { name: sentence })).toBeVisible()
  })

  test('an empty form, naming each field', async ({ page }) => {
    await page.getByRole('button', { name: 'Save and continue' }).click()
    const summary = page.getByRole('alert')
    await expect(summary).toBeFocused()
    for (const sentence of ['Enter your full name', 'Enter your email address', 'Enter your date of birth']) {
      await expect(summary.getByRole('link', { name: sentence })).toBeVisible()
    }
    await expectAccessible(page)
    await summary.getByRole('link', { name: 'Enter your email address' }).click()
    await expect(page.getByLabel('Email address')).toBeFocused()
  })

  for (const [what, field, typed, sentence, status] of [
    ['an invalid email address', 'Email address', 'hawa.example.org', 'Enter an email address like', 0],
    ['a name without letters', 'Full name', '12345', 'Enter the full name, using letters', 0],
    ['a child', 'Date of birth', '2020-01-01', 'You must be 18 or over to send money.', 0],
  ] as const) {
    test(what, async ({ page, refusal }) => {
      const right = {
        'Full name': 'Hawa Kollie',
        'Email address': 'h@example.org',
        'Date of birth': '1990-04-02',
      }
      for (const [label, value] of Object.entries({ ...right, [field]: typed })) {
        await page.getByLabel(label).fill(value)
      }
      if (status > 0) refusal(status, /^\/user\/profile$/)
      await page.getByRole('button', { name: 'Save and continue' }).click()
      await expect(page.getByRole('alert').getByRole('link', { name: sentence })).toBeVisible()
      for (const [label, value] of Object.entries({ ...right, [field]: typed })) {
        await expect(page.getByLabel(label)).toHaveValue(value)
      }
    })
  }
})

test.describe('Send Money refuses', () => {
  test.beforeEach(async ({ page, api }) => {
    await withProfile(api)
    await page.goto('/send-money')
  })

  for (const [what, typed, sentence] of [['no amount', '', 'Enter an amount.']] as const) {
    test(what, async ({ page }) => {
      await fillDetails(page, newOrder())
      await sendAmount(page).fill(typed)
      await expectRefused(page, sendAmount(page), sentence)
    })
  }

  for (const [what, typed, sentence] of [
    ['an amount above the limit', '90000000', 'MTN MoMo accepts up to GHS 15,000\\.00 \\(about LRD'],
    ['an amount below 5', '4', 'Minimum LRD'],
    ['letters', 'abc', 'Enter the amount as a number'],
    ['a negative amount', '-50', 'The amount must be more than zero.'],
    ['three decimals', '10.123', 'Amounts have at most two decimals.'],
  ] as const) {
    test(`${what}, in red while it is typed`, async ({ page }) => {
      await fillDetails(page, newOrder())
      await sendAmount(page).focus()
      const place = await sendAmount(page).boundingBox()
      await sendAmount(page).fill(typed)
      await expect(sendAmount(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(sendAmount(page)).toHaveAccessibleDescription(new RegExp(sentence))
      expect(await sendAmount(page).boundingBox(), 'the field stays where it is').toEqual(place)
      await sendAmount(page).blur()
      expect((await sendAmount(page).inputValue()).replace(/,|\.00$/g, '')).toBe(typed)
      // Only letters are no amount at all (spec, section 5). Otherwise Continue leads to the field.
      const submit = page.getByRole('button', { name: 'Continue' })
      if (typed === 'abc') await expect(submit).toBeDisabled()
      else {
        await submit.click()
        await expect(sendAmount(page)).toBeFocused()
        await expect(page).toHaveURL('/send-money')
      }
      await expectAccessible(page)
      await sendAmount(page).fill('10,000')
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
    })
  }

  for (const [what, typed, sentence] of [
    ['an invalid number', '+23324123', 'Your phone number is not valid'],
    ['a number of another country', newPhone('SL'), 'This is a Sierra Leone number.'],
    ['a landline', '+233302123456', 'This isn’t a mobile number. Enter a mobile number.'],
    ['no number', '', 'Enter the recipient’s mobile number.'],
  ] as const) {
    test(what, async ({ page }) => {
      await fillDetails(page, { ...newOrder(), phone: typed })
      await expectRefused(page, recipientPhone(page), sentence)
      expect(lastDigits(await recipientPhone(page).inputValue())).toBe(lastDigits(typed))
    })
  }

  for (const [what, typed, sentence] of [
    ['no name', '', 'Enter the recipient’s full name.'],
    ['a name of digits', '12345', 'Enter the full name, using letters'],
  ] as const) {
    test(what, async ({ page }) => {
      await fillDetails(page, { ...newOrder(), name: typed })
      await expectRefused(page, recipientName(page), sentence)
      await expect(recipientName(page)).toHaveValue(typed)
    })
  }

  test('neither a zero nor the next amount, and fills in the other side', async ({ page }) => {
    await sendAmount(page).fill('0')
    await expect(receiveAmount(page)).toHaveValue('0')
    await receiveAmount(page).fill('500')
    await expect(sendAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  })

  test('a negative receive amount, and accepts the corrected one', async ({ page }) => {
    for (const how of ['filled', 'typed'] as const) {
      await receiveAmount(page).fill('')
      await receiveAmount(page).pressSequentially('-1')
      await expect(receiveAmount(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(sendAmount(page)).toHaveValue('')
      if (how === 'filled') await receiveAmount(page).fill('10')
      else for (const key of ['Backspace', 'Backspace', '1', '0']) await receiveAmount(page).press(key)
      await receiveAmount(page).blur()
      await expect(sendAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
      await expect(receiveAmount(page)).toHaveValue('10.00')
    }
  })
})

/**
 * Expects Continue to focus the error summary, its link to focus the field, and the field to show the same
 * error.
 */
async function expectRefused(page: Page, field: Locator, sentence: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: sentence }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence.slice(0, 25)))
}

/** Returns the last five digits of a number, whatever its grouping and calling code. */
function lastDigits(text: string): string {
  return text.replace(/\D/g, '').slice(-5)
}
