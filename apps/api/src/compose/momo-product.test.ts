import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { createRailsModule, type RailsModule } from '../domains/payouts/index.ts'
import type { PayoutRouter } from '../domains/transfers/index.ts'
import { RAIL_NAMES } from '../config/rail-names.ts'
import { payoutRequest } from '../providers/testing/answering.ts'
import { useSandbox } from '../providers/testing/sandbox.ts'
import { sendPayout } from '../testing/payout-requests.ts'
import { composeConfiguration } from './configuration.ts'
import { createProviders } from './providers.ts'
import { readProviderSettings } from '../config/provider-settings.ts'
import { LIVE_PROVIDERS } from '../config/testing/live-settings.ts'

const sandbox = useSandbox()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Creates the rails of a deployment that has only MTN, with one of its products. */
function startWith(product?: 'remittance' | 'disbursement'): RailsModule {
  const user = '00000000-0000-4000-8000-000000000001'
  const of = (country: string) => ({
    [`MTN_MOMO_${country}_SUBSCRIPTION_KEY`]: 'sandbox',
    [`MTN_MOMO_${country}_API_USER`]: user,
    [`MTN_MOMO_${country}_API_KEY`]: 'sandbox',
  })
  const settings = readProviderSettings({
    ...LIVE_PROVIDERS,
    SESA_MODE: 'test',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    PAWAPAY_TOKEN: undefined,
    ...of('GH'),
    ...of('LR'),
    MTN_MOMO_URL: `${sandbox.url}/sandbox/mtn-momo`,
    MTN_MOMO_GH_TARGET: 'mtnghana',
    MTN_MOMO_PRODUCT: product,
  })
  const { rails } = createProviders(settings, { publicUrl: 'http://localhost:3000', timeout: 3_000 })
  return createRailsModule({ db: database.db, configuration: composeConfiguration(database.db), rails })
}

/** A pay-out that MTN makes although its answer is lost. */
const sending = (reference: string) => ({ ...payoutRequest, reference, phone: '+233241110003' })

async function paid(reference: string): Promise<unknown[]> {
  const books = await sandbox.app.inject({ method: 'GET', url: '/sandbox/books' })
  return books
    .json<{ payouts: { reference: string }[] }>()
    .payouts.filter((row) => row.reference === reference)
}

test('each MTN product is a separate rail with a known name', () => {
  expect(startWith().configured).toEqual(['mtn-momo-gh', 'mtn-momo-lr', 'manual'])
  expect(startWith('remittance').configured).toEqual(startWith().configured)
  const other = startWith('disbursement').configured
  expect(other).toEqual(['mtn-momo-gh-disbursement', 'mtn-momo-lr-disbursement', 'manual'])
  for (const name of [...startWith().configured, ...other]) expect(RAIL_NAMES).toContain(name)
})

test.each(['remittance', 'disbursement'] as const)('%s pays out to MTN’s networks', async (product) => {
  const states = await startWith(product).networks(await composeConfiguration(database.db).current())
  const open = states.filter(({ closed }) => closed === null)
  expect(open.map(({ country, network }) => `${country}/${network}`)).toEqual(['GH/mtn', 'LR/mtn'])
})

test('after a change of product, an earlier pay-out is neither queried nor sent again through the new product', async () => {
  const reference = randomUUID()
  const both = { db: database.db, configuration: composeConfiguration(database.db) }
  const sent = (router: PayoutRouter) => sendPayout(both, router, sending(reference))
  expect(await sent(startWith('remittance').router)).toEqual({ outcome: 'unknown' })
  const changed = startWith('disbursement').router
  expect(await changed.status(reference)).toEqual({ status: 'unknown' })
  expect(await sent(changed)).toEqual({ outcome: 'unknown' })
  expect(await paid(reference)).toHaveLength(1)
  expect(await startWith('remittance').router.status(reference)).toMatchObject({ status: 'completed' })
})
