import * as v from 'valibot'
import { isDatabaseUrl } from '../db/hosts.ts'
import { parse } from './config.ts'
import { ConfigError } from './provider-settings.ts'

type Environment = Readonly<Record<string, string | undefined>>
const databaseUrl = v.pipe(v.string('is missing'), v.check(isDatabaseUrl, 'is no URL'))

/** Returns the settings with the office's own user of the database. Throws ConfigError without one. */
export function asOffice(env: Environment): Environment {
  const { DATABASE_OFFICE_URL: url } = env
  if (url === undefined)
    throw new ConfigError(
      'Setting DATABASE_OFFICE_URL is missing: the office has its own user of the database.',
    )
  return { ...env, DATABASE_URL: url }
}

const migrationEnvironment = v.object({
  DATABASE_OWNER_URL: databaseUrl,
  DATABASE_URL: databaseUrl,
  DATABASE_WORKER_URL: v.optional(databaseUrl),
  DATABASE_OFFICE_URL: v.optional(databaseUrl),
})

/** Reads what the migrator needs: the owner's connection, and those of the processes for their users. Throws ConfigError. */
export function readMigration(env: Environment): {
  ownerUrl: string
  appUrl: string
  workerUrl: string | undefined
  officeUrl: string | undefined
} {
  const settings = parse(migrationEnvironment, env)
  return {
    ownerUrl: settings.DATABASE_OWNER_URL,
    appUrl: settings.DATABASE_URL,
    workerUrl: settings.DATABASE_WORKER_URL,
    officeUrl: settings.DATABASE_OFFICE_URL,
  }
}
