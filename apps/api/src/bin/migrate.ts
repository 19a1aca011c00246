import { migrate } from '../db/migrate.ts'
import { loginOf, MigrationRefused } from '../db/roles.ts'
import { readMigration } from '../config/config.ts'
import { ConfigError } from '../config/provider-settings.ts'

try {
  const { ownerUrl, appUrl, workerUrl } = readMigration(process.env)
  await migrate(ownerUrl, {
    app: loginOf(appUrl),
    worker: workerUrl === undefined ? undefined : loginOf(workerUrl),
  })
} catch (error) {
  const isRefused = error instanceof MigrationRefused || error instanceof ConfigError
  process.stderr.write(`${isRefused ? error.message : String(error)}\n`)
  process.exitCode = 1
}
