import { money, type Money } from '@sesa/money'
import type { Tx } from '../db/index.ts'
import { insertTransfer } from '../domains/transfers/create/create-store.ts'
import { NOT_DECLARED } from '../domains/transfers/create/declaration.ts'
import { readSendRequest } from '../domains/transfers/create/input.ts'
import type { EngineWorld } from './engine-world.ts'

/** Returns a function that stores a transfer to Ghana with this amount, without any check. */
export async function openUnchecked(world: EngineWorld) {
  const sender = await world.sender()
  const body = await sender.draft({}, 50_000)
  const request = { ...readSendRequest(body as never, 'US'), declared: NOT_DECLARED }
  const price = world.quotes.price(
    { from: 'US', to: 'GH', fix: 'send', amount: money(50_000n, 'USD') },
    await world.configuration.current(),
  )
  return async (
    tx: Tx,
    { userId, phone, amount }: { userId: string; phone: string; amount: Money<'USD'> },
  ): Promise<void> => {
    const quote = await world.quotes.store(tx, userId, price)
    await insertTransfer(tx, { ...request, phone }, quote, amount, null)
  }
}
