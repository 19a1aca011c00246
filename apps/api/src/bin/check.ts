import { connectToPrimary } from '../db/hosts.ts'
import { readMigration, readServerConfig } from '../config/config.ts'
import { ConfigError } from '../config/setting.ts'
import { log, startLog } from '../lib/log.ts'
import { readCertificate } from './certificate.ts'
import { awaitDatabase, REFUSED_EXIT_CODE } from './process.ts'

/** @throws ConfigError when a release of ours has used the database before. */
async function requireEmptyDatabase(ownerUrl: string): Promise<void> {
  await awaitDatabase(ownerUrl)
  const client = await connectToPrimary(ownerUrl)
  try {
    const { rows } = await client.query<{ is_used: boolean }>(
      "select to_regclass('public.schema_migrations') is not null as is_used",
    )
    if (rows[0]?.is_used !== true) return
  } finally {
    await client.end()
  }
  throw new ConfigError(
    'The database is in use, and its secret is missing here. Put secrets.json back into the data folder, or set SESA_SECRET as it was. If it is lost, set a new one (openssl rand -base64 32): what is encrypted stays closed.',
  )
}

// Before the first start makes anything: reads the settings as the server will. New secrets need an empty database.
startLog('migrate', process.env['SESA_LOG_LEVEL'])
try {
  const { tls } = readServerConfig(process.env)
  if (tls.by === 'server') await readCertificate(tls)
  if (process.argv.includes('--empty-database'))
    await requireEmptyDatabase(readMigration(process.env).DATABASE_OWNER_URL)
} catch (error) {
  const isRefused = error instanceof ConfigError
  if (isRefused) process.stderr.write(`${error.message}\n`)
  else log().fatal({ err: error }, 'cannot start')
  process.exitCode = isRefused ? REFUSED_EXIT_CODE : 1
}
