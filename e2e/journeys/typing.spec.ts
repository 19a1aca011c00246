import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { newPhone, PASSWORD, withPassword, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { receiveAmount, recipientName, sendAmount } from '../src/transfer.ts'

const signInPhone = (page: Page) => page.getByLabel('Phone number', { exact: true })

/** Waits until the page's script runs: the early form is gone then. */
const scriptRuns = (page: Page) => expect(page.locator('#early')).toHaveCount(0)

test('a number stays as typed: faster than the page renders, by a keyboard that composes, in the middle', async ({
  page,
}) => {
  const field = signInPhone(page)
  for (let round = 0; round < 5; round++) {
    const e164 = newPhone('LR')
    await page.goto('/sign-in', { waitUntil: 'commit' })
    await field.focus()
    await page.keyboard.type(`0${e164.slice(4)}`)
    await page.getByRole('button', { name: 'Submit' }).focus()
    // Formatted, with or without the calling code.
    await expect(field).toHaveValue(/ /)
    expect((await field.inputValue()).replace(/\D/g, '').replace(/^(231|0)/, '')).toBe(e164.slice(4))
  }

  await page.goto('/sign-in')
  await scriptRuns(page)
  await field.pressSequentially('77012346')
  for (let step = 0; step < 2; step++) await field.press('ArrowLeft')
  await field.press('5')
  await field.press('9')
  await expect(field, 'a digit in the middle keeps the caret in place').toHaveValue('77 012 35946')

  await field.fill('')
  await page.getByRole('combobox', { name: 'Country calling code' }).selectOption('GH')
  const browser = await page.context().newCDPSession(page)
  for (const text of ['0', '024', '02441', '024412345', '0244123456']) {
    await browser.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
    await expect(field).toHaveValue(text)
  }
  await browser.send('Input.insertText', { text: '0244123456' })
  await expect(field).toHaveValue('024 412 3456')

  await field.fill('+233302123456')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.locator('#phone-error')).toBeVisible()
  await expect(field).toHaveValue('+233 30 212 3456')
  const cut = await field.evaluate((phone) => phone.scrollWidth - phone.clientWidth)
  expect(cut, 'what a narrow phone cuts off').toBe(0)
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

test('a number typed before any script has loaded can be sent, whenever it is submitted', async ({
  page,
}) => {
  const codeStep = page.getByRole('heading', { name: 'Enter the code' })
  let release = await holdScripts(page)
  const e164 = newPhone('GH')
  await page.goto('/sign-in?to=send-money', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
  await expect(page.getByText('Create an account to send money now')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Country calling code').selectOption('GH')
  await signInPhone(page).focus()
  await page.keyboard.type(`0${e164.slice(4, 9)}`)
  release()
  await scriptRuns(page)
  await expect(signInPhone(page)).toBeFocused()
  await page.keyboard.type(e164.slice(9))
  const asked = page.waitForRequest((request) => request.postData()?.includes(e164) === true)
  await page.keyboard.press('Enter')
  await asked
  await expect(codeStep).toBeVisible()

  await test.step('Enter before the script', async () => {
    release = await holdScripts(page)
    await page.goto('/signin', { waitUntil: 'commit' })
    await signInPhone(page).fill(newPhone('LR'))
    await page.keyboard.press('Enter')
    release()
    await expect(codeStep).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  })
})

test('a press that starts before any script has loaded, and ends after, sends the code', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/signin', { waitUntil: 'commit' })
  await signInPhone(page).fill(newPhone('LR'))
  await page.getByRole('button', { name: 'Submit' }).hover()
  await page.mouse.down()
  release()
  await scriptRuns(page)
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
})

test(
  'a transfer started before any script has loaded keeps amount, recipient, focus and the press on Continue',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    let release = await holdScripts(page)
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
    await scriptRuns(page)
    await expect(recipientName(page)).toBeFocused()
    expect(Math.abs((await top()) - before)).toBeLessThan(2)
    await page.keyboard.type('Mensah')
    await expect(recipientName(page)).toHaveValue('Ama Mensah')
    await expect(sendAmount(page)).toHaveValue('1,500.00')
    await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
    await expect(page.getByLabel('Mobile network')).not.toHaveValue('')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/send-money?step=overview')

    await test.step('and is not mixed with an unfinished one', async () => {
      release = await holdScripts(page)
      await page.goto('/send-money', { waitUntil: 'commit' })
      await sendAmount(page).fill('750')
      release()
      await scriptRuns(page)
      await expect(page.getByText('You have an unfinished transfer')).toBeVisible()
      await expect(recipientName(page)).toHaveValue('')
      await expect(sendAmount(page)).toHaveValue('750')
      await page.getByRole('button', { name: 'Resume it' }).click()
      await expect(recipientName(page)).toHaveValue('Ama Mensah')
      await expect(sendAmount(page)).toHaveValue('1,500.00')
    })

    await test.step('and continues once the script has loaded', async () => {
      release = await holdScripts(page)
      await page.goto('/send-money', { waitUntil: 'commit' })
      await receiveAmount(page).fill('120')
      await page.getByLabel('Mobile number').fill(phone)
      await recipientName(page).fill('Ama Mensah')
      await page.getByRole('button', { name: 'Continue' }).click()
      release()
      await expect(page).toHaveURL('/send-money?step=overview')
      await expect(page.getByText('GHS 120.00').filter({ visible: true }).first()).toBeVisible()
    })
  },
)

test('values typed into Send Money after the session ended are there after signing in', async ({
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
  // While it has the focus, the field does not format its text.
  await expect(sendAmount(page)).toHaveValue(/^900(\.00)?$/)
})
