import httpProxy from '@fastify/http-proxy'
import { calls, type Call } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { registerDocs } from '../pages/docs.ts'
import { sendRefusal } from '../errors.ts'
import { registerForms } from '../forms.ts'
import { createBase } from './base.ts'
import { registerGuards } from './guards.ts'
import type { Listener } from './listener.ts'
import type { Registry } from 'prom-client'
import { createMetrics, registerMetrics } from './metrics.ts'
import { registerPages, type FirebasePlace, type Variants } from '../pages/pages.ts'
import { termsSlots, type PublicTerms } from './public-terms.ts'
import { UNKNOWN_RATES, type ChangingSlots, type Slots } from './slot-values.ts'
import { countCall, route, type Authenticate, type BudgetsOf } from '../route.ts'
import { registerSecurityTxt } from '../pages/crawlers.ts'
import type { Traces } from '../security-log.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { registerRequestSpans } from './request-spans.ts'
import { siteSlots, type SiteDetails } from './slots.ts'

export interface ServerOptions {
  readonly db: Db
  readonly authenticate: Authenticate
  /** The rate limits of calls; default: none. */
  readonly budgetsOf?: BudgetsOf
  readonly modules: readonly { routes(app: FastifyInstance): void }[]
  /** Metrics for `/metrics`; default: only those of Node.js. */
  readonly metrics?: Registry
  /** Whether this process should get requests; default: while the database commits. */
  readonly readiness?: Readiness | undefined
  readonly publicUrl: string
  /** Whether to accept only the host of `publicUrl`; by default this machine's names and addresses as well. */
  readonly publicHostOnly?: boolean
  readonly logLevel: string
  /** Names this start in the header `sesa-launch` of `/readyz`. */
  readonly launch?: string | undefined
  /** Destination of log lines; default: standard output. */
  readonly logTo?: { write(line: string): void } | undefined
  /** Returns true if the forwarded headers of a proxy at this address count; undefined: none do. */
  readonly trustProxy?: ((address: string) => boolean) | undefined
  /** Pseudonymizes sources in the security log; without it they are left out. */
  readonly traces?: Traces
  /** How the server listens; default: plain text. */
  readonly listener?: Listener | undefined
  /**
   * The sandbox that serves `/sandbox/*`, the other host of its card form, if any, and the office that serves
   * `/office/*`; undefined in live mode.
   */
  readonly sandbox?:
    | {
        readonly url: string
        readonly standInHost?: string | undefined
        readonly officeUrl?: string | undefined
      }
    | undefined
  /** Folder of the built web app, and the company's details on its pages; undefined serves only the API. */
  readonly web?: {
    readonly dist: string
    readonly support: SiteDetails['support']
    readonly stores: SiteDetails['stores']
    readonly legal: SiteDetails['legal']
    /** Reads the prices and limits for the fees page; undefined omits them. */
    readonly terms?: () => Promise<PublicTerms>
    /** Reads the values of the rate pages; undefined omits them. */
    readonly rates?: () => Promise<Slots>
    /** True where the card form may offer wallets; default: false. */
    readonly wallets?: boolean
    /** In hosted mode. */
    readonly firebase?: FirebasePlace | undefined
  }
}

/**
 * Serves `/healthz`, which only answers, and `/readyz`, which answers whether the process should get requests. A header
 * names the start, so that two products started at once on one port do not confuse each other's answers.
 */
function registerHealth(
  app: FastifyInstance,
  { db, launch, readiness = createReadiness(db, 'server') }: ServerOptions,
): void {
  const anonymous = { anonymous: true }
  route(app, calls.healthz, async () => ({ status: 'ok' as const }), anonymous)
  route(
    app,
    calls.readyz,
    async (_input, _request, reply) => {
      if (launch !== undefined) void reply.header('sesa-launch', launch)
      await readiness.check()
      return { status: 'ready' as const }
    },
    anonymous,
  )
}

function pathPattern(call: Call): RegExp {
  return new RegExp(`^${call.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

/** Answers an unknown path with 404, as a page or as JSON by `Accept`, and a known one with another method with 405. */
function registerNotFound(app: FastifyInstance, notFoundPage: Variants | undefined): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const others = [...app.servedCalls.values()].filter((call) => pathPattern(call).test(path))
    if (others.length > 0) {
      reply.header('allow', [...new Set(others.map((call) => call.method))].join(', '))
      return sendRefusal(new Refused('method_not_allowed'), request, reply)
    }
    const wantsPage = notFoundPage !== undefined && (request.headers.accept ?? '').includes('text/html')
    if (wantsPage) return reply.code(404).sendPage(notFoundPage)
    return sendRefusal(new Refused('not_found'), request, reply)
  })
}

function registerWeb(app: FastifyInstance, { web, publicUrl, sandbox }: ServerOptions) {
  if (web === undefined) return undefined
  const slots = siteSlots({
    publicUrl,
    sandbox: sandbox !== undefined,
    support: web.support,
    stores: web.stores,
    legal: web.legal,
  })
  const { dist, firebase, terms, rates, wallets = false } = web
  const changing: ChangingSlots[] = [
    {
      // Without a reader, the pages say that prices are unknown.
      read: async () => termsSlots(await terms?.()),
      unknown: termsSlots(undefined),
    },
    {
      read: async () => (await rates?.()) ?? UNKNOWN_RATES,
      unknown: UNKNOWN_RATES,
    },
  ]
  registerSecurityTxt(app, { publicUrl, email: web.support.email })
  return registerPages(app, { dist, sandbox, publicUrl, slots, firebase, changing, wallets })
}

/** Forwards `/sandbox` or `/office` to another process of the sandbox, with unparsed bodies. */
async function passOn(app: FastifyInstance, prefix: '/sandbox' | '/office', upstream: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(httpProxy, { upstream, prefix, rewritePrefix: prefix })
  })
}

/** Builds the complete HTTP server, ready to listen or to be injected into. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = await createBase({ ...options, kind: 'server' })
  app.decorate('authenticate', options.authenticate)
  const { db, budgetsOf = () => [] } = options
  app.decorate('budgetsOf', budgetsOf)
  app.decorate('countCall', async (call, from) => countCall(db, budgetsOf(call, from)))
  app.decorate('servedCalls', new Map())
  registerForms(app)
  registerRequestSpans(app, options.trustProxy)
  registerGuards(app, { publicUrl: options.publicUrl, publicHostOnly: options.publicHostOnly ?? false })
  registerHealth(app, options)
  registerMetrics(app, options.metrics ?? createMetrics({}))
  for (const module of options.modules) module.routes(app)
  await registerDocs(app)
  if (options.sandbox !== undefined) {
    await passOn(app, '/sandbox', options.sandbox.url)
    if (options.sandbox.officeUrl !== undefined) await passOn(app, '/office', options.sandbox.officeUrl)
  }
  const notFoundPage = await registerWeb(app, options)
  registerNotFound(app, notFoundPage)
  return app
}
