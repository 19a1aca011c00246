import { chromium, type Page } from '@playwright/test'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { apiOf } from './src/api.ts'
import { findBrowser } from './src/browser.ts'
import { fillProfile, newPerson, signIn, type Person } from './src/people.ts'
import { freePort, startProduct } from './src/product.ts'
import { codeSentTo } from './src/sandbox.ts'
import { CARDS, continueWith, expectSent, fillDetails, newOrder, payWith } from './src/transfer.ts'

// npm run screenshots: every screen at both widths and in both themes, below .cache/screenshots/; the few that the
// README shows are copied to docs/screenshots/. SESA_E2E_URL names a product that runs already.

const ROOT = path.resolve(import.meta.dirname, '..')
const ALL = path.join(ROOT, '.cache/screenshots')
const KEPT = path.join(ROOT, 'docs/screenshots')
const WIDTHS = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
]
const THEMES = ['light', 'dark'] as const
const FOR_README = [
  'landing-1280-light-top',
  'send-money-360-light-top',
  'transfer-sent-360-light-top',
  'history-1280-dark-top',
]

/** Public pages beside the landing page, and what their pictures are called. */
const PUBLIC = {
  about: '/about',
  'how-it-works': '/how-it-works',
  contact: '/contact-us',
  loans: '/loans',
  commodities: '/commodities',
  testimonials: '/testimonials',
  'help-bank-transfer': '/help/bank-transfer',
  'help-mobile-money': '/help/mobile-money',
  'help-agents': '/help/agents',
  'help-pay-by-card': '/help/pay-by-card',
}

interface Walk {
  page: Page
  person: Person
  /** Takes the whole page and what is in view of it. */
  shoot: (name: string) => Promise<void>
}

async function throughTheMainJob({ page, person, shoot }: Walk): Promise<void> {
  const api = apiOf(page.request)
  await page.goto('/')
  // The amounts of the converter come by script.
  await page.waitForLoadState('networkidle')
  await shoot('landing')
  for (const [name, path] of Object.entries(PUBLIC)) {
    await page.goto(path)
    await shoot(name)
  }
  await page.goto('/nowhere')
  await shoot('not-found')
  await page.goto('/sign-in?to=send-money')
  await shoot('sign-in')
  await page.getByRole('button', { name: 'Submit' }).click()
  await shoot('sign-in-refused')
  await signIn(page, api, person, async () => {
    await shoot('code')
    const code = await codeSentTo(api, person.phone)
    await page.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('That code is not right.').first().waitFor()
    await shoot('code-refused')
  })
  await page.waitForURL(/set-up-profile/)
  await shoot('profile-setup')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await shoot('profile-setup-refused')
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL(/send-money/)
  await page.getByPlaceholder('Send amount').waitFor()
  await shoot('send-money-empty')
  await page.getByRole('button', { name: 'Continue' }).click()
  await shoot('send-money-refused')
  await sendAndShoot({ page, person, shoot })
}

async function sendAndShoot({ page, shoot }: Walk): Promise<void> {
  const order = newOrder()
  await page.reload()
  await fillDetails(page, order)
  await shoot('send-money')
  await continueWith(page, order)
  await page.getByTitle('Secure payment input frame').waitFor()
  await shoot('overview')
  await payWith(page, CARDS.declined)
  await page.getByText('Your card was declined.').first().waitFor()
  await shoot('card-declined')
  await payWith(page, CARDS.good)
  await expectSent(page)
  await shoot('transfer-sent')

  await page.goto('/send-money')
  await continueWith(page, { ...newOrder('0005'), name: 'Kofi Boateng', amount: '2,500' })
  await payWith(page, CARDS.good)
  await page.getByText('Refunded', { exact: true }).first().waitFor({ timeout: 60_000 })
  await shoot('transfer-refunded')

  await page.goto('/me/dashboard')
  await page.getByText(order.name).waitFor()
  await shoot('history')
  await page.getByRole('searchbox').fill('nobody')
  await page.getByText('Nothing matches').waitFor()
  await shoot('history-nothing-found')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await shoot('menu')
  await page.goto('/me/profile')
  await page.getByRole('link', { name: 'Edit Profile' }).waitFor()
  await shoot('profile')
  await page.goto('/me/edit-profile')
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await shoot('profile-edit')
}

async function takeAll(baseURL: string): Promise<void> {
  const browser = await chromium.launch(await findBrowser())
  for (const viewport of WIDTHS) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({
        baseURL,
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        timezoneId: 'Africa/Monrovia',
        deviceScaleFactor: viewport.width < 500 ? 2 : 1,
      })
      const page = await context.newPage()
      const shoot = async (name: string): Promise<void> => {
        const file = path.join(ALL, `${name}-${viewport.width}-${colorScheme}`)
        await page.screenshot({ path: `${file}.png`, fullPage: true })
        await page.evaluate('scrollTo(0, 0)')
        await page.screenshot({ path: `${file}-top.png` })
      }
      await throughTheMainJob({ page, person: newPerson(), shoot })
      await context.close()
      console.log(`${viewport.width} px, ${colorScheme}: done`)
    }
  }
  await browser.close()
}

await mkdir(ALL, { recursive: true })
const running = process.env['SESA_E2E_URL']
const port = await freePort()
const product = running === undefined ? await startProduct(port) : undefined
try {
  await takeAll(running ?? `http://localhost:${port}`)
} finally {
  await product?.stop()
}
await mkdir(KEPT, { recursive: true })
for (const name of FOR_README) {
  await copyFile(path.join(ALL, `${name}.png`), path.join(KEPT, `${name.replace(/-top$/, '')}.png`))
}
console.log(`Screenshots are in ${ALL}, those of the README in ${KEPT}`)
