import type { FastifyInstance } from 'fastify'
import type { World } from '../core/world.ts'
import type { NetworkFor } from './events.ts'
import type { CardStore } from './objects/store.ts'
import { payToBank, returnFromBank } from './payouts.ts'
import { retryUnfunded } from './refunds.ts'

const body = {
  type: 'object',
  required: ['debit_negative_balances'],
  additionalProperties: false,
  properties: { debit_negative_balances: { type: 'boolean' } },
}

const payoutBody = {
  type: 'object',
  additionalProperties: false,
  properties: { amount: { type: 'integer', minimum: 1 } },
}
const returnBody = {
  type: 'object',
  required: ['balance_transaction'],
  additionalProperties: false,
  properties: { balance_transaction: { type: 'string' } },
}

/**
 * Registers the sandbox's control of the merchant's account, `PUT /sandbox/stripe/account`. With
 * `debit_negative_balances: false`, a refund that the available balance does not cover stays pending, as in the first
 * days of an account whose bank account Stripe cannot debit. `POST /sandbox/stripe/payouts` pays the available balance, or
 * `amount` cents of it, to the bank; `POST /sandbox/stripe/payouts/return` has the bank return one.
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
  app.post<{ Body: { amount?: number } }>(
    '/sandbox/stripe/payouts',
    { schema: { body: payoutBody } },
    ({ body: { amount } }, reply) => {
      const paid = world.atomically(() => payToBank(networkFor(null), amount))
      return paid ?? reply.code(409).send({ error: 'The available balance does not cover the payout.' })
    },
  )
  app.post<{ Body: { balance_transaction: string } }>(
    '/sandbox/stripe/payouts/return',
    { schema: { body: returnBody } },
    ({ body: { balance_transaction: id } }, reply) => {
      const returned = world.atomically(() => returnFromBank(networkFor(null), id))
      return returned ?? reply.code(404).send({ error: `${id} is no payout that the bank can return.` })
    },
  )
}
