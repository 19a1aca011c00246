import fastifyStatic from '@fastify/static'
import { OFFICE_HEADER } from '@sesa/contract/office'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { Refused } from '../../lib/refused.ts'
import { sendRefusal } from '../errors.ts'
import { registerHostCheck } from '../pages/hosts.ts'
import { createBase, type BaseOptions } from '../server/base.ts'
import { setDefaultHeaders } from '../server/guards.ts'
import { registerMetrics } from '../server/metrics.ts'
import type { Readiness } from '../server/readiness.ts'
import type { OfficeGate } from './route.ts'

export interface OfficeServerOptions extends Omit<BaseOptions, 'kind'> {
  readonly gate: OfficeGate
  readonly modules: readonly { routes(app: FastifyInstance): void }[]
  /** Whether to accept only the host of `publicUrl`; by default this machine's names and addresses as well. */
  readonly publicHostOnly: boolean
  readonly readiness: Readiness
  readonly metrics: Registry
  /** Folder of the built app; without a build, the office only answers calls. */
  readonly dist: string
}

/** The app loads from and connects to only its own origin. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Refuses requests that another site's page could send. A browser names the page in `Origin` with every request that
 * changes something, and only our own pages can set the office's header.
 */
function registerOriginCheck(app: FastifyInstance, publicUrl: string): void {
  const ours = new URL(publicUrl).origin
  app.addHook('onRequest', async ({ method, headers }) => {
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      // A link in an email may open a page, which contains no data.
      if (method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate') throw new Refused('origin_refused')
    }
    if (method === 'GET' || method === 'HEAD') return
    if (headers.origin !== ours || headers[OFFICE_HEADER] !== '1') throw new Refused('origin_refused')
  })
}

/** Logs one line per answer, with the route's pattern and the member's id. */
function registerAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        member: request.member?.id ?? null,
      },
      'answered',
    )
  })
}

function registerHealth(app: FastifyInstance, { readiness, metrics }: OfficeServerOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await readiness.check()
    return { status: 'ready' }
  })
  registerMetrics(app, metrics)
}

const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  (url.split('?')[0] === '/office' || url.startsWith('/office/')) &&
  !url.startsWith('/office/api/') &&
  (headers.accept ?? '').includes('text/html')

/**
 * Serves the built app: its files, and its only page at every other path below `/office/`, which its own router
 * handles.
 */
async function registerApp(app: FastifyInstance, dist: string): Promise<void> {
  if (existsSync(dist))
    await app.register(fastifyStatic, {
      root: dist,
      prefix: '/office/',
      index: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        const isHashed = path.startsWith(join(dist, 'assets'))
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = wantsPage(request)
      ? await readFile(join(dist, 'index.html'), 'utf8').catch(() => undefined)
      : undefined
    if (page === undefined) return sendRefusal(new Refused('not_found'), request, reply)
    return reply
      .code(200)
      .headers({ 'content-security-policy': PAGE_POLICY, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(page)
  }
  app.get('/office', sendPage)
  app.get('/office/', sendPage)
  app.setNotFoundHandler(sendPage)
}

/** Builds the office's HTTP server, ready to listen or to be injected into. */
export async function createOfficeServer(options: OfficeServerOptions): Promise<FastifyInstance> {
  const { publicUrl, publicHostOnly, gate, modules, dist } = options
  const app = await createBase({ ...options, kind: 'office' })
  app.decorate('officeGate', gate)
  app.decorate('servedOfficeCalls', new Map())
  app.decorateRequest('member', null)
  app.decorateRequest('proof', '')
  registerHostCheck(app, { publicUrl, publicHostOnly })
  registerOriginCheck(app, publicUrl)
  app.addHook('onSend', async (_request, reply) => setDefaultHeaders(reply, publicUrl.startsWith('https:')))
  registerAccessLog(app)
  registerHealth(app, options)
  for (const module of modules) module.routes(app)
  await registerApp(app, dist)
  return app
}
