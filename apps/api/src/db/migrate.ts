import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorkerUtils } from 'graphile-worker'
import pg, { type Client } from 'pg'
import { connectToPrimary, createPoolOfHosts, hostsOf, outliveConnections } from './hosts.ts'
import {
  APP_ROLE,
  ensureMember,
  ensureRole,
  grantWorker,
  MigrationRefused,
  OFFICE_ROLE,
  WORKER_ROLE,
  type Login,
} from './roles.ts'
import { officeCalls, PERMISSIONS } from '@sesa/contract/office'

const FOLDER = new URL('../../migrations/', import.meta.url)
/** Any fixed number: the lock prevents two migrators from running at once. */
const LOCK = 7_361_001

/** How long a migration waits for a table lock. Requests wait 1.5 s for a connection, so they outlast it. */
const LOCK_TIMEOUT_MS = 300
const PAUSE_MS = 500
/** About four minutes. */
const MOST_ATTEMPTS = 300
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * `uuidv7()` for PostgreSQL 15 to 17: 18 has a built-in function, which takes precedence. Like the built-in one, it
 * preserves the order of calls by the clock's microseconds (RFC 9562, section 6.2, method 3).
 */
const UUIDV7 = `create or replace function public.uuidv7(shift interval default interval '0') returns uuid
  language sql volatile parallel safe as $$
    select (lpad(to_hex(floor(us / 1000)::bigint), 12, '0') || '7'
      || lpad(to_hex(floor((us % 1000) * 4096 / 1000)::int), 3, '0') || substr(random, 17, 16))::uuid
    from (select (extract(epoch from clock_timestamp() + shift) * 1000000)::bigint::numeric as us,
      replace(gen_random_uuid()::text, '-', '') as random) made $$`
const FIRST_WITH_UUIDV7 = 180_000

/** The first line of a migration whose statements cannot run in a transaction, such as `create index concurrently`. */
const OUTSIDE = '-- Outside a transaction.'
/** The second migration before version 0.2.0, whose files are the baseline: every database created before has it. */
const BEFORE_THE_BASELINE = '001_identity.sql'

/** The first line of a migration after which the release before it no longer works. */
const CONTRACT = '-- The earlier release stops working.'

interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

interface Applied {
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly ends_earlier?: boolean
}

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

/** Returns the latest schema version that this code knows. */
export async function latestVersion(): Promise<number> {
  return (await readMigrations(FOLDER)).at(-1)?.version ?? 0
}

async function readApplied(client: pg.Client): Promise<readonly Applied[]> {
  // The table of the first releases has no column `ends_earlier`.
  const { rows } = await client.query<Applied>('select * from schema_migrations')
  return rows
}

/**
 * Resolves unless this release is incompatible with the database's schema. A schema that is not migrated yet passes: a
 * process is not ready before it is. Throws MigrationRefused for the same schemas as `migrate`.
 */
export async function refuseStrangeSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(
    "select to_regclass('schema_migrations') is not null as has",
  )
  if (rows[0]?.has === true) refuseStrangers(await readApplied(client), await readMigrations(FOLDER))
}

