import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/index.ts'
import { createSealing, type Secrets } from '../../lib/secrets.ts'
import type { RuleSet } from '../fraud/index.ts'
import type { Quotes } from '../quotes/index.ts'
import { createAdoption, type Adoption } from './adopt/adopt.ts'
import { RECORD_PURPOSE } from './adopt/record.ts'
import { createEngine } from './engine/engine.ts'
import { DEFAULTS } from './defaults.ts'
import type { HomeDeps } from './history/home.ts'
import { createLimitKeys } from './create/limit-keys.ts'
import { readCharged, type ChargedTransfer } from './engine/wait-for-outcome.ts'
import type { Limits } from './create/limits.ts'
import { createStaffActions, type StaffActions as ActionsOnOne } from './staff/actions.ts'
import type { TransferListener } from './listener.ts'
import type {
  CardProvider,
  PaymentList,
  PayoutCallbacks,
  PayoutFinder,
  PayoutRail,
  SavedCards,
} from './ports.ts'
import type { OpenDeps } from './create/create-transfer.ts'
import type { RequireHolder } from './create/require-holder.ts'
import { registerTransfers } from './routes.ts'
import { sharedLimitsOf, type SharedLimits } from './create/shared-limits.ts'
import type { StepDeps } from './steps/step.ts'
import { registerWebhooks } from './engine/webhooks.ts'
import { createTransferWorker, type TransferWorker } from './engine/worker.ts'

export { paidSince } from './create/allowance.ts'
export { wakePayout } from './state/wake.ts'
export { readDestination, readWallet } from './create/input.ts'
export { STALE_REQUEST } from './ports.ts'
export type { TransferListener, TransferSnapshot } from './listener.ts'
export type {
  CardProvider,
  FoundPayout,
  PayoutCallbacks,
  PayoutFinder,
  PayoutRail,
  PayoutSent,
  SavedCards,
  SenderIdentity,
} from './ports.ts'
export { exportFormerNumbers, limitCrons, rememberNumber } from './create/former-numbers.ts'
export { createDeliveryTimes, type DeliveryTime } from './history/delivery-times.ts'
export { exportTransfers, hasMoneyInFlight } from './history/data-export.ts'
export { readHomeAtBoot } from './history/home.ts'
export { listPaidRecipients, wasPaidSince, type PaidRecipient } from './history/past-recipients.ts'
export { requireOwnTransfer } from './history/list.ts'
export { readTracked, type TrackedTransfer } from './history/tracked.ts'
export { declineCrons } from './create/watch-declines.ts'
export { sharedLimitsOf } from './create/shared-limits.ts'
export {
  closeForIdentity,
  forgetFrozenSenders,
  readFrozenSender,
  type FrozenDocument,
} from './create/senders.ts'
export { countCardAttempts, countHeldTransfers, countSteps } from './staff/gauges.ts'
export { listHolds, showTransfer } from './staff/overview.ts'
export { isAdopted } from './adopt/decide-adoption.ts'
export type { Lost } from './adopt/adopt.ts'
export type { ChargedTransfer, RequireHolder, TransferWorker }

export interface StaffActions extends ActionsOnOne {
  /** Makes transfers again that a restore lost. */
  readonly adoption: Adoption
}

export interface TransfersDeps extends Partial<Pick<HomeDeps, 'remindersDue'>> {
  readonly db: Db
  readonly quotes: Quotes
  readonly cards: CardProvider
  readonly payouts: PayoutRail & PayoutFinder
  /** The card provider's list of payments. */
  readonly payments: PaymentList
  /** The callbacks of the rails behind `payouts`. */
  readonly callbacks: readonly PayoutCallbacks[]
  /** Refuses a closed network before the customer pays; returns whether it requires sender details. Default: all are open. */
  requireOpen?: OpenDeps['requireOpen']
  /** Compares the recipient's name with the wallet's before the customer pays. Default: no network gives a name. */
  requireHolder?: RequireHolder
  /** Reads the customer for rails that pass it on; default: null. */
  senderOf?: StepDeps['senderOf']
  /** True once a customer has given their sender details; default: never. */
  isSenderKnown?: OpenDeps['isSenderKnown']
  /** Shows and keeps the cards of customers; default: none are kept. */
  readonly savedCards?: SavedCards
  readonly limits: Limits
  /** Limits shared by all accounts of a person, wallet or card; default: derived from `limits`. */
  readonly shared?: SharedLimits
  /** Secrets that key the digests of persons, wallets and cards. */
  readonly secrets: Secrets
  /** The rules of fraud until staff store others; default: those for live operation. */
  readonly fraudRules?: RuleSet
  /** Returns the digest that counts a network address; default: no address is counted. */
  addressKeyOf?: (address: string) => string | null
  /** Records a hold on an account in the customer's own record; default: nowhere. */
  recordAccountHold?: StepDeps['recordAccountHold']
  /** Notified of every transition, in the same transaction; default: none. */
  readonly listener?: TransferListener
  /** Receives our own errors in steps and sweeps, which are retried. They never contain personal data. */
  onError(error: unknown, transferId?: string): void
}

export interface TransfersModule {
  routes(app: FastifyInstance): void
  /** Staff actions on transfers. */
  readonly staffActions: StaffActions
  /** Returns a user's own transfer once its card was charged. Refused: `not_found`, `payment_not_successful`. */
  readCharged(userId: string, paymentId: string): Promise<ChargedTransfer>
  /** Creates the worker that moves transfers. `listenUrl`: a database connection to receive wake-ups on. */
  createWorker(options?: { listenUrl?: string; concurrency?: number }): TransferWorker
}

/** Creates the transfers module: charges cards, pays out to wallets and refunds, with its own queue and webhooks. */
export function createTransfersModule(given: TransfersDeps): TransfersModule {
  const deps = {
    ...DEFAULTS,
    shared: sharedLimitsOf(given.limits),
    keys: createLimitKeys(given.secrets),
    sealing: createSealing(given.secrets, RECORD_PURPOSE),
    ...given,
  }
  const engine = createEngine({ ...deps, onError: (transferId, error) => deps.onError(error, transferId) })
  return {
    staffActions: { ...createStaffActions(deps), adoption: createAdoption(deps) },
    readCharged: (userId, paymentId) => readCharged({ ...deps, engine }, userId, paymentId),
    routes(app) {
      registerTransfers(app, { ...deps, engine })
      registerWebhooks(app, deps)
    },
    createWorker: (options = {}) =>
      createTransferWorker({ ...options, engine, onError: (error) => deps.onError(error) }),
  }
}
