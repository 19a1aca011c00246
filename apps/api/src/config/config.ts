import { LEGAL, legalOf, LINKS, SUPPORT } from './company.ts'
import { IDENTITY_CHECKS, SMILE_ID, STRIPE_IDENTITY } from './compliance.ts'
import { FIREBASE, GOOGLE, LIMITS, PUSH, pushOf, signInOf } from './customers.ts'
import { DATABASE, MIGRATION } from './database.ts'
import { MODE } from './mode.ts'
import { PROVIDERS, providersOf } from './provider-settings.ts'
import { PROXIES, proxiesOf } from './proxies.ts'
import * as server from './server.ts'
import { ConfigError, readSettings, type Environment, type Values } from './setting.ts'

/** Settings of TLS termination. */
const ENDS_TLS = { ...MODE, ...server.ADDRESS, ...server.TLS, ...PROXIES }

/** Settings of every process. */
const PROCESSES = {
  ...{ ...MODE, ...server.ADDRESS, ...PROXIES, ...DATABASE, ...server.SECRETS, ...server.OFFICE },
  ...{ ...server.ANCHORS, ...server.OPERATIONS, ...server.TRACING, ...server.PROCESS, ...server.LAUNCHER },
  ...{ ...SUPPORT, ...LINKS, ...LEGAL, ...PROVIDERS, ...STRIPE_IDENTITY, ...SMILE_ID, ...IDENTITY_CHECKS },
  ...{ ...GOOGLE, ...FIREBASE, ...PUSH, ...LIMITS },
}

/** Every setting, in the order of the docs. */
export const SETTINGS = { ...ENDS_TLS, ...PROCESSES, ...server.COMMANDS }

/**
 * Requests per day for past rates. Ten a day complete a year in five weeks; the plan may allow fewer. The sandbox has
 * no plan.
 */
export const RATE_HISTORY_PER_DAY = { real: 10, sandbox: 400 } as const

function configOf(s: Values<typeof PROCESSES>) {
  const providers = providersOf(s)
  const isSandbox = providers.mode === 'sandbox'
  const publicUrl = s.SESA_PUBLIC_URL ?? `http://localhost:${s.PORT}`
  const officeUrl = s.OFFICE_URL ?? (providers.mode === 'live' ? null : publicUrl)
  const legal = legalOf(s)
  // The sandbox has a stand-in for a page that is not set.
  const standIn = (name: string) =>
    isSandbox ? `${publicUrl}/sandbox/social/${name.toLowerCase()}` : undefined
  const socials = Object.entries({
    Facebook: s.SOCIAL_FACEBOOK,
    Instagram: s.SOCIAL_INSTAGRAM,
    X: s.SOCIAL_X,
  })
    .map(([name, url]) => ({ name, url: url ?? standIn(name) }))
    .flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]))
  return {
    ...s,
    database: {
      url: s.DATABASE_URL,
      /** For the job queue and the checks. */
      workerUrl: s.DATABASE_WORKER_URL ?? s.DATABASE_OWNER_URL ?? s.DATABASE_URL,
      readUrl: s.DATABASE_READ_URL,
      connections: s.DATABASE_CONNECTIONS,
    },
    http: {
      host: s.HOST,
      port: s.PORT,
      /** The product's public address, without a trailing slash. */
      publicUrl,
      trustProxy: proxiesOf(s).trusts,
      logLevel: s.SESA_LOG_LEVEL,
      launch: s.SESA_LAUNCH,
    },
    operations: server.operationsOf(s),
    tracing: server.tracingOf(s),
    secret: s.SESA_SECRET,
    /** The other secret during a rotation, which opens sealed values as well. */
    secretBefore: s.SESA_SECRET_BEFORE,
    providers,
    rateHistoryPerDay: s.RATE_HISTORY_PER_DAY ?? RATE_HISTORY_PER_DAY[isSandbox ? 'sandbox' : 'real'],
    signIn: signInOf(s, providers, publicUrl),
    push: pushOf(s, providers, s.SESA_SECRET),
    support: { phone: s.SUPPORT_PHONE, email: s.SUPPORT_EMAIL, address: s.SUPPORT_ADDRESS, socials },
    stores: { apple: s.APP_STORE_URL, google: s.PLAY_STORE_URL },
    /** Null while the office is off. */
    office:
      s.OFFICE_PORT === undefined || officeUrl === null ? null : { port: s.OFFICE_PORT, url: officeUrl },
    /** The office's address, for links; null if it is not set. The worker writes invitations without a port. */
    officeUrl,
    /** Where the customers' server finds the office to which it forwards `/office`; only in the sandbox. */
    officeAt: s.OFFICE_PORT === undefined || !isSandbox ? undefined : `http://127.0.0.1:${s.OFFICE_PORT}`,
    anchors: { file: s.AUDIT_ANCHOR_FILE, email: s.AUDIT_ANCHOR_EMAIL },
    /** The company, as named on its legal pages. */
    legal,
    regulators: legal.regulators,
  }
}

/** Returns what terminates TLS: the server with these files, a proxy, or nothing. */
function tlsOf(s: Values<typeof ENDS_TLS>) {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, SESA_PUBLIC_URL: url } = s
  if (certFile !== undefined && keyFile !== undefined && url !== undefined)
    return {
      by: 'server',
      ...{ certFile, keyFile, host: new URL(url).hostname },
      /** Whether browsers must trust the certificate: true with real money. */
      trusted: s.SESA_MODE === 'live',
    } as const
  const { accepts } = proxiesOf(s)
  return s.TLS_PROXY === undefined ? ({ by: 'nobody' } as const) : ({ by: 'proxy', accepts } as const)
}

/** The settings of a process. Modules receive their part as arguments. */
export type Config = ReturnType<typeof configOf>
export type TlsSettings = ReturnType<typeof tlsOf>

/** Reads the settings of a process. Throws ConfigError with a line for each problem. */
export const readConfig = (env: Environment): Config => configOf(readSettings(env, PROCESSES))

/** Reads the settings of a process that serves people. Throws ConfigError with a line for each problem. */
export function readServerConfig(env: Environment): Config & { readonly tls: TlsSettings } {
  const settings = readSettings(env, { ...PROCESSES, ...ENDS_TLS })
  return { ...configOf(settings), tls: tlsOf(settings) }
}

/** Reads the settings of TLS termination. Throws ConfigError with a line for each problem. */
export const readTls = (env: Environment): TlsSettings => tlsOf(readSettings(env, ENDS_TLS))

/** Returns the settings with the office's own user of the database. Throws ConfigError without one. */
export function asOffice(env: Environment): Environment {
  const { DATABASE_OFFICE_URL: url } = env
  if (url === undefined)
    throw new ConfigError(
      'Setting DATABASE_OFFICE_URL is missing: the office has its own user of the database.',
    )
  return { ...env, DATABASE_URL: url }
}

/** Reads the database's users for the migration. Throws ConfigError with a line for each problem. */
export const readMigration = (env: Environment): Values<typeof MIGRATION> => readSettings(env, MIGRATION)
