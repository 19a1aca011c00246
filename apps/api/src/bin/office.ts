import { setTimeout as sleep } from 'node:timers/promises'
import { composeOffice } from '../compose/office.ts'
import { compose } from '../compose/product.ts'
import { startTracing } from '../compose/tracing.ts'
import { readConfig } from '../config/config.ts'
import { readOperations } from '../config/operations-settings.ts'
import { ConfigError } from '../config/provider-settings.ts'
import { withSecretFiles } from '../config/secret-files.ts'
import { followCertificate, readCertificate, readTls } from '../config/tls-settings.ts'
import { readTracing } from '../config/tracing-settings.ts'
import { ANSWER_WITHIN_MS } from '../db/index.ts'
import { serveOperations } from '../http/operations.ts'
import { createListener } from '../http/server/listener.ts'
import { createReadiness, showLife } from '../http/server/readiness.ts'
import { runProcess } from './process.ts'

await runProcess('office', async () => {
  const env = withSecretFiles(process.env)
  const [config, operations, tls] = [readConfig(env), readOperations(env), readTls(env)]
  const { office, providers } = config
  if (office === null)
    throw new ConfigError('Setting OFFICE_PORT is missing: the office is off until it has a port.')
  const stopTracing = await startTracing(readTracing(env), 'office')
  const product = compose(config, { answerWithin: ANSWER_WITHIN_MS })
  // In the sandbox the customers' server passes requests on, on this machine.
  const isLive = providers.mode === 'live'
  const certificate = isLive && tls.by === 'server' ? await readCertificate(tls) : undefined
  const listener = createListener(certificate, isLive && tls.by === 'proxy' ? tls.accepts : undefined)
  const readiness = createReadiness(product.db, 'office')
  const app = await composeOffice(product, config, office, { readiness, listener })
  await app.listen({ host: isLive ? config.http.host : '127.0.0.1', port: office.port })
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
