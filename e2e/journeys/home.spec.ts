import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { continueWith, newOrder, recipientName, sendAmount } from '../src/transfer.ts'

/** Ends of numbers: the carrier delivers at once, or keeps the money on its way for minutes. */
const SLOW = '0002'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Your account' })

test(
  'sends again to someone from home, and asks first while a transfer to them is in progress',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    const toAma = await sendByApi(api, { whole: 10_000, name: 'Ama Mensah' })
    const toIsata = await sendByApi(api, { whole: 1_800, name: 'Isata Mensah', ending: SLOW })
    // The first answer brings all of it: nothing but the rate is requested.
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // The bell counts the notices two seconds later, whatever the page.
      if (pathname.startsWith('/user/') && pathname !== '/user/notices') asked.push(pathname)
    })
    await page.goto('/me/dashboard')
    const inProgress = page.getByRole('region', { name: 'In progress' }).getByRole('link')
    await expect(inProgress).toContainText(
      // With the date where the promised hour is past midnight.
      /Isata Mensah.*GHS .*On its way\. Arrives by (\d+ \w{3} \d{4}, )?\d\d:\d\d$/,
    )
    await expect(inProgress).toHaveAttribute('href', `/transfer-status?payment_intent=${toIsata}&intent=view`)
    await expect(page.getByRole('link', { name: /^Today’s rate LRD 1,000 = GHS/ })).toHaveAttribute(
      'href',
      '/send-money',
    )
    const again = page.getByRole('region', { name: 'Send again' }).getByRole('link')
    await expect(again).toHaveText([
      /Isata Mensah.*LRD 1,800\.00/,
      /Ama Mensah.*MTN MoMo.*LRD 10,000\.00/,
      /Someone new/,
    ])
    expect(asked).toEqual([])
    await expectAccessible(page)

    await again.nth(0).click()
    const question = page.getByRole('dialog', { name: 'Send another?' })
    await expect(question).toContainText('You already have a transfer to Isata Mensah in progress.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Not now' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/me/dashboard')
    await page
      .getByRole('table')
      .getByRole('link', { name: /^Resend .*Isata/ })
      .press('Enter')
    await question.getByRole('link', { name: 'Send another' }).click()
    await expect(page).toHaveURL(`/send-money?resend=${toIsata}`)

    await page.goBack()
    await again.nth(1).click()
    await expect(page).toHaveURL(`/send-money?resend=${toAma}`)
    await expect(recipientName(page)).toHaveValue('Ama Mensah')
    await expect(sendAmount(page)).toHaveValue('10,000.00')
  },
)

test(
  'a month of the history is counted, downloaded and printed',
  { tag: '@wide' },
  async ({ page, api, context, refusal }) => {
    await withProfile(api)
    for (const whole of [1_000, 2_000]) await sendByApi(api, { whole, name: 'Ama Mensah' })
    await sendByApi(api, { whole: 3_000, name: 'Kofi Boateng' })
    await page.goto('/me/dashboard')
    await page.getByRole('button', { name: 'Filter and export' }).click()
    await page.getByRole('button', { name: 'Last month' }).click()
    await expect(page.getByText('You made no transfers on these days')).toBeVisible()
    await page.getByRole('button', { name: 'This month' }).click()
    await expect(page).toHaveURL(/\?from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d$/)
    await expect(page.getByText('3 transfers. LRD 6,000.00 sent before fees.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search' }).fill('ama')
    await expect(page.getByText('2 transfers. LRD 3,000.00 sent before fees.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true')

    refusal(0, /^\/user\/transactions$/)
    await context.setOffline(true)
    const download = page.getByRole('button', { name: 'Download CSV' })
    await download.click()
    await expect(page.getByRole('alert')).toContainText('We couldn’t download your transfers')
    await context.setOffline(false)
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(file.suggestedFilename()).toMatch(/^sesa-transfers-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(',"Ama Mensah","Ghana","Sent",2000.00,"LRD",')

    await page.getByRole('link', { name: 'Print or save as PDF' }).click()
    await expect(page).toHaveURL(/^[^?]*\/me\/statement\?search=ama&from=/)
    const sheet = page.locator('.print-area')
    await expect(sheet).toContainText('Hawa Kollie')
    await expect(sheet).toContainText('search “ama”: 2 transfers')
    await expect(sheet.getByRole('row')).toHaveCount(3)
    await expect(sheet).toContainText('Total sent, 2 transfersLRD 3,000.00')
    await expect(sheet).toContainText(/Sample Sesa Ltd · .*Monrovia/)
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    for (const left of [page.getByRole('banner'), page.getByRole('contentinfo'), bar(page)])
      await expect(left).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
    await expect(sheet.getByText('Ama Mensah').first()).toBeVisible()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), 'sheets of paper').toHaveLength(1)
  },
)

test('the bar leads to the main places by keyboard, and makes room for typing and paying', async ({
  page,
  api,
}) => {
  await withProfile(api)
  await page.goto('/me/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Hawa' })).toBeVisible()
  const places = bar(page).getByRole('link')
  await expect(places).toHaveText(['Overview', 'Send', 'Recipients', 'Account'])
  await expect(places.nth(0)).toHaveAttribute('aria-current', 'page')
  const { height = 0, y = 0 } = (await bar(page).boundingBox()) ?? {}
  expect([Math.round(height), Math.round(y + height)]).toEqual([57, 640])

  for (const [at, name] of [
    [2, 'Recipients'],
    [3, 'Profile'],
  ] as const) {
    await places.nth(at).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await expect(places.nth(at)).toHaveAttribute('aria-current', 'page')
  }
  await places.nth(1).press('Enter')
  await expect(page).toHaveURL('/send-money')
  await sendAmount(page).focus()
  await expect(bar(page)).toBeHidden()
  await sendAmount(page).blur()
  await expect(bar(page)).toBeVisible()
  await continueWith(page, newOrder())
  await expect(bar(page)).toBeHidden()
})
