import { compose } from './compose.ts'
import { readConfig } from './config.ts'
import { runProcess } from './process.ts'

await runProcess(async () => {
  const config = readConfig(process.env)
  const product = compose(config)
  await product.prepare()
  const app = await product.createHttp()
  await app.listen({ host: config.http.host, port: config.http.port })
  return async () => {
    await app.close()
    await product.close()
  }
})
