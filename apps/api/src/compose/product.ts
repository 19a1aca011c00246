import { createDb } from '../db/index.ts'
import { createReads } from '../db/reads.ts'
import { createServer } from '../http/server/server.ts'
import { createApprovalsModule, createStaffMail, retentionCrons } from '../domains/office/index.ts'
import { archiveCrons, composeFinance, reconciliationCrons } from '../domains/books/index.ts'
import {
  anchorCrons,
  rebuildCheckpointsAfterRestore,
  ledgerCrons,
  createMessagesModule,
  createNoticesModule,
} from '../domains/record/index.ts'
import {
  composeAccounts,
  createDraftsModule,
  createBuckets,
  isProfileComplete,
  createRequireHolder,
} from '../domains/customers/index.ts'
import {
  composeSupport,
  createNotificationsModule,
  readSettings,
  createReceiptsModule,
  remindersDue,
  createSiteConfigModule,
  createRecipientLink,
  createTrackingModule,
} from '../domains/support/index.ts'
import {
  addCustomer,
  composeCompliance,
  endChangedCheck,
  queueRedaction,
} from '../domains/compliance/index.ts'
import {
  closeForIdentity,
  createDeliveryTimes,
  createTransfersModule,
  declineCrons,
  hasMoneyInFlight,
  paidSince,
  readHomeAtBoot,
  rememberNumber,
} from '../domains/transfers/index.ts'
import { createCallCounter, SANDBOX_CALL_LIMITS, STRICT_CALL_LIMITS } from './call-limits.ts'
import { cardFormOf } from './card-form.ts'
import type { Config } from '../config/config.ts'
import { identityProviders } from './identity-providers.ts'
import { SANDBOX_SCREENING, screeningOf } from '../config/compliance.ts'
import { CARD_ACCOUNT, floatAccountOf, RAIL_NAMES } from '../config/rail-names.ts'
import { createRailsModule } from '../domains/payouts/index.ts'
import { composePricing } from '../domains/pricing/index.ts'
import { metricsOf } from './gauges.ts'
import { composeOrders } from './orders.ts'
import { composePages, fillTextWith } from './public-terms.ts'
import { MONEY_DATA } from './personal-data.ts'
import type { Product } from './product-interface.ts'
import { composePush } from './push.ts'
import { alert, reportError } from './report.ts'
import { LIMITS, notifyAll, sendingRules, shippedRulesOf } from './sending.ts'
import { QUOTE_SETTINGS, ratesOf, receiptSettingsOf, signInLimitsOf } from './settings.ts'
import { signInServices } from './sign-in-services.ts'
import { watchedProviders } from './watched-providers.ts'

export type { Product }

/**
 * Composes the product from its configuration: the only place that knows every part. `answerWithin` (milliseconds)
 * bounds how long a query waits for the database, for a process that answers requests.
 */
