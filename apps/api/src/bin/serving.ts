import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../compose/product.ts'
import type { Config, TlsSettings } from '../config/config.ts'
import { serveOperations } from '../http/operations.ts'
import type { Listener } from '../http/server/listener.ts'
import { showLife, type OpenReadiness } from '../http/server/readiness.ts'
import type { Certificate } from '../http/server/tls.ts'
import { followCertificate } from './certificate.ts'
import type { RunningProcess } from './process.ts'

interface Parts {
  readonly app: FastifyInstance
  readonly address: { readonly host: string; readonly port: number }
  readonly product: Product
  readonly readiness: OpenReadiness
  readonly operations: Config['operations']
  readonly listener: Listener
  readonly tls: TlsSettings
  /** Undefined where the process does not end TLS itself. */
  readonly certificate: Certificate | undefined
  stopTracing(): Promise<void>
}

/** Listens, serves health and metrics, and follows a renewed certificate, until the process stops. */
export async function serving(parts: Parts): Promise<RunningProcess> {
  const { app, address, product, readiness, operations, listener, tls, certificate, stopTracing } = parts
  await app.listen(address)
  const closeOperations = await serveOperations(operations, { readiness, metrics: product.metrics })
  const stopSigns = showLife(readiness)
  const stopFollowing =
    tls.by === 'server' && certificate !== undefined
      ? followCertificate(tls, {
          current: certificate,
          renew: listener.renew,
          say: (words) => app.log.warn({ words }, 'certificate'),
        })
      : undefined
  return {
    async drain() {
      readiness.leave()
      await sleep(operations.drainMs)
    },
    async stop() {
      stopSigns()
      stopFollowing?.()
      await app.close()
      await closeOperations()
      await Promise.all([product.close(), readiness.close()])
      await stopTracing()
    },
  }
}
