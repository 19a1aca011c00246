// Slow: strangers who use up the codes and attempts for a number while its owner signs in.
import { within } from '@sesa/test-kit/patience'
import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { apiOf, type Api } from '../src/api.ts'
import { newPerson, signIn } from '../src/people.ts'
import { codeSentTo, mailTo, messagesSoFar } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

const START = /\/auth\/phone\/start$/

/** Uses up this number's short codes with wrong guesses, as a stranger who knows only the number. */
async function guess(stranger: Api, phoneNumber: string): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const before = await messagesSoFar(stranger, phoneNumber)
    let verificationId = ''
    // Codes to one number are half a minute apart.
    await expect(async () => {
      verificationId = (await stranger.call(calls.startPhone, { body: { phoneNumber } })).verificationId
    }).toPass({ timeout: within(60), intervals: [2_000] })
    const code = await codeSentTo(stranger, phoneNumber, before)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let n = 0; n < 5; n++) {
      const data = { verificationId, code: wrong }
      const answer = await stranger.request.post(calls.verifyPhone.path, { data })
      expect(answer.status()).toBe(422)
    }
  }
}

test(
  'the owner can still sign in after a stranger guesses codes for the number',
  { tag: '@all' },
  async ({ page, api, context, refusal, playwright }) => {
    test.slow()
    const person = newPerson()
    await page.goto('/signin')
    await signIn(page, api, person)
    await expect(page).toHaveURL(/\/me\/set-up-profile/)
    const { origin } = new URL(page.url())
    // Closed first: the page would otherwise request its notices.
    await page.goto('about:blank')
    await api.request.post(calls.signOut.path, { headers: { 'sec-fetch-site': 'same-origin' } })

    const stranger = await playwright.request.newContext({ baseURL: origin })
    await guess(apiOf(stranger), person.phone)
    await stranger.dispose()

    // The browser that signed in before has its own short codes.
    await page.goto('/signin')
    await signIn(page, api, person)
    await expect(page).toHaveURL(/\/me\/set-up-profile/)

    // A new browser gets a long code in return for proof of work.
    await context.clearCookies()
    refusal(403, START)
    await page.goto('/signin')
    await page.getByLabel('Phone number').fill(person.phone)
    const field = page.getByLabel('10-digit code')
    // Codes for new browsers are half a minute apart, counted from the guesser's last one.
    refusal(429, START)
    await expect(async () => {
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(field).toBeFocused({ timeout: within(5) })
    }).toPass({ timeout: within(90), intervals: [3_000] })
    await expectAccessible(page)
    await expect(async () => {
      const [newest] = await mailTo(api, person.phone)
      const code = /\b\d{10}\b/.exec(newest?.text ?? '')?.[0] ?? ''
      expect(code).not.toBe('')
      await field.fill(code)
    }).toPass({ timeout: within(30) })
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page).toHaveURL(/\/me\/set-up-profile/)

    // The next new browser must wait for a code by SMS, or request one by email.
    await context.clearCookies()
    await page.goto('/signin')
    await page.getByLabel('Phone number').fill(person.phone)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Too many code requests.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await expect(page.getByLabel('10-digit code')).toBeFocused()
    await expect(page.getByText('If you confirmed an email address over a day ago')).toBeVisible()
    await expectAccessible(page)
  },
)
