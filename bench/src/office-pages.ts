import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '@sesa/e2e/browser'
import { joinOffice, runCommand } from '@sesa/e2e/office'
import { makeFreshTree, removeTree, startProduct } from './product.ts'
import { number } from './report.ts'

const FILL = path.join(import.meta.dirname, '../../apps/api/src/testing/fill-office.ts')
const SAMPLES = 10
const LONGEST_MS = 60_000
/** Pause between two pages, so that the office does not refuse the member for calling too often. */
const PAUSE_MS = 1_200
/** The first customer in the filled data. */
const OWN = createHash('md5')
  .update('customer 1')
  .digest('hex')
  .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The pages that load most, and the element that staff wait for on each. */
const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['the inbox', '/inbox'],
  ['the transfers', '/transfers'],
  ['the customers', '/customers'],
  ['the page of a customer with one transfer in 100', `/customers/${OWN}`],
  ['a transfer’s page', '/transfers/S-00001000'],
  ['the audit log', '/audit'],
  ['the daily close', '/daily-closes/latest'],
  ['reports', '/filings'],
  ['reconciliation', '/reconciliation'],
  ['floats', '/floats'],
  ['profit and loss of a week', '/results'],
]

/** True once the page shows its heading and has finished loading. */
const SETTLED = `document.querySelector('main h1') !== null &&
  ![...document.querySelectorAll('[role=status]')].some((one) => one.textContent.startsWith('Loading'))`

/** Waits for an expression. The page's policy forbids Playwright's own wait, which uses `eval`. */
async function until(page: Page, expression: string): Promise<void> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await sleep(10)) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return
  }
  throw new Error(`Never true on ${page.url()}: ${expression}`)
}

/** True when the page refuses or reports a failure instead of showing its data. */
const FAILED = `document.querySelector('main [role=alert]') !== null`

/**
 * Returns the milliseconds from opening an address, with the app's files in the browser's cache, until the page is
 * complete.
 */
async function timeOf(page: Page, address: string): Promise<number> {
  await sleep(PAUSE_MS)
  const start = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await until(page, SETTLED)
  const time = performance.now() - start
  if (await page.evaluate<boolean>(FAILED)) throw new Error(`${address} did not show its data`)
  return time
}

/** Returns the milliseconds from Enter in the search box until the customer's page is complete. */
async function timeOfSearch(page: Page, office: string, phone: string): Promise<number> {
  await sleep(PAUSE_MS)
  await page.goto(`${office}/transfers`)
  await page.getByRole('combobox', { name: 'Search' }).fill(phone)
  const start = performance.now()
  await page.keyboard.press('Enter')
  await until(page, `location.pathname.startsWith('/office/customers/') && ${SETTLED}`)
  return performance.now() - start
}

const line = (name: string, times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other)
  return `${name}: median ${number(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)} ms, slowest ${number(sorted.at(-1) ?? Number.NaN)} ms`
}

/**
 * Measures the load time of the office's pages in a browser on this machine, over N transfers (default 1,000,000) and a
 * customer for every ten of them (`npm run bench -- --office --pages --transfers N`).
 */
export async function measureOfficePages(transfers: number, say: (line: string) => void): Promise<string> {
  say('a fresh copy of the product')
  await makeFreshTree()
  try {
    const product = await startProduct()
    const browser = await chromium.launch(await findBrowser())
    try {
      say(`filling it with ${number(transfers)} transfers`)
      await promisify(execFile)(process.execPath, [FILL, await product.ownerUrl(), String(transfers)])
      // Passkeys belong to the host of the public address.
      const office = `${product.base.replace('127.0.0.1', 'localhost')}/office`
      const everyRole = ['--roles', 'support,compliance,finance,engineer']
      const kofi = ['--name', 'Kofi Mensah', '--email', 'kofi@sesa.example', ...everyRole]
      const printed = await runCommand(product.dataDir, 'staff', 'sandbox-members', ...kofi)
      const page = await joinOffice(browser, /https?:\S+/.exec(printed)?.[0] ?? '')
      const lines: string[] = []
      for (const [name, address] of PAGES) {
        const times: number[] = []
        for (let run = 0; run <= SAMPLES; run++) times.push(await timeOf(page, office + address))
        // The first run fills the browser's cache.
        lines.push(line(name, times.slice(1)))
      }
      const searches: number[] = []
      for (let run = 1; run <= SAMPLES; run++)
        searches.push(await timeOfSearch(page, office, `+23177${String(run * 37).padStart(7, '0')}`))
      return [`${number(transfers)} transfers`, ...lines, line('a search for a number', searches)].join('\n')
    } finally {
      await browser.close()
      await product.stop()
    }
  } finally {
    await removeTree()
  }
}
