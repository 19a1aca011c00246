import { calls, type Config } from '@sesa/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { tabTo } from '../src/browser/keyboard.ts'
import { draftKept } from '../src/draft.ts'
import { newPerson, newPhone, withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  fillDetails,
  newOrder,
  payButton,
  payWith,
  receiveAmount,
  recipientName,
  recipientPhone,
  sendAmount,
} from '../src/transfer.ts'

type Network = Config['networks'][number]

const network = (page: Page) => page.getByLabel('Mobile network')

/** Changes what the page, but not the server, knows about MTN in Ghana. */
async function tellOfMtn(page: Page, told: Partial<Network>): Promise<void> {
  await page.route('**/auth/boot', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { config: Config }
    const networks = body.config.networks.map((entry) =>
      entry.country === 'GH' && entry.value === 'mtn' ? { ...entry, ...told } : entry,
    )
    await route.fulfill({ response, json: { ...body, config: { ...body.config, networks } } })
  })
}

test('guesses the network from the number until another one is chosen', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await recipientPhone(page).fill('+233241234567')
  await expect(network(page)).toHaveValue('mtn')
  await recipientPhone(page).fill('+233201234567')
  await expect(network(page)).toHaveValue('vodafone')
  await network(page).selectOption('airtel/tigo')
  await recipientPhone(page).fill('+233241234567')
  await expect(network(page), 'the choice stands').toHaveValue('airtel/tigo')
})

test('hints at the network that a number seems to belong to, and refuses nothing', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await fillDetails(page, { ...newOrder(), phone: '+233201234567' })
  await network(page).selectOption('airtel/tigo')
  const hint = page.getByText('This number seems to belong to Telecel Cash')
  await expect(hint).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page), 'a hint only').toBeVisible()

  await page.getByRole('button', { name: 'Edit the details of this transfer' }).click()
  await page.getByRole('button', { name: 'Use this network' }).click()
  await expect(network(page)).toHaveValue('vodafone')
  await expect(network(page)).toBeFocused()
  await expect(hint).toHaveCount(0)
})

test('a bank account is coming soon, with its fields disabled', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await expect(page.getByRole('radio', { name: /Mobile money/ })).toBeChecked()
  await page.getByRole('radio', { name: /Bank/ }).check()
  await expect(page.getByText('Coming soon...')).toBeVisible()
  for (const label of ['Account number', 'Bank name']) await expect(page.getByLabel(label)).toBeDisabled()
  await expectAccessible(page)
})

