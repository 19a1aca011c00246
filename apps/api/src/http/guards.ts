import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refused } from '../lib/refused.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const API_POLICY = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
/** What no page of ours uses; the card fields may ask for a payment, and a passkey is ours alone. */
const PERMISSIONS = [
  'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=()',
  'magnetometer=(), microphone=(), midi=(), serial=(), usb=(), xr-spatial-tracking=()',
  'payment=(self "https://js.stripe.com"), publickey-credentials-create=(self), publickey-credentials-get=(self)',
].join(', ')
/** The cookie that opens a session, under both its names; not the hint, which opens nothing. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-sesa|sesa-\d+)=/

/**
 * Cross-site requests that could change something are refused: a browser says where a request comes from in
 * Origin and Sec-Fetch-Site. Programs send neither and pass, as long as they carry nobody's session.
 */
function registerOriginCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.url.startsWith('/sandbox/')) return
    const { origin, host } = request.headers
    const foreign = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
    const site = request.headers['sec-fetch-site']
    const silent = origin === undefined && site === undefined
    if (foreign || site === 'cross-site' || (silent && SESSION_COOKIE.test(request.headers.cookie ?? '')))
      throw new Refused('origin_refused')
  })
}

/** Headers of an answer that has not set its own: nothing is stored, framed, sniffed or leaked by Referer. */
export function setDefaultHeaders(reply: FastifyReply, secure: boolean): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  // A file of the build is no document that could ask for anything: there it would be 400 bytes for nothing, nine times.
  if (!isBuildFile(reply)) reply.header('permissions-policy', PERMISSIONS)
  if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Scripts and pictures under a name of their content; no answer but theirs is kept for good. */
function isBuildFile(reply: FastifyReply): boolean {
  return String(reply.getHeader('cache-control')).includes('immutable')
}

function registerHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onSend', async (_request, reply) => setDefaultHeaders(reply, secure))
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
      // The account's id, which tells nothing outside the database.
      user: request.caller?.userId ?? null,
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
