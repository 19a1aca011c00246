// Slow: a whole transfer on a page whose texts a browser extension has replaced.
import { fillProfile, newPerson, signIn } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  fillDetails,
  historyRow,
  newOrder,
  payWith,
  recipientName,
  sendAmount,
} from '../src/transfer.ts'

/** Returns a script that translates every text as soon as it is rendered, in the way that `put` inserts the translation. */
const translator = (put: string) => `{
  const skipped = 'script, style, textarea, option, title, font, [translate=no]'
  const translate = (text) => {
    if (!text.isConnected || text.data.trim() === '' || text.parentElement?.closest(skipped)) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    ${put}
  }
  const textsOf = (node) => node instanceof Text ? [node] : [...node.childNodes].flatMap(textsOf)
  new MutationObserver(() => textsOf(document.body ?? document).forEach(translate))
    .observe(document, { childList: true, characterData: true, subtree: true })
}`

const WAYS = {
  moved: 'text.before(font); font.firstChild.append(text)',
  replaced: 'font.firstChild.append(text.data); text.replaceWith(font)',
}

for (const [way, put] of Object.entries(WAYS))
  test(
    `a page whose texts a translator has ${way} works from sign-in to the search`,
    {
      tag: way === 'moved' ? '@all' : [],
    },
    async ({ page, api }) => {
      test.slow()
      await page.addInitScript(translator(put))
      const person = newPerson()
      await page.goto('/')
      await page.goto('/sign-in')
      await signIn(page, api, person)
      await expect(page).toHaveURL(/set-up-profile/)
      await fillProfile(page, { ...person, email: 'no address' })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await fillProfile(page, person)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page).not.toHaveURL(/set-up-profile/)

      await page.goto('/send-money')
      const order = newOrder()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await fillDetails(page, order)
      await sendAmount(page).fill('12,000')
      await continueWith(page, order)
      await page.getByRole('button', { name: /Edit/ }).first().click()
      await expect(recipientName(page)).toHaveValue(order.name)
      await continueWith(page, order)
      await payWith(page, CARDS.good)
      await expectSent(page)

      await page.goto('/me/dashboard')
      await expect(historyRow(page, order.name)).toContainText('LRD 10,000.00')
      await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
      await expect(historyRow(page, order.name)).toHaveCount(0)
      await page.getByRole('searchbox', { name: 'Search' }).fill('mensah')
      await expect(historyRow(page, order.name)).toContainText('LRD 10,000.00')
      for (const path of [
        '/me/profile',
        '/me/edit-profile',
        '/me/recipients',
        '/me/settings',
        '/me/rate-alerts',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      await page.getByRole('button', { name: 'Set alert' }).click()
      await expect(page.getByText('No alerts yet')).toHaveCount(0)
    },
  )
