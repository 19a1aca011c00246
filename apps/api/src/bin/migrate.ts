import { migrate } from '../db/migrate.ts'
import { loginOf, MigrationRefused } from '../db/roles.ts'
import { readMigration } from '../config/database-users.ts'
import { ConfigError } from '../config/provider-settings.ts'
import { log, startLog } from '../lib/log.ts'
import { awaitDatabase } from './process.ts'

startLog('migrate', process.env['SESA_LOG_LEVEL'])
try {
  const { ownerUrl, appUrl, workerUrl, officeUrl } = readMigration(process.env)
  await awaitDatabase(ownerUrl)
  const applied = await migrate(ownerUrl, {
    app: loginOf(appUrl),
    worker: workerUrl === undefined ? undefined : loginOf(workerUrl),
    office: officeUrl === undefined ? undefined : loginOf(officeUrl),
  })
  log().info({ applied }, 'the schema is up to date')
} catch (error) {
  const isRefused = error instanceof MigrationRefused || error instanceof ConfigError
  if (isRefused) process.stderr.write(`${error.message}\n`)
  else log().fatal({ err: error }, 'cannot migrate')
  process.exitCode = 1
}