export function compose(config: Config, { answerWithin }: { answerWithin?: number } = {}): Product {
  const { secret, secretBefore, http } = config
  const isSandbox = config.providers.mode === 'sandbox'
  const providers = watchedProviders(config)
  const db = createDb(config.database.url, { answerWithin, max: config.database.connections })
  const reads = createReads({ primary: db, url: config.database.readUrl, answerWithin })
  const messages = createMessagesModule({
    db,
    secret,
    secretBefore,
    sms: providers.sms,
    mail: providers.mail,
    reports: providers.smsReports,
    smsPerDay: config.SMS_PER_DAY,
    smsNoticesPerDay: config.SMS_NOTICES_PER_DAY,
    alert,
  })
  const rails = createRailsModule({ db, rails: providers.rails, accountOf: floatAccountOf })
  const { rates, corridors, quotes } = composePricing({
    db,
    rates: { providers: providers.rates, settings: ratesOf(config), alert },
    payoutBounds: rails.bounds,
    quotes: { ...QUOTE_SETTINGS, perTransfer: LIMITS.perTransfer },
    isSandbox,
  })
  const signIn = signInServices(config)
  const { card, standInHost } = cardFormOf(config)
  const receiptSettings = receiptSettingsOf(config)
  const push = composePush(config)
  const deliveryTimes = createDeliveryTimes(db, () => performance.now())
  const site = createSiteConfigModule({
    rates,
    corridors,
    networks: rails.networks,
    deliveryTimes,
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
  const branding = { publicUrl: http.publicUrl, support: config.support }
  const notices = createNoticesModule({ db, messages, branding, push, emailChoices: readSettings })
  const drafts = createDraftsModule({ db, paidSince, isProfileComplete })
  const homeDeps = { db, remindersDue: (userId: string) => remindersDue(db, userId) }
  const accounts = composeAccounts({
    db,
    secret,
    secretBefore,
    publicUrl: http.publicUrl,
    limits: signInLimitsOf(config),
    messages,
    branding,
    notices,
    ...{ publicConfig: site.publicConfig, draftOf: drafts.draftOf },
    homeOf: (userId) => readHomeAtBoot(homeDeps, userId),
    moneyInFlight: hasMoneyInFlight,
    ...{ rememberNumber, closeForIdentity, identityChanged: addCustomer },
    ...{ google: signIn.google, firebase: signIn.firebase },
    cardVault: providers.cardVault,
    endChangedCheck,
    redactCheck: queueRedaction,
    personalData: MONEY_DATA,
    fillText: fillTextWith(config),
  })
  const { audit } = accounts
  const support = composeSupport({
    ...{ db, secret, rails, rates, corridors, messages, notices, branding, audit, isSandbox },
  })
  const notifications = createNotificationsModule({
    db,
    notices,
    messages,
    branding,
    rates,
    corridors,
    receipts: receiptSettings,
    trackingLink: (tx, { id, userId }) => createRecipientLink(http.publicUrl, tx, { transferId: id, userId }),
  })
  const books = { cards: providers.cardBooks, payouts: rails.router }
  const { withoutListUpTo } =
    config.providers.mode === 'sandbox' ? SANDBOX_SCREENING : screeningOf(config.providers)
  const compliance = composeCompliance({
    ...{ db, secret, secretBefore, notices, audit, accounts, closeForIdentity, isSandbox, alert },
    publicUrl: http.publicUrl,
    ...{ list: providers.screening, withoutListUpTo, now: () => performance.now() },
    ...identityProviders(config),
  })
  const transfers = createTransfersModule({
    ...{ db, reads },
    quotes: quotes.quotes,
    cards: providers.cards,
    payouts: rails.router,
    payments: books.cards,
    callbacks: providers.callbacks,
    requireOpen: rails.requireOpen,
    requireHolder: createRequireHolder({ rails }),
    savedCards: accounts.savedCards.forPayments,
    remindersDue: homeDeps.remindersDue,
    ...sendingRules(config, { db, accounts }),
    screening: compliance.screening,
    listener: notifyAll(accounts.transfers, notifications.listener),
    onError: reportError,
  })
  const { staffActions: transferActions } = transfers
  const { float, treasury, dailyClose, newestRates } = composeFinance({
    ...{ db, rails, rates, transferActions, alert },
    cards: books.cards,
    cardAccount: CARD_ACCOUNT,
    cardBalance: providers.cardBalance,
  })
  const staffMail = createStaffMail({ messages, branding, officeUrl: config.officeUrl })
  const { names } = accounts
  const orders = composeOrders({
    ...{ db, names, treasury },
    transfers: transferActions,
    closeAccount: accounts.closeByStaff,
    identity: compliance.identityChecks.staff,
    reports: compliance.actions.reports,
    railNames: RAIL_NAMES,
    shippedFraudRules: shippedRulesOf(config.providers),
    mail: staffMail,
  })
  const approvals = createApprovalsModule({ db, orders, names })
  const receipts = createReceiptsModule({
    readCharged: transfers.readCharged,
    profileOf: accounts.profileOf,
    settings: receiptSettings,
  })
  const tracking = createTrackingModule({
    db,
    publicUrl: http.publicUrl,
    readCharged: transfers.readCharged,
    profileOf: accounts.profileOf,
  })
  const metrics = metricsOf({ reads, counters: accounts.counters })
  const countCall = createCallCounter({
    db,
    buckets: createBuckets(secret),
    limits: isSandbox ? SANDBOX_CALL_LIMITS : STRICT_CALL_LIMITS,
  })
  return {
    db,
    books,
    transferActions,
    remainingLimits: transfers.remainingLimits,
    floatActions: float,
    treasury,
    dailyClose,
    newestRates,
    rails,
    accountActions: accounts.actions,
    closeAccount: accounts.closeByStaff,
    exportAccount: accounts.exportFor,
    approvals,
    identityStaff: compliance.identityChecks.staff,
    enquiryActions: support.enquiries.actions,
    ...compliance.actions,
    ...{ metrics, staffMail },
    createHttp: ({ pages = true, listener, readiness } = {}) =>
      createServer({
        db,
        authenticate: accounts.authenticate,
        countCall,
        metrics,
        readiness,
        traces: accounts.traces,
        modules: [
          site,
          ...accounts.modules,
          quotes,
          drafts,
          transfers,
          receipts,
          tracking,
          ...support.modules,
          compliance.identityChecks,
          notifications,
          notices,
          messages,
        ],
        publicUrl: http.publicUrl,
        publicHostOnly: config.providers.mode === 'live',
        logLevel: http.logLevel,
        launch: http.launch,
        trustProxy: http.trustProxy,
        listener,
        sandbox:
          config.providers.mode === 'sandbox'
            ? { url: config.providers.url, standInHost, officeUrl: config.officeAt }
            : undefined,
        ...(pages && {
          web: composePages(config, card.wallets, { rates, corridors, rails, deliveryTimes, limits: LIMITS }),
        }),
      }),
    jobs: [
      ...messages.jobs,
      ...notices.jobs,
      ...rails.jobs,
      ...accounts.jobs,
      ...compliance.identityChecks.jobs,
      ...approvals.jobs,
    ],
    crons: [
      ...[messages, accounts, rates, rails, float, notifications, notices, support].flatMap(
        ({ crons }) => crons,
      ),
      ...[treasury, approvals, compliance].flatMap(({ crons }) => crons),
      ...anchorCrons({ db, messages }, config.anchors),
      ...ledgerCrons(db),
      ...archiveCrons(db),
      ...retentionCrons(db),
      ...declineCrons(db, alert),
      ...reconciliationCrons({ db, reads, ...books }, alert),
    ],
    prepare: () => rebuildCheckpointsAfterRestore(db),
    createTransferWorker: () => transfers.createWorker(),
    async atWorkerStart() {
      await rates.refreshAtStart()
      await rails.refreshAtStart()
    },
    close: () => Promise.all([db.destroy(), reads.close()]).then(() => undefined),
  }
}
