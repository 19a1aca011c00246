import { freePort } from '@sesa/test-kit/ports'
import { startProduct, type Product } from './product.ts'
import { test as base } from '../test.ts'

/**
 * Journeys with a product of their own: started with these settings by each worker that runs one of them, and seen by no
 * other file.
 */
export const withOwnProduct = (settings: Readonly<Record<string, string>> = {}) =>
  base.extend<object, { product: Product & { base: string } }>({
    product: [
      // Playwright wants a fixture to name what it depends on, and this one needs nothing.
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
