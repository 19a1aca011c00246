import { migrate, MigrationRefused } from '../db/migrate.ts'
import { readDatabaseOwner } from '../config/config.ts'

const { ownerUrl, appPassword } = readDatabaseOwner(process.env)
try {
  await migrate(ownerUrl, appPassword)
} catch (error) {
  process.stderr.write(`${error instanceof MigrationRefused ? error.message : String(error)}\n`)
  process.exitCode = 1
}
