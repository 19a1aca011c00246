import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { historyRow } from '../src/transfer.ts'

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Transaction History' }).getByRole('row').filter({ hasText: 'Transferred' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
/** Finds the row's link, whose word is only for screen readers on a phone: a tap on the row opens the transfer. */
const view = (page: Page, name: string) => historyRow(page, name).getByRole('link', { name: /^View/ })

test(
  'a transfer is found, filtered and opened, and the list is downloaded and printed',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    const toAma = await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
    await sendByApi(api, { whole: 3_000, name: 'Kofi Boateng' })
    await sendByApi(api, { whole: 4_000, name: 'Yaw Asante', ending: '0005' })
    await page.goto('/me/dashboard')
    await expect(rows(page)).toHaveCount(3)

    await search(page).fill('2,000')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL('/me/dashboard?search=2%2C000')
    await view(page, 'Ama Mensah').click()
    await expect(page).toHaveURL(`/transfer-status?payment_intent=${toAma}&intent=view`)
    await page.goBack()
    await expect(search(page)).toHaveValue('2,000')
    await search(page).fill('')
    await expect(rows(page)).toHaveCount(3)

    await page.getByRole('button', { name: 'Filter and export' }).click()
    await page.getByLabel('Status').selectOption('sent')
    await expect(rows(page)).toHaveCount(2)
    await search(page).fill('kofi')
    await expect(page).toHaveURL('/me/dashboard?search=kofi&status=sent')
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    // Typing replaced the entry in the browser's history; the filter added one.
    await page.goBack()
    await expect(page).toHaveURL('/me/dashboard')
    await expect(search(page)).toHaveValue('')
    await expect(rows(page)).toHaveCount(3)

    await page.getByRole('button', { name: 'This month' }).click()
    await search(page).fill('ama')
    await expect(page.getByText('1 transfer. LRD 2,000.00 sent before fees.')).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(',"Ama Mensah","Ghana","Sent",2000.00,"LRD",')

    await page.getByRole('link', { name: 'Print or save as PDF' }).click()
    await expect(page).toHaveURL(/^[^?]*\/me\/statement\?search=ama&from=/)
    const sheet = page.locator('.print-area')
    await expect(sheet).toContainText('Hawa Kollie')
    await expect(sheet).toContainText('search “ama”: 1 transfer')
    await expect(sheet.getByRole('row')).toHaveCount(2)
    await expect(sheet).toContainText(/Sample Sesa Ltd · .*Monrovia/)
    await page.emulateMedia({ media: 'print' })
    for (const left of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByRole('navigation', { name: 'Your account' }),
      page.getByRole('button', { name: 'Print or save as PDF' }),
    ])
      await expect(left).toBeHidden()
    await expect(sheet.getByText('Ama Mensah').first()).toBeVisible()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), 'sheets of paper').toHaveLength(1)
  },
)