test('the amount that arrives can be typed, and arrives exactly', async ({ page, api }) => {
  await withProfile(api)
  const order = newOrder()
  await page.goto('/send-money')
  await receiveAmount(page).fill('777.77')
  await expect(sendAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await recipientName(page).fill(order.name)
  await recipientPhone(page).fill(order.phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await payWith(page, CARDS.good)
  const paymentId = await expectSent(page)
  const { payouts } = await booksOf(api, paymentId, order.phone)
  expect(payouts).toMatchObject([{ amount: 77_777, currency: 'GHS', status: 'completed' }])
})

test('offers earlier recipients, and fills in the chosen one', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await expect(recipientPhone(page)).toBeVisible()
  await expect(page.getByText('Recent recipients'), 'hidden while there are none').toBeHidden()
  await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  await sendByApi(api, { whole: 2_000, name: 'Kofi Boateng' })

  await page.goto('/send-money')
  const recent = page.getByRole('region', { name: 'Recent recipients' })
  await expect(recent.getByRole('listitem')).toHaveCount(2)
  await sendAmount(page).fill('5,000')
  await expectAccessible(page)
  await recent.getByRole('button', { name: /Ama Mensah, \+233/ }).click()
  await expect(recipientName(page)).toHaveValue('Ama Mensah')
  await expect(recipientName(page)).toBeFocused()
  await recent.getByRole('button', { name: 'See all recipients' }).click()
  await expectAccessible(page)
  await recent
    .getByRole('list')
    .getByRole('button', { name: /Kofi Boateng/ })
    .click()
  await expect(recipientName(page)).toHaveValue('Kofi Boateng')
  await expect(network(page)).toHaveValue('mtn')
  await expect(sendAmount(page), 'what was typed').toHaveValue('5,000.00')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
  await expect(page.getByText('Name matches: Kofi Boateng')).toBeVisible()
})

test('a different name needs a deliberate yes, which counts for this recipient alone', async ({
  page,
  api,
}) => {
  await withProfile(api)
  await page.goto('/send-money')
  const phone = newPhone('GH', undefined, 'Ama Mensah')
  await sendAmount(page).fill('10,000')
  await recipientPhone(page).fill(phone)
  await expect(page.getByText('Name on the account: Ama Mensah')).toBeVisible()
  const question = page.getByRole('heading', { name: 'The name does not match' })
  const proceed = () => page.getByRole('button', { name: 'Continue' }).click()
  await recipientName(page).fill('Kofi Boateng')
  await recipientName(page).blur()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  for (const submit of [proceed, () => recipientName(page).press('Enter')]) {
    await submit()
    await expect(question, 'leads to the question').toBeFocused()
    await recipientName(page).focus()
  }
  await expect(page).toHaveURL(/\/send-money$/)
  await page.getByRole('button', { name: 'Check the number' }).click()
  await expect(recipientPhone(page)).toBeFocused()
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(page.getByRole('heading', { name: 'You chose to send anyway' })).toBeFocused()
  await expectAccessible(page)
  // A confirmation counts for this name alone, and survives a reload.
  await recipientName(page).fill('Kofi Owusu')
  await recipientName(page).blur()
  await expect(question).toBeVisible()
  const saved = draftKept(page, 'confirmedFor')
  await recipientName(page).fill('Kofi Boateng')
  await recipientName(page).blur()
  await saved
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You chose to send anyway' })).toBeVisible()
  await proceed()
  await expect(page.getByText('The name on the account is different: Ama Mensah.')).toBeVisible()
  await payWith(page, CARDS.good)
  await expectSent(page)
  await expect(page.getByText(/arrived in the wallet of \+233/)).toBeVisible()
  await expect(page.getByText('Name on the account')).toBeVisible()
  await expect(page.getByText('Kofi Boateng’s wallet')).toHaveCount(0)
})

test('takes over the name that the network reports', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await sendAmount(page).fill('10,000')
  await recipientPhone(page).fill(newPhone('GH'))
  await page.getByRole('button', { name: 'Use this name' }).click()
  await expect(recipientName(page)).toHaveValue('Ama Mensah')
  await recipientName(page).fill('A. Mensah')
  await recipientName(page).blur()
  await expect(page.getByText('Did you mean Ama Mensah?')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, use this name' }).click()
  await recipientName(page).blur()
  await expect(page.getByText('Name matches')).toBeVisible()

  // This network gives no name.
  await network(page).selectOption('vodafone')
  await expect(page.getByText('Telecel Cash (formerly Vodafone) does not confirm names.')).toBeVisible()
  await expectAccessible(page)
})

test('a number without a wallet is refused, also by the server alone', async ({ page, api, refusal }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await fillDetails(page, { ...newOrder(), phone: '+233245000001' })
  const nobody = 'MTN MoMo doesn’t have a wallet for this number.'
  await expect(page.getByText(nobody)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText(nobody)
  await expect(page.locator('#phone-error')).toContainText(nobody)
  await expectAccessible(page)

  // Without the check, the server refuses the payment and the details show why.
  refusal(0, /^\/recipients\/check$/)
  refusal(422, /^\/create-payment-intent$/)
  await page.route('**/recipients/check', (route) => route.abort())
  await recipientPhone(page).fill('+233546000001')
  const refused = page.waitForResponse(/\/create-payment-intent$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await refused
  await expect(page.getByRole('alert')).toContainText(nobody)

  // The same for a different name: the question needs no check.
  refusal(409, /^\/create-payment-intent$/)
  await recipientPhone(page).fill(newPhone('GH', undefined, 'Kofi Mensah'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'The name does not match' })).toBeFocused()
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
})

test('offers the country that a number belongs to', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await fillDetails(page, { ...newOrder(), phone: newPhone('SL') })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('#phone-error')).toContainText(
    'This is a Sierra Leone number. Send to Sierra Leone instead?',
  )
  await page.getByRole('button', { name: 'Send to Sierra Leone' }).click()
  await expect(network(page)).toHaveValue('orange')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
})

