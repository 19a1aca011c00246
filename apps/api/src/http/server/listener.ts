import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { TLS_RULES, type Certificate } from './tls.ts'

/**
 * Time-outs that disconnect a slow client within 15 s. The headers time-out must be below the request time-out (Node
 * swaps them otherwise), and Node detects late requests at its next check. Silence before the TLS handshake and
 * kept-alive connections have separate limits.
 */
const TIMEOUTS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 10_000,
}
const HANDSHAKE_TIMEOUT = 5_000

/** How a server listens: in plain text, or with a certificate that can be replaced at run time. */
export interface Listener {
  /** The options for Fastify's server. */
  readonly serverFactory: (handler: RequestListener) => Server
  /** Uses this certificate for new connections. Does nothing without TLS. */
  renew(certificate: Certificate): void
}

/**
 * Creates a server that uses TLS with `certificate`, or plain text without one. In plain text, `accepts` names the addresses
 * that may connect: a request from any other has bypassed the proxy that terminates TLS.
 */
export function createListener(certificate?: Certificate, accepts?: (address: string) => boolean): Listener {
  if (certificate === undefined)
    return {
      serverFactory(handler) {
        const plain = createServer(TIMEOUTS, handler)
        if (accepts !== undefined)
          plain.on('connection', (socket) => {
            if (!accepts(socket.remoteAddress ?? '')) socket.destroy()
          })
        return plain
      },
      renew: () => undefined,
    }
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
