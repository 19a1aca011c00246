import { createSandbox } from '@sesa/sandbox'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { freePort } from '@sesa/test-kit/ports'
import { waitPatiently } from '../../db/patience.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { compose } from '../../compose/product.ts'
import { readConfig } from '../../config/config.ts'
import { startJobs } from '../../testing/job-runner.ts'
import { Client } from './client.ts'

export const WEBHOOK_SECRET = 'whsec_security'

export interface ProductOptions {
  /** Settings that extend or replace the usual ones. */
  readonly env?: Readonly<Record<string, string>>
  /** Serve the built web app as well. */
  readonly pages?: boolean
  /** Returns another address at which the product reaches its database. */
  readonly over?: (databaseUrl: string) => Promise<string>
  /** As in `compose`. */
  readonly answerWithin?: number
}

/** Starts the sandbox, which sends its callbacks to our server at `port`. */
export async function startSandboxProviders(port: number) {
  const sandbox = await createSandbox({
    dataFile: ':memory:',
    publicUrl: `http://localhost:${port}/sandbox`,
    webhookBase: `http://127.0.0.1:${port}`,
    stripeWebhookSecret: WEBHOOK_SECRET,
  })
  const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => sandbox.close() }
}

/** Returns the settings of server and worker, as the launcher sets them. */
export function settingsOf(
  database: Pick<TestDatabase, 'url' | 'workerUrl'>,
  sandboxUrl: string,
  port: number,
): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    DATABASE_WORKER_URL: database.workerUrl,
    PORT: String(port),
    SESA_SECRET: randomBytes(32).toString('base64'),
    SANDBOX_URL: sandboxUrl,
    SANDBOX_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }
}

export interface Served {
  readonly base: string
  readonly publicUrl: string
  readonly sandboxUrl: string
  /** Undefined for processes of their own: their steps wait as in operation. */
  readonly database?: Pick<TestDatabase, 'owner'>
}

export interface ProductWorld extends Served {
  readonly app: FastifyInstance
  readonly database: TestDatabase
  client(): Client
  /** Runs a cron now, so that a test need not wait for its minute. */
  runCron(task: string): Promise<void>
  close(): Promise<void>
}

/** Starts the whole product as composed for production, on a real database, with its jobs and the sandbox. */
export async function startProduct({
  env = {},
  pages = false,
  over = (url) => Promise.resolve(url),
  answerWithin,
}: ProductOptions = {}): Promise<ProductWorld> {
  const database = await createTestDatabase()
  const port = await freePort()
  const sandbox = await startSandboxProviders(port)
  const config = readConfig({
    ...settingsOf({ ...database, url: await over(database.url) }, sandbox.url, port),
    SESA_LOG_LEVEL: 'silent',
    ...env,
  })
  const product = compose(config, answerWithin === undefined ? {} : { answerWithin })
  await product.prepare()
  await product.atWorkerStart()
  const app = await product.createHttp({ pages })
  const base = await app.listen({ host: '127.0.0.1', port })
  const closed = Promise.withResolvers<void>()
  // A busy machine slows the product down but does not make it unavailable, unless a test is about that.
  if (answerWithin === undefined) void waitPatiently(() => closed.promise)
  const stopJobs = await startJobs(database, product.jobs, product.crons)
  const worker = product.createSweeper()
  worker.start()
  return {
    app,
    base,
    publicUrl: config.http.publicUrl,
    sandboxUrl: sandbox.url,
    database,
    client: () => new Client(base),
    async runCron(task) {
      const cron = product.crons.find((each) => each.task === task)
      if (cron === undefined) throw new Error(`No cron is called ${task}`)
      await cron.run()
    },
    async close() {
      await worker.stop()
      await stopJobs()
      await app.close()
      await product.close()
      await sandbox.close()
      await database.drop()
      closed.resolve()
    },
  }
}
