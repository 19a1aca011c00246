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
