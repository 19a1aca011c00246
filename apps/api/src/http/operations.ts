import Fastify from 'fastify'
import type { Registry } from 'prom-client'
import type { Readiness } from './server/readiness.ts'

/**
 * Serves a process's `/healthz`, `/readyz` and `/metrics` on a separate port, in plain text: for monitoring, never for
 * customers. Returns a function that closes it; without a port it serves nothing.
 */
export async function serveOperations(
  { host, port }: { readonly host: string; readonly port: number | null },
  { readiness, metrics }: { readonly readiness: Readiness; readonly metrics: Registry },
): Promise<() => Promise<void>> {
  if (port === null) return async () => undefined
  const app = Fastify({ forceCloseConnections: true })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await readiness.check()
      return { status: 'ready' }
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'unavailable' })
    }
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
  await app.listen({ host, port })
  return () => app.close()
}
