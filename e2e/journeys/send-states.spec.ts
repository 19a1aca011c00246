// Slow: axe in every state of Send Money.
import { calls, type Config, type Draft } from '@sesa/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { completeProfile, newPhone, signedIn, withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, expectSent, payButton, payWith, receiveAmount, sendAmount } from '../src/transfer.ts'

// The content and behaviour of these screens is tested next to their pages. This only tests that each state is
// accessible.

type Network = Config['networks'][number]

/** Expects this text on the page, and the page accessible with it. */
async function expectState(page: Page, text: string | RegExp): Promise<void> {
  await test.step(`with “${String(text)}”`, async () => {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await expectAccessible(page)
  })
}

/** Changes the data about MTN in Ghana in the page, but not on the server. */
async function tellOfMtn(page: Page, told: Partial<Network>): Promise<void> {
  await page.route('**/auth/boot', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { config: Config }
    const networks = body.config.networks.map((entry) =>
      entry.country === 'GH' && entry.value === 'mtn' ? { ...entry, ...told } : entry,
    )
    await route.fulfill({ response, json: { ...body, config: { ...body.config, networks } } })
  })
}

test('the way to a first transfer is accessible with its errors', { tag: '@all' }, async ({ page, api }) => {
  await page.goto('/sign-in')
  await expect(page.locator('#early')).toHaveCount(0)
  for (const [typed, message] of [
    ['', 'Error: Your phone number is not valid'],
    ['+23222222345', 'This isn’t a mobile number.'],
    ['+447911123456', 'We don’t serve this country yet.'],
    ['+231241234567', 'This looks like a number in Ghana'],
  ] as const) {
    await page.getByLabel('Phone number').fill(typed)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectState(page, message)
  }
  const person = await signedIn(api)
  await page.goto('/me/set-up-profile')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expectState(page, 'Enter your full name')

  await completeProfile(api, person)
  await page.goto('/me/sender-details')
  await expectState(page, 'Identity document')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectState(page, 'Choose your nationality')
})

test('Send Money is accessible in every state', { tag: '@all' }, async ({ page, api, refusal, codeLost }) => {
  await page.clock.install()
  await withProfile(api)
  const paymentId = await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  const phone = newPhone('GH', undefined, 'Ama Mensah')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  /** Opens the details with a saved draft: a transfer to Ama Mensah, with changes. */
  const open = async (change: Draft = {}, query = '') => {
    const amount = { fix: 'send', sendAmount: '10,000.00' } as const
    const recipient = { country: 'GH', method: 'momo', phone, network: 'mtn', name: 'Ama Mensah' } as const
    await api.call(calls.putDraft, { body: { ...amount, ...recipient, ...change } })
    await page.goto(`/send-money${query}`)
  }

  await open({ sendAmount: '10.123' })
  await expectState(page, 'Amounts have at most two decimals.')
  await open({ receiveAmount: '1.23' })
  await expectState(page, 'The exchange rate has changed')
  await press('See all recipients')
  await expectState(page, 'Manage your recipients')
  await open({ method: 'bank' })
  await expectState(page, 'Coming soon...')
  await open()
  await page.getByText('How we set the price').click()
  await expectState(page, 'See your limits')
  await open({ name: '', phone: '+233302123456' })
  await press('Continue')
  await expectState(page, 'There is a problem')

  await open({ phone: '+233201234567', network: 'airtel/tigo' })
  await expectState(page, 'This number seems to belong to')
  await open({ phone: '+233245000001' })
  await expectState(page, 'MTN MoMo doesn’t have a wallet for this number.')
  await open({ network: 'vodafone' })
  await expectState(page, 'does not confirm names.')
  await open({ name: 'A. Mensah' })
  await expectState(page, 'Did you mean Ama Mensah?')
  await open({ name: 'Kofi Boateng' })
  await expectState(page, 'The name does not match')
  await press('Send anyway')
  await expectState(page, 'You chose to send anyway')

  await tellOfMtn(page, { enabled: false, reason: 'MTN MoMo is being repaired.' })
  await open()
  await expectState(page, 'MTN MoMo is being repaired.')
  await tellOfMtn(page, { senderDetails: true })
  const bringCode = await codeLost('declaration-fields')
  await open()
  await expectState(page, 'We couldn’t load the questions about this money')
  await bringCode()
  await open()
  await expectState(page, 'About this money')
  await page.unroute('**/auth/boot')

  const left = { limit: 52_500_000, left: 10_000_000, frees: null }
  await page.route('**/user/limits', (route) =>
    route.fulfill({ json: { limits: { currency: 'LRD', day: left, month: left } } }),
  )
  await open({}, `?resend=${paymentId}`)
  await expectState(page, 'You have an unfinished transfer')
  await sendAmount(page).fill('90,000')
  await expectState(page, 'the rest of your 24-hour limit')
  await page.unroute('**/user/limits')

  refusal(403, /^\/create-payment-intent$/)
  const error = {
    ...{ code: 'sender_details_required', requestId: 'r' },
    message: 'This network needs your sender details.',
  }
  await page.route('**/create-payment-intent', (route) => route.fulfill({ status: 403, json: { error } }))
  await open()
  await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await press('Continue')
  await expectState(page, error.message)
  await page.unroute('**/create-payment-intent')

  // Shows an earlier rate, as if the rate had moved since then.
  await page.route('**/currency/rates/**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { value: number }
    await route.fulfill({ response, json: { ...answer, value: answer.value + 1 } })
  })
  refusal(409, /^\/create-payment-intent$/)
  await open()
  await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await press('Continue')
  await expectState(page, 'Check the new amounts.')
  await press('Accept the new amounts')
  await expect(payButton(page)).toBeEnabled()
  await expectState(page, 'Pay by card')
  // The countdown must have started: until then, the next answer resets the page's clock to the server's.
  const countdown = page.getByRole('timer')
  await expect(countdown).not.toHaveText(await countdown.innerText())
  await page.clock.fastForward('31:00')
  await expectState(page, 'This price has expired')
  await press('Get a new price')
  await payWith(page, CARDS.good)
  await expectSent(page)
  await page.goBack()
  await expectState(page, 'Your last transfer is paid')
})
