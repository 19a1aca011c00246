import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { apiOf, type Api } from '../src/api.ts'
import { newPerson, signIn } from '../src/people.ts'
import { codeSentTo, mailTo, messagesSoFar } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

const START = /\/auth\/phone\/start$/

/** Enters wrong codes of this number until no more are judged, as a stranger who knows nothing but the number. */
async function guess(stranger: Api, phoneNumber: string): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const before = await messagesSoFar(stranger, phoneNumber)
    let verificationId = ''
    // Codes to one number are half a minute apart.
    await expect(async () => {
      verificationId = (await stranger.call(calls.startPhone, { body: { phoneNumber } })).verificationId
    }).toPass({ timeout: 60_000, intervals: [2_000] })
    const code = await codeSentTo(stranger, phoneNumber, before)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let n = 0; n < 5; n++) {
      const data = { verificationId, code: wrong }
      const answer = await stranger.request.post(calls.verifyPhone.path, { data })
      expect(answer.status()).toBe(422)
    }
  }
}

test('a number that a stranger guesses at still opens its account', async ({
  page,
  api,
  context,
  refusal,
  playwright,
}) => {
  test.slow()
  const person = newPerson()
  await page.goto('/signin')
  await signIn(page, api, person)
  await expect(page).toHaveURL(/\/me\/set-up-profile/)
  await api.request.post(calls.signOut.path, { headers: { 'sec-fetch-site': 'same-origin' } })

  const stranger = await playwright.request.newContext({ baseURL: new URL(page.url()).origin })
  await guess(apiOf(stranger), person.phone)
  await stranger.dispose()

  // The browser that signed in before has short codes of its own.
  await page.goto('/signin')
  await signIn(page, api, person)
  await expect(page).toHaveURL(/\/me\/set-up-profile/)

  // A new one gets a long code, for some work of its own.
  await context.clearCookies()
  refusal(403, START)
  await page.goto('/signin')
  await page.getByLabel('Phone number').fill(person.phone)
  const field = page.getByLabel('10-digit code')
  // Codes of strangers are half a minute apart, the guesser's last one too.
  refusal(429, START)
  await expect(async () => {
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(field).toBeFocused({ timeout: 5_000 })
  }).toPass({ timeout: 90_000, intervals: [3_000] })
  await expectAccessible(page)
  await expect(async () => {
    const [newest] = await mailTo(api, person.phone)
    const code = /\b\d{10}\b/.exec(newest?.text ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
    await field.fill(code)
  }).toPass({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/me\/set-up-profile/)

  // The next one has to wait for its code by SMS, or asks for one by mail.
  await context.clearCookies()
  await page.goto('/signin')
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Too many codes were asked for.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('10-digit code')).toBeFocused()
  await expect(page.getByText('We emailed it if your account has')).toBeVisible()
  await expectAccessible(page)
})
