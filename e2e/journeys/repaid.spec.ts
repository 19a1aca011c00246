import { expectAccessible } from '../src/browser/accessible.ts'
import { operate } from '../src/product/operate.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { withProfile } from '../src/people.ts'
import { expect } from '../src/test.ts'
import { CARDS, continueWith, newOrder, payWith } from '../src/transfer.ts'

/** Staff pay back by hand, which needs a product whose commands the journey may run. */
const test = withOwnProduct()

test('pays back a refund that the card refused by other means, and says so', async ({
  page,
  api,
  product,
}) => {
  await withProfile(api)
  await page.goto('/send-money')
  await continueWith(page, newOrder('0005'))
  await payWith(page, CARDS.refundReturned)
  // Before that a reload would break the payment off.
  await expect(page).toHaveURL(/\/transfer-status\?/)

  const status = page.getByText('On hold', { exact: true }).first()
  await expect(async () => {
    await page.reload()
    await expect(status).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText('back on your card')).toHaveCount(0)

  const reference = await page
    .getByText(/^S-[0-9A-Z]{8}$/)
    .first()
    .innerText()
  const repaid = (amount: string) =>
    operate(product.dataDir, 'holds', 'repaid', reference, '--amount', amount)
  await expect(repaid('LRD 9,999.00')).rejects.toThrow('LRD 10,000.00')
  await expect(() => repaid('LRD 10,000.00')).toPass({ timeout: 60_000 })

  await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  const words = 'LRD 10,000.00 paid back to you in another way than to your card, as agreed with you.'
  await expect(page.getByText(words).first()).toBeVisible()
  await expect(page.getByText('back on your card')).toHaveCount(0)
  await expectAccessible(page)
})
