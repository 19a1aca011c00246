import { createDb } from '../db/index.ts'
import { runJobs } from '../jobs/index.ts'
import { watchCrons } from '../modules/reconciliation/index.ts'
import { compose } from '../compose/product.ts'
import { alert } from '../compose/report.ts'
import { readConfig } from '../config/config.ts'
import { runProcess } from './process.ts'
import { withSecretFiles } from '../config/secret-files.ts'

await runProcess(async () => {
  const config = readConfig(withSecretFiles(process.env))
  const product = compose(config)
  await product.prepare()
  const reader = createDb(config.database.workerUrl, { max: 1, applicationName: 'sesa-watch' })
  const runner = await runJobs({
    databaseUrl: config.database.workerUrl,
    jobs: product.jobs,
    crons: [...product.crons, ...watchCrons({ db: product.db, reader, alert })],
    report: (line) => process.stderr.write(`jobs: ${line}\n`),
  })
  const transfers = product.createTransferWorker()
  transfers.start()
  await product.atWorkerStart()
  return async () => {
    await Promise.all([transfers.stop(), runner.stop()])
    await Promise.all([product.close(), reader.destroy()])
  }
})
