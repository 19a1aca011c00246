import { calls } from '@sesa/contract'
import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { answered, type Api } from '../src/api.ts'
import { expectAccessible } from '../src/browser/accessible.ts'
import { askOn, collectedFrom } from '../src/payer-phone.ts'
import { newPerson, newPhone, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { continueWith, expectSent, payButton } from '../src/transfer.ts'

test.use({ paysBy: 'cheapest' })

const CODE = /^\*\d[\d*]*#$/

type Network = 'afrimoney' | 'orange'

/** Waits until this network's payers dial codes: pawaPay, which is asked first, takes none of its payments any more. */
async function openCodes(api: Api, network: Network): Promise<void> {
  const closed = { data: { status: 'CLOSED' } }
  await answered(await api.request.put(`/sandbox/pawapay/deposits/${network.toUpperCase()}_SLE`, closed))
  await expect(async () => {
    const { payMethods } = await api.call(calls.getConfig)
    const { methods = [] } = payMethods.find(({ country }) => country === 'SL') ?? {}
    const networks = methods.flatMap(({ networks: own = [] }) => own)
    expect(networks.find((one) => one.network === network)?.prompt).toBe('code')
  }).toPass({ timeout: within(180), intervals: [1_000] })
}

/** Signs in a customer in Sierra Leone, and asks for a code. */
async function askForCode(page: Page, api: Api, network: Network): Promise<string> {
  await openCodes(api, network)
  const { phone, name } = await withProfile(api, newPerson('SL'))
  await askOn(api, phone, name)
  await page.goto('/send-money')
  await continueWith(page, { amount: '500', name: 'Musu Kollie', phone: newPhone('LR') })
  await page.locator('#payer-network').selectOption(network)
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dial this code on your phone' })).toBeVisible({
    timeout: within(20),
  })
  return phone
}

const codeOn = (page: Page): Promise<string> => page.getByText(CODE).innerText()

test('pays from Orange Money in Sierra Leone with a code that is dialled', async ({ page, api, context }) => {
  const phone = await askForCode(page, api, 'orange')
  const code = await codeOn(page)
  // At least 24 px.
  await expect(page.getByText(CODE)).toHaveCSS('font-size', /^(2[4-9]|[3-9]\d)(\.\d+)?px$/)
  expect(await page.getByRole('link', { name: 'Dial it' }).getAttribute('href')).toBe(
    `tel:${code.replace('#', '%23')}`,
  )
  await expectAccessible(page, { forcedColours: true })

  const ownPhone = await context.newPage()
  await ownPhone.goto('/sandbox')
  const dialler = ownPhone.locator('#dial-form')
  await dialler.getByLabel('Phone').fill(phone)
  await dialler.getByLabel('Code').fill(code)
  await dialler.getByRole('button', { name: 'Dial' }).click()
  await ownPhone.getByRole('button', { name: new RegExp(`^Approve .* for \\${phone}$`) }).click()
  await ownPhone.close()

  await expectSent(page)
  expect(await collectedFrom(api, phone)).toMatchObject([{ refunded: 0 }])
})

test('takes a code of Afrimoney back, and can then pay another way', async ({ page, api }) => {
  const phone = await askForCode(page, api, 'afrimoney')
  const other = page.getByRole('button', { name: 'Choose another way' })
  await expect(other).toBeDisabled()
  const code = await codeOn(page)
  await page.getByRole('button', { name: 'Cancel this code' }).click()
  await expect(page.getByText('This code was taken back. Nothing was charged.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose another way' })).toBeVisible()
  const dialled = await api.request.post(`/sandbox/phones/${phone.slice(1)}/dial`, { data: { code } })
  expect(dialled.status(), 'nobody answers to the code any more').toBe(404)
  expect(await collectedFrom(api, phone)).toEqual([])
})
