// Slow: two payments each: one that saves the card, and one that uses it.
import { calls } from '@sesa/contract'
import { countInput } from '../src/browser/count-input.ts'
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

const VISA = 'Visa •••• 4242'

let person: Person
test.beforeEach(async ({ api }) => {
  person = await withProfile(api)
})

test('saves a card with the first payment, pays the next transfer without typing, and removes the card', async ({
  page,
  api,
}) => {
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
  await payWith(page, CARDS.good)
  await expectSent(page)
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText(VISA)).toBeVisible()

  // From opening the app: three taps, and no typing.
  await page.goto('/me/dashboard')
  const input = await countInput(page)
  await page
    .getByRole('region', { name: 'Send again' })
    .getByRole('link', { name: /Ama Mensah/ })
    .click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(cardForm(page).getByRole('radio', { name: VISA })).toBeChecked()
  await expect(cardForm(page).getByLabel('Card number')).toBeHidden()
  await expect(payButton(page)).toBeEnabled()
  // The card form is out of sight: the card's name is next to Pay.
  await expect(payButton(page)).toHaveAccessibleDescription(/LRD 10,000\.00 with Visa ••••\s4242$/)
  await payButton(page).click()
  const paymentId = await expectSent(page)
  expect(input).toEqual({ taps: 3, typed: 0 })
  expect((await booksOf(api, paymentId, order.phone)).payment).toMatchObject({ captured: 1_000_000 })
  await page.goto(`/receipt?payment_intent=${paymentId}`)
  await expect(page.getByText(VISA)).toBeVisible()
  await expect(page.getByText('Payments by Stripe')).toBeVisible()

  await page.goto('/me/profile')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Cards' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: VISA })).toContainText('Expires 12/40')
  const remove = page.getByRole('button', { name: `Remove ${VISA}` })
  const question = page.getByRole('dialog', { name: 'Remove this card?' })
  await remove.click()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await expectToast(
    page.getByRole('status').filter({ hasText: 'Card removed' }),
    question.getByRole('button', { name: 'Remove' }).click(),
  )
  await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible()
  const { events } = await api.call(calls.listActivity)
  expect(events.map(({ text }) => text)).toEqual(expect.arrayContaining(['Card saved', 'Card removed']))
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
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText(`Google Pay, ${VISA}`)).toBeVisible()
  expect((await api.call(calls.listCards)).cards).toEqual([])
})
