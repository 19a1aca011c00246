import { expectAccessible } from '../src/browser/accessible.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { newPerson, signIn } from '../src/people.ts'
import { expect } from '../src/test.ts'

/** This product requires proof of work from everyone before each code. */
const test = withOwnProduct({ CODES_WITHOUT_PROOF: '0' })
// All these journeys share one product.
test.describe.configure({ mode: 'default' })

const START = /\/auth\/phone\/start$/
const WORKER = /\/assets\/proof-worker/
const WORKING = 'Running a quick security check'

test(
  'the device computes the proof of work, and the code arrives',
  { tag: '@all' },
  async ({ page, api, refusal }) => {
    const statuses: number[] = []
    page.on('response', (response) => {
      if (START.test(response.url())) statuses.push(response.status())
    })
    refusal(403, START)
    await page.goto('/signin')
    await signIn(page, api, newPerson())
    await expect(page).toHaveURL(/\/me\/set-up-profile/)
    expect(statuses).toEqual([403, 202])
  },
)

test('says that a slow check is running', { tag: '@all' }, async ({ page, refusal }) => {
  let begin = (): void => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  await page.route(WORKER, async (route) => {
    await begun
    await route.continue()
  })
  refusal(403, START)
  await page.goto('/sign-in')
  await page.getByLabel('Phone number').fill(newPerson().phone)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(WORKING)).toBeVisible()
  await expectAccessible(page)
  begin()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  await expect(page.getByText(WORKING)).toHaveCount(0)
})

test(
  'explains a check that failed, and repeats it on the next press',
  { tag: '@all' },
  async ({ page, refusal }) => {
    await page.goto('/signin')
    await page.route(WORKER, (route) => route.abort())
    refusal(403, START)
    await page.getByLabel('Phone number').fill(newPerson().phone)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toContainText('The code was not sent')
    await expect(page.getByRole('alert')).toContainText('We couldn’t finish the security check')
    await expect(page.getByLabel('Phone number')).toHaveValue(/\d/)
    await expectAccessible(page)

    await page.unroute(WORKER)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByLabel('6-digit code')).toBeVisible()
  },
)
