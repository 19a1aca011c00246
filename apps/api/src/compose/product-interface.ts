import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Configuration } from '../db/configuration.ts'
import type { Db } from '../db/index.ts'
import type { Listener } from '../http/server/listener.ts'
import type { Readiness } from '../http/server/readiness.ts'
import type { Cron, Job, Sweeper } from '../jobs/index.ts'
import type { AccountModule, AccountActions } from '../domains/customers/index.ts'
import type { ApprovalsModule, StaffMail } from '../domains/office/index.ts'
import type { ThreadActions } from '../domains/support/index.ts'
import type { FloatModule, RailsModule } from '../domains/payouts/index.ts'
import type { Finance, ReconciliationDeps } from '../domains/books/index.ts'
import type { StaffActions, TransfersModule } from '../domains/transfers/index.ts'
import type { ComplianceActions, IdentityStaff } from '../domains/compliance/index.ts'

/** The product as its processes and commands use it. */
export interface Product extends ComplianceActions {
  readonly db: Db
  readonly configuration: Configuration
  /** The providers' own books. */
  readonly books: Pick<ReconciliationDeps, 'cards' | 'payouts' | 'collections'>
  /** Staff actions on transfers. */
  readonly transferActions: StaffActions
  /** Returns what a customer can still send, for staff. */
  readonly remainingLimits: TransfersModule['remainingLimits']
  /** Staff actions on the float. */
  readonly floatActions: Pick<FloatModule, 'releaseAll'>
  readonly treasury: Finance['treasury']
  readonly dailyClose: Finance['dailyClose']
  readonly newestRates: Finance['newestRates']
  /** This deployment's rails, and what they pay out at least and at most. */
  readonly rails: Pick<RailsModule, 'configured' | 'bounds'>
  /** Staff actions on sign-in. */
  readonly accountActions: AccountActions
  /** Staff actions on identity checks and tiers. */
  readonly identityStaff: IdentityStaff
  /** Closes a customer's account for good, for staff. */
  readonly closeAccount: AccountModule['close']
  /** Exports all data about a customer, for staff to send to them. */
  readonly exportAccount: AccountModule['exportFor']
  /** What two people do together. */
  readonly approvals: ApprovalsModule
  /** The emails that staff get about each other. */
  readonly staffMail: StaffMail
  /** Staff actions on customers' conversations with support. */
  readonly enquiryActions: ThreadActions
  /**
   * Creates the HTTP server, not listening yet: the API alone without `pages`, plain text without `listener`.
   */
  createHttp(options?: {
    readonly pages?: boolean
    readonly listener?: Listener | undefined
    readonly readiness?: Readiness | undefined
  }): Promise<FastifyInstance>
  /** The figures of this process and of the business. */
  readonly metrics: Registry
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  /** Prepares the database; each process calls it once before it serves or works. */
  prepare(): Promise<void>
  /** Creates the loop that takes due work of transfers and messages, not started yet. */
  createSweeper(): Sweeper
  /** Runs what a worker does once at its start. */
  atWorkerStart(): Promise<void>
  close(): Promise<void>
}
