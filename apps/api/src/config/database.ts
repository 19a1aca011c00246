import * as v from 'valibot'
import { hostsOf, isDatabaseUrl } from '../db/hosts.ts'
import { isLive } from './mode.ts'
import { number, text } from './schemas.ts'
import { defaulted, group, optional, required, type Environment } from './setting.ts'

const NO_URL = 'is no URL. Set it like postgres://user:password@host:5432/database'

/** Passwords that attackers try first. */
const DEFAULT_PASSWORDS = new Set(['', 'postgres', 'password', 'sesa', 'test', 'admin', 'changeme', 'secret'])

/** Describes the fault in a host of a live database. Plain text on this machine needs an explicit setting. */
function plainTextProblem({ hostname, searchParams }: URL): string | undefined {
  const host = searchParams.get('host')
  const mode = searchParams.get('sslmode')
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && host === null
  if (host?.startsWith('/') === true || mode === 'verify-full' || (isHere && mode === 'disable'))
    return undefined
  return isHere
    ? ': live mode wants sslmode=verify-full. Where the database is on this machine, say sslmode=disable to go without TLS, or name its socket with host=/FOLDER'
    : ': the database is on another machine. Add sslmode=verify-full, and sslrootcert=FILE for a CA of your own'
}

/** Describes the fault in a database URL, in production or with real money. */
function urlProblem(value: string, env: Environment): string | undefined {
  const isProduction = env['NODE_ENV'] === 'production'
  if (!isProduction && !isLive(env)) return undefined
  if (!isDatabaseUrl(value)) return ` ${NO_URL}`
  const urls = hostsOf(value).map((one) => new URL(one))
  const password = decodeURIComponent(urls[0]?.password ?? '')
  if (isProduction && DEFAULT_PASSWORDS.has(password))
    return ' has no password, or one that everybody tries first. Choose another'
  return isLive(env) ? urls.map(plainTextProblem).find((problem) => problem !== undefined) : undefined
}

const exampleOf = (user: string, host = 'db:5432'): string =>
  `postgres://${user}:...@${host}/sesa?sslmode=verify-full`

const URLS = {
  DATABASE_URL: required(text, exampleOf('sesa_app')).means('PostgreSQL 15 to 18, as the application’s user'),
  DATABASE_OWNER_URL: optional(text, exampleOf('sesa_owner')).means(
    'The same database, as the schema’s owner: migrations and staff commands',
  ),
  DATABASE_WORKER_URL: optional(text, exampleOf('sesa_worker')).means(
    'The same database, as the worker’s user',
  ),
  DATABASE_OFFICE_URL: optional(text, exampleOf('sesa_office')).means(
    'The same database, as the office’s user',
  ),
  DATABASE_READ_URL: optional(text, exampleOf('sesa_worker', 'standby:5432')).means(
    'A standby for histories, reconciliation and invariants, as the process’s own user',
  ),
}

export const DATABASE = group({
  title: 'The database',
  intro:
    'Without these, `npm start` uses an embedded PostgreSQL. A URL may name several hosts: `@db1:5432,db2:5432/`.',
  problems: (env) =>
    Object.fromEntries(
      Object.keys(URLS).map((name) => {
        const problem = env[name] && urlProblem(env[name], env)
        return [`Setting ${name}${problem ?? ''}.`, problem !== undefined && problem !== '']
      }),
    ),
})({
  ...URLS,
  DATABASE_CONNECTIONS: defaulted('20', number(2, 100)).means(
    'Most connections of a process to DATABASE_URL: docs/capacity.md',
  ),
})

const databaseUrl = v.pipe(v.string(), v.check(isDatabaseUrl, NO_URL))

/** Settings of the migration: the owner's connection, and those of the processes for their users. */
export const MIGRATION = group({ title: 'The database of a migration' })({
  DATABASE_OWNER_URL: required(databaseUrl).means('the owner of the schema'),
  DATABASE_URL: required(databaseUrl).means('the application’s user'),
  DATABASE_WORKER_URL: optional(databaseUrl).means('the worker’s user'),
  DATABASE_OFFICE_URL: optional(databaseUrl).means('the office’s user'),
})
