import { calls } from '@sesa/contract'
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
})
