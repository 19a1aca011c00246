import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from '@playwright/test'
import { CONNECTIONS, newPhone, slowDown, until } from '../web/page-load.ts'

/** One action in the transaction history, and its cost. */
export interface Act {
  readonly name: string
  /** Rows of the table and elements of the document afterwards. */
  readonly rows: number
  readonly elements: number
  readonly requests: number
  /** The longest task of the page's main thread during it, in milliseconds; 0 if none exceeded 50 ms. */
  readonly longest: number
}

/** Pause after each act, so that its late requests and rows count as well. */
const REST_MS = 1500
const ROWS = 'main tbody tr[role=row]'

/** Opens the dashboard, searches, opens all transfers and further pages, with the person's cookies. */
export async function measureHistory(
  browser: Browser,
  base: string,
  person: { cookies: Awaited<ReturnType<BrowserContext['cookies']>> },
): Promise<Act[]> {
  const context = await newPhone(browser, person.cookies)
  const page = await context.newPage()
  const fast = CONNECTIONS.at(-1)
  if (fast) await slowDown(page, fast)
  await page.addInitScript(`
    window.__tasks = []
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => window.__tasks.push(duration)))
      .observe({ type: 'longtask', buffered: true })`)
  let requests = 0
  page.on('request', () => requests++)
  const acts: Act[] = []
  const act = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    requests = 0
    await page.evaluate('window.__tasks = []')
    await work()
    await page.locator(`${ROWS} td[role=cell]`).first().waitFor({ timeout: 60_000 })
    await until(page, `!document.querySelector('main [aria-busy=true]')`)
    await sleep(REST_MS)
    acts.push({
      name,
      requests,
      rows: await page.locator(ROWS).count(),
      elements: await page.evaluate<number>(`document.querySelectorAll('*').length`),
      longest: Math.max(0, ...(await page.evaluate<number[]>('window.__tasks'))),
    })
  }

  await act('Open the dashboard', () => page.goto(`${base}/me/dashboard`))
  await act('Search', () => page.getByRole('searchbox').fill('Mensah'))
  await act('Clear the search', () => page.getByRole('searchbox').fill(''))
  await act('View all', () => page.getByRole('button', { name: 'View all' }).click())
  for (const name of ['Next page', 'The page after it']) {
    await act(name, () => page.getByRole('button', { name: 'Next' }).click())
  }
  await act('Scroll to the end and back', async () => {
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
    await page.evaluate('window.scrollTo(0, 0)')
  })
  person.cookies = await context.cookies()
  await context.close()
  return acts
}
