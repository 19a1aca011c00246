import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginRequest, isTracing, type RequestSpan } from '../../lib/tracing.ts'
import { parseTraceparent } from '../../lib/traceparent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without tracing, and for pages, files and health. */
    span: RequestSpan | null
  }
}

/** Requested every few seconds by monitoring. */
const WATCHED = new Set(['/healthz', '/readyz', '/metrics'])

/** Returns a filter for requests that get a span: calls and callbacks do; pages, files, health and the sandbox do not. */
function createFilter(app: FastifyInstance): (request: FastifyRequest) => boolean {
  let calls: ReadonlySet<string> | undefined
  return ({ method, routeOptions: { url = '' } }) => {
    calls ??= new Set(
      [...app.servedCalls.values()].map((call) => `${call.method} ${call.path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    return !WATCHED.has(url) && (url.startsWith('/webhooks/') || calls.has(`${method} ${url}`))
  }
}

/**
 * Records a span for each call and callback. A caller's `traceparent` continues its trace only if it comes from one of
 * our proxies; a stranger's becomes a link.
 */
export function registerRequestSpans(
  app: FastifyInstance,
  trusts: ((address: string) => boolean) | undefined,
): void {
  app.decorateRequest('span', null)
  if (!isTracing()) return
  const hasSpan = createFilter(app)
  app.addHook('onRequest', async (request, reply) => {
    if (!hasSpan(request)) return
    const { method, routeOptions, headers, socket } = request
    const route = routeOptions.url ?? ''
    const given = parseTraceparent(headers.traceparent)
    const isOurs = trusts?.(socket.remoteAddress ?? '') === true
    const span = beginRequest(
      `${method} ${route}`,
      { 'http.request.method': method, 'http.route': route, 'sesa.request_id': request.id },
      isOurs ? { parent: given } : { stranger: given },
    )
    request.span = span
    reply.raw.once('close', () => span?.end(reply.statusCode, { aborted: !reply.raw.writableFinished }))
  })
  // Not earlier: reading the body loses the context, and neither sign-in nor validation needs a span.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span === null) done()
    else request.span.enter(done)
  })
  app.addHook('onResponse', async ({ span }, { statusCode }) => span?.end(statusCode, { aborted: false }))
}
