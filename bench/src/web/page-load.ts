import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** A connection as Chrome's developer tools emulate it: bytes a second each way, and milliseconds to and fro. */
export interface Connection {
  readonly name: string
  readonly bytes: number
  readonly latency: number
}

/** The presets "Slow 3G" and "Fast 3G" of Chrome's developer tools (front_end/core/sdk/NetworkManager.ts). */
export const CONNECTIONS: readonly Connection[] = [
  { name: 'slow 3G', bytes: 51_200, latency: 2000 },
  { name: 'fast 3G', bytes: 188_743, latency: 562.5 },
]
/** A phone for 100 dollars is at least so many times slower than what this runs on. */
export const SLOWER = 4
const SETTLE_MS = 1500
const LONGEST_MS = 120_000

/** How a page became usable. Times in milliseconds since its address was entered. */
export interface Load {
  readonly fcp: number
  readonly lcp: number
  /** The menu opens by a click. */
  readonly menu: number
  readonly usable: number
  /** The longest task of the page's thread, and all over 50 ms together. */
  readonly longest: number
  readonly long: number
  /** Cumulative layout shift. */
  readonly shift: number
  /** As sent, until the page was usable. */
  readonly bytes: number
  readonly requests: number
}

/** What is measured: where, and when the page can be used, as an expression in the page. */
export interface Screen {
  readonly name: string
  readonly path: string
  readonly signedIn: boolean
  readonly usable: string
}

interface Marks {
  fcp: number
  lcp: number
  shift: number
  tasks: number[]
  menu: number
  usable: number
}

/** Runs in the page before anything else: keeps what the browser says, and tries the menu and the page itself. */
function watch(usable: string): string {
  return `(() => {
    const marks = (window.__marks = { fcp: 0, lcp: 0, shift: 0, tasks: [], menu: 0, usable: 0 })
    const listen = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    listen('paint', (entry) => { if (entry.name === 'first-contentful-paint') marks.fcp = entry.startTime })
    listen('largest-contentful-paint', (entry) => { marks.lcp = entry.startTime })
    listen('layout-shift', (entry) => { if (!entry.hadRecentInput) marks.shift += entry.value })
    listen('longtask', (entry) => marks.tasks.push(entry.duration))
    const timer = setInterval(() => {
      const button = document.querySelector('header [popovertarget]')
      const drawer = button && document.getElementById(button.getAttribute('popovertarget'))
      if (marks.menu === 0 && drawer) {
        button.click()
        if (drawer.matches(':popover-open')) {
          marks.menu = performance.now()
          drawer.hidePopover()
        }
      }
      if (marks.usable === 0 && (${usable})) marks.usable = performance.now()
      if (marks.menu !== 0 && marks.usable !== 0) clearInterval(timer)
    }, 25)
  })()`
}

/** Makes a page of `context` as slow as the person's phone and connection. */
export async function slowDown(page: Page, { bytes, latency }: Connection): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return session
}

/** A phone of 360 by 640 with nothing kept but cookies. */
export function newPhone(browser: Browser, cookies: Awaited<ReturnType<BrowserContext['cookies']>>) {
  return browser
    .newContext({
      viewport: { width: 360, height: 640 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      // Emulation does not reach into a worker: what it fetched would come at full speed.
      serviceWorkers: 'block',
    })
    .then(async (context) => {
      await context.addCookies(cookies)
      return context
    })
}

/** Waits until the expression holds in the page. The page's own policy forbids Playwright's way, which evaluates later. */
export async function until(page: Page, expression: string): Promise<void> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await sleep(100)) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return
  }
  throw new Error(`${page.url()} did not come to: ${expression}`)
}

/** Opens the screen at `base` in a page of `context` and waits until it is usable and at rest. */
export async function loadScreen(
  context: BrowserContext,
  base: string,
  screen: Screen,
  connection: Connection,
): Promise<Load> {
  const page = await context.newPage()
  const session = await slowDown(page, connection)
  let bytes = 0
  let requests = 0
  session.on('Network.requestWillBeSent', () => requests++)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.addInitScript({ content: watch(screen.usable) })
  await page.goto(base + screen.path, { waitUntil: 'commit', timeout: LONGEST_MS })
  await until(page, 'window.__marks.usable > 0 && window.__marks.menu > 0')
  const counted = { bytes, requests }
  await sleep(SETTLE_MS)
  const { tasks, ...marks } = await page.evaluate<Marks>('window.__marks')
  await page.close()
  return {
    ...marks,
    ...counted,
    longest: Math.max(0, ...tasks),
    long: tasks.reduce((sum, duration) => sum + duration, 0),
  }
}
