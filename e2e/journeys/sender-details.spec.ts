import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

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

  await page.getByLabel('Nationality').selectOption('Liberia')
  await page.getByLabel('Document', { exact: true }).selectOption('Passport')
  await page.getByLabel('Number of the document').fill('12')
  await page.getByLabel('Street and house').fill('12 Broad Street')
  await page.getByLabel('City or town').fill('Monrovia')
  refusal(422, /^\/user\/sender-details$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('as it stands on the document')
  await expect(page.getByLabel('Street and house')).toHaveValue('12 Broad Street')
  await page.getByLabel('Number of the document').fill('PP0012345')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/me/profile')

  await page.getByRole('link', { name: 'Sender details' }).click()
  await expect(page.getByText('the number that ends in 345')).toBeVisible()
  await expect(page.getByLabel('Number of the document')).toHaveValue('')
  await page.getByLabel('City or town').fill('Paynesville')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/me/profile')
  const { details } = await api.call(calls.getSenderDetails)
  expect(details).toMatchObject({ city: 'Paynesville', postalCode: null, identificationEnding: '345' })
})

test('sender details that are not saved yet are there again', async ({ page, api, refusal }) => {
  await withProfile(api)
  await page.goto('/me/sender-details')
  await page.getByLabel('Street and house').fill('Behind the market')
  await page.getByLabel('Nationality').selectOption('Ghana')
  await page.getByLabel('Document', { exact: true }).selectOption('National identity card')
  await page.getByLabel('Number of the document').fill('GHA-123456789-0')
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
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Transactions' }).click()
  await page.unroute('/user/sender-details')
  await page.goBack()
  await expect(page.getByLabel('Street and house')).toHaveValue('Behind the market')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/me/profile')
})
