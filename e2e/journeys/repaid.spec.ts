// Slow: a refund that the card refuses, until two members of staff book the repayment.
import { within } from '@sesa/test-kit/patience'
import { officeCalls } from '@sesa/contract/office'
import { decided, officeStaff } from '../src/office-staff.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { withProfile } from '../src/people.ts'
import { expect } from '../src/test.ts'
import { CARDS, continueWith, newOrder, payWith } from '../src/transfer.ts'

/** Staff repay manually, so the journey needs its own product with an office. */
const test = withOwnProduct()

test(
  'repays by other means when the card refuses the refund, and says so',
  { tag: '@all' },
  async ({ page, api, product }) => {
    await withProfile(api)
    await page.goto('/send-money')
    await continueWith(page, newOrder('0005'))
    await payWith(page, CARDS.refundReturned)
    // A reload before this address would abort the payment.
    await expect(page).toHaveURL(/\/transfer-status\?/)

    const headline = (name: string) => page.getByRole('heading', { level: 1, name })
    await expect(async () => {
      await page.reload()
      await expect(headline('On hold')).toBeVisible({ timeout: within(10) })
    }).toPass({ timeout: within(60) })
    await expect(page.getByText(/[Rr]efunded/)).toHaveCount(0)

    const reference = await page
      .getByText(/^S-[0-9A-Z]{8}$/)
      .first()
      .innerText()
    const [maker, checker] = await officeStaff(product.dataDir, 'finance', 'finance')
    const repaid = (amount: number) =>
      decided([maker, checker], () =>
        maker.call(officeCalls.requestRepaid, {
          params: { reference },
          body: { amount: { amount, currency: 'LRD' }, reason: 'Paid from our bank' },
        }),
      )
    await expect(repaid(999_900)).rejects.toThrow('LRD 10,000.00')
    await expect(() => repaid(1_000_000)).toPass({ timeout: within(60) })

    await expect(headline('Refunded')).toBeVisible({ timeout: within(60) })
    const words = 'You paid LRD 10,000.00 · Repaid LRD 10,000.00 another way, as agreed with you'
    await expect(page.getByRole('region', { name: 'Your transfer' })).toContainText(words)
    await expect(page.getByText('Refunded LRD 10,000.00')).toHaveCount(0)
  },
)
