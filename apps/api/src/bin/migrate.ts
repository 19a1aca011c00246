import { migrate } from '../db/migrate.ts'
import { loginOf, MigrationRefused } from '../db/roles.ts'
import { readMigration } from '../config/config.ts'
import { ConfigError } from '../config/setting.ts'
import { log, startLog } from '../lib/log.ts'
import { awaitDatabase } from './process.ts'

startLog('migrate', process.env['SESA_LOG_LEVEL'])
try {
  const settings = readMigration(process.env)
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_WORKER_URL: worker, DATABASE_OFFICE_URL: office } = settings
  await awaitDatabase(ownerUrl)
  const applied = await migrate(ownerUrl, {
    app: loginOf(settings.DATABASE_URL),
    worker: worker === undefined ? undefined : loginOf(worker),
    office: office === undefined ? undefined : loginOf(office),
  })
  log().info({ applied }, 'the schema is up to date')
} catch (error) {
  const isRefused = error instanceof MigrationRefused || error instanceof ConfigError
  if (isRefused) process.stderr.write(`${error.message}\n`)
  else log().fatal({ err: error }, 'cannot migrate')
  process.exitCode = 1
}
