import { ANSWER_WITHIN_MS } from '../db/index.ts'
import { createListener } from '../http/server/listener.ts'
import { openReadiness } from '../http/server/readiness.ts'
import { compose } from '../compose/product.ts'
import { startTracing } from '../compose/tracing.ts'
import { readServerConfig } from '../config/config.ts'
import { readCertificate } from './certificate.ts'
import { awaitDatabase, runProcess } from './process.ts'
import { serving } from './serving.ts'

await runProcess('server', async () => {
  const config = readServerConfig(process.env)
  const { operations, tls } = config
  const certificate = tls.by === 'server' ? await readCertificate(tls) : undefined
  const stopTracing = await startTracing(config.tracing, 'server')
  const product = compose(config, { answerWithin: ANSWER_WITHIN_MS })
  await awaitDatabase(config.database.url)
  await product.prepare()
  const listener = createListener(certificate, tls.by === 'proxy' ? tls.accepts : undefined)
  const readiness = openReadiness(config.database.url, 'server')
  const app = await product.createHttp({ listener, readiness })
  const { host, port } = config.http
  const address = { host, port }
  return serving({ app, address, product, readiness, operations, listener, tls, certificate, stopTracing })
})
