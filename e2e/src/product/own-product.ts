import { freePort } from '@sesa/test-kit/ports'
import { startProduct, type Product } from './product.ts'
import { test as base } from '../test.ts'

type ProductAtPort = Product & { base: string }

/** Starts the product. Tries another port if another program took the first one in the meantime. */
async function startOnFreePort(settings: Readonly<Record<string, string>>): Promise<ProductAtPort> {
  const start = async (): Promise<ProductAtPort> => {
    const port = await freePort()
    return { ...(await startProduct(port, settings)), base: `http://localhost:${port}` }
  }
  try {
    return await start()
  } catch (error) {
    if (!String(error).includes('EADDRINUSE')) throw error
    return start()
  }
}

/**
 * Gives journeys their own product. Each worker that runs one of them starts it with these settings, and no other file
 * uses it.
 */
export const withOwnProduct = (settings: Readonly<Record<string, string>> = {}) =>
  base.extend<object, { product: ProductAtPort }>({
    product: [
      // Playwright requires a fixture to name its dependencies, and this one has none.
      async ({ browserName: _none }, use) => {
        const product = await startOnFreePort(settings)
        await use(product)
        await product.stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: ({ product }, use) => use(product.base),
  })
