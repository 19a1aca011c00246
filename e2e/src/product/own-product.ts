import { freePort } from '@sesa/test-kit/ports'
import { startProduct, type Product } from './product.ts'
import { test as base } from '../test.ts'

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
        await use({ ...product, base: `http://localhost:${port}` })
        await product.stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: ({ product }, use) => use(product.base),
  })
