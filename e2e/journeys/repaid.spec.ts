// Slow: refunds that the card or the wallet refuses, until staff repay or the customer names another wallet.
import { within } from '@sesa/test-kit/patience'
import { officeCalls } from '@sesa/contract/office'
import { expectAccessible } from '../src/browser/accessible.ts'
import { decided, officeStaff } from '../src/office-staff.ts'
import { collectedFrom } from '../src/payer-phone.ts'
import { makeStepsDue, ownerUrlOf } from '../src/product/filled-history.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { newPerson, newPhone, withProfile } from '../src/people.ts'
import { booksOf, codeSentTo } from '../src/sandbox.ts'
import { expect } from '../src/test.ts'
import { CARDS, continueWith, newOrder, payButton, paymentIdOf, payWith } from '../src/transfer.ts'

/** Staff repay manually, and waits are cut short, so the journeys need their own product. */
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

test(
  'the wallet that paid is full, so the customer names another one, which gets the refund',
  { tag: '@all' },
  async ({ page, api, product, context }) => {
    await context.addInitScript(`localStorage['sesa-pay-with'] = 'momo'`)
    const { phone } = await withProfile(api, { ...newPerson(), phone: newPhone('LR', '0005') })
    const { phone: other } = newPerson()
    await page.goto('/send-money')
    await continueWith(page, newOrder('0005'))
    await expect(payButton(page)).toBeEnabled()
    await payButton(page).click()

    const headline = (name: string) => page.getByRole('heading', { level: 1, name })
    const owner = await ownerUrlOf(product.dataDir)
    await expect(async () => {
      await makeStepsDue(owner)
      await page.reload()
      await expect(headline('Your refund needs another number')).toBeVisible({ timeout: within(2) })
    }).toPass({ timeout: within(60) })
    await expect(page.getByText('On hold')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Where should we refund LRD 10,000.00?' })).toBeVisible()
    await expectAccessible(page, { forcedColours: true })

    await page.getByRole('button', { name: 'Another number of mine' }).click()
    await page.getByLabel('Phone number').fill(other)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByLabel('6-digit code').fill(await codeSentTo(api, other))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Refund to this number' }).click()
    await expect(headline('Refunded')).toBeVisible({ timeout: within(60) })
    await expect(page.getByRole('main')).not.toContainText(/\bcard\b/i)
    expect(await collectedFrom(api, phone)).toMatchObject([{ refunded: 0 }])
    const { payouts } = await booksOf(api, paymentIdOf(page), other)
    expect(payouts).toMatchObject([{ amount: 1_000_000, currency: 'LRD', status: 'completed' }])
  },
)
