import { expectAccessible } from '../src/browser/accessible.ts'
import { newPhone, withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, expectSent, payWith, recipientName, recipientPhone, sendAmount } from '../src/transfer.ts'

test(
  'a recipient is added, changed, paid and removed',
  { tag: '@wide' },
  async ({ page, api, refusal, isMobile }) => {
    await withProfile(api)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    await page.goto('/me/dashboard')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Recipients' }).click()
    await expect(heading('Recipients')).toBeVisible()
    await expect(page.getByText('No recipients yet')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Add a recipient' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Enter the recipient’s mobile number.')
    await expectAccessible(page)
    refusal(422, /^\/user\/recipients$/)
    await recipientName(page).fill('Kofi Boateng')
    await recipientPhone(page).fill(newPhone('GH', '0001'))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('MTN MoMo doesn’t have a wallet for this number.')
    await recipientPhone(page).fill(newPhone('GH', undefined, 'Kofi Boateng'))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(heading('Kofi Boateng')).toBeVisible()
    await expect(page.getByText('The name matches, checked on')).toBeVisible()
    await expect(page.getByText('No transfers yet')).toBeVisible()

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Nickname').fill('Uncle')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(heading('Uncle')).toBeVisible()
    const star = page.getByRole('button', { name: 'Favourite' })
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to your recipients' }).click()
    const row = page.getByRole('main').getByRole('link', { name: /Uncle/ })
    await expect(row).toContainText('Kofi Boateng')
    await expect(row).toContainText('favourite')
    await expectAccessible(page)

    await row.click()
    await page.getByRole('main').getByRole('link', { name: 'Send Money' }).click()
    await expect(recipientName(page)).toHaveValue('Kofi Boateng')
    await sendAmount(page).fill('5,000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await payWith(page, CARDS.good)
    await expectSent(page)

    await page.goto('/me/recipients')
    await row.click()
    const transfers = page.getByRole('list', { name: 'Transfers to Kofi Boateng' }).getByRole('link')
    await expect(transfers).toHaveCount(1)
    await expect(transfers).toContainText('LRD 5,000.00')
    await expectAccessible(page)
    await transfers.click()
    await expect(heading('Payment Successful')).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove Kofi Boateng?' })
    await expect(dialog).toBeVisible()
    if (isMobile) await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No recipients yet')).toBeVisible()
    await page.goto('/me/dashboard')
    await expect(page.getByRole('table', { name: 'Transaction History' })).toContainText('Kofi Boateng')
  },
)

test('many recipients can be searched, and a failed or slow list says so', async ({ page, api, refusal }) => {
  await withProfile(api)
  const given = ['Ama', 'Kofi', 'Isata', 'Moses', 'Fatu', 'Joseph', 'Efua', 'Sahr', 'Comfort']
  for (const name of given) await sendByApi(api, { whole: 1_000, name: `${name} Mensah` })
  await page.goto('/me/recipients')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9)
  await page.getByRole('searchbox', { name: 'Search' }).fill('sahr')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search' }).fill('zzz')
  await expect(page.getByText('Nobody matches “zzz”.')).toBeVisible()
  await expectAccessible(page)

  refusal(503, /^\/user\/recipients$/)
  const busy = { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } }
  await page.route(/\/user\/recipients/, (route) => route.fulfill({ status: 503, json: busy }))
  await page.goto('/me/recipients')
  await expect(page.getByText('We couldn’t load your recipients')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await page.unroute(/\/user\/recipients/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9)
})
