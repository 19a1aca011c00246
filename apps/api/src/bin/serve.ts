import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER_WITHIN_MS } from '../db/index.ts'
import { createListener } from '../http/server/listener.ts'
import { serveOperations } from '../http/operations.ts'
import { createReadiness, showLife } from '../http/server/readiness.ts'
import { compose } from '../compose/product.ts'
import { startTracing } from '../compose/tracing.ts'
import { readConfig } from '../config/config.ts'
import { readOperations } from '../config/operations-settings.ts'
import { runProcess } from './process.ts'
import { withSecretFiles } from '../config/secret-files.ts'
import { readTracing } from '../config/tracing-settings.ts'
import { followCertificate, readCertificate, readTls } from '../config/tls-settings.ts'

await runProcess('server', async () => {
  const env = withSecretFiles(process.env)
  const config = readConfig(env)
  const operations = readOperations(env)
  const tls = readTls(env)
  const certificate = tls.by === 'server' ? await readCertificate(tls) : undefined
  const stopTracing = await startTracing(readTracing(env), 'server')
  const product = compose(config, { answerWithin: ANSWER_WITHIN_MS })
  await product.prepare()
  const listener = createListener(certificate, tls.by === 'proxy' ? tls.accepts : undefined)
  const readiness = createReadiness(product.db, 'server')
  const app = await product.createHttp({ listener, readiness })
  await app.listen({ host: config.http.host, port: config.http.port })
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
      await product.close()
      await stopTracing()
    },
  }
})
