import { startProduct } from './product.ts'

/** Starts the product once for all journeys, unless `SESA_E2E_URL` names one that already runs. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['SESA_E2E_URL'] !== undefined) return undefined
  const product = await startProduct(Number.parseInt(process.env['SESA_E2E_PORT'] ?? '', 10))
  return () => product.stop()
}
