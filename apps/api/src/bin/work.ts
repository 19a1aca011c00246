import { createDb } from '../db/index.ts'
import { runJobs } from '../jobs/index.ts'
import { watchCrons } from '../domains/books/index.ts'
import { compose } from '../compose/product.ts'
import { startTracing } from '../compose/tracing.ts'
import { alert, reportQueue } from '../compose/report.ts'
import { readConfig } from '../config/config.ts'
import { serveOperations } from '../http/operations.ts'
import { openReadiness, showLife } from '../http/server/readiness.ts'
import { addGauges } from '../http/server/metrics.ts'
import { createDatabaseGauges, createQueueGauges } from '../compose/gauges.ts'
import { awaitDatabase, runProcess } from './process.ts'

/** The connections that a scrape reads over, a few gauges at a time; Prometheus waits 10 s for all of them. */
const SCRAPED = { max: 2, applicationName: 'sesa-metrics', patience: 5_000, answerWithin: 5_000 } as const

await runProcess('worker', async () => {
  const config = readConfig(process.env)
  const stopTracing = await startTracing(config.tracing, 'worker')
  const product = compose(config)
  const { url, workerUrl, readUrl } = config.database
  await awaitDatabase(url)
  await awaitDatabase(workerUrl)
  await product.prepare()
  const scraped = createDb(workerUrl, SCRAPED)
  const watch = createDb(workerUrl, { max: 1, applicationName: 'sesa-watch' })
  const reader =
    readUrl === undefined
      ? watch
      : createDb(readUrl, { max: 1, applicationName: 'sesa-watch', hosts: 'standby' })
  const runner = await runJobs({
    databaseUrl: workerUrl,
    jobs: product.jobs,
    crons: [...product.crons, ...watchCrons({ db: product.db, reader, alert })],
    report: reportQueue,
  })
  const sweeper = product.createSweeper()
  sweeper.start()
  await product.atWorkerStart()
  const readiness = openReadiness(url, 'worker')
  const stopSigns = showLife(readiness)
  addGauges(product.metrics, [...createDatabaseGauges(scraped), ...createQueueGauges(scraped)])
  const closeOperations = await serveOperations(config.operations, { readiness, metrics: product.metrics })
  return {
    // Nothing sends requests to a worker: it stops taking work at once.
    drain: async () => readiness.leave(),
    async stop() {
      stopSigns()
      await Promise.all([sweeper.stop(), runner.stop()])
      await closeOperations()
      await Promise.all([
        product.close(),
        readiness.close(),
        ...[watch, reader, scraped].map((db) => db.destroy()),
      ])
      await stopTracing()
    },
  }
})
