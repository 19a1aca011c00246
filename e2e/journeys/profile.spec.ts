import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { OF_OUR_PAGES } from '../src/api.ts'
import { newPerson, PASSWORD, signIn, withProfile } from '../src/people.ts'
import { linkSentTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

const DOWN = {
  status: 503,
  json: { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } },
}

test('a profile is viewed and edited', async ({ page, api }) => {
  const person = await withProfile(api)
  await page.goto('/me/profile')
  await expect(page.getByText(person.name)).toBeVisible()
  await expect(page.getByText(person.email).first()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL('/me/edit-profile')
  await expect(page.getByLabel('Country')).toBeDisabled()
  await expect(page.getByLabel('Country')).toHaveValue('Liberia')
  await expect(page.getByLabel('Phone number')).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('Full name').fill('Hawa Kollie-Mensah')
  await page.getByLabel('Female').check()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page).toHaveURL('/me/profile')
  await expect(page.getByText('Hawa Kollie-Mensah')).toBeVisible()
  await expect(page.getByText('Female')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page).toHaveURL('/me/profile')
})

test('keeps what was typed when saving fails, and View Profile discards it', async ({
  page,
  api,
  refusal,
}) => {
  const person = await withProfile(api)
  await page.goto('/me/edit-profile')
  await page.getByLabel('Full name').fill('Hawa Mensah')
  refusal(503, /^\/user\/profile$/)
  await page.route('/user/profile', (route) => route.fulfill(DOWN))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('The service is busy.')
  await expect(page).toHaveTitle(/^Error: /)
  await expectAccessible(page)
  // The input survives a visit to another page.
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Transactions' }).click()
  await expect(page).toHaveURL('/me/dashboard')
  await page.goBack()
  await expect(page.getByLabel('Full name')).toHaveValue('Hawa Mensah')
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByText(person.name)).toBeVisible()
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
})

test('confirms an address, and keeps the old one until a new one is confirmed', async ({ page, api }) => {
  const person = await withProfile(api)
  await page.goto('/me/profile')
  await expect(page.getByText('Confirm your email address')).toBeVisible()
  const first = await linkSentTo(api, person.email, { page: '/verify-email' })
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('We’ve sent the link again.')).toBeVisible()
  await page.goto(await linkSentTo(api, person.email, { page: '/verify-email', after: first }))
  await expect(page).toHaveURL('/verify-email')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByRole('button', { name: 'Send the link again' })).toHaveCount(0)

  const next = `new.${person.email}`
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByLabel('Email address').fill(next)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/me/profile')
  await expect(page.getByText('Confirm your new email address')).toBeVisible()
  await expect(page.getByText(`Until then we’ll use ${person.email}.`)).toBeVisible()
  await expectAccessible(page)
  await page.goto(await linkSentTo(api, next, { page: '/verify-email' }))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText(`${next} is now confirmed.`)).toBeVisible()

  // The link in the notice to the old address undoes the change and signs out every device.
  await page.goto(await linkSentTo(api, person.email, { page: '/undo-email' }))
  await expect(page).toHaveURL('/undo-email')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByText('Your email address is restored')).toBeVisible()
  const refused = await api.request.post(calls.refreshToken.path, { headers: OF_OUR_PAGES })
  expect(refused.status()).toBe(401)
})

test('changing an email address asks for step-up and keeps everything typed', async ({
  page,
  api,
  refusal,
}) => {
  const person = await withProfile(api)
  await api.call(calls.putPassword, { body: { new: PASSWORD, confirm: PASSWORD } })
  const next = `new.${person.email}`
  // Answers twice as the server does for a sign-in more than ten minutes old.
  let asked = 0
  await page.route('/user/profile', (route) =>
    asked++ < 2
      ? route.fulfill({
          status: 403,
          json: { error: { code: 'step_up_required', message: 'Confirm it is you.', requestId: 'r' } },
        })
      : route.continue(),
  )
  refusal(403, /^\/user\/profile$/)
  await page.goto('/me/edit-profile')
  await page.getByLabel('Full name').fill('Hawa Kollie-Mensah')
  await page.getByLabel('Email address').fill(next)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  // A password works only with a confirmed address, so it is not offered yet.
  await expect(dialog.getByRole('button', { name: 'Send a code to the number ending in' })).toBeVisible()
  await expect(dialog.getByText('password')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was changed')
  await expect(page.getByLabel('Full name')).toHaveValue('Hawa Kollie-Mensah')
  await expect(page.getByLabel('Email address')).toHaveValue(next)

  const link = await linkSentTo(api, person.email, { page: '/verify-email' })
  await api.call(calls.verifyEmail, { body: { token: link.split('#')[1] ?? '' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/me/profile')
  await expect(page.getByText('Hawa Kollie-Mensah')).toBeVisible()
  await expect(page.getByText('Confirm your new email address')).toBeVisible()
})

test('a link opened while signed out asks to sign in, and confirms the address anyway', async ({
  page,
  api,
}) => {
  const person = await withProfile(api)
  const link = await linkSentTo(api, person.email, { page: '/verify-email' })
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByText('Already have an account?')).toBeVisible()
  await expect(page.getByText('Sign in first, then open the link in the email again.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await expect(page.getByText('you can use it to reset your password after 24 hours')).toBeVisible()
  await expectAccessible(page)
})

test('a profile that cannot be loaded shows the number of the session and offers no editing', async ({
  page,
  api,
  refusal,
}) => {
  const person = newPerson()
  refusal(503, /^\/user\/auth$/)
  await page.route('/user/auth', (route) => route.fulfill(DOWN))
  await page.goto('/sign-in?to=/me/profile')
  await signIn(page, api, person)
  await expect(page).toHaveURL('/me/profile')
  await expect(page.getByText('We couldn’t load your profile')).toBeVisible()
  await expect(page.getByText(person.phone.slice(-4))).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute('/user/auth')
  await page.getByRole('button', { name: 'Try again' }).click()
  // The customer is new and has no profile.
  await expect(page).toHaveURL('/me/set-up-profile?to=/me/profile')
})
