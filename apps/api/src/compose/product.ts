import { createDb } from '../db/index.ts'
import { createReads } from '../db/reads.ts'
import { createServer, type ServerOptions } from '../http/server/server.ts'
import { createSweeper, type Cron, type Job } from '../jobs/index.ts'
import { createApprovalsModule, createStaffMail, retentionCrons } from '../domains/office/index.ts'
import { composeFinance } from '../domains/books/index.ts'
import { composeRecord, rebuildCheckpointsAfterRestore } from '../domains/record/index.ts'
import { composeAccounts, createBuckets, createRequireHolder } from '../domains/customers/index.ts'
import {
  composeReceipts,
  composeSupport,
  createSiteConfigModule,
  readSettings,
  remindersDue,
} from '../domains/support/index.ts'
import {
  addCustomer,
  composeCompliance,
  endChangedCheck,
  queueRedaction,
} from '../domains/compliance/index.ts'
import {
  closeForIdentity,
  createApprovalTimes,
  createDeliveryTimes,
  createTransfersModule,
  hasMoneyInFlight,
  isWalletAsked,
  paidSince,
  readHomeAtBoot,
  rememberNumber,
} from '../domains/transfers/index.ts'
import { createCallBudgets, SANDBOX_CALL_LIMITS, STRICT_CALL_LIMITS } from './call-limits.ts'
import { cardFormOf } from './card-form.ts'
import { composeConfiguration } from './configuration.ts'
import type { Config } from '../config/config.ts'
import { identityProviders } from './identity-providers.ts'
import { SANDBOX_SCREENING, screeningOf } from '../config/compliance.ts'
import { CARD_ACCOUNT, floatAccountOf, RAIL_NAMES } from '../config/rail-names.ts'
import { createCollectionsModule, createRailsModule, listCollectionTerms } from '../domains/payouts/index.ts'
import { composePricing, payMethodOf } from '../domains/pricing/index.ts'
import { metricsOf } from './gauges.ts'
import { composeOrders } from './orders.ts'
import { composePages, fillTextWith } from './public-terms.ts'
import { MONEY_DATA } from './personal-data.ts'
import type { Product } from './product-interface.ts'
import { composePush } from './push.ts'
import { alert, reportError } from './report.ts'
import { LIMITS, sendingRules, shippedRulesOf } from './sending.ts'
import { QUOTE_SETTINGS, ratesOf, receiptSettingsOf, serverSettingsOf, signInLimitsOf } from './settings.ts'
import { signInServices } from './sign-in-services.ts'
import { watchedProviders } from './providers.ts'

export type { Product }

/** What a domain brings to the processes: routes of the server, jobs and schedules of the worker. */
interface Part {
  readonly modules: ServerOptions['modules']
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
}

/**
 * Composes the product from its configuration: the only place that knows every domain. `answerWithin` (milliseconds)
 * bounds how long a query waits for the database, for a process that answers requests.
 */
