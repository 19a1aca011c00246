import type { FastifyInstance } from 'fastify'
import type { World } from '../core/world.ts'
import { readForms, registerApi } from './protocol/api.ts'
import { registerAccount } from './account.ts'
import { answerDebit, DEBIT_DUE, returnDebit, RETURN_DUE } from './bank/debits.ts'
import { debitsBook, registerDebits, type DebitRow } from './bank/routes.ts'
import type { BankAnswer, ReturnReason } from './bank/test-accounts.ts'
import { registerBrowser } from './browser.ts'
import { DISPUTE_DUE } from './charging.ts'
import { dispute } from './disputes.ts'
import { networksOf } from './events.ts'
import { WARNING_DUE, warn } from './fraud.ts'
import { registerFraudControl } from './fraud-routes.ts'
import { REFUND_DUE, endRefund } from './refunds.ts'
import { createStore } from './objects/store.ts'
import { openEndpoint } from './webhook-endpoints.ts'

/** One payment in the card network's own books; amounts in minor units, without failed refunds. */
export interface BookedPayment {
  id: string
  amount: number
  currency: string
  captured: number
  refunded: number
}

/**
 * Registers the card network: Stripe's wire protocol at `/v1/…` and `/sandbox/stripe/v1/…`, the browser's stand-in
 * for Stripe.js and the bank's 3-D Secure page under `/sandbox/stripe/…`.
 */
export function registerCards(app: FastifyInstance, world: World, rates: Map<string, string>): void {
  const store = createStore(world)
  const networkFor = networksOf(world, store, rates)
  world.onDue(DISPUTE_DUE, (chargeId) => dispute(networkFor(null), chargeId))
  world.onDue(WARNING_DUE, (chargeId) => warn(networkFor(null), chargeId))
  world.onDue(REFUND_DUE, (refundId, end) => endRefund(networkFor(null), refundId, end))
  world.onDue(
    DEBIT_DUE,
    (chargeId, answer) => void answerDebit(networkFor(null), chargeId, answer as BankAnswer),
  )
  world.onDue(
    RETURN_DUE,
    (chargeId, reason) => void returnDebit(networkFor(null), chargeId, reason as ReturnReason),
  )
  openEndpoint(world, store)
  registerAccount(app, world, store, networkFor)
  registerDebits(app, world, networkFor)
  registerFraudControl(app, world, store, networkFor)
  void app.register(async (scope) => {
    await readForms(scope)
    registerApi(scope, world, networkFor)
    registerBrowser(scope, world, store, networkFor)
  })
}

/** Returns every debit of a bank account, newest first. */
export const debitsOf = (world: World): DebitRow[] => debitsBook(createStore(world))

/** Returns every payment of the card network, newest first. */
export function paymentsBook(world: World): BookedPayment[] {
  const store = createStore(world)
  return store.all('payment_intent').map((intent) => {
    const charge =
      typeof intent.latest_charge === 'string' ? store.find('charge', intent.latest_charge) : null
    const captured = charge?.object.captured && charge.object.status === 'succeeded' ? charge.object : null
    return {
      id: intent.id,
      amount: intent.amount,
      currency: intent.currency.toUpperCase(),
      captured: captured?.amount_captured ?? 0,
      refunded: captured?.amount_refunded ?? 0,
    }
  })
}
