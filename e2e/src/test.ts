import { test as base, expect, type BrowserContext } from '@playwright/test'
import { apiOf, type Api } from './api.ts'
import { preferCard } from './transfer.ts'

/** An error answer that a journey provokes, or no answer (status 0). The browser may log only announced ones. */
interface Refusal {
  status: number
  path: RegExp
  seen: boolean
}

/** An error that the page catches; the browser logs it to the console. */
interface Fault {
  message: RegExp
  seen: boolean
}

interface Announced {
  refusals: Refusal[]
  faults: Fault[]
}

interface Fixtures {
  /** How the journey pays, unless it chooses: cards by default, or the cheapest way. */
  paysBy: 'card' | 'cheapest'
  /**
   * Announces a refused request. An unannounced one fails the journey, and so does one that never occurs, unless it is
   * `optional`, such as one in flight when its session ended.
   */
  refusal: (status: number, path: RegExp, options?: { readonly optional: boolean }) => void
  /** Announces an error that the page catches and shows; the journey fails if it never occurs. */
  fault: (message: RegExp) => void
  /** Prevents a part's code from loading until the returned function is called. */
  codeLost: (chunk: string) => Promise<() => Promise<void>>
  /** Calls to the API that share the cookies of the journey's browser. */
  api: Api
}

/** Runs a journey. It fails when the page throws, or logs an error or warning that was not announced. */
export const test = base.extend<Fixtures & { announced: Announced }>({
  paysBy: ['card', { option: true }],
  context: async ({ context, paysBy }, use) => {
    if (paysBy === 'card') await preferCard(context)
    await use(context)
  },
  announced: [
    async ({ context }, use) => {
      const announced: Announced = { refusals: [], faults: [] }
      const problems = collectProblems(context, announced)
      await use(announced)
      expect(problems, 'console messages and errors of the page').toEqual([])
      expect(
        [...announced.refusals, ...announced.faults].filter(({ seen }) => !seen),
        'refusals and faults that never came',
      ).toEqual([])
    },
    { auto: true },
  ],
  refusal: async ({ announced: { refusals } }, use) =>
    use((status, path, { optional } = { optional: false }) => {
      refusals.push({ status, path, seen: optional })
    }),
  fault: async ({ announced: { faults } }, use) =>
    use((message) => void faults.push({ message, seen: false })),
  codeLost: async ({ page, refusal, fault }, use) =>
    use(async (chunk) => {
      const files = `**/assets/${chunk}-*.js`
      refusal(0, new RegExp(`^/assets/${chunk}-`))
      fault(/Code could not be fetched/)
      await page.route(files, (route) => route.abort())
      return () => page.unroute(files)
    }),
  api: async ({ context }, use) => use(apiOf(context.request)),
})

export { expect }

function collectProblems(context: BrowserContext, { refusals, faults }: Announced): string[] {
  const problems: string[] = []
  context.on('console', (message) => {
    if (!['error', 'warning', 'assert'].includes(message.type())) return
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    const answered = /the server responded with a status of (\d{3})/.exec(message.text())?.[1]
    const status = answered ?? (message.text().includes('net::ERR_') ? '0' : undefined)
    const path = URL.parse(message.location().url)?.pathname ?? ''
    const expected = refusals.find((refusal) => String(refusal.status) === status && refusal.path.test(path))
    const fault = faults.find((known) => known.message.test(message.text()))
    if (fault) fault.seen = true
    else if (expected) expected.seen = true
    else problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (problem) => problems.push(`thrown: ${String(problem.error())}`))
  return problems
}
