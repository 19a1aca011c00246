import { fillProfile, newPerson, signIn, type Person } from '../people.ts'
import { codeSentTo } from '../sandbox.ts'
import type { Walk } from './walk.ts'

/** Takes every way to sign in, and the profile set-up. Returns the person who is signed in at the end. */
export async function waysIn({ page, api, shoot }: Walk): Promise<Person> {
  const person = newPerson()
  await page.route('/auth/boot', () => undefined)
  await page.goto('/forgot-password', { waitUntil: 'commit' })
  await page.getByText('Loading your account').waitFor()
  await shoot('who-is-here')
  await page.unroute('/auth/boot')
  for (const [name, path] of Object.entries({
    'sign-up-email': '/signup',
    'sign-in-email': '/sign-in?with=email',
    'forgot-password': '/forgot-password',
    'reset-password': '/reset-password#a-link-that-was-used',
    'verify-email': '/verify-email',
    'undo-email': '/undo-email',
  })) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shoot(name)
  }
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await shoot('sign-up-email-refused')
  await page.getByLabel('Email address').fill(`new.${person.email}`)
  await page.getByLabel('Password', { exact: true }).fill('plantain under rain')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await shoot('link-sent')

  await page.goto('/sign-in?to=send-money')
  await page.getByRole('tab').first().waitFor()
  await shoot('sign-in')
  await page.getByRole('button', { name: 'Submit' }).click()
  await shoot('sign-in-refused')
  await signIn(page, api, person, async () => {
    await shoot('code')
    const code = await codeSentTo(api, person.phone)
    await page.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('That code isn’t right.').first().waitFor()
    await shoot('code-refused')
  })
  await page.waitForURL(/set-up-profile/)
  await page.getByRole('button', { name: 'Save and continue' }).waitFor()
  await shoot('profile-setup')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByText('There is a problem').waitFor()
  await shoot('profile-setup-refused')
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL(/send-money/)
  await page.getByPlaceholder('Send amount').waitFor()
  return person
}
