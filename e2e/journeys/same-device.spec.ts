import { calls } from '@sesa/contract'
import { apiOf } from '../src/api.ts'
import { newPerson, signIn, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test.describe('another customer who signs in on the same device', () => {
  /** Leaves a tab open with one customer's saved and typed details, and ends that customer's session. */
  test.beforeEach(async ({ page, api, context }) => {
    await withProfile(api)
    await api.call(calls.putSenderDetails, {
      body: {
        ...{ nationality: 'LR', country: 'LR', addressLine: '12 Broad Street', city: 'Monrovia' },
        ...{ identificationType: 'passport', identificationNumber: 'LR0012345' },
      },
    })
    await page.goto('/me/sender-details')
    await page.getByLabel('ID number').fill('LR7654321')
    await context.clearCookies()
  })

  test('sees nothing of the earlier customer in an open tab, which leaves its page at once', async ({
    page,
    api,
    context,
  }) => {
    const second = await context.newPage()
    await second.goto('/sign-in')
    await signIn(second, api, newPerson())
    await expect(page).toHaveURL(/\/me\/set-up-profile/)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  })

  test('never gets details of the earlier customer from an open tab that does not know of the new session yet', async ({
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
    await expect(page.getByLabel('ID number')).toHaveValue('')
    await expect(page.getByLabel('Street address')).toHaveValue('')
    expect((await other.call(calls.getSenderDetails)).details).toBeNull()
  })
})
