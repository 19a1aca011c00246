import { expect, it } from 'vitest'
import { expectSameEnd, ORDERS } from './testing/event-orders.ts'

it('five events of one payment lead to the same end whichever is first or last, with every other doubled', async () => {
  const begun = ORDERS.filter((_, at) => at % 24 === 0)
  const orders = [...begun, ...begun.map((order) => order.toReversed())]
  expect(orders).toHaveLength(10)
  await expectSameEnd(orders)
})
