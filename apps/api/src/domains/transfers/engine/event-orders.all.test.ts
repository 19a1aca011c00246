// Slow: all 120 orders of five events.
import { expect, it } from 'vitest'
import { expectSameEnd, ORDERS } from './testing/event-orders.ts'

it('five events of one payment lead to the same end in all 120 orders, with every other event doubled', async () => {
  expect(ORDERS).toHaveLength(120)
  await expectSameEnd(ORDERS)
})
