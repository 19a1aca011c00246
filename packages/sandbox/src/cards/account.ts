import type { FastifyInstance } from 'fastify'
import type { World } from '../core/world.ts'
import type { NetworkFor } from './events.ts'
import { ACCOUNT_ID, buildAccount } from './objects/objects-account.ts'
import type { CardStore } from './objects/store.ts'
import { payToBank, returnFromBank } from './payouts.ts'
import { retryUnfunded } from './refunds.ts'

type Capability = 'active' | 'inactive' | 'pending'

interface Wanted {
  debit_negative_balances?: boolean
  charges_enabled?: boolean
  payouts_enabled?: boolean
  card_payments?: Capability
  us_bank_account_ach_payments?: Capability
  default_currency?: string
  currently_due?: string[]
}

const capability = { enum: ['active', 'inactive', 'pending'] }
const body = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    debit_negative_balances: { type: 'boolean' },
    charges_enabled: { type: 'boolean' },
    payouts_enabled: { type: 'boolean' },
    card_payments: capability,
    us_bank_account_ach_payments: capability,
    default_currency: { type: 'string', pattern: '^[a-z]{3}$' },
    currently_due: { type: 'array', items: { type: 'string' } },
  },
}

/** Returns the account in Stripe's format for the merchant. */
export function readAccount(store: CardStore): ReturnType<typeof buildAccount> {
  return store.find('account', ACCOUNT_ID)?.object ?? buildAccount()
}

function change(store: CardStore, wanted: Wanted): void {
  const account = readAccount(store)
  const { charges_enabled, payouts_enabled, default_currency, currently_due } = wanted
  const { card_payments, us_bank_account_ach_payments } = wanted
  const after = {
    ...account,
    ...(charges_enabled !== undefined && { charges_enabled }),
    ...(payouts_enabled !== undefined && { payouts_enabled }),
    ...(default_currency !== undefined && { default_currency }),
    capabilities: {
      ...account.capabilities,
      ...(card_payments !== undefined && { card_payments }),
      ...(us_bank_account_ach_payments !== undefined && { us_bank_account_ach_payments }),
    },
    ...(currently_due !== undefined &&
      account.requirements && { requirements: { ...account.requirements, currently_due } }),
  }
  if (store.find('account', ACCOUNT_ID)) store.save(after)
  else store.insert(after)
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
 * days of an account whose bank account Stripe cannot debit. The other fields are those of `GET /v1/account`. `POST
 * /sandbox/stripe/payouts` pays the available balance, or `amount` cents of it, to the bank; `POST
 * /sandbox/stripe/payouts/return` makes the bank return one.
 */
export function registerAccount(
  app: FastifyInstance,
  world: World,
  store: CardStore,
  networkFor: NetworkFor,
): void {
  app.put<{ Body: Wanted }>('/sandbox/stripe/account', { schema: { body } }, ({ body: wanted }) =>
    world.atomically(() => {
      change(store, wanted)
      if (wanted.debit_negative_balances !== undefined) {
        store.setDebitsBank(wanted.debit_negative_balances)
        retryUnfunded(networkFor(null))
      }
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
