import { chromium, type Browser, type Page } from '@playwright/test'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '@sesa/test-kit/ports'
import { apiOf } from './src/api.ts'
import { findBrowser } from './src/browser/browser.ts'
import { startProduct } from './src/product/product.ts'
import { preferCard } from './src/transfer.ts'
import { accountScreens, confirmAddress } from './src/screens/account.ts'
import { mailScreens } from './src/screens/mail.ts'
import { publicScreens } from './src/screens/public.ts'
import { sendScreens } from './src/screens/send.ts'
import type { Walk } from './src/screens/walk.ts'
import { waysIn } from './src/screens/ways-in.ts'

// npm run screenshots: takes every screen and state at both widths and in both themes, below .cache/screenshots/, and
// copies the README's to docs/screenshots/. Arguments after `--`, such as 360-dark, select widths and themes. With
// SESA_E2E_URL it uses a product that already runs on SESA_DATA_DIR.

const ROOT = path.resolve(import.meta.dirname, '..')
const ALL = path.join(ROOT, '.cache/screenshots')
const KEPT = path.join(ROOT, 'docs/screenshots')
const WIDTHS = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
]
const THEMES = ['light', 'dark'] as const
/** Attempts at one size and theme before giving up. */
const ATTEMPTS = 3
const LONGEST_WAIT_MS = 90_000
const FOR_README = ['send-money-360-light', 'overview-360-dark', 'transfer-sent-360-light']

/** A size and a theme. */
interface Look {
  viewport: (typeof WIDTHS)[number]
  colorScheme: (typeof THEMES)[number]
}

const LOOKS = WIDTHS.flatMap((viewport) => THEMES.map((colorScheme): Look => ({ viewport, colorScheme })))
const nameOf = ({ viewport, colorScheme }: Look): string => `${viewport.width}-${colorScheme}`

async function takeAll(looks: readonly Look[], baseURL: string, dataDir: string): Promise<void> {
  const launched = await findBrowser()
  // Makes date fields put the day first, as the pages do.
  const browser = await chromium.launch({ ...launched, env: { ...launched.env, LC_ALL: 'en_GB.UTF-8' } })
  for (const look of looks) {
    const taken = await withPatience(nameOf(look), () => takeLook(browser, look, baseURL, dataDir))
    console.log(`${nameOf(look)}: ${taken} screens`)
  }
  await browser.close()
}

/** Retries as another customer when a busy machine was too slow. Throws if the last attempt fails. */
async function withPatience<T>(name: string, attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0) throw error
      console.log(`${name}: started again after ${String(error)}`)
    }
  }
}

/** Takes the screens of one look. Returns their number. */
async function takeLook(browser: Browser, look: Look, baseURL: string, dataDir: string): Promise<number> {
  const { viewport, colorScheme } = look
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: 'Africa/Monrovia',
    locale: 'en-GB',
    deviceScaleFactor: viewport.width < 500 ? 2 : 1,
    userAgent: userAgent(viewport.width, browser.version()),
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(LONGEST_WAIT_MS)
  await preferCard(context)
  try {
    const page = await context.newPage()
    let taken = 0
    const shoot = async (name: string): Promise<void> => {
      taken++
      await take(page, path.join(ALL, `${name}-${nameOf(look)}`))
    }
    await walkThrough({ context, page, api: apiOf(context.request), dataDir, shoot })
    return taken
  } finally {
    await context.close()
  }
}

/** Returns a user agent that the list of devices can show. */
function userAgent(width: number, version: string): string {
  const [system, mobile] =
    width < 500 ? ['Linux; Android 10; K', ' Mobile'] : ['Windows NT 10.0; Win64; x64', '']
  const chrome = `Chrome/${version.split('.')[0] ?? ''}.0.0.0`
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome}${mobile} Safari/537.36`
}

async function walkThrough(walk: Walk): Promise<void> {
  await publicScreens(walk)
  const person = await waysIn(walk)
  await confirmAddress(walk, person)
  await sendScreens(walk)
  await accountScreens(walk)
  await mailScreens(walk, person)
}

/** Takes the viewport, then the whole page in a window of its height, where floating parts are at the bottom. */
async function take(page: Page, file: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.screenshot({ path: `${file}-view.png` })
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
  await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({ path: `${file}.png` })
  await page.setViewportSize(size)
}

const wanted = process.argv.slice(2)
const looks = LOOKS.filter((look) => wanted.length === 0 || wanted.includes(nameOf(look)))
if (looks.length < wanted.length) {
  throw new Error(`There are ${LOOKS.map(nameOf).join(', ')}; asked for were ${wanted.join(', ')}.`)
}
await mkdir(ALL, { recursive: true })
const running = process.env['SESA_E2E_URL']
const port = await freePort()
const product = running === undefined ? await startProduct(port) : undefined
try {
  const dataDir = product?.dataDir ?? process.env['SESA_DATA_DIR'] ?? '.data'
  await takeAll(looks, running ?? `http://localhost:${port}`, path.resolve(ROOT, dataDir))
} finally {
  await product?.stop()
}
await mkdir(KEPT, { recursive: true })
const kept = FOR_README.filter((name) => looks.some((look) => name.endsWith(nameOf(look))))
for (const name of kept) {
  await copyFile(path.join(ALL, `${name}-view.png`), path.join(KEPT, `${name}.png`))
}
console.log(`Screenshots are in ${ALL}, those of the README in ${KEPT}`)
