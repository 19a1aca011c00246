import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@sesa/test-kit/ports'
import { startProduct, type Product } from './product.ts'
import { test as base } from '../test.ts'

/** Waits for the first rates, which the worker asks for a moment after the server is ready; not for ever, as some have none. */
async function untilRates(base: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await fetch(`${base}/currency/rates/LRD/GHS/1`)).ok) return
    await sleep(100)
  }
}

/**
 * Gives journeys their own product. Each worker that runs one of them starts it with these settings, and no
 * other file sees it.
 */
export const withOwnProduct = (settings: Readonly<Record<string, string>> = {}) =>
  base.extend<object, { product: Product & { base: string } }>({
    product: [
      // Playwright requires a fixture to name its dependencies, and this one has none.
      async ({ browserName: _none }, use) => {
        const port = await freePort()
        const product = await startProduct(port, settings)
        const base = `http://localhost:${port}`
        await untilRates(base)
        await use({ ...product, base })
        await product.stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: ({ product }, use) => use(product.base),
  })
