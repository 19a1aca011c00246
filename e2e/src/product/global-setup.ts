import { startProduct } from './product.ts'

/** Runs once around all journeys; `SESA_E2E_URL` names a product that runs already. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['SESA_E2E_URL'] !== undefined) return undefined
  const product = await startProduct(Number.parseInt(process.env['SESA_E2E_PORT'] ?? '', 10))
  return () => product.stop()
}
