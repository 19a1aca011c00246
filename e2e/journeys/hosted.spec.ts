import { expectAccessible } from '../src/browser/accessible.ts'
import { newPerson } from '../src/people.ts'
import { withoutGoogle } from '../src/product/gapi.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { expect } from '../src/test.ts'

const DOMAIN = 'sesa-demo.firebaseapp.com'

/** Hosted mode without the emulator, which would accept every domain. */
const test = withOwnProduct({
  NODE_ENV: 'test',
  FIREBASE_PROJECT_ID: 'sesa-demo',
  FIREBASE_API_KEY: 'nobody-is-asked',
  FIREBASE_AUTH_DOMAIN: DOMAIN,
})

test(
  'explains that Google cannot sign in on an unauthorised domain, and the phone still works',
  { tag: '@all' },
  async ({ page, context }) => {
    await withoutGoogle(context)
    await context.route(`https://${DOMAIN}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    await context.route('https://identitytoolkit.googleapis.com/**', (route) =>
      route.fulfill({ json: { projectId: 'sesa-demo', authorizedDomains: [DOMAIN] } }),
    )
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'This way of signing in isn’t available right now. Sign in another way, or contact support.',
    )
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
    await expect(page.getByLabel('Phone number')).toBeEnabled()
  },
)

/** Stands in for Google's invisible bot check, which passes everyone. */
const RECAPTCHA = `
  let passed
  window.grecaptcha = {
    ready: (run) => run(),
    render: (_place, { callback }) => { passed = callback; return 0 },
    execute: () => passed('passed'),
    getResponse: () => '',
    reset: () => undefined,
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]?.()`

test(
  'shows the length of Firebase’s code, and where it was sent',
  { tag: '@all' },
  async ({ page, context }) => {
    const person = newPerson()
    await withoutGoogle(context)
    await context.route('https://www.google.com/recaptcha/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: RECAPTCHA }),
    )
    await context.route('https://identitytoolkit.googleapis.com/**', (route) =>
      route.fulfill({ json: { recaptchaSiteKey: 'site', sessionInfo: 'sent' } }),
    )
    await page.goto('/sign-in')
    await page.getByLabel('Phone number').fill(person.phone)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('We sent a 6-digit code to')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText('We sent a 6-digit code to the number ending in')).toBeVisible()
  },
)
