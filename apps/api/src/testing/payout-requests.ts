import type { Configuration } from '../db/configuration.ts'
import { inTransaction, type Db } from '../db/index.ts'
import { readRoute } from '../domains/payouts/rails/routes-store.ts'
import type { PayoutRouter } from '../domains/transfers/payout-router.ts'
import type { FreshRequest, PayoutSent } from '../domains/transfers/ports.ts'

/** Chooses the route of a pay-out, pins it and sends the request, as the engine does. */
export async function sendPayout(
  { db, configuration }: { readonly db: Db; readonly configuration: Configuration },
  router: PayoutRouter,
  request: FreshRequest,
  { mayBeLost = false } = {},
): Promise<PayoutSent> {
  const { reference } = request
  const known = { rail: await readRoute(db, reference), mayBeLost }
  const { now, snapshot } = await configuration.current()
  const moment = { now, configurationVersion: snapshot.version, scarce: [] }
  const route = await router.choose(request, known, moment)
  if ('outcome' in route) return route
  const rail = await inTransaction(db, 'test.pin', (tx) => router.pin(tx, reference, route.rail))
  return router.send({ ...request, rail })
}
