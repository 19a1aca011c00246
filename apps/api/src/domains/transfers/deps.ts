import type { AnswerOf, calls, CountryCode } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Cron, Sweep } from '../../jobs/index.ts'
import type { ChargedTransfer } from './engine/wait-for-outcome.ts'
import type { StaffActions } from './staff/actions.ts'
import type { RequireHolder } from './create/input.ts'
import type { Configuration } from '../../db/configuration.ts'
import type { Db } from '../../db/index.ts'
import type { Reads } from '../../db/reads.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { RuleSet } from '../risk/index.ts'
import type { Quotes } from '../pricing/index.ts'
import type { OpenDeps } from './create/open-payment.ts'
import type { Limits } from './create/limits.ts'
import type { PayoutRouter } from './payout-router.ts'
import type { PaymentList } from './adopt/ports.ts'
import type { CardProvider, PayoutCallbacks, SavedCards } from './ports.ts'
import type { LimitsOf, SharedLimits } from './create/shared-limits.ts'
import type { Collectors } from './mobile-money/ports.ts'
import type { PayMethodOf } from './ways-to-pay/way-to-pay.ts'
import type { HomeDeps } from './history/home.ts'
import type { StepDeps } from './steps/step.ts'
import type { PayoutScreening } from './payout-screening.ts'

/** The other modules, providers and settings that transfers need. */
export interface TransfersDeps extends Partial<Pick<HomeDeps, 'remindersDue'>> {
  readonly db: Db
  readonly configuration: Configuration
  /** Reads the history; defaults to the primary. */
  readonly reads?: Pick<Reads, 'run'>
  readonly quotes: Quotes
  readonly cards: CardProvider
  readonly payouts: PayoutRouter
  /** The providers that take payments from wallets; by default none. */
  readonly collectors?: Collectors
  /** Whether customers of a country may pay in a way; by default by card only. */
  readonly payMethodOf?: PayMethodOf
  /** The card provider's list of payments. */
  readonly payments: PaymentList
  /** The callbacks of the rails behind `payouts`. */
  readonly callbacks: readonly PayoutCallbacks[]
  /**
   * Refuses a closed network before the customer pays; returns whether it requires sender details. By default all are open.
   */
  requireOpen?: OpenDeps['requireOpen']
  /** Compares the recipient's name with the wallet's before the customer pays. By default no network gives a name. */
  requireHolder?: RequireHolder
  /** Reads the customer for rails that pass the details on; null by default. */
  senderOf?: StepDeps['senderOf']
  /** Returns true once a customer has given their sender details; never by default. */
  isSenderKnown?: OpenDeps['isSenderKnown']
  /** Refuses customers who still have to accept a document; by default none. */
  readonly agreements?: OpenDeps['agreements']
  /** Shows and stores customers' cards; by default none are stored. */
  readonly savedCards?: SavedCards
  readonly limits: Limits
  /** Limits shared by all accounts of a person, wallet or card; derived from `limits` by default. */
  readonly shared?: SharedLimits
  /** Reads one customer's limits; by default `limits` and `shared` for every customer. */
  readonly limitsOf?: LimitsOf
  /** Secrets that key the digests of persons, wallets and cards. */
  readonly secrets: Secrets
  /** The fraud rules until staff store others; those for live operation by default. */
  readonly fraudRules?: RuleSet
  /** Returns the digest by which a network address is counted; by default no address is counted. */
  addressKeyOf?: (address: string) => string | null
  /** Screens the people of a transfer before its pay-out; by default none are screened. */
  screening?: PayoutScreening
  /** Records an account hold in the customer's own record; nowhere by default. */
  recordAccountHold?: StepDeps['recordAccountHold']
  /** Tells staff about many declined cards; default: nobody. */
  alert?(line: string): void
  /** Receives our own errors in steps and sweeps, which are retried. They never contain personal data. */
  onError(error: unknown, reference?: string): void
}

export interface TransfersModule {
  routes(app: FastifyInstance): void
  /** Staff actions on transfers. */
  readonly staffActions: StaffActions
  /** Returns the amounts that a user can still send, in their country's currency. Throws Refused `rate_unavailable`. */
  remainingLimits(userId: string, country: CountryCode): Promise<AnswerOf<typeof calls.getLimits>>
  /** Returns a user's own transfer once its card was charged. Throws Refused `not_found` or `payment_not_successful`. */
  readCharged(userId: string, paymentId: string): Promise<ChargedTransfer>
  /** Creates the sweep that moves due transfers. */
  createSweep(): Sweep
  readonly crons: readonly Cron[]
}
