import { calls } from '@sesa/contract'
import { apiOf } from '../src/api.ts'
import { newPerson, signIn, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test.describe('another customer who signs in on the same device', () => {
  /** A tab with what one person has saved and typed, a session that has ended, and another customer with a profile. */
  test.beforeEach(async ({ page, api, context }) => {
    await withProfile(api)
    await api.call(calls.putSenderDetails, {
      body: {
        ...{ nationality: 'LR', country: 'LR', addressLine: '12 Broad Street', city: 'Monrovia' },
        ...{ identificationType: 'passport', identificationNumber: 'LR0012345' },
      },
    })
    await page.goto('/me/sender-details')
    await page.getByLabel('Number of the document').fill('LR7654321')
    await context.clearCookies()
  })

  test('sees nothing of what another tab shows, which closes at once', async ({ page, api, context }) => {
    const second = await context.newPage()
    await second.goto('/sign-in')
    await signIn(second, api, newPerson())
    await expect(page).toHaveURL(/\/me\/set-up-profile/)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  })

  test('never saves what another tab holds, even before that tab knows', async ({
    page,
    context,
    refusal,
  }) => {
    const other = apiOf(context.request)
    await withProfile(other)
    await page.route('/user/sender-details', async (route) => {
      if (route.request().method() === 'PUT') await route.fulfill({ status: 401, json: {} })
      else await route.continue()
    })
    refusal(401, /^\/user\/sender-details$/)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Number of the document')).toHaveValue('')
    await expect(page.getByLabel('Street address')).toHaveValue('')
    expect((await other.call(calls.getSenderDetails)).details).toBeNull()
  })
})
