import type { BrowserContext, Route } from '@playwright/test'

/** How a request fails: never sent, carried out with its answer lost, answered with a server error, or 10 s late. */
export const WAYS = ['dropped', 'answer lost', 'error 500', '10 s late'] as const
export type Way = (typeof WAYS)[number]

/** The requests that fail, each once, and how. */
export type Plan = ReadonlyMap<string, Way>

export interface Watch {
  /** Every request of the journey in order: its method, its path and, from the second time, its count. */
  readonly seen: string[]
  /** The planned requests that occurred and failed. */
  readonly failed: Set<string>
}

const LATE_MS = 10_000

/** Watches all requests of this browser and fails those of the plan. */
export async function interrupt(context: BrowserContext, plan: Plan): Promise<Watch> {
  const watch: Watch = { seen: [], failed: new Set() }
  const times = new Map<string, number>()
  await context.route('**/*', async (route) => {
    const name = nameOf(route)
    const before = times.get(name) ?? 0
    times.set(name, before + 1)
    const key = before === 0 ? name : `${name} #${before + 1}`
    watch.seen.push(key)
    const way = plan.get(key)
    if (way) watch.failed.add(key)
    // Leaving a page aborts its requests.
    await fail(route, way).catch(() => undefined)
  })
  return watch
}

function nameOf(route: Route): string {
  const request = route.request()
  const { pathname } = new URL(request.url())
  return `${request.method()} ${pathname.replace(/\bpi_\w+/, '{id}')}`
}

async function fail(route: Route, way: Way | undefined): Promise<void> {
  switch (way) {
    case undefined:
      return route.continue()
    case 'dropped':
      return route.abort('connectionfailed')
    case 'answer lost':
      // The page never learns the outcome.
      await route.fetch().catch(() => undefined)
      return route.abort('connectionreset')
    case 'error 500':
      return route.fulfill({ status: 500, contentType: 'text/plain', body: 'A fault that a journey planted' })
    case '10 s late':
      await new Promise((resolve) => setTimeout(resolve, LATE_MS))
      return route.continue()
  }
}
