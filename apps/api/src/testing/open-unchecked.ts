import { money, type Money } from '@sesa/money'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/index.ts'
import { storeOpening } from '../domains/transfers/create/create-store.ts'
import { NOT_DECLARED } from '../domains/transfers/create/input.ts'
import { readSendRequest } from '../domains/transfers/create/input.ts'
import type { Claim } from '../domains/transfers/state/transfer-row.ts'
import type { EngineWorld } from './engine-world.ts'

/** A payment that a test stores without any check. */
interface Unchecked {
  readonly userId: string
  /** E.164; default: the draft's. */
  readonly phone?: string
  readonly amount: Money<'USD'>
  readonly personKey?: Buffer | null
  /** The idempotency key; none by default. */
  readonly key?: string
}

const FACTS = {
  amountUsd: 50_000,
  senderCountry: 'US',
  recipientCountry: 'GH',
  firstTransfer: true,
  newDevice: true,
  foreignCard: null,
  counts: {},
}

/** Returns a function that stores a transfer to Ghana with this amount, as openings do, without any check. */
export async function openUnchecked(world: EngineWorld) {
  const sender = await world.sender()
  const body = await sender.draft({}, 50_000)
  const request = readSendRequest(body as never, 'US')
  const price = world.quotes.price(
    { from: 'US', to: 'GH', fix: 'send', amount: money(50_000n, 'USD') },
    await world.configuration.current(),
  )
  const store = async (tx: Tx, { userId, amount, personKey = null, key, ...given }: Unchecked) => {
    const { version } = await tx.selectFrom('configuration').select('version').executeTakeFirstOrThrow()
    return storeOpening(tx, world.quotes, {
      opening: { userId, sessionId: randomUUID(), addressKey: null, key },
      bodyHash: '',
      request: { ...request, ...given },
      price: { ...price, usd: amount, configurationVersion: version },
      declared: NOT_DECLARED,
      holder: { verdict: 'unknown', rule: 1, name: null },
      checked: {
        decision: { version: 0, outcome: 'allow', ruleId: null, applied: [] },
        facts: FACTS,
        asked: { request_3ds: null, payout_delay_minutes: 0 },
      },
      person: personKey === null ? undefined : [personKey],
      account: null,
      way: { method: 'card', terms: null },
      known: { numbers: [] },
    })
  }
  return async (tx: Tx, payment: Unchecked): Promise<Claim> => {
    // The test may change the configuration meanwhile.
    for (;;) {
      const stored = await store(tx, payment)
      if (stored !== undefined) return stored.claim
    }
  }
}
