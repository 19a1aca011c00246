import { composeOffice } from '../compose/office.ts'
import { compose } from '../compose/product.ts'
import { startTracing } from '../compose/tracing.ts'
import { asOffice, readServerConfig } from '../config/config.ts'
import { ConfigError } from '../config/setting.ts'
import { ANSWER_WITHIN_MS } from '../db/index.ts'
import { createListener } from '../http/server/listener.ts'
import { openReadiness } from '../http/server/readiness.ts'
import { readCertificate } from './certificate.ts'
import { awaitDatabase, runProcess } from './process.ts'
import { serving } from './serving.ts'

await runProcess('office', async () => {
  const config = readServerConfig(asOffice(process.env))
  const { office, operations, providers, tls } = config
  if (office === null)
    throw new ConfigError('Setting OFFICE_PORT is missing: the office is off until it has a port.')
  const stopTracing = await startTracing(config.tracing, 'office')
  const product = compose(config, { answerWithin: ANSWER_WITHIN_MS })
  await awaitDatabase(config.database.url)
  // In the sandbox the customers' server passes requests on, on this machine.
  const isLive = providers.mode === 'live'
  const certificate = isLive && tls.by === 'server' ? await readCertificate(tls) : undefined
  const listener = createListener(certificate, isLive && tls.by === 'proxy' ? tls.accepts : undefined)
  const readiness = openReadiness(config.database.url, 'office')
  const app = await composeOffice(product, config, office, { readiness, listener })
  const address = { host: isLive ? config.http.host : '127.0.0.1', port: office.port }
  return serving({ app, address, product, readiness, operations, listener, tls, certificate, stopTracing })
})
