import { chromium, type Page } from '@playwright/test'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { apiOf } from './src/api.ts'
import { findBrowser } from './src/browser.ts'
import { freePort, startProduct } from './src/product.ts'
import { accountScreens } from './src/screens/account.ts'
import { mailScreens } from './src/screens/mail.ts'
import { publicScreens } from './src/screens/public.ts'
import { sendScreens } from './src/screens/send.ts'
import type { Walk } from './src/screens/walk.ts'
import { waysIn } from './src/screens/ways-in.ts'

// npm run screenshots: every screen and state at both widths and in both themes, below .cache/screenshots/; the few that
// the README shows are copied to docs/screenshots/. SESA_E2E_URL names a product that runs already, on SESA_DATA_DIR.

const ROOT = path.resolve(import.meta.dirname, '..')
const ALL = path.join(ROOT, '.cache/screenshots')
const KEPT = path.join(ROOT, 'docs/screenshots')
const WIDTHS = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
]
const THEMES = ['light', 'dark'] as const
const FOR_README = [
  'landing-1280-light',
  'send-money-360-light',
  'overview-360-dark',
  'transfer-sent-360-light',
  'history-1280-dark',
  'security-1280-light',
]

async function takeAll(baseURL: string, dataDir: string): Promise<void> {
  const browser = await chromium.launch(await findBrowser())
  for (const viewport of WIDTHS) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({
        baseURL,
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        timezoneId: 'Africa/Monrovia',
        locale: 'en-GB',
        deviceScaleFactor: viewport.width < 500 ? 2 : 1,
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      let taken = 0
      const shoot = async (name: string): Promise<void> => {
        taken++
        await take(page, path.join(ALL, `${name}-${viewport.width}-${colorScheme}`))
      }
      await walkThrough({ context, page, api: apiOf(context.request), dataDir, shoot })
      await context.close()
      console.log(`${viewport.width} px, ${colorScheme}: ${taken} screens`)
    }
  }
  await browser.close()
}

async function walkThrough(walk: Walk): Promise<void> {
  await publicScreens(walk)
  const person = await waysIn(walk)
  await sendScreens(walk)
  await accountScreens(walk, person)
  await mailScreens(walk, person)
}

/** What is in view, and the whole page as a window of its height shows it: what floats then stands at its end. */
async function take(page: Page, file: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.screenshot({ path: `${file}-view.png` })
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
  await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({ path: `${file}.png` })
  await page.setViewportSize(size)
}

await mkdir(ALL, { recursive: true })
const running = process.env['SESA_E2E_URL']
const port = await freePort()
const product = running === undefined ? await startProduct(port) : undefined
try {
  const dataDir = product?.dataDir ?? process.env['SESA_DATA_DIR'] ?? '.data'
  await takeAll(running ?? `http://localhost:${port}`, path.resolve(ROOT, dataDir))
} finally {
  await product?.stop()
}
await mkdir(KEPT, { recursive: true })
for (const name of FOR_README) {
  await copyFile(path.join(ALL, `${name}-view.png`), path.join(KEPT, `${name}.png`))
}
console.log(`Screenshots are in ${ALL}, those of the README in ${KEPT}`)
