import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { TLS_RULES, type Certificate } from './tls.ts'

/**
 * Time-outs that cut a slow client within 15 s. Headers must be below request (Node swaps them otherwise), and what is
 * late is noticed at the next look. Silence before the handshake of TLS has a limit of its own, and so has a connection
 * that is kept after an answer.
 */
const TIMEOUTS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 10_000,
}
const HANDSHAKE_TIMEOUT = 5_000

/** How a server listens: in the clear, or with a certificate that can be exchanged while it runs. */
export interface Listener {
  /** What Fastify makes its server with. */
  readonly serverFactory: (handler: RequestListener) => Server
  /** New connections get this certificate from now on. Does nothing without TLS. */
  renew(certificate: Certificate): void
}

/** Makes a server that answers over TLS with `certificate`, or without one in the clear. */
export function createListener(certificate?: Certificate): Listener {
  if (certificate === undefined)
    return { serverFactory: (handler) => createServer(TIMEOUTS, handler), renew: () => undefined }
  let server: ReturnType<typeof createTlsServer> | undefined
  return {
    serverFactory(handler) {
      server = createTlsServer(
        { ...TIMEOUTS, ...TLS_RULES, ...certificate, handshakeTimeout: HANDSHAKE_TIMEOUT },
        handler,
      )
      return server
    },
    renew(next) {
      server?.setSecureContext({ ...TLS_RULES, ...next })
    },
  }
}
