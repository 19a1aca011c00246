import cookie from '@fastify/cookie'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawRequestDefaultExpression,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import { createLog } from '../../lib/log.ts'
import { Refused } from '../../lib/refused.ts'
import { registerErrors, sendRefusal } from '../errors.ts'
import type { Traces } from '../security-log.ts'
import { shareCompilers } from './compilers.ts'
import { setDefaultHeaders } from './guards.ts'
import { registerJsonBodies } from './json-body.ts'
import { createListener, type Listener } from './listener.ts'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { ERRORS, type ErrorCode } from '@sesa/contract'
import type { Socket } from 'node:net'

const BODY_LIMIT = 32 * 1024

/** Options that the customers' server and the office's share. */
export interface BaseOptions {
  readonly kind: 'server' | 'office'
  readonly publicUrl: string
  readonly logLevel: string
  /** Destination of log lines; default: standard output. */
  readonly logTo?: { write(line: string): void } | undefined
  /** Returns true if the forwarded headers of a proxy at this address count; undefined: none do. */
  readonly trustProxy?: ((address: string) => boolean) | undefined
  /** Pseudonymizes sources in the security log; without it they are left out. */
  readonly traces?: Traces | undefined
  /** How the server listens; default: plain text. */
  readonly listener?: Listener | undefined
}

const REQUEST_ID = /^[\w-]{8,100}$/

/** Keeps the request id that one of our proxies assigned, so that its log and ours can be correlated. */
function requestIdOf(
  { socket, headers }: RawRequestDefaultExpression,
  trusts: BaseOptions['trustProxy'],
): string {
  const given = headers['x-request-id']
  const isOurs = trusts?.(socket.remoteAddress ?? '') === true
  return isOurs && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** Closes each connection with its next answer once the server stops: open ones would delay the end of the process. */
function closeConnectionsAtEnd(app: FastifyInstance): void {
  let leaving = false
  app.addHook('preClose', async () => {
    leaving = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close')
  })
}

/**
 * Builds a server that parses requests strictly and answers every error in one shape; the caller adds guards and
 * routes.
 */
export async function createBase(options: BaseOptions): Promise<FastifyInstance> {
  const secure = options.publicUrl.startsWith('https:')
  const logger: FastifyBaseLogger = createLog({
    kind: options.kind,
    level: options.logLevel,
    to: options.logTo,
  })
  const app: FastifyInstance = Fastify({
    serverFactory: (options.listener ?? createListener()).serverFactory,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, request, reply) => {
      setDefaultHeaders(reply, secure)
      void sendRefusal(new Refused('malformed_request'), request, reply)
    },
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    genReqId: (request) => requestIdOf(request, options.trustProxy),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  await shareCompilers(app)
  app.decorate('traces', options.traces ?? null)
  app.decorateRequest('caller', null)
  app.decorateRequest('entered', null)
  refuseTwoMeanings(app)
  closeConnectionsAtEnd(app)
  cutSlowReaders(app)
  registerJsonBodies(app)
  await app.register(cookie)
  registerErrors(app)
  return app
}

/** Headers that name a request's host, sender and length. Each may appear once. */
const ONCE = ['host', 'authorization', 'content-length', 'content-type', 'origin', 'transfer-encoding']

/**
 * Returns true if every program on the way reads the same host, caller and length in a request. Node uses the first of
 * two hosts and a cache may use the last (RFC 9112, section 3.2).
 */
export function hasOneMeaning({
  rawHeaders,
  url = '',
}: Pick<IncomingMessage, 'rawHeaders' | 'url'>): boolean {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  if (ONCE.some((once) => names.filter((name) => name === once).length > 1)) return false
  if (url.startsWith('/') || url === '*') return true
  // An absolute URL instead of a path, as proxies send: allowed only for the host in the header.
  const host = rawHeaders[names.indexOf('host') * 2 + 1]
  return URL.canParse(url) && host !== undefined && new URL(url).host === host.toLowerCase()
}

/** Answers 400 to a request that two programs could read differently. */
function refuseTwoMeanings(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasOneMeaning(raw)) throw new Refused('malformed_request')
  })
}

/**
 * How long a response may stall, and how long it may take from its first to its last byte, in milliseconds. The second
 * limit is long: responses are small, but a phone at the edge of its network receives only 2 kB a second.
 */
const LIMITS = { standstill: 7_000, whole: 120_000 }

/**
 * Disconnects clients that don't read their response, or read it a few bytes at a time. The time starts with the first
 * byte.
 */
export function cutSlowReaders(app: FastifyInstance, { standstill, whole } = LIMITS): void {
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    const cut = (): void => void raw.destroy()
    raw.setTimeout(standstill, cut)
    const timer = setTimeout(cut, whole)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** Answers a malformed or too slow HTTP request in the usual error shape, and closes the connection. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // Nothing can be sent before the handshake ends; a write would wait forever.
  if ('secureConnecting' in socket && socket.secureConnecting === true) return void socket.destroy()
  const code = CODES[error.code ?? ''] ?? 'malformed_request'
  const { status, message } = ERRORS[code]
  const body = JSON.stringify({ error: { code, message, requestId: randomUUID() } })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    "content-security-policy: default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
