// Real PostgreSQL, worker and sandbox: a refund at MTN, which leaves another account than what MTN collects and pays out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCollectionsModule, readFloat, type CollectionsModule } from '../domains/payouts/index.ts'
import { openCancelled } from '../domains/transfers/mobile-money/testing/open-by-wallet.ts'
import { closeAndVerify } from '../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { sandboxCollectors } from './collector-providers.ts'

const COLLECTOR = 'mtn-momo-lr-collection'
const FULL = '100000000.00'
let collections: CollectionsModule
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({
    collecting(db, url) {
      const all = sandboxCollectors(url, { publicUrl: 'http://localhost:3000', timeout: 3_000 })
      const collectors = new Map([...all].filter(([name]) => name === COLLECTOR))
      return (collections = createCollectionsModule({ db, collectors }))
    },
  })
  await world.rails.refresh()
  await collections.refresh()
})
afterAll(async () => expect(await closeAndVerify(world)).toBe(1))

const refunds = async () =>
  (await readFloat(world.database.db)).find(({ account }) => account === 'mtn-momo-lr-disbursement')

test('a refund at MTN waits for the account of disbursements, and goes on after its top-up', async () => {
  const setFloat = async (balance: string) => {
    await world.setFloat('mtn-momo-disbursement', 'LRD', balance)
    await world.float.refresh()
  }
  await setFloat(FULL)
  expect(await refunds()).toMatchObject({ state: 'enough', promised: 0n })
  await setFloat('10.00')
  expect(await refunds()).toMatchObject({ state: 'low', promised: 0n })
  const { opened } = await openCancelled(world)
  await world.expectState(opened, 'refunding', 'refund_float_empty')
  // The other accounts are full, and pay no refund.
  expect(await refunds()).toMatchObject({ state: 'empty', promised: BigInt(opened.quote.total) })
  await world.float.refresh()
  await world.expectState(opened, 'refunding', 'refund_float_empty')
  expect(world.alerts.at(-1)).toMatch(
    /^ALERT: float of mtn-momo-lr-disbursement\/LR\/LRD is empty: .* promised/,
  )
  await setFloat(FULL)
  await world.reaches(opened, 'refunded')
  await world.float.refresh()
  expect(await refunds()).toMatchObject({ state: 'enough', promised: 0n })
  expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
})
