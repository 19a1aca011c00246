import { startProduct } from './product.ts'

/** Runs once around all journeys; `SESA_E2E_URL` names a product that runs already. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['SESA_E2E_URL'] !== undefined) return undefined
  const product = await startProduct(Number.parseInt(process.env['SESA_E2E_PORT'] ?? '', 10))
  // For journeys in which an operator acts.
  process.env['SESA_E2E_DATA_DIR'] = product.dataDir
  return () => product.stop()
}