async function createHistory(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
    alter table schema_migrations add column if not exists ends_earlier boolean not null default false`)
  await client.query(`grant select on schema_migrations to ${APP_ROLE}`)
}

/**
 * Throws for migrations that were changed, or that end this release. Other migrations of a later release are accepted,
 * so that a release can be rolled back.
 */
function refuseStrangers(done: readonly Applied[], known: readonly Migration[]): void {
  if (done.some(({ name }) => name === BEFORE_THE_BASELINE)) {
    throw new MigrationRefused(
      'This data was made before version 0.2.0, the first baseline, and cannot be upgraded: start with an empty folder (SESA_DATA_DIR) or, with a PostgreSQL of your own, an empty database (DATABASE_URL).',
    )
  }
  const latest = known.at(-1)?.version ?? 0
  const end = done.find(({ version, ends_earlier }) => version > latest && ends_earlier === true)
  if (end) {
    throw new MigrationRefused(
      `The database has schema version ${end.version}, with which this release (${latest}) does not work. Start the release that wrote it, or restore an older backup.`,
    )
  }
  const checksums = new Map(done.map(({ version, checksum }) => [version, checksum]))
  const changed = known.find(({ version, checksum }) => (checksums.get(version) ?? checksum) !== checksum)
  if (changed) {
    throw new MigrationRefused(
      `Migration ${changed.name} was changed after it ran on this database. Restore the file; put the change into a new one.`,
    )
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE

async function recordApplied(client: pg.Client, { version, name, sql, checksum }: Migration): Promise<void> {
  await client.query(
    'insert into schema_migrations (version, name, checksum, ends_earlier) values ($1, $2, $3, $4)',
    [version, name, checksum, sql.startsWith(CONTRACT)],
  )
}

/**
 * Applies one migration statement by statement, without a transaction. An interrupted one restarts, so its statements
 * must be repeatable: `drop index concurrently if exists` before `create index concurrently`, which leaves an invalid
 * index.
 */
async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  // A statement ends with a semicolon at the end of a line, outside the body of a `do` block or function.
  const statements = migration.sql.match(/(?:\$\$[^]*?\$\$|[^])+?(?:;\s*$|(?![^]))/gm) ?? []
  for (const statement of statements) if (/\S/.test(statement)) await client.query(statement)
  await recordApplied(client, migration)
}

/**
 * Applies one migration in one transaction. A wait for a table blocks every later query on it, so a migration that does
 * not get its tables soon releases all of them and retries: requests continue in between.
 */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  if (migration.sql.startsWith(OUTSIDE)) return applyOutside(client, migration)
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await client.query(migration.sql)
      await recordApplied(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || attempt === MOST_ATTEMPTS) throw error
      await sleep(PAUSE_MS)
    }
  }
}

async function ensureUuidv7(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  if ((rows[0]?.version ?? 0) < FIRST_WITH_UUIDV7) await client.query(UUIDV7)
}

/** Migrates the job queue's own tables, without a statement timeout. */
async function migrateQueue(ownerUrl: string): Promise<void> {
  const pgPool = createPoolOfHosts(hostsOf(ownerUrl), { max: 1 })
  outliveConnections(pgPool)
  try {
    const utils = await makeWorkerUtils({ pgPool })
    await utils.migrate()
    await utils.release()
  } finally {
    await pgPool.end()
  }
}

/** The database users of the product's processes. Without `worker`, the worker signs in as the schema's owner. */
export interface Logins {
  readonly app: Login
  readonly worker?: Login | undefined
  /** Without it, the office has no user. */
  readonly office?: Login | undefined
}

/**
 * Migrates the database at `ownerUrl` (PostgreSQL 15 to 18) to the latest schema of the folder, gives the logins their
 * roles, and writes which roles may request and approve orders of two people. Forward only, one migrator at a time; the
 * previous release may keep running meanwhile, and may be restarted afterwards. Returns the names of the applied
 * migrations. Throws MigrationRefused for missing roles and for a schema that is older than the baseline, ended this
 * release or was altered, and PostgreSQL's error (55P03) when a table is never free for long enough.
 */
export async function migrate(
  ownerUrl: string,
  logins: Logins,
  folder: URL = FOLDER,
): Promise<readonly string[]> {
  const client = await connectToPrimary(ownerUrl)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await ensureRole(client, APP_ROLE, logins.app)
    await ensureRole(client, OFFICE_ROLE, logins.office ?? { name: OFFICE_ROLE, password: '' })
    await ensureMember(client, APP_ROLE, OFFICE_ROLE)
    if (logins.worker !== undefined) await ensureRole(client, WORKER_ROLE, logins.worker)
    await createHistory(client)
    const [done, known] = [await readApplied(client), await readMigrations(folder)]
    const versions = new Set(done.map(({ version }) => version))
    refuseStrangers(done, known)
    await ensureUuidv7(client)
    await migrateQueue(ownerUrl)
    const missing = known.filter(({ version }) => !versions.has(version))
    for (const migration of missing) await apply(client, migration)
    // The test folders may lack the table.
    if (folder === FOLDER) await writeOrderRoles(client)
    if (logins.worker !== undefined) await grantWorker(client)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * Writes the contract's roles that may request and approve each order of two people: the database checks both again.
 * `client`: the schema's owner, the only user who may write them.
 */
async function writeOrderRoles(client: Client): Promise<void> {
  const orders = Object.values(officeCalls).flatMap((call) => {
    if (!('asks' in call)) return []
    const { roles, approvers = [] } = PERMISSIONS[call.permission]
    return [{ action: call.asks, permission: call.permission, ask: roles, decide: approvers }]
  })
  await client.query(
    `with given as (
      select * from jsonb_to_recordset($1) as given (action text, permission text, ask text[], decide text[])
    ), gone as (
      delete from order_roles where action not in (select action from given)
    )
    insert into order_roles select action, permission, ask, decide from given
    on conflict (action) do update set permission = excluded.permission, ask = excluded.ask, decide = excluded.decide`,
    [JSON.stringify(orders)],
  )
}
