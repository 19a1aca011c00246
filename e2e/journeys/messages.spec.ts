// Slow: a complaint and its answer, from page to office to email.
import { within } from '@sesa/test-kit/patience'
import type { Route } from '@playwright/test'
import { calls } from '@sesa/contract'
import { answerEnquiry } from '../src/office-staff.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { linkSentTo, mailTo } from '../src/sandbox.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

/** Staff answer in an office, so the journey needs its own product. */
const test = withOwnProduct()

test(
  'a complaint about a transfer gets a number and dates, and staff’s answer in the account and by email',
  { tag: '@all' },
  async ({ page, api, product, refusal }) => {
    const person = await withProfile(api)
    await api.call(calls.verifyEmail, {
      body: { token: (await linkSentTo(api, person.email, { page: '/verify-email' })).split('#')[1] ?? '' },
    })
    const id = await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
    const { transfer } = await api.call(calls.getTransfer, { params: { payment_id: id } })

    await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
    await page.getByRole('link', { name: 'Ask about this transfer' }).click()
    await expect(page).toHaveURL(`/me/messages/new?reference=${transfer.reference}`)
    await expect(page.getByLabel('Which transfer?')).toHaveValue(id)
    await page.getByLabel('What is it about?').selectOption({ label: 'I want to complain' })
    await page.getByLabel('Message').fill('She got less than the receipt says.')

    // The answer to the first attempt is lost: a retry must not open a second conversation.
    refusal(0, /^\/user\/enquiries$/)
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/user/enquiries', lose, { times: 1 })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page).toHaveURL(/\/me\/messages\/[0-9a-f-]{36}$/)
    await expect(page.getByText('She got less than the receipt says.')).toBeVisible()
    await expect(page.getByText(/^We’ll answer by \d\d \w{3} \d{4}$/)).toBeVisible()
    await expect(page.getByRole('link', { name: `Transfer ${transfer.reference}` })).toBeVisible()
    const { enquiries } = await api.call(calls.listEnquiries)
    expect(enquiries).toHaveLength(1)
    const number = enquiries[0]?.number ?? ''
    expect(number).toMatch(/^C-[0-9A-Z]{8}$/)

    await answerEnquiry(product.dataDir, number, 'Her network took a fee for cash.')
    await page.reload()
    await expect(page.getByText('Her network took a fee for cash.')).toBeVisible()
    await expect(page.getByText('We’ve answered')).toBeVisible()
    await expect
      .poll(async () => (await mailTo(api, person.email)).map(({ subject }) => subject), {
        timeout: within(30),
      })
      .toContain(`Our answer to ${number}`)

    await page.getByLabel('Add a message').fill('Thank you, that explains it.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'that explains it' })).toBeVisible()
    await expect(page.getByLabel('Add a message')).toHaveValue('')
    await page.getByRole('link', { name: 'All messages' }).click()
    await expect(page.getByRole('link', { name: new RegExp(number) })).toBeVisible()
  },
)
