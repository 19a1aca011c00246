import path from 'node:path'
import { StartError } from './errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface DatabaseUrls {
  /** The schema's owner: migrations and staff commands. */
  owner: string
  /** The restricted role: the server, and the worker's money paths. */
  application: string
  /** The worker's own role, for its queue and checks; undefined: it uses the owner's. */
  worker: string | undefined
  /** The office's own role; undefined: the office does not run. */
  office: string | undefined
}

export interface Settings {
  port: number
  /** The address that the server binds. */
  host: string
  dataDir: string
  /** The company's own PostgreSQL with its own users; undefined: the product creates its roles. */
  external: DatabaseUrls | undefined
  /** The owner of the company's own PostgreSQL, where the product creates its roles; undefined: the bundled one. */
  ownerUrl: string | undefined
  /** True if the database is the bundled one. */
  isBundled: boolean
  /** True if `SESA_SECRET`, or its file, is set. */
  hasSecret: boolean
  /** The product's public address. */
  publicUrl: string
  /** The certificate that the server presents; undefined: it serves plain HTTP. */
  certFile: string | undefined
  /** True if the sandbox plays every provider. */
  sandbox: boolean
  /** Notices to the company about these settings. */
  notices: string[]
}

/** Reads the launcher's own settings. Passes on all others unchanged. Throws `StartError`. */
export function readSettings(env: Environment): Settings {
  const given = env['PORT'] ?? '3000'
  const port = /^\d{1,5}$/.test(given) ? Number.parseInt(given, 10) : 0
  if (port < 1 || port > 65_535) {
    throw new StartError(`PORT=${given} isn’t a port. Set it to a number from 1 to 65535.`)
  }
  const sandbox = (env['SESA_MODE'] || 'sandbox') === 'sandbox'
  const wantedHost = env['HOST'] ?? '127.0.0.1'
  // The sandbox shows every code it sends, so it serves the network only if two settings allow it.
  const isPrivate = sandbox && env['SESA_SANDBOX_PUBLIC'] !== '1'
  const host = isPrivate ? '127.0.0.1' : wantedHost
  const notices =
    isPrivate && !['127.0.0.1', 'localhost'].includes(wantedHost)
      ? [
          `HOST=${wantedHost} is ignored: the sandbox shows sign-in codes to everyone who can reach it. To allow that, also set SESA_SANDBOX_PUBLIC=1.`,
        ]
      : []
  const url = env['DATABASE_URL']
  const certFile = env['TLS_CERT_FILE']
  return {
    port,
    host,
    dataDir: path.resolve(env['SESA_DATA_DIR'] ?? '.data'),
    ...externalDatabase(url, env),
    isBundled: url === undefined,
    hasSecret: Boolean(env['SESA_SECRET'] || env['SESA_SECRET_FILE']),
    publicUrl: env['SESA_PUBLIC_URL'] ?? `http://localhost:${port}`,
    certFile: certFile === undefined ? undefined : path.resolve(certFile),
    sandbox,
    notices,
  }
}

/** Returns the company's own database; a single `DATABASE_URL` is the owner's. */
function externalDatabase(
  url: string | undefined,
  { DATABASE_OWNER_URL: owner, DATABASE_WORKER_URL: worker, DATABASE_OFFICE_URL: office }: Environment,
): Pick<Settings, 'external' | 'ownerUrl'> {
  const given = {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: owner,
    DATABASE_WORKER_URL: worker,
    DATABASE_OFFICE_URL: office,
  }
  for (const [name, value] of Object.entries(given)) {
    // More hosts follow the first after commas.
    if (value !== undefined && !URL.canParse(value.replace(/,[^/?]*/, '')))
      throw new StartError(`${name} isn’t a URL. Set it like postgres://user:password@host:5432/database`)
  }
  if (url === undefined || owner === undefined) return { external: undefined, ownerUrl: url }
  return { external: { owner, application: url, worker, office }, ownerUrl: undefined }
}
