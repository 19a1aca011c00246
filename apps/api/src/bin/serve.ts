import { ANSWER_WITHIN_MS } from '../db/index.ts'
import { createListener } from '../http/server/listener.ts'
import { compose } from '../compose/product.ts'
import { readConfig } from '../config/config.ts'
import { runProcess } from './process.ts'
import { withSecretFiles } from '../config/secret-files.ts'
import { followCertificate, readCertificate, readTls } from '../config/tls-settings.ts'

await runProcess(async () => {
  const env = withSecretFiles(process.env)
  const config = readConfig(env)
  const tls = readTls(env)
  const certificate = tls.by === 'server' ? await readCertificate(tls) : undefined
  const product = compose(config, { answerWithin: ANSWER_WITHIN_MS })
  await product.prepare()
  const listener = createListener(certificate, tls.by === 'proxy' ? tls.accepts : undefined)
  const app = await product.createHttp({ listener })
  await app.listen({ host: config.http.host, port: config.http.port })
  const stopFollowing =
    tls.by === 'server' && certificate !== undefined
      ? followCertificate(tls, {
          current: certificate,
          renew: listener.renew,
          say: (words) => app.log.warn({ words }, 'certificate'),
        })
      : undefined
  return async () => {
    stopFollowing?.()
    await app.close()
    await product.close()
  }
})
