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

    const status = page.getByText('On hold', { exact: true }).first()
    await expect(async () => {
      await page.reload()
      await expect(status).toBeVisible({ timeout: within(10) })
    }).toPass({ timeout: within(60) })
    await expect(page.getByText('LRD 10,000.00 refunded.')).toHaveCount(0)

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

    await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible({ timeout: within(60) })
    const words = 'LRD 10,000.00 repaid another way, as agreed with you.'
    await expect(page.getByText(words).first()).toBeVisible()
    await expect(page.getByText('LRD 10,000.00 refunded.')).toHaveCount(0)
  },
)
