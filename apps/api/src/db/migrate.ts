import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorkerUtils } from 'graphile-worker'
import pg from 'pg'

const FOLDER = new URL('../../migrations/', import.meta.url)
/** Any fixed number: the lock keeps two migrators from running at once. */
const LOCK = 7_361_001

/** How long a migration waits for a table. Requests wait 1.5 s for a connection, so they outlast it. */
const LOCK_TIMEOUT_MS = 300
const PAUSE_MS = 500
/** About four minutes. */
const MOST_ATTEMPTS = 300
const LOCK_NOT_AVAILABLE = '55P03'

/** The role the application works under; it owns nothing and has only the grants of the migrations. */
export const APP_ROLE = 'sesa_app'

interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** A database that this code must not change; the message says what to do. */
export class MigrationRefused extends Error {}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { version: Number.parseInt(name, 10), name, sql, checksum }
    }),
  )
}

/** The newest schema version this code knows. */
export async function latestVersion(): Promise<number> {
  return (await readMigrations(FOLDER)).at(-1)?.version ?? 0
}

async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
  const verb = rowCount ? 'alter' : 'create'
  await client.query(`${verb} role ${APP_ROLE} login password ${pg.escapeLiteral(password)}`)
}

async function applied(client: pg.Client): Promise<Map<number, string>> {
  await client.query(`create table if not exists schema_migrations (
    version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query(`grant select on schema_migrations to ${APP_ROLE}`)
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from schema_migrations',
  )
  return new Map(rows.map((row) => [row.version, row.checksum]))
}

function refuseStrangers(done: Map<number, string>, known: readonly Migration[]): void {
  const newest = Math.max(-1, ...done.keys())
  const latest = known.at(-1)?.version ?? 0
  if (newest > latest) {
    throw new MigrationRefused(
      `The database has schema version ${newest}, newer than this release (${latest}). Start the release that wrote it, or restore an older backup.`,
    )
  }
  const changed = known.find(({ version, checksum }) => (done.get(version) ?? checksum) !== checksum)
  if (changed) {
    throw new MigrationRefused(
      `Migration ${changed.name} was changed after it ran on this database. Restore the file; put the change into a new one.`,
    )
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE

/**
 * Applies one migration in one transaction. A wait for a table blocks every later query on it, so a migration that does not
 * get its tables soon releases all of them and retries: requests continue meanwhile.
 */
async function apply(client: pg.Client, { version, name, sql, checksum }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await client.query(sql)
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        version,
        name,
        checksum,
      ])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || attempt === MOST_ATTEMPTS) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Brings the database at `ownerUrl` to the newest schema of the folder and sets the application role's
 * password. Forward only, one transaction per migration, one migrator at a time; the previous release may
 * keep serving meanwhile. Throws MigrationRefused for a newer or altered schema, and PostgreSQL's error
 * (55P03) when a table is never free for long enough.
 */
export async function migrate(ownerUrl: string, appPassword: string, folder: URL = FOLDER): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await ensureRole(client, appPassword)
    const [done, known] = [await applied(client), await readMigrations(folder)]
    refuseStrangers(done, known)
    const utils = await makeWorkerUtils({ connectionString: ownerUrl })
    await utils.migrate()
    await utils.release()
    for (const migration of known) if (!done.has(migration.version)) await apply(client, migration)
  } finally {
    await client.end()
  }
}
