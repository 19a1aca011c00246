// Slow: a transfer that continues in another browser.
import { calls } from '@sesa/contract'
import { tabTo } from '../src/browser/keyboard.ts'
import { draftKept } from '../src/draft.ts'
import { newPhone, withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  cardForm,
  expectSent,
  newOrder,
  payButton,
  paymentIdOf,
  payWith,
  receiveAmount,
  recipientName,
  recipientPhone,
  sendAmount,
} from '../src/transfer.ts'

test('sends by keyboard alone exactly the amount that should arrive', async ({ page, api }) => {
  await withProfile(api)
  const order = newOrder()
  await page.goto('/send-money')
  await tabTo(page, receiveAmount(page))
  await page.keyboard.type('777.77')
  await expect(sendAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await tabTo(page, recipientPhone(page))
  // Types at human speed: once it has loaded, a field that formats input replaces this one.
  await page.keyboard.type(order.phone, { delay: 50 })
  await tabTo(page, recipientName(page))
  await page.keyboard.type(order.name)
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeEnabled()

  const card = cardForm(page)
  await tabTo(page, card.getByLabel('Card number'), { within: card })
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1240')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await tabTo(page, payButton(page))
  await page.keyboard.press('Enter')
  const paymentId = await expectSent(page)
  const { payouts } = await booksOf(api, paymentId, order.phone)
  expect(payouts).toMatchObject([{ amount: 77_777, currency: 'GHS', status: 'completed' }])
})

test('continues a transfer in another browser, with the yes to a different name, and pays it once', async ({
  page,
  api,
  browser,
}) => {
  await withProfile(api)
  const phone = newPhone('GH', undefined, 'Ama Mensah')
  await page.goto('/send-money')
  await sendAmount(page).focus()
  const place = await sendAmount(page).boundingBox()
  await sendAmount(page).fill('4')
  await expect(sendAmount(page)).toHaveAccessibleDescription(/Minimum LRD/)
  expect(await sendAmount(page).boundingBox(), 'the field stays where it is').toEqual(place)
  await sendAmount(page).fill('10,000')
  await recipientPhone(page).fill(phone)
  await recipientName(page).fill('Kofi Boateng')
  await recipientName(page).blur()
  const kept = draftKept(page, 'confirmedFor')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await kept

  const device = await browser.newContext({ storageState: await page.context().storageState() })
  try {
    const other = await device.newPage()
    const isAtTop = async (title: string) => {
      await expect(other.getByRole('heading', { level: 1, name: title })).toBeInViewport()
      await expect.poll(() => other.evaluate('window.scrollY')).toBe(0)
    }
    await other.goto(new URL('/send-money', page.url()).href)
    await expect(sendAmount(other)).toHaveValue('10,000.00')
    await expect(other.getByRole('heading', { name: 'You chose to send anyway' })).toBeVisible()
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(payButton(other)).toBeVisible()
    await isAtTop('Check and pay')
    await payButton(other).scrollIntoViewIfNeeded()
    await other.getByRole('button', { name: 'Edit the details of this transfer' }).dispatchEvent('click')
    await isAtTop('Send money')
    await expect(recipientName(other)).toHaveValue('Kofi Boateng')
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(payButton(other)).toBeVisible()
    await other.reload()
    await payWith(other, CARDS.good)
    await expectSent(other)
    await expect(other.getByText(/The money is in the wallet of \+233/)).toBeVisible()
    await expect(other.getByText('Kofi Boateng’s wallet')).toHaveCount(0)
    const paymentId = paymentIdOf(other)

    await other.goBack()
    await expect(other.getByText('Your last transfer is paid')).toBeVisible()
    await expect(recipientName(other)).toHaveValue('')
    await other.getByRole('link', { name: 'Track it here' }).click()
    await expect(other).toHaveURL(`/transfer-status?payment_intent=${paymentId}&intent=view`)
    expect((await api.call(calls.getDraft)).draft).toBeNull()
    const { transfers } = await api.call(calls.listTransfers)
    expect(transfers.map(({ payment_id }) => payment_id)).toEqual([paymentId])
  } finally {
    await device.close()
  }
})
