import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { CARD_ACCOUNT, floatAccountOf, RAIL_NAMES } from '../config/rail-names.ts'
import { createOfficeServer } from '../http/office/server.ts'
import type { Listener } from '../http/server/listener.ts'
import type { Readiness } from '../http/server/readiness.ts'
import { registerCases, registerFilings } from '../domains/compliance/index.ts'
import {
  registerClosings,
  registerCorridors,
  registerPrices,
  registerWaysToPay,
} from '../domains/pricing/index.ts'
import {
  createComplianceModule,
  createInboxModule,
  createOfficeModule,
  createPrivacyModule,
  registerCharts,
  registerRetention,
  createStaffModule,
  OFFICE_LIMITS,
  type OfficeCookie,
  type OfficeLimits,
} from '../domains/office/index.ts'
import {
  readOwed,
  readProfitSoFar,
  registerDailyCloses,
  registerFloats,
  registerResults,
  registerReconciliation,
} from '../domains/books/index.ts'
import { registerOfficeEnquiries } from '../domains/support/index.ts'
import { registerRails } from '../domains/payouts/index.ts'
import { createBuckets, createTraces, ownCookie } from '../domains/customers/index.ts'
import type { Product } from './product-interface.ts'
import { composeQueues } from './queues.ts'
import { shippedRulesOf } from './sending.ts'

/** Where the office's app is built. */
const DIST = join(import.meta.dirname, '../../../office/dist')

/** The cookie of an office session: sent by our own pages alone, and gone with the browser. */
function officeCookie(officeUrl: string): OfficeCookie {
  const { name, options } = ownCookie(officeUrl, 'office')
  const strict = { ...options, sameSite: 'strict' } as const
  return {
    read: (request) => request.cookies[name],
    set: (reply, token) => void reply.setCookie(name, token, strict),
    clear: (reply) => void reply.clearCookie(name, strict),
  }
}

interface OfficeOptions {
  readonly readiness: Readiness
  readonly listener?: Listener | undefined
  readonly limits?: OfficeLimits
  readonly dist?: string
}

/** Builds the office's HTTP server over the product's staff actions. */
export function composeOffice(
  product: Product,
  config: Pick<Config, 'secret' | 'providers' | 'http'>,
  { url }: Pick<NonNullable<Config['office']>, 'url'>,
  { readiness, listener, limits = OFFICE_LIMITS, dist = DIST }: OfficeOptions,
): Promise<FastifyInstance> {
  const { db, configuration } = product
  const staff = createStaffModule({
    db,
    officeUrl: url,
    cookie: officeCookie(url),
    ...{ mail: product.staffMail, isSandbox: config.providers.mode === 'sandbox' },
    buckets: createBuckets(config.secret),
    limits,
  })
  const { approvals } = product.approvals
  const office = createOfficeModule({
    ...{ db, approvals },
    accounts: product.accountActions,
    identity: product.identityStaff,
    transfers: product.transferActions,
    remainingLimits: product.remainingLimits,
    revealsPerHour: limits.revealsPerHour,
  })
  const compliance = createComplianceModule({
    db,
    approvals,
    identity: product.identityStaff,
    reports: product.reports,
    shippedFraudRules: shippedRulesOf(config.providers),
    revealsPerHour: limits.revealsPerHour,
  })
  const inbox = createInboxModule({
    db,
    queues: composeQueues(product),
    money: {
      profit: async () => readProfitSoFar(db, await product.newestRates()),
      owed: async () => readOwed(db, await product.newestRates()),
    },
  })
  return createOfficeServer({
    gate: staff.gate,
    modules: [
      staff,
      product.approvals,
      office,
      inbox,
      { routes: (app) => registerCases(app, { db, cases: product.caseActions }) },
      {
        routes: (app) =>
          registerDailyCloses(app, {
            ...{ db, dailyClose: product.dailyClose, positions: product.treasury.positions },
          }),
      },
      { routes: (app) => registerResults(app, product.dailyClose) },
      {
        routes: (app) =>
          registerFloats(app, {
            ...{ db, float: product.floatActions, positions: product.treasury.positions },
            newestRates: product.newestRates,
          }),
      },
      { routes: (app) => registerOfficeEnquiries(app, { db, actions: product.enquiryActions }) },
      {
        routes: (app) =>
          registerCorridors(app, {
            ...{ db, configuration },
            allOpen: config.providers.mode === 'sandbox',
            payoutBounds: product.rails.bounds,
          }),
      },
      {
        routes: (app) => registerWaysToPay(app, { db, allOpen: config.providers.mode === 'sandbox' }),
      },
      {
        routes: (app) =>
          registerRails(app, {
            ...{ db, configuration, names: RAIL_NAMES, accountOf: floatAccountOf },
            configured: product.rails.configured,
          }),
      },
      { routes: (app) => registerClosings(app, db) },
      { routes: (app) => registerPrices(app, { db, configuration }) },
      { routes: (app) => registerReconciliation(app, { db, cardAccount: CARD_ACCOUNT }) },
      compliance,
      createPrivacyModule({ db, approvals, exportFor: product.exportAccount }),
      { routes: (app) => registerFilings(app, { db, reports: product.reports }) },
      { routes: registerRetention },
      { routes: (app) => registerCharts(app, { db, profit: product.dailyClose.profit }) },
    ],
    publicUrl: url,
    publicHostOnly: config.providers.mode === 'live',
    logLevel: config.http.logLevel,
    trustProxy: config.http.trustProxy,
    traces: createTraces(config.secret),
    listener,
    readiness,
    metrics: product.metrics,
    dist,
  })
}
