import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { operate } from '../src/product/operate.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { withProfile } from '../src/people.ts'
import { expect } from '../src/test.ts'
import {
  CARDS,
  expectSent,
  payButton,
  payWith,
  receiveAmount,
  recipientName,
  recipientPhone,
  sendAmount,
} from '../src/transfer.ts'

/** A staff command reroutes QMoney pay-outs for every customer, so these journeys have their own product. */
const test = withOwnProduct()
// All these journeys share one product.
test.describe.configure({ mode: 'default' })

test.beforeAll(({ product }) => operate(product.dataDir, 'rails', 'route', 'SL/qmoney', 'pawapay-remittance'))

/** Expects the arrow of an empty list not to cut off its prompt. */
async function expectWhole(page: Page, id: string): Promise<void> {
  const room = await page.evaluate<number>(`(() => {
    const list = document.getElementById('${id}')
    const { font, paddingLeft, paddingRight } = getComputedStyle(list)
    const pen = document.createElement('canvas').getContext('2d')
    pen.font = font
    const given = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return given - pen.measureText(list.selectedOptions[0].text).width
  })()`)
  expect(room, `the width that is left in ${id}`).toBeGreaterThanOrEqual(0)
}

/** Fills in the open form with the details that the law requires. */
async function fillSender(page: Page, passport = 'PP0012345'): Promise<void> {
  await page.getByLabel('Nationality').selectOption('Liberia')
  await page.getByLabel('Document', { exact: true }).selectOption('Passport')
  await page.getByLabel('ID number').fill(passport)
  await page.getByLabel('Street address').fill('12 Broad Street')
  await page.getByLabel('City or town').fill('Monrovia')
}

test('a sender says who they are, and the document’s number is not shown again', async ({
  page,
  api,
  refusal,
}) => {
  await withProfile(api)
  await page.goto('/me/profile')
  await page.getByRole('link', { name: 'Sender details' }).click()
  await expect(page).toHaveURL('/me/sender-details')
  await expect(page.getByLabel('Country you live in')).toHaveValue('LR')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose your nationality')
  await expectAccessible(page)

  await fillSender(page, '12')
  refusal(422, /^\/user\/sender-details$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('exactly as on the document')
  await expect(page.getByLabel('Street address')).toHaveValue('12 Broad Street')
  await page.getByLabel('ID number').fill('PP0012345')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/me/profile')

  // The text also suits customers who have already given their details.
  await expect(page.getByText('Add or change them here')).toBeVisible()
  await page.getByRole('link', { name: 'Sender details' }).click()
  await expect(page.getByText('ID number ending in 345')).toBeVisible()
  await expect(page.getByLabel('ID number')).toHaveValue('')
  await page.getByLabel('City or town').fill('Paynesville')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/me/profile')
  const { details } = await api.call(calls.getSenderDetails)
  expect(details).toMatchObject({ city: 'Paynesville', postalCode: null, identificationEnding: '345' })
})

test('unsaved sender details are there again after a reload', async ({ page, api, refusal }) => {
  await withProfile(api)
  await page.goto('/me/sender-details')
  await page.getByLabel('Street address').fill('Behind the market')
  await page.getByLabel('Nationality').selectOption('Ghana')
  await page.getByLabel('Document', { exact: true }).selectOption('National identity card')
  await page.getByLabel('ID number').fill('GHA-123456789-0')
  await page.getByLabel('City or town').fill('Ganta')
  refusal(503, /^\/user\/sender-details$/)
  await page.route('/user/sender-details', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } },
    }),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('The service is busy.')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Transactions' }).click()
  await expect(page).toHaveURL('/me/dashboard')
  await page.unroute('/user/sender-details')
  await page.goBack()
  await expect(page.getByLabel('Street address')).toHaveValue('Behind the market')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/me/profile')
})

test('the browser asks before a reload loses sender details, and staying keeps them', async ({
  page,
  api,
}) => {
  await withProfile(api)
  await page.goto('/me/sender-details')
  await fillSender(page)
  // Chromium asks only after an interaction with the page.
  await page.getByLabel('City or town').click()
  const asked = page.waitForEvent('dialog', { timeout: 20_000 })
  await page.evaluate('setTimeout(() => location.reload())')
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(page.getByLabel('Street address')).toHaveValue('12 Broad Street')
  await expect(page.getByLabel('ID number')).toHaveValue('PP0012345')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/me/profile')
  // Saved details can be left: a dialog would block this reload.
  await page.getByRole('link', { name: 'Sender details' }).click()
  await expect(page.getByText('ID number ending in 345')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Street address')).toHaveValue('12 Broad Street')
})

test('a network that requires sender details asks for them, and nothing typed is lost', async ({
  page,
  api,
}) => {
  await withProfile(api)
  await api.call(calls.putDraft, { body: { country: 'SL' } })
  await page.goto('/send-money')
  // Typed before, the amount would begin a transfer to the country that the form shows first.
  await expect(page.getByRole('combobox', { name: 'Send to' })).toHaveValue('Sierra Leone')
  await sendAmount(page).fill('10,000')
  await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await recipientName(page).fill('Isata Kamara')
  await recipientPhone(page).fill('+23231555010')
  await expect(page.getByLabel('Mobile network')).toHaveValue('qmoney')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose what the money is for.')
  for (const id of ['purposeOfFunds', 'sourceOfFunds', 'relationship']) await expectWhole(page, id)
  await page.getByLabel('What is the money for?').selectOption('Supporting family')
  await page.getByLabel('Where does the money come from?').selectOption('My wages')
  await page.getByLabel('What’s your relationship to the recipient?').selectOption('My sister')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Add your sender details' }).click()
  await expect(page).toHaveURL(/\/me\/sender-details\?to=/)
  await fillSender(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/send-money')
  await expect(recipientName(page)).toHaveValue('Isata Kamara')
  await expect(page.getByLabel('What is the money for?')).toHaveValue('family_support')
  await expect(page.getByLabel('What’s your relationship to the recipient?')).toHaveValue('sister')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()
  await payWith(page, CARDS.good)
  await expectSent(page)
})

test('the overview leads an unknown sender to their details, and back', async ({ page, api, refusal }) => {
  await withProfile(api)
  const draft = {
    sendAmount: '10,000',
    country: 'SL',
    name: 'Isata Kamara',
    method: 'momo',
    phone: '+23231555010',
    network: 'qmoney',
    purposeOfFunds: 'taxes',
    sourceOfFunds: 'savings',
  } as const
  await api.call(calls.putDraft, { body: draft })
  await page.goto('/send-money')
  await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  refusal(403, /^\/create-payment-intent$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This network needs your sender details.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add your sender details' }).click()
  await expect(page.getByRole('link', { name: 'Back to Send Money' })).toBeVisible()
  await fillSender(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/send-money?step=overview')
  await expect(payButton(page)).toBeVisible()
})
