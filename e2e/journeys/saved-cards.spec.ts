import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expectToast } from '../src/browser/toast.ts'
import { PASSWORD, withPassword, withProfile, type Person } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  cardForm,
  continueWith,
  expectSent,
  newOrder,
  payButton,
  payWith,
  keepCard,
} from '../src/transfer.ts'

/** Counts the presses and the typing on this page from now on, across its documents. */
async function countInput(page: Page) {
  const counts = { taps: 0, typed: 0 }
  await page.exposeFunction('countInput', (kind: keyof typeof counts) => counts[kind]++)
  const listen = `
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && countInput('taps'), true)
    addEventListener('keydown', () => countInput('typed'), true)
    addEventListener('input', (event) => event.isTrusted && countInput('typed'), true)`
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return { taps: () => counts.taps, typed: () => counts.typed }
}

const VISA = 'Visa •••• 4242'

let person: Person
test.beforeEach(async ({ api }) => {
  person = await withProfile(api)
})

test(
  'saves a card with the first payment, pays the next transfer without typing, and removes the card',
  { tag: '@wide' },
  async ({ page, api }) => {
    await page.goto('/send-money')
    const order = newOrder()
    await continueWith(page, order)
    const consent = cardForm(page).getByLabel('Save this card for next time')
    await expect(consent).not.toBeChecked()
    await expect(
      page.getByText('You can remove it in Settings. We never charge it unless you press Pay.'),
    ).toBeVisible()
    await expect(page.getByText('Payments by Stripe')).toBeVisible()
    await keepCard(page)
    await expectAccessible(page)
    await payWith(page, CARDS.good)
    await expectSent(page)
    await expect(page.getByText(VISA)).toBeVisible()

    // From opening the app: three taps, and nothing is typed.
    await page.goto('/me/dashboard')
    const { taps, typed } = await countInput(page)
    await page
      .getByRole('region', { name: 'Send again' })
      .getByRole('link', { name: /Ama Mensah/ })
      .click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(cardForm(page).getByRole('radio', { name: VISA })).toBeChecked()
    await expect(cardForm(page).getByLabel('Card number')).toBeHidden()
    await expectAccessible(page)
    await expect(payButton(page)).toBeEnabled()
    // The card form is out of sight: the name of the card stands beside Pay.
    await expect(payButton(page)).toHaveAccessibleDescription(/LRD 10,000\.00 with Visa ••••\s4242$/)
    await payButton(page).click()
    const paymentId = await expectSent(page)
    expect({ taps: taps(), typed: typed() }).toEqual({ taps: 3, typed: 0 })
    expect((await booksOf(api, paymentId, order.phone)).payment).toMatchObject({ captured: 1_000_000 })
    await page.goto(`/receipt?payment_intent=${paymentId}`)
    await expect(page.getByText(VISA)).toBeVisible()
    await expect(page.getByText('Payments by Stripe')).toBeVisible()

    await page.goto('/me/settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Cards' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeFocused()
    await expect(page.getByRole('listitem').filter({ hasText: VISA })).toContainText('Expires 12/40')
    await expectAccessible(page)
    const remove = page.getByRole('button', { name: `Remove ${VISA}` })
    const question = page.getByRole('dialog', { name: 'Remove this card?' })
    await remove.click()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(remove).toBeFocused()
    await remove.click()
    await expectToast(
      page.getByRole('status').filter({ hasText: 'Card removed' }),
      question.getByRole('button', { name: 'Remove' }).click(),
    )
    await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible()
    await expectAccessible(page)
    const { events } = await api.call(calls.listActivity)
    expect(events.map(({ text }) => text)).toEqual(expect.arrayContaining(['Card saved', 'Card removed']))
  },
)

test('asks the bank again for a saved card, and pays with a new card once it has expired', async ({
  page,
  api,
  refusal,
}) => {
  const approve = () => page.getByRole('button', { name: 'Complete authentication' }).click()
  const label = 'Visa •••• 3184'
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await keepCard(page)
  await payWith(page, CARDS.secure)
  await approve()
  const first = await expectSent(page)
  await expect(page.getByText(label)).toBeVisible()

  const again = async () => {
    await page.goto(`/send-money?resend=${first}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(payButton(page)).toBeEnabled()
  }
  await again()
  await expect(cardForm(page).getByRole('radio', { name: label })).toBeChecked()
  await payButton(page).click()
  await approve()
  await expectSent(page)

  // Months later: the card network knows that the card has expired.
  await page.route('**/v1/elements/sessions?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { methods: object[] }
    const methods = answer.methods.map((method) => ({ ...method, exp_month: 1, exp_year: 2026 }))
    await route.fulfill({ response, json: { ...answer, methods } })
  })
  await page.route('**/confirm', (route) =>
    (route.request().postData() ?? '').includes('payment_method=pm_')
      ? route.fulfill({
          status: 402,
          json: {
            error: { type: 'card_error', code: 'expired_card', message: 'Your card has expired.' },
          },
        })
      : route.continue(),
  )
  await again()
  const expired = cardForm(page).getByRole('radio', { name: `${label} Expired 01/26` })
  await expect(cardForm(page).getByRole('radio', { name: 'New card' })).toBeChecked()
  await expect(page.getByRole('region', { name: 'Payment' })).not.toContainText('Visa')
  await expired.check()
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText(label)
  refusal(402, /\/confirm$/)
  await payButton(page).click()
  await expect(page.getByText('Your card has expired.')).toBeVisible()
  await expectAccessible(page)
  await payWith(page, CARDS.good)
  await expectSent(page)
  expect((await api.call(calls.listCards)).cards.map(({ last4 }) => last4)).toEqual(['3184'])
})

test('unlocks saved cards with a proof, and asks for the security code where the recipient is new', async ({
  page,
  api,
  refusal,
}) => {
  await withPassword(api, person)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await keepCard(page)
  await payWith(page, CARDS.good)
  const first = await expectSent(page)

  // Answers once as the server does for a sign-in more than ten minutes old.
  let asked = 0
  await page.route('/create-payment-intent', (route) =>
    asked++ === 0
      ? route.fulfill({
          status: 403,
          json: { error: { code: 'step_up_required', message: 'Confirm it is you.', requestId: 'r' } },
        })
      : route.continue(),
  )
  refusal(403, /^\/create-payment-intent$/)
  await page.goto(`/send-money?resend=${first}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'Your saved cards are locked' })
  await expect(notice).toBeVisible()
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Confirm it’s you' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(cardForm(page).getByRole('radio', { name: VISA })).toBeChecked()
  await expect(notice).toBeHidden()
  await expect(cardForm(page).getByLabel('Security code')).toBeHidden()
  await payButton(page).click()
  await expectSent(page)

  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await expect(cardForm(page).getByRole('radio', { name: VISA })).toBeChecked()
  await expect(cardForm(page).getByLabel('Card number')).toBeHidden()
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  await expect(cardForm(page).getByText("Your card's security code is incomplete.")).toBeVisible()
  await expectAccessible(page)
  await cardForm(page).getByLabel('Security code').fill('123')
  await payButton(page).click()
  await expectSent(page)
})

test('pays with Google Pay (test)', async ({ page, api }) => {
  await page.goto('/send-money')
  const order = newOrder()
  await continueWith(page, order)
  const wallets = page.frameLocator('iframe[title="Secure express checkout frame"]')
  await expect(wallets.getByRole('button', { name: 'Apple Pay (test)' })).toBeHidden()
  await wallets.getByRole('button', { name: 'Google Pay (test)' }).click()
  const paymentId = await expectSent(page)
  expect((await booksOf(api, paymentId, order.phone)).payment).toMatchObject({ captured: 1_000_000 })
  await expect(page.getByText(`Google Pay, ${VISA}`)).toBeVisible()
  expect((await api.call(calls.listCards)).cards).toEqual([])
})

test('saves nothing of a declined card, and pays with a new card when saved cards cannot be opened', async ({
  page,
  api,
  refusal,
}) => {
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  refusal(402, /\/confirm$/)
  await keepCard(page)
  await payWith(page, CARDS.declined)
  await expect(page.getByText('Your card was declined.').first()).toBeVisible()
  expect((await api.call(calls.listCards)).cards).toEqual([])

  // The reloaded form asks for the saved cards again, in vain.
  refusal(0, /\/elements\/sessions$/)
  await page.route('**/v1/elements/sessions?*', (route) => route.abort())
  await page.reload()
  await expect(payButton(page)).toBeEnabled()
  await expect(cardForm(page).getByLabel('Save this card for next time')).toBeHidden()
  await payWith(page, CARDS.good)
  await expectSent(page)
  await expect.poll(async () => (await api.call(calls.listCards)).cards).toEqual([])
})

test('the page of the cards says when the card provider is away, and a card stays until it is removed', async ({
  page,
  refusal,
}) => {
  const away = {
    status: 503,
    json: {
      error: {
        code: 'card_provider_unavailable',
        message: 'Card payments aren’t available right now. Try again in a moment.',
        requestId: 'r',
      },
    },
  }
  refusal(503, /^\/user\/cards/)
  await page.route('/user/cards', (route) => route.fulfill(away))
  await page.goto('/me/cards')
  await expect(page.getByRole('alert')).toContainText('We couldn’t load your cards', { timeout: 30_000 })
  await expectAccessible(page)

  const card = {
    id: 'pm_1',
    brand: 'visa',
    last4: '4242',
    wallet: null,
    expMonth: 12,
    expYear: 2024,
    addedAt: '2024-01-02T10:00:00.000Z',
  }
  await page.unroute('/user/cards')
  await page.route('/user/cards', (route) => route.fulfill({ json: { cards: [card] } }))
  await page.route('/user/cards/pm_1', (route) => route.fulfill(away))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Expired 12/24')).toBeVisible()
  await page.getByRole('button', { name: `Remove ${VISA}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('We couldn’t remove the card', {
    timeout: 30_000,
  })
  await expectAccessible(page)
})
