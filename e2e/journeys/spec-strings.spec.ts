import { expectSays } from '../src/browser/expect-says.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, continueWith, newOrder, payWith } from '../src/transfer.ts'

test('sending money shows the words of the specification', async ({ page, api, refusal }) => {
  await withProfile(api)
  await page.goto('/send-money')
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
})
