import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** A connection as Chrome's developer tools emulate it: bytes/s each way, milliseconds per round trip. */
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
/** How many times slower a 100-dollar phone is, at least, than the machine that runs the bench. */
export const SLOWER = 4
const SETTLE_MS = 1500
const LONGEST_MS = 120_000

/** How a page became usable. Times in milliseconds since the navigation started. */
export interface Load {
  readonly fcp: number
  readonly lcp: number
  /** Time until a click opens the menu. */
  readonly menu: number
  readonly usable: number
  /** The longest task of the page's main thread, and the sum of all over 50 ms. */
  readonly longest: number
  readonly long: number
  /** Cumulative layout shift. */
  readonly shift: number
  /** Bytes transferred until the page was usable. */
  readonly bytes: number
  readonly requests: number
}

/** A page to measure, and the expression that becomes true once it is usable. */
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

/** Returns a script to run first in a page. It records the browser's timings and tests menu and page. */
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

/** Slows a page down to a cheap phone on the given connection. */
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

/** Opens a phone of 360 by 640 with an empty cache and the given cookies. */
export function newPhone(browser: Browser, cookies: Awaited<ReturnType<BrowserContext['cookies']>>) {
  return browser
    .newContext({
      viewport: { width: 360, height: 640 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      // Emulation does not reach service workers: their requests would run at full speed.
      serviceWorkers: 'block',
    })
    .then(async (context) => {
      await context.addCookies(cookies)
      return context
    })
}

/** Waits until the expression is true. The page's policy forbids Playwright's own wait, which uses `eval`. */
export async function until(page: Page, expression: string): Promise<void> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await sleep(100)) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return
  }
  throw new Error(`Never true on ${page.url()}: ${expression}`)
}

/** Opens the screen at `base` in a page of `context` and waits until it is usable and idle. */
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
