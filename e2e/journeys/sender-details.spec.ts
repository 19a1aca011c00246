import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { decided, officeStaff } from '../src/office-staff.ts'
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

/** Staff reroute QMoney pay-outs for every customer, so this journey has its own product. */
const test = withOwnProduct()
test.beforeAll(async ({ product }) => {
  const [maker, checker] = await officeStaff(product.dataDir, 'engineer', 'compliance')
  const to = { country: 'SL', network: 'qmoney' } as const
  const body = { to, rails: ['pawapay-remittance'], reason: 'Tried by a journey' }
  await decided([maker, checker], () => maker.call(officeCalls.requestRoute, { body }))
})

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
async function fillSender(page: Page): Promise<void> {
  await page.getByLabel('Nationality').selectOption('Liberia')
  await page.getByLabel('Document', { exact: true }).selectOption('Passport')
  await page.getByLabel('ID number').fill('PP0012345')
  await page.getByLabel('Street address').fill('12 Broad Street')
  await page.getByLabel('City or town').fill('Monrovia')
}

test(
  'a network that requires sender details asks for them, and nothing typed is lost',
  { tag: '@all' },
  async ({ page, api }) => {
    await withProfile(api)
    await api.call(calls.putDraft, { body: { country: 'SL' } })
    await page.goto('/send-money')
    // Typed before, the amount would start a transfer to the country that the form shows first.
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

    await page.getByRole('link', { name: 'Add your sender details' }).click()
    await expect(page).toHaveURL(/\/me\/sender-details\?to=/)
    await fillSender(page)
    await test.step('the browser asks before a reload loses them, and staying keeps them', async () => {
      // Chromium asks only after an interaction with the page.
      await page.getByLabel('City or town').click()
      const asked = page.waitForEvent('dialog', { timeout: within(20) })
      await page.evaluate('setTimeout(() => location.reload())')
      const question = await asked
      expect(question.type()).toBe('beforeunload')
      await question.dismiss()
      await expect(page.getByLabel('ID number')).toHaveValue('PP0012345')
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL('/send-money')
    // Saved details can be left: a dialog would block this reload.
    await page.reload()
    await expect(recipientName(page)).toHaveValue('Isata Kamara')
    await expect(page.getByLabel('What is the money for?')).toHaveValue('family_support')
    await expect(page.getByLabel('What’s your relationship to the recipient?')).toHaveValue('sister')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(payButton(page)).toBeVisible()
    await payWith(page, CARDS.good)
    await expectSent(page)
  },
)