export function compose(config: Config, { answerWithin }: { answerWithin?: number } = {}): Product {
  const { secret, secretBefore, http } = config
  const { publicUrl } = http
  const isSandbox = config.providers.mode === 'sandbox'
  const providers = watchedProviders(config)
  const db = createDb(config.database.url, { answerWithin, max: config.database.connections })
  const reads = createReads({ primary: db, url: config.database.readUrl, answerWithin })
  const configuration = composeConfiguration(db)
  const branding = { publicUrl, support: config.support }
  const push = composePush(config)
  const record = composeRecord({
    ...{ db, secret, secretBefore, branding, push, alert },
    onError: reportError,
    sms: providers.sms,
    mail: providers.mail,
    reports: providers.smsReports,
    smsPerDay: config.SMS_PER_DAY,
    smsNoticesPerDay: config.SMS_NOTICES_PER_DAY,
    emailChoices: readSettings,
    anchors: config.anchors,
  })
  const { messages, notices } = record
  const rails = createRailsModule({
    ...{ db, configuration, rails: providers.rails },
    accountOf: floatAccountOf,
  })
  const collections = createCollectionsModule({ db, collectors: providers.collectors })
  const pricing = composePricing({
    ...{ db, configuration },
    rates: { providers: providers.rates, settings: ratesOf(config), alert },
    payoutBounds: rails.bounds,
    quotes: { ...QUOTE_SETTINGS, perTransfer: LIMITS.perTransfer },
    isSandbox,
  })
  const { rates, corridors } = pricing
  const signIn = signInServices(config)
  const { card, standInHost } = cardFormOf(config)
  const receiptSettings = receiptSettingsOf(config)
  const deliveryTimes = createDeliveryTimes(db, () => performance.now())
  const site = createSiteConfigModule({
    ...{ configuration, rates, corridors, deliveryTimes },
    approvalTimes: createApprovalTimes(db, () => performance.now()),
    collectionTerms: () => listCollectionTerms(db, [...providers.collectors.keys()]),
    networks: rails.networks,
    settings: {
      sandbox: isSandbox,
      card,
      identity: signIn.identity,
      limits: LIMITS,
      support: { ...config.support, name: receiptSettings.provider.name },
      deliveryMinutes: QUOTE_SETTINGS.lockMinutes + QUOTE_SETTINGS.deliveryMinutes,
      push: push && { publicKey: push.sender.publicKey },
    },
  })
  const homeDeps = { db, remindersDue: (userId: string) => remindersDue(db, userId) }
  const accounts = composeAccounts({
    ...{ db, secret, secretBefore, publicUrl, messages, branding, notices },
    limits: signInLimitsOf(config),
    publicConfig: site.publicConfig,
    homeOf: (userId) => readHomeAtBoot(homeDeps, userId),
    moneyInFlight: hasMoneyInFlight,
    ...{ paidSince, rememberNumber, isWalletAsked, closeForIdentity, identityChanged: addCustomer },
    ...{ google: signIn.google, firebase: signIn.firebase },
    cardVault: providers.cardVault,
    endChangedCheck,
    redactCheck: queueRedaction,
    personalData: MONEY_DATA,
    fillText: fillTextWith(config),
  })
  const { audit, names, profileOf } = accounts
  const support = composeSupport({
    ...{
      db,
      configuration,
      secret,
      publicUrl,
      rails,
      rates,
      corridors,
      messages,
      notices,
      branding,
      audit,
      isSandbox,
    },
    ...{ receipts: receiptSettings, isPushing: push !== null, alert, onError: reportError },
  })
  const { withoutListUpTo } =
    config.providers.mode === 'sandbox' ? SANDBOX_SCREENING : screeningOf(config.providers)
  const compliance = composeCompliance({
    ...{ db, secret, secretBefore, publicUrl, notices, audit, accounts, closeForIdentity, isSandbox, alert },
    ...{ list: providers.screening, withoutListUpTo, now: () => performance.now() },
    ...identityProviders(config),
  })
  const books = {
    cards: providers.cardBooks,
    payouts: rails.router,
    collections: collections.collectors,
  }
  const transfers = createTransfersModule({
    ...{ db, configuration, reads, alert },
    quotes: pricing.quotes.quotes,
    cards: providers.cards,
    payouts: rails.router,
    collectors: collections.collectors,
    payMethodOf: (current, country, method) => payMethodOf(current, country, { method, allOpen: isSandbox }),
    payments: books.cards,
    callbacks: providers.callbacks,
    requireOpen: rails.requireOpen,
    requireHolder: createRequireHolder({ rails }),
    savedCards: accounts.savedCards.forPayments,
    remindersDue: homeDeps.remindersDue,
    ...sendingRules(config, { accounts }),
    screening: compliance.screening,
    onError: reportError,
  })
  const { staffActions: transferActions, readCharged } = transfers
  const receipts = composeReceipts({ db, publicUrl, readCharged, profileOf, settings: receiptSettings })
  const finance = composeFinance({
    ...{ db, configuration, reads, books, rates, transferActions, alert },
    rails: { floatSources: new Map([...rails.floatSources, ...collections.floatSources]) },
    cardAccount: CARD_ACCOUNT,
    cardBalance: providers.cardBalance,
  })
  const staffMail = createStaffMail({ messages, branding, officeUrl: config.officeUrl })
  const orders = composeOrders({
    ...{ db, names, treasury: finance.treasury },
    transfers: transferActions,
    closeAccount: accounts.closeByStaff,
    identity: compliance.identityChecks.staff,
    reports: compliance.actions.reports,
    railNames: RAIL_NAMES,
    shippedFraudRules: shippedRulesOf(config.providers),
    allOpen: isSandbox,
    mail: staffMail,
  })
  const approvals = createApprovalsModule({ db, orders, names })
  const metrics = metricsOf({ reads, counters: accounts.counters })
  const budgetsOf = createCallBudgets({
    buckets: createBuckets(secret),
    limits: isSandbox ? SANDBOX_CALL_LIMITS : STRICT_CALL_LIMITS,
  })
  const parts: readonly Part[] = [
    record,
    { modules: [], jobs: rails.jobs, crons: rails.crons },
    { modules: [], jobs: collections.jobs, crons: collections.crons },
    pricing,
    { modules: [site], jobs: [], crons: [] },
    accounts,
    support,
    compliance,
    { modules: [transfers], jobs: [], crons: transfers.crons },
    receipts,
    finance,
    { modules: [], jobs: approvals.jobs, crons: [...approvals.crons, ...retentionCrons(db)] },
  ]
  return {
    ...{ db, configuration, books, transferActions, rails, approvals, metrics, staffMail },
    remainingLimits: transfers.remainingLimits,
    floatActions: finance.float,
    treasury: finance.treasury,
    dailyClose: finance.dailyClose,
    newestRates: finance.newestRates,
    accountActions: accounts.actions,
    closeAccount: accounts.closeByStaff,
    exportAccount: accounts.exportFor,
    identityStaff: compliance.identityChecks.staff,
    enquiryActions: support.enquiries.actions,
    ...compliance.actions,
    createHttp: ({ pages = true, ...options } = {}) =>
      createServer({
        ...{ db, budgetsOf, metrics },
        authenticate: accounts.authenticate,
        traces: accounts.traces,
        modules: parts.flatMap(({ modules }) => modules),
        ...serverSettingsOf(config, standInHost),
        ...options,
        ...(pages && {
          web: composePages(config, card.wallets, {
            configuration,
            rates,
            corridors,
            rails,
            deliveryTimes,
            isSandbox,
            limits: LIMITS,
          }),
        }),
      }),
    jobs: parts.flatMap(({ jobs }) => jobs),
    crons: parts.flatMap(({ crons }) => crons),
    prepare: () => rebuildCheckpointsAfterRestore(db),
    createSweeper: () =>
      createSweeper({
        db,
        sweeps: [transfers.createSweep(), ...support.sweeps, ...record.sweeps],
        onError: reportError,
      }),
    async atWorkerStart() {
      await rates.refreshAtStart()
      await rails.refreshAtStart()
      await collections.refreshAtStart()
    },
    close: () => Promise.all([db.destroy(), reads.close()]).then(() => undefined),
  }
}
