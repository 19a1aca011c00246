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
import { refuseTwoMeanings } from './one-meaning.ts'
import { cutSlowReaders } from './slow-readers.ts'
import { answerUnreadable } from './unreadable.ts'

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
  refuseTwoMeanings(app)
  closeConnectionsAtEnd(app)
  cutSlowReaders(app)
  registerJsonBodies(app)
  await app.register(cookie)
  registerErrors(app)
  return app
}
