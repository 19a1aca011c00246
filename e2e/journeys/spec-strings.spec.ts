import type { Page } from '@playwright/test'
import { expectSays } from '../src/browser/expect-says.ts'
import { newPerson, signedIn, withPassword, withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, continueWith, newOrder, payWith } from '../src/transfer.ts'

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

test('shows a visitor the words of the specification', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  await expectSays(page, 'landing', page.getByRole('main'))
  await expectSays(page, 'footer', page.getByRole('contentinfo'))
  for (const [route, place] of [
    ['/how-it-works', 'howItWorks'],
    ['/contact-us', 'contact'],
  ] as const) {
    await page.goto(route)
    await expectSays(page, place, page.getByRole('main'))
  }
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expectSays(page, 'drawerSignedOut', page.getByRole('dialog', { name: 'Menu' }))
})

test('the header shows the words of the specification', { tag: '@wide' }, async ({ page, isMobile }) => {
  await page.goto('/')
  // On a phone, the header's links are in the menu; the sign-in link stays beside the menu button.
  if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expectSays(page, 'header')
})

test('sign-in and sign-up show the words of the specification', { tag: '@wide' }, async ({ page, api }) => {
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('/auth/boot', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/forgot-password', { waitUntil: 'commit' })
  await expectSays(page, 'unknownLogin')
  answer()
  await page.goto('/sign-in')
  await expect(h1(page)).toBeVisible()
  await page.getByRole('tab', { name: 'Phone' }).waitFor()
  await expectSays(page, 'signIn')

  await page.goto('/send-money')
  await expect(h1(page)).toBeVisible()
  await expectSays(page, 'signInToSend')
  await page.getByLabel('Phone number').fill('+23177')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectSays(page, 'invalidPhone')
  await page.getByLabel('Phone number').fill(newPerson().phone)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectSays(page, 'code')

  await page.goto('/signup')
  await expectSays(page, 'signUp')
  await signedIn(api)
  await page.goto('/me/dashboard')
  await expect(h1(page)).toBeVisible()
  await expectSays(page, 'setUpProfile', page.getByRole('main'))
})

test('the account shows the words of the specification', { tag: '@wide' }, async ({ page, api }) => {
  const person = await withProfile(api)
  await withPassword(api, person)
  for (let n = 1; n <= 11; n++) await sendByApi(api, { whole: 1_000 + n, name: 'Ama Mensah' })
  await page.goto('/me/dashboard')
  await expect(page.getByText('Transferred').first()).toBeVisible()
  await expectSays(page, 'dashboard', page.getByRole('main'))
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expectSays(page, 'drawerSignedIn', page.getByRole('dialog', { name: 'Menu' }))

  for (const [route, place] of [
    ['/me/profile', 'profile'],
    ['/me/edit-profile', 'editProfile'],
    ['/me/notifications', 'notifications'],
    ['/me/settings', 'security'],
  ] as const) {
    await page.goto(route)
    await expectSays(page, place, page.getByRole('main'))
  }
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await expectSays(page, 'settingsMenu', menu)
  await menu.getByRole('button', { name: 'Delete Account' }).click()
  await expectSays(page, 'deleteAccount', page.getByRole('dialog', { name: 'Delete Account' }))
})

test(
  'sending money shows the words of the specification',
  { tag: '@wide' },
  async ({ page, api, refusal }) => {
    await withProfile(api)
    await page.goto('/send-money')
    await expectSays(page, 'sendDetails', page.getByRole('main'))
    await page.getByRole('radio', { name: /Bank/ }).check()
    await expectSays(page, 'bank')
    await page.getByRole('radio', { name: /Mobile money/ }).check()
    await continueWith(page, newOrder())
    await expectSays(page, 'overview')
    await payWith(page, '4242')
    await expectSays(page, 'validationError')
    refusal(402, /\/confirm$/)
    await payWith(page, CARDS.declined)
    await expectSays(page, 'cardError')
    await page.route('**/v1/payment_intents/*/confirm', (route) => route.abort())
    refusal(0, /\/confirm$/)
    await payWith(page, CARDS.good)
    await expectSays(page, 'otherCardError')

    let answer = () => undefined as void
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.unroute('**/v1/payment_intents/*/confirm')
    await page.route('**/v1/payment_intents/*/confirm', async (route) => {
      await held
      await route.continue()
    })
    await payWith(page, CARDS.good)
    await expectSays(page, 'processing')
    answer()
    await expect(page).toHaveURL(/\/transfer-status/)
  },
)
