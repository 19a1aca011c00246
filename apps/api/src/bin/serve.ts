import { ANSWER_WITHIN_MS } from '../db/index.ts'
import { createListener } from '../http/server/listener.ts'
import { openReadiness } from '../http/server/readiness.ts'
import { compose } from '../compose/product.ts'
import { startTracing } from '../compose/tracing.ts'
import { readConfig } from '../config/config.ts'
import { readOperations } from '../config/operations-settings.ts'
import { awaitDatabase, runProcess } from './process.ts'
import { serving } from './serving.ts'
import { withSecretFiles } from '../config/secret-files.ts'
import { readTracing } from '../config/tracing-settings.ts'
import { readCertificate, readTls } from '../config/tls-settings.ts'

await runProcess('server', async () => {
  const env = withSecretFiles(process.env)
  const config = readConfig(env)
  const operations = readOperations(env)
  const tls = readTls(env)
  const certificate = tls.by === 'server' ? await readCertificate(tls) : undefined
  const stopTracing = await startTracing(readTracing(env), 'server')
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
