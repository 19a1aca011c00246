import { calls } from '@sesa/contract'
import { OF_OUR_PAGES } from '../src/api.ts'
import { PASSWORD, withProfile } from '../src/people.ts'
import { linkSentTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

test('a profile is edited, and its address confirmed, changed after a step-up, and restored', async ({
  page,
  api,
  refusal,
}) => {
  const person = await withProfile(api)
  await api.call(calls.putPassword, { body: { new: PASSWORD, confirm: PASSWORD } })
  await page.goto('/me/profile')
  await expect(page.getByText('Confirm your email address')).toBeVisible()
  const first = await linkSentTo(api, person.email, { page: '/verify-email' })
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await page.goto(await linkSentTo(api, person.email, { page: '/verify-email', after: first }))
  const confirm = page.getByRole('button', { name: 'Confirm this address' })
  await confirm.click()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByRole('button', { name: 'Send the link again' })).toHaveCount(0)

  const next = `new.${person.email}`
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByLabel('Full name').fill('Hawa Kollie-Mensah')
  await page.getByLabel('Female').check()
  await page.getByLabel('Email address').fill(next)
  // Answers once as the server does for a sign-in more than ten minutes old.
  refusal(403, /^\/user\/profile$/)
  await page.route(
    '/user/profile',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'step_up_required', message: 'Confirm it is you.', requestId: 'r' } },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Save' }).click()
  // The step-up replaces the session, under whose token the header may be asking for its notices.
  refusal(401, /^\/user\/notices$/, { optional: true })
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/me/profile')
  await expect(page.getByText('Hawa Kollie-Mensah')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Female')).toBeChecked()
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByText(`Until then we’ll use ${person.email}.`)).toBeVisible()
  await page.goto(await linkSentTo(api, next, { page: '/verify-email' }))
  await confirm.click()
  await expect(page.getByText(`${next} is now confirmed.`)).toBeVisible()

  // The link in the notice to the old address undoes the change and signs out every device.
  await page.goto(await linkSentTo(api, person.email, { page: '/undo-email' }))
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByText('Your email address is restored')).toBeVisible()
  const refused = await api.request.post(calls.refreshToken.path, { headers: OF_OUR_PAGES })
  expect(refused.status()).toBe(401)
})
