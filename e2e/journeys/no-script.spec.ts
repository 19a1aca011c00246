import { newPerson } from '../src/people.ts'
import type { OfPublicPages } from '../src/public-pages.ts'
import { mailTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

test.use({ javaScriptEnabled: false })

const HEADINGS: OfPublicPages<string> = {
  '/': 'Our Reach',
  '/about': 'How we earn',
  '/how-it-works': 'Peace of mind',
  '/contact-us': 'Write to us',
  '/loans': 'Interested?',
  '/commodities': 'Interested?',
  '/testimonials': 'Testimonials',
  '/help': 'Cash at an agent',
  '/help/mobile-money': 'Where it arrives',
  '/help/agents': 'How to cash out',
  '/help/pay-by-card': 'If your card is declined',
  '/help/bank-transfer': 'What you can do today',
  '/help/where-is-my-money': 'If the latest time has passed',
  '/help/cancel-or-change': 'You sent to a wrong number',
  '/help/refunds': 'How fast',
  '/help/fees-and-rates': 'Where we earn',
  '/help/limits': 'Why there are limits',
  '/help/name-does-not-match': 'Why it can differ',
  '/help/scams': 'Stop if',
  '/help/sign-in': 'No code arrives',
  '/help/close-account': 'What stays',
  '/terms': 'Cancel a transfer',
  '/privacy': 'What is stored on your device',
  '/electronic-receipts': 'Paper',
  '/fees': 'Who sets them',
  '/rates': 'Ghana to Sierra Leone',
  '/rates/liberia-to-ghana': 'The mid-market rate',
  '/licences': 'Licences and registrations',
  '/complaints': 'How to complain',
  '/accessibility': 'What does not work yet',
  '/security': 'Report a weak point',
}

test(
  'every public page is readable, says what needs script, and shows no dead control',
  { tag: '@wide' },
  async ({ page }) => {
    for (const [path, heading] of Object.entries(HEADINGS)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
      await expect(
        page.getByText('Turn on JavaScript to use the converter, sign in and send money'),
      ).toBeVisible()
      await expect(
        page
          .getByRole('contentinfo')
          .getByRole('link', { name: /^\+231/ })
          .first(),
      ).toBeVisible()
      await expect(page.getByRole('group', { name: 'Theme' })).toHaveCount(0)
    }
    await page.goto('/')
    await expect(page.getByText('The converter needs JavaScript')).toBeVisible()
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Install Sesa' })).toHaveCount(0)
  },
)

test('links work, and the menu opens', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Send Money' }).first()).toHaveAttribute(
    'href',
    '/send-money',
  )
  await page.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL('/testimonials')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
})

test('a message to support is sent by the browser alone', async ({ page, api }) => {
  const { email } = newPerson()
  await page.goto('/contact-us')
  await expect(page.getByText('Message sent')).toBeHidden()
  await page.getByLabel('Name').fill('Hawa Kollie')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill('Does this work without script?')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/contact-us#sent')
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  await expect.poll(() => mailTo(api, email), { timeout: 30_000 }).toHaveLength(1)
})

test('an incomplete form comes back as it was filled in', async ({ page, refusal }) => {
  refusal(422, /^\/contact$/)
  await page.goto('/contact-us')
  await page.getByLabel('Name').fill('Hawa Kollie')
  await page.getByLabel('Email').fill('hawa@example.org')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Write your message.').first()).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Hawa Kollie')
})

test('an expression of interest is sent by the browser alone', async ({ page }) => {
  await page.goto('/loans')
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Tell me when it opens' }).click()
  await expect(page).toHaveURL('/loans#sent')
  await expect(page.getByRole('heading', { name: 'you’re on the list' })).toBeVisible()
})
