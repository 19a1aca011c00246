import pg from 'pg'
import { hostsOf } from './hosts.ts'

/** Role of the server and the money paths; owns nothing and has only the privileges granted by the migrations. */
export const APP_ROLE = 'sesa_app'
/**
 * Role of the job queue and the checks: it reads everything except the records of closed accounts, and changes only the
 * queue.
 */
export const WORKER_ROLE = 'sesa_worker'
/** Role of the office: a member of `sesa_app`, with additional privileges that only staff have. */
export const OFFICE_ROLE = 'sesa_office'

/** A database that this code must not or cannot change; the message gives the remedy. */
export class MigrationRefused extends Error {}

/** A database user of a process. */
export interface Login {
  readonly name: string
  readonly password: string
}

/** Parses the user of a connection URL. */
export function loginOf(url: string): Login {
  const { username, password } = new URL(hostsOf(url)[0] ?? url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

const NOT_ALLOWED = '42501'
const NO_SUCH_ROLE = '42704'

/** Runs a statement; returns its error code if it is one of these. */
async function tryTo(client: pg.Client, statement: string, ...codes: string[]): Promise<string | undefined> {
  try {
    await client.query(statement)
    return undefined
  } catch (error) {
    if (error instanceof pg.DatabaseError && codes.includes(error.code ?? '')) return error.code
    throw error
  }
}

/**
 * Creates the role, and makes the login a member of it if the names differ. If an administrator created both, the
 * schema's owner needs no right to create roles.
 * @throws MigrationRefused with the statement that an administrator runs.
 */
export async function ensureRole(client: pg.Client, role: string, login: Login): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  const password =
    login.name === role && login.password !== ''
      ? ` login password ${pg.escapeLiteral(login.password)}`
      : ' nologin'
  if (rowCount === 0) {
    if (await tryTo(client, `create role ${role}${password}`, NOT_ALLOWED)) {
      const kind = login.name === role ? `${role} login password '...'` : role
      throw new MigrationRefused(
        `The database has no role ${role}, and the owner of the schema may not make one. As its administrator, run: create role ${kind}`,
      )
    }
  } else if (login.name === role && login.password !== '') {
    // Without the right to change it, the password stays the administrator's.
    await tryTo(client, `alter role ${role}${password}`, NOT_ALLOWED)
  }
  if (login.name !== role) await ensureMember(client, role, login.name)
}

/** Makes a user a member of a role. @throws MigrationRefused with the statement that an administrator runs. */
export async function ensureMember(client: pg.Client, role: string, user: string): Promise<void> {
  const own = pg.escapeIdentifier(user)
  const { rows } = await client.query<{ member: boolean }>(
    `select coalesce(pg_has_role(oid, $2, 'usage'), false) as member from pg_roles where rolname = $1`,
    [user, role],
  )
  if (rows[0]?.member === true) return
  if (await tryTo(client, `grant ${role} to ${own}`, NOT_ALLOWED, NO_SUCH_ROLE)) {
    throw new MigrationRefused(
      `The user ${user} is no member of ${role}. As an administrator of the database, run: grant ${role} to ${own}`,
    )
  }
}

/**
 * Grants the worker's role the privileges that the queue and the checks need. Runs after the migrations, since new
 * tables need them too. The queue's tables have row-level security, which would hide all rows from other roles than
 * their owner.
 */
export async function grantWorker(client: pg.Client): Promise<void> {
  await client.query(`
    grant select on all tables in schema public to ${WORKER_ROLE};
    revoke select on locked_records from ${WORKER_ROLE};
    grant insert, update, delete on job_workers, dead_jobs to ${WORKER_ROLE};
    grant usage on schema graphile_worker to ${WORKER_ROLE};
    grant select, insert, update, delete on all tables in schema graphile_worker to ${WORKER_ROLE};
    grant usage on all sequences in schema graphile_worker to ${WORKER_ROLE};
    do $$ declare queue_table name; begin
      for queue_table in select relname from pg_class
        where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity and not exists (
          select from pg_policy where polrelid = pg_class.oid and polname = '${WORKER_ROLE}')
      loop
        execute format('create policy ${WORKER_ROLE} on graphile_worker.%I to ${WORKER_ROLE} using (true) with check (true)',
          queue_table);
      end loop;
    end $$`)
}
