import type { FastifyInstance } from 'fastify'
import type { World } from '../core/world.ts'
import type { NetworkFor } from './events.ts'
import type { CardStore } from './objects/store.ts'
import { retryUnfunded } from './refunds.ts'

const body = {
  type: 'object',
  required: ['debit_negative_balances'],
  additionalProperties: false,
  properties: { debit_negative_balances: { type: 'boolean' } },
}

/**
 * Registers the sandbox's control of the merchant's account, `PUT /sandbox/stripe/account`. With
 * `debit_negative_balances: false`, a refund that the available balance does not cover stays pending, as in the first
 * days of an account whose bank account Stripe cannot debit.
 */
export function registerAccount(
  app: FastifyInstance,
  world: World,
  store: CardStore,
  networkFor: NetworkFor,
): void {
  app.put<{ Body: { debit_negative_balances: boolean } }>(
    '/sandbox/stripe/account',
    { schema: { body } },
    ({ body: wanted }) =>
      world.atomically(() => {
        store.setDebitsBank(wanted.debit_negative_balances)
        retryUnfunded(networkFor(null))
        return wanted
      }),
  )
}
