import type { FastifyInstance } from 'fastify'
import { Refused } from '../lib/refused.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const API_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Cross-site requests that could change something are refused: a browser says where a request comes from in
 * Origin and Sec-Fetch-Site. Programs send neither and pass; they carry no cookie of anybody.
 */
function registerOriginCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.url.startsWith('/sandbox/')) return
    const { origin, host } = request.headers
    const foreign = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
    if (foreign || request.headers['sec-fetch-site'] === 'cross-site') throw new Refused('origin_refused')
  })
}

/** Headers of every answer that has not set its own: nothing is stored, framed, sniffed or leaked by Referer. */
function registerHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}

/** One log line an answer, with the route's pattern instead of the address: addresses can carry secrets. */
function registerAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const line = {
      method,
      route: routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log.info(line, 'answered')
  })
}

/** Everything that guards each request and answer, whatever its route. */
export function registerGuards(app: FastifyInstance, options: { secure: boolean }): void {
  registerOriginCheck(app)
  registerHeaders(app, options.secure)
  registerAccessLog(app)
}
