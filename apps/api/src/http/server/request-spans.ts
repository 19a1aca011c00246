import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inRequest, isTracing, RequestSpan } from '../../lib/tracing.ts'
import { parseTraceparent } from '../../lib/traceparent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without tracing, and for pages, files and health. */
    span: RequestSpan | null
  }
}

/** Asked every few seconds by machines that watch the process. */
const WATCHED = new Set(['/healthz', '/readyz', '/metrics'])

/** Calls and callbacks have a span; pages, files and the sandbox have none. */
function hasSpan(app: FastifyInstance, { method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  if (WATCHED.has(url)) return false
  const path = url.replace(/:(\w+)/g, '{$1}')
  return (
    url.startsWith('/webhooks/') ||
    [...app.servedCalls.values()].some((call) => call.path === path && call.method === method)
  )
}

/**
 * Records a span for each call and callback. A caller's `traceparent` continues its trace only if it comes from a proxy of
 * ours; a stranger's becomes a link.
 */
export function registerRequestSpans(
  app: FastifyInstance,
  trusts: ((address: string) => boolean) | undefined,
): void {
  app.decorateRequest('span', null)
  if (!isTracing()) return
  app.addHook('onRequest', async (request) => {
    if (!hasSpan(app, request)) return
    const { method, routeOptions, headers, socket } = request
    const route = routeOptions.url ?? ''
    const given = parseTraceparent(headers.traceparent)
    const isOurs = trusts?.(socket.remoteAddress ?? '') === true
    request.span = new RequestSpan({
      name: `${method} ${route}`,
      attributes: { 'http.request.method': method, 'http.route': route, 'sesa.request_id': request.id },
      parent: isOurs ? given : undefined,
      stranger: isOurs ? undefined : given,
    })
  })
  // Here and not before: reading the body loses the context, and neither sign-in nor validation needs a span.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span === null) done()
    else inRequest(request.span, done)
  })
  app.addHook('onResponse', async ({ span }, { statusCode }) => span?.end(statusCode))
}