test('a network that is off says why before the payment', async ({ page, api }) => {
  await withProfile(api)
  const reason = 'MTN MoMo is being repaired. Try again tomorrow.'
  await tellOfMtn(page, { enabled: false, reason })
  await page.goto('/send-money')
  const hint = page.locator('#network-hint')
  await fillDetails(page, newOrder())
  await expect(network(page), 'the network of the number').toHaveValue('mtn')
  await expect(page.locator('#network-error')).toContainText(reason)
  await expect(network(page).getByRole('option', { name: 'MTN MoMo' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').getByText(reason)).toBeVisible()

  await network(page).selectOption('vodafone')
  await expect(hint).toContainText(`MTN MoMo: ${reason}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
})

test('the declaration belongs to one recipient, and optional parts can be removed', async ({ page, api }) => {
  await withProfile(api)
  await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  await tellOfMtn(page, { senderDetails: true })
  await page.goto('/send-money')
  await fillDetails(page, newOrder())
  const purpose = page.getByLabel('What is the money for?')
  const source = page.getByLabel('Where does the money come from?')
  const relationship = page.getByLabel('What’s your relationship to the recipient?')
  const tell = async () => {
    await purpose.selectOption('Supporting family')
    await source.selectOption('My wages')
    await relationship.selectOption('My sister')
  }
  await tell()
  await relationship.selectOption('Choose a relationship')
  await expect(relationship).toHaveValue('')
  await expect(purpose.getByRole('option', { name: 'Choose a purpose' })).toBeDisabled()

  await tell()
  await page
    .getByRole('region', { name: 'Recent recipients' })
    .getByRole('button', { name: /Ama Mensah/ })
    .click()
  await expect(recipientName(page)).toHaveValue('Ama Mensah')
  for (const field of [purpose, source, relationship]) await expect(field).toHaveValue('')
})

test('keeps the fields that only the server asks for', async ({ page, api, refusal }) => {
  await withProfile(api)
  refusal(422, /^\/create-payment-intent$/)
  const message = 'Choose what the money is for.'
  const error = { code: 'declaration_required', field: 'purposeOfFunds', message, requestId: 'r' }
  await page.route('**/create-payment-intent', (route) => route.fulfill({ status: 422, json: { error } }))
  await page.goto('/send-money')
  await fillDetails(page, newOrder())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText(message)
  await page.getByLabel('What is the money for?').selectOption('Taxes')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByLabel('Where does the money come from?').selectOption('My savings')
  await expect(page.getByLabel('What is the money for?')).toHaveValue('taxes')
  await page.unroute('**/create-payment-intent')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
})

for (const way of ['Load it again', 'Continue'])
  test(`says that code of one part did not load, and ${way} loads it with everything typed`, async ({
    page,
    api,
    codeLost,
  }) => {
    await withProfile(api)
    await tellOfMtn(page, { senderDetails: true })
    const bringCode = await codeLost('declaration-fields')
    await page.goto('/send-money')
    const order = newOrder()
    await fillDetails(page, order)
    const lost = page
      .getByRole('alert')
      .filter({ hasText: 'We couldn’t load the questions about this money' })
    await expect(lost).toContainText('The connection dropped')
    await expectAccessible(page)
    await bringCode()
    await page.getByRole('button', { name: way }).click()
    await expect(page.getByLabel('What is the money for?')).toBeVisible()
    await expect(lost).toHaveCount(0)
    await expect(recipientName(page)).toHaveValue(order.name)
    await expect(sendAmount(page)).toHaveValue('10,000.00')
  })

test('a network that never names the account’s owner blocks nothing', async ({ page, api }) => {
  await withProfile(api)
  await page.route('**/recipients/check', () => undefined)
  await page.goto('/send-money')
  const asked = page.waitForRequest('**/recipients/check')
  const order = newOrder()
  await fillDetails(page, order)
  await asked
  await page.getByRole('button', { name: 'Continue' }).click()
  await payWith(page, CARDS.good)
  const paymentId = await expectSent(page)
  expect((await booksOf(api, paymentId, order.phone)).payouts).toMatchObject([{ status: 'completed' }])
})

test('the remaining limit is shown before it applies', async ({ page, api }) => {
  await withProfile(api, newPerson('US'))
  await page.goto('/send-money')
  const hint = page.locator('#sendAmount-hint')
  await expect(hint).toContainText(/Minimum\sUSD\s5\.00\. Maximum\sUSD\s[\d,]+\.00\sper transfer\./)
  // Uses up most of the limit for 24 hours, one payment at a time.
  for (let spent = 0; spent < 2; spent++) {
    await page.goto('/send-money')
    await continueWith(page, { amount: '1,320', name: 'Musu Kollie', phone: newPhone('LR') })
    await payWith(page, CARDS.good)
    await expectSent(page)
  }
  const { limits } = await api.call(calls.getLimits)
  expect(limits.day.left).toBe(299_900 - 2 * 132_000)
  await page.goto('/send-money')
  await expect(hint).toContainText('to USD 359.00 (the rest of your 24-hour limit).')
  await expectAccessible(page)
  await sendAmount(page).fill('359.01')
  await recipientName(page).fill('Musu Kollie')
  await recipientPhone(page).fill(newPhone('LR'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(sendAmount(page)).toBeFocused()
  await expect(sendAmount(page)).toHaveAccessibleDescription(
    /This is over your 24-hour limit\. You can still send up to USD 359\.00\./,
  )
  await sendAmount(page).fill('359')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
})

test('sends by keyboard alone', async ({ page, api }) => {
  await withProfile(api)
  const order = newOrder()
  await page.goto('/send-money')
  await tabTo(page, sendAmount(page))
  await page.keyboard.type('10000')
  await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await tabTo(page, recipientPhone(page))
  // Types at a person's pace: once it has loaded, a field that formats input replaces this one.
  await page.keyboard.type(order.phone, { delay: 50 })
  await tabTo(page, recipientName(page))
  await page.keyboard.type(order.name)
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeEnabled()

  const card = page.frameLocator('iframe[title="Secure payment input frame"]')
  await tabTo(page, card.getByLabel('Card number'), { within: card })
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1240')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await tabTo(page, payButton(page))
  await page.keyboard.press('Enter')
  const paymentId = await expectSent(page)
  expect((await booksOf(api, paymentId, order.phone)).payouts).toMatchObject([{ status: 'completed' }])
})

test('the overview starts at its top, and so do the details after Back', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await expect(page.getByRole('heading', { level: 1, name: 'Check and pay' })).toBeInViewport()
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  await payButton(page).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Edit the details of this transfer' }).dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 1, name: 'Send money' })).toBeInViewport()
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
})
