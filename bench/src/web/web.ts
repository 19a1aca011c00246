import os from 'node:os'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { findBrowser } from '@sesa/e2e/browser'
import { fillTransfers } from '@sesa/e2e/filled-history'
import { Customer } from '../transfers/customer.ts'
import { measureHistory } from '../transfers/history.ts'
import { CONNECTIONS, loadScreen, newPhone, type Load, type Screen } from './page-load.ts'
import { servePlain } from './plain-server.ts'
import { makeFreshTree, removeTree, startProduct } from '../product.ts'
import { number } from '../report.ts'
import { describeWeb, type Compared } from './web-report.ts'

/**
 * Returns an expression that is true once an element is visible: a document may contain a form that shows only while
 * the script loads.
 */
const visible = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].some((element) => element.checkVisibility())`

/** The pages on the way to a first transfer, and when each is usable. */
const SCREENS: readonly Screen[] = [
  {
    name: 'Landing page',
    path: '/',
    signedIn: false,
    usable: `(() => {
      const box = document.getElementById('converter-from')
      box?.click()
      if (box?.getAttribute('aria-expanded') !== 'true') return false
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      return true
    })()`,
  },
  {
    name: 'Sign-in',
    path: '/sign-in',
    signedIn: false,
    usable: visible('main input[type=tel]:enabled'),
  },
  {
    name: 'Send Money',
    path: '/send-money',
    signedIn: true,
    usable: visible('main input[inputmode=decimal]:enabled'),
  },
  {
    name: 'Dashboard',
    path: '/me/dashboard',
    signedIn: true,
    usable: visible('main tbody td[role=cell]'),
  },
]
const FEW = 100
const MANY = 10_000

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type Say = (line: string) => void

/** Measures every screen on every connection, alternating between both builds. A session's cookie changes with use. */
async function compareScreens(
  browser: Browser,
  bases: { readonly ours: string; readonly plain: string },
  person: { cookies: Cookies },
  turns: number,
  say: Say,
): Promise<Compared[]> {
  const load = async (base: string, screen: Screen, connection: (typeof CONNECTIONS)[number]) => {
    const context = await newPhone(browser, screen.signedIn ? person.cookies : [])
    const loaded = await loadScreen(context, base, screen, connection)
    if (screen.signedIn) person.cookies = await context.cookies()
    await context.close()
    return loaded
  }
  const found: Compared[] = []
  for (const connection of CONNECTIONS) {
    for (const screen of SCREENS) {
      say(`${screen.name} on ${connection.name}`)
      const ours: Load[] = []
      const plain: Load[] = []
      for (let turn = 0; turn < turns; turn++) {
        ours.push(await load(bases.ours, screen, connection))
        plain.push(await load(bases.plain, screen, connection))
      }
      found.push({ screen: screen.name, connection: connection.name, ours, plain })
    }
  }
  return found
}

/** Returns the cookies of the customer's session in the browser's format. */
async function cookiesOf(browser: Browser, { cookie }: Customer, url: string): Promise<Cookies> {
  const pairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s))
  const context = await browser.newContext()
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url })))
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/** Measures how long a cheap phone waits (`npm run bench -- --web`). Returns the section of `docs/figures.md`. */
export async function measureWeb(turns: number, say: Say): Promise<string> {
  await makeFreshTree()
  const browser = await chromium.launch(await findBrowser())
  try {
    say('the product, and the same sources as a plain single-page application')
    const product = await startProduct()
    const ours = product.base.replace('127.0.0.1', 'localhost')
    const plain = await servePlain(product.base)
    const ownerUrl = await product.ownerUrl()
    try {
      const load = os.loadavg()[0] ?? 0
      const customer = await Customer.signUp(product)
      await customer.sendMoney()
      const person = { cookies: await cookiesOf(browser, customer, ours) }
      await fillTransfers(ownerUrl, FEW)
      const found = await compareScreens(browser, { ours, plain: plain.base }, person, turns, say)
      say(`the dashboard with ${FEW} and with ${number(MANY)} transfers`)
      const withFew = await measureHistory(browser, ours, person)
      await fillTransfers(ownerUrl, MANY)
      const withMany = await measureHistory(browser, ours, person)
      const histories = { few: FEW, many: MANY, withFew, withMany }
      return describeWeb(found, histories, { turns, load, version: browser.version() })
    } finally {
      await plain.stop()
      await product.stop()
    }
  } finally {
    await browser.close()
    await removeTree()
  }
}
