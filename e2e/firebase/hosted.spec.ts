import type { BrowserContext, Page, Route } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { PROJECT } from '../src/product/emulator.ts'
import { withoutGoogle } from '../src/product/gapi.ts'
import { fillProfile, newPerson, type Person } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test.beforeEach(({ context }) => withoutGoogle(context))

const EMULATOR = `http://127.0.0.1:${process.env['SESA_FIREBASE_PORT']}`
const OURS = /\/auth\/firebase$/

/** The SDK requests this before each code, and works without it if the emulator does not know it. */
const UNKNOWN_TO_EMULATOR = /\/v2\/recaptchaConfig$/

/** Returns the codes that the emulator would have sent to this number, oldest first. */
async function codesFor(phone: string): Promise<string[]> {
  const answer = await fetch(`${EMULATOR}/emulator/v1/projects/${PROJECT}/verificationCodes`)
  const { verificationCodes } = (await answer.json()) as {
    verificationCodes: { phoneNumber: string; code: string }[]
  }
  return verificationCodes.filter(({ phoneNumber }) => phoneNumber === phone).map(({ code }) => code)
}

async function newestCode(phone: string): Promise<string> {
  const code = (await codesFor(phone)).at(-1)
  expect(code, `a code for ${phone}`).toBeDefined()
  return code ?? ''
}

const codeField = (page: Page) => page.getByLabel('6-digit code')
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' })

async function askForCode(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('We sent a 6-digit code to')).toBeVisible()
  await expect(codeField(page)).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

test('signs in with a Firebase code after a wrong one and a reload, then signs out', async ({
  page,
  api,
  refusal,
}) => {
  const person = newPerson()
  refusal(501, UNKNOWN_TO_EMULATOR)
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  // In this mode, the sandbox's phones get no messages.
  await expect(page.getByText('the sandbox’s phones')).toHaveCount(0)
  await askForCode(page, person)
  const code = await newestCode(person.phone)
  await codeField(page).fill(code.replace(/\d$/, (digit) => String((Number.parseInt(digit, 10) + 1) % 10)))
  refusal(400, /accounts:signInWithPhoneNumber$/)
  await confirm(page).click()
  await expect(page.getByText('That code isn’t right.').first()).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await codeField(page).fill(code)
  await page.getByLabel('Trust this device for 30 days').check()
  await confirm(page).click()
  await expect(page).toHaveURL(/\/me\/set-up-profile/)
  const { user } = (await (await api.request.get('/auth/boot')).json()) as { user: { phoneNumber: string } }
  expect(user.phoneNumber).toBe(person.phone)
  // The SDK no longer stores anything about the customer.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    person.phone,
  )

  await signOut(page)
  await page.goto('/me/dashboard')
  await expect(page).toHaveURL('/sign-in?to=/me/dashboard')
})

test('requests a new code after half a minute, and accepts it', async ({ page, refusal }) => {
  const person = newPerson()
  refusal(501, UNKNOWN_TO_EMULATOR)
  await page.clock.install()
  await page.goto('/signin')
  await askForCode(page, person)
  await expect(page.getByText('Resend code in')).toBeVisible()
  await page.clock.fastForward('00:31')
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('We sent a new code.')).toBeVisible()
  await expect.poll(async () => (await codesFor(person.phone)).length).toBe(2)
  await codeField(page).fill(await newestCode(person.phone))
  await confirm(page).click()
  await expect(page).toHaveURL(/\/me\/set-up-profile/)
})

test('needs no new code when our answer is lost', async ({ page, refusal }) => {
  const person = newPerson()
  refusal(501, UNKNOWN_TO_EMULATOR)
  await page.goto('/signin')
  await askForCode(page, person)
  await page.route(
    OURS,
    async (route) => {
      // The request arrives and uses up the token; only its answer is lost.
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  refusal(0, OURS)
  await codeField(page).fill(await newestCode(person.phone))
  await confirm(page).click()
  await expect(page.getByRole('alert')).toContainText('Check your connection')
  // Tokens carry their time in whole seconds: one issued in the same second would equal the used one.
  const second = () => Math.floor(Date.now() / 1000)
  const used = second()
  await expect.poll(second).toBeGreaterThan(used)
  await confirm(page).click()
  await expect(page).toHaveURL(/\/me\/set-up-profile/)
  expect(await codesFor(person.phone)).toHaveLength(0)
})

test('explains that Firebase cannot be reached, and keeps what was typed', async ({ page, refusal }) => {
  const person = newPerson()
  refusal(501, UNKNOWN_TO_EMULATOR)
  await page.goto('/signin')
  await page.route(/accounts:sendVerificationCode/, (route) => route.abort())
  refusal(0, /accounts:sendVerificationCode$/)
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('Check your connection')
  await expectAccessible(page)
  await page.unroute(/accounts:sendVerificationCode/)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(codeField(page)).toBeVisible()
})

/** Opens the emulator's window with `press` and responds in it. */
async function inWindow(
  context: BrowserContext,
  press: () => Promise<void>,
  answer: (popup: Page) => Promise<void>,
): Promise<void> {
  const opened = context.waitForEvent('page')
  await press()
  await answer(await opened)
}

test('signs in with Google in Firebase’s window, explains a closed or blocked one, and removes and adds Google again', async ({
  page,
  context,
  refusal,
}) => {
  const person = newPerson()
  await page.goto('/sign-in')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await inWindow(
    context,
    () => google.click(),
    (popup) => popup.close(),
  )
  await expect(page.getByRole('alert')).toContainText('The Google window closed before you signed in.')
  await page.evaluate('window.opensWindows = window.open; window.open = () => null')
  await google.click()
  await expect(page.getByRole('alert')).toContainText('Your browser blocked the Google window.')
  await page.evaluate('window.open = window.opensWindows')
  await inWindow(
    context,
    () => google.click(),
    async (popup) => {
      await popup.locator('.js-new-account').click()
      await popup.locator('#email-input').fill(person.email)
      await popup.locator('#sign-in').click()
    },
  )
  await expect(page).toHaveURL(/\/me\/set-up-profile/)
  await expect(page.getByText('First your phone number')).toBeVisible()

  refusal(501, UNKNOWN_TO_EMULATOR)
  await askForCode(page, person)
  await codeField(page).fill(await newestCode(person.phone))
  await confirm(page).click()
  await expect(page.getByLabel('Email address')).toHaveValue(person.email)
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL('/me/dashboard')

  await page.goto('/me/settings')
  // Answers once as the server does for a sign-in more than ten minutes old.
  const aged = { code: 'step_up_required', message: 'Confirm it is you.', requestId: 'r' }
  const tooOld = (route: Route) => route.fulfill({ status: 403, json: { error: aged } })
  await page.route('/auth/google', tooOld, { times: 1 })
  refusal(403, /^\/auth\/google$/)
  await page.getByRole('button', { name: 'Remove Google' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('button', { name: 'Send a code to the number' }).click()
  await expect.poll(async () => (await codesFor(person.phone)).length).toBe(1)
  await codeField(page).fill(await newestCode(person.phone))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await inWindow(
    context,
    () => page.getByRole('button', { name: 'Add Google' }).click(),
    (popup) => popup.getByText(person.email).click(),
  )
  await expect(page.getByRole('button', { name: 'Remove Google' })).toBeVisible()
})
