import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expectToast } from '../src/browser/toast.ts'
import { withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, cardForm, continueWith, expectSent, newOrder, payButton, payWith } from '../src/transfer.ts'

const VISA = 'Visa •••• 4242'

test.beforeEach(async ({ api }) => {
  await withProfile(api)
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
    await consent.check()
    await expectAccessible(page)
    await payWith(page, CARDS.good)
    await expectSent(page)
    await expect(page.getByText(VISA)).toBeVisible()

    // From here on: taps only.
    await page.goto('/me/dashboard')
    await page.getByRole('region', { name: 'Send again' }).getByRole('link').first().click()
    let taps = 0
    const tap = async (name: RegExp) => {
      await page.getByRole('button', { name }).click()
      taps++
    }
    await tap(/^Continue/)
    await expect(cardForm(page).getByRole('radio', { name: VISA })).toBeChecked()
    await expect(cardForm(page).getByLabel('Card number')).toBeHidden()
    await expectAccessible(page)
    await expect(payButton(page)).toBeEnabled()
    await tap(/^Pay Now/)
    const paymentId = await expectSent(page)
    expect(taps).toBeLessThanOrEqual(3)
    expect((await booksOf(api, paymentId, order.phone)).payment).toMatchObject({ captured: 1_000_000 })
    await page.goto(`/receipt?payment_intent=${paymentId}`)
    await expect(page.getByText(VISA)).toBeVisible()

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
  await cardForm(page).getByLabel('Save this card for next time').check()
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
