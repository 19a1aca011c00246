import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TLSSocket } from 'node:tls'
import { Refused } from '../../lib/refused.ts'
import { hostNameOf, registerHostCheck, type HostRules } from '../pages/hosts.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const API_POLICY = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
const CARD_FIELDS = '(self "https://js.stripe.com" "https://*.js.stripe.com")'

/** Disables browser features that our pages do not use. Passkeys are only for our own origin. */
const permissionsWith = (payment: string): string =>
  [
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=()',
    'magnetometer=(), microphone=(), midi=(), serial=(), usb=(), xr-spatial-tracking=()',
    `payment=${payment}, publickey-credentials-create=(self), publickey-credentials-get=(self)`,
  ].join(', ')
const PERMISSIONS = permissionsWith('()')
/** The permissions policy of a document with the card fields, whose wallets request a payment. */
export const PAYING_PERMISSIONS = permissionsWith(CARD_FIELDS)
/** The session cookie, under both its names. The hint cookie is not listed: it opens no session. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-sesa|sesa-\d+)=/

/**
 * Rejects cross-site requests that could change something: browsers name the source in Origin and Sec-Fetch-Site.
 * Programs send neither header and pass, as long as they send no session cookie.
 */
function registerOriginCheck(app: FastifyInstance, publicUrl: string): void {
  const ours = new URL(publicUrl)
  /** Returns the origin of our own pages under this request's host; a proxy may terminate TLS for the public one. */
  const ownOrigin = ({ host, socket }: FastifyRequest): string => {
    const isPublic = hostNameOf(host) === ours.hostname
    const own = (socket as Partial<TLSSocket>).encrypted === true ? 'https:' : 'http:'
    return `${isPublic ? ours.protocol : own}//${host}`
  }
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.url.startsWith('/sandbox/')) return
    const { origin } = request.headers
    const foreign = origin !== undefined && !isSameOrigin(origin, ownOrigin(request))
    const site = request.headers['sec-fetch-site']
    const silent = origin === undefined && site === undefined
    if (foreign || site === 'cross-site' || (silent && SESSION_COOKIE.test(request.headers.cookie ?? '')))
      throw new Refused('origin_refused')
  })
}

/** Compares an Origin header with ours, with or without the scheme's default port. */
function isSameOrigin(origin: string, own: string): boolean {
  return URL.canParse(origin) && URL.canParse(own) && new URL(origin).origin === new URL(own).origin
}

/**
 * Returns true for responses that sign-in popups load: an opener policy on them would separate the popup from its
 * opener.
 */
const isForPopups = ({ statusCode, request: { url } }: FastifyReply): boolean =>
  (statusCode >= 300 && statusCode < 400) || url.startsWith('/sandbox') || url.startsWith('/auth/google')

/** Returns true for the sandbox, whose card form comes from another origin, like Stripe's. */
const isOfSandbox = ({ request: { url } }: FastifyReply): boolean => url.startsWith('/sandbox/')

/** Sets the default headers of a response: nothing is stored, framed, sniffed, embedded or leaked by Referer. */
export function setDefaultHeaders(reply: FastifyReply, secure: boolean): void {
  if (!reply.hasHeader('cross-origin-resource-policy'))
    reply.header('cross-origin-resource-policy', isOfSandbox(reply) ? 'cross-origin' : 'same-origin')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY)
  reply.header('x-content-type-options', 'nosniff')
  // A page with a secret address sends no Referer.
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  // An asset is not a document and needs no policy, which would add 400 bytes to each of nine files.
  if (!isBuildFile(reply)) {
    reply.header('x-request-id', reply.request.id)
    if (!reply.hasHeader('permissions-policy')) reply.header('permissions-policy', PERMISSIONS)
    if (!reply.hasHeader('cross-origin-opener-policy') && !isForPopups(reply))
      reply.header('cross-origin-opener-policy', 'same-origin')
  }
  if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Returns true for scripts and images with a content hash in their name; only these are cached permanently. */
function isBuildFile(reply: FastifyReply): boolean {
  return String(reply.getHeader('cache-control')).includes('immutable')
}

function registerHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onSend', async (_request, reply) => setDefaultHeaders(reply, secure))
}

/** Logs one line per response, with the route's pattern instead of the address, which may contain secrets. */
function registerAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const line = {
      method,
      route: routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      // The account's id, meaningless outside the database.
      user: request.caller?.userId ?? null,
      ...request.span?.fields,
    }
    request.log.info(line, 'answered')
  })
}

/** Guards every request and response, on any route. */
export function registerGuards(app: FastifyInstance, rules: HostRules): void {
  registerHostCheck(app, rules)
  registerOriginCheck(app, rules.publicUrl)
  registerHeaders(app, rules.publicUrl.startsWith('https:'))
  registerAccessLog(app)
}
