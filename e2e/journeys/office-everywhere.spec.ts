// Slow: axe on every page of the office, at two widths.
import { within } from '@sesa/test-kit/patience'
import { expectAccessibleOffice, joinOffice, runCommand, sandboxMembers } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

// Together they see every section.
const MEMBERS = ['Efua Compliance', 'Musu Finance', 'Ama Administrator']

test(
  'every page of the office is accessible at both widths',
  { tag: ['@wide-only', '@all'] },
  async ({ browser, product, api }) => {
    await withProfile(api)
    const paymentId = await sendByApi(api, { whole: 3000, name: 'Ama Mensah', ending: '4567' })
    // Reads the balances, which the worker does every two minutes.
    await runCommand(product.dataDir, 'treasury', 'compare')
    const linkOf = await sandboxMembers(product.dataDir)
    for (const name of MEMBERS) {
      const page = await joinOffice(browser, linkOf(name))
      const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
      for (const [at, section] of (await sections.allTextContents()).entries()) {
        await sections.nth(at).click()
        const heading = page.getByRole('heading', { level: 1, name: section })
        await (at === 0 ? expect(heading).toBeVisible() : expect(heading).toBeFocused())
        await expectAccessibleOffice(page)
      }
    }

    const page = await joinOffice(browser, linkOf('Esi Support'))
    await page.getByRole('searchbox').fill(paymentId)
    await page.keyboard.press('Enter')
    await page.getByRole('grid', { name: 'Transfers found' }).getByRole('link').click()
    const postings = page.getByRole('table', { name: 'Postings' })
    await expect(async () => {
      await page.reload()
      await expect(postings.getByRole('row', { name: 'Wallets at carriers, GHS' })).toBeVisible({
        timeout: within(2),
      })
    }).toPass({ timeout: within(30) })
    await expectAccessibleOffice(page)
    await page.getByRole('link', { name: 'The customer who sent it' }).click()
    await expect(page.getByText('Left to send in 24 hours')).toBeVisible()
    await expectAccessibleOffice(page)
  },
)
