import path from 'node:path'
import { StartError } from './errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Settings {
  port: number
  /** The address the server binds. */
  host: string
  dataDir: string
  /**
   * The company's own PostgreSQL; undefined: the bundled one. A single URL is the owner's; the application
   * then uses the restricted role that the migrations create.
   */
  external: { ownerUrl: string; applicationUrl: string | undefined } | undefined
  /** Where people reach the product. */
  publicUrl: string
  /** The certificate that the server presents; undefined: it serves plain HTTP. */
  certFile: string | undefined
  /** Whether the sandbox plays every provider. */
  sandbox: boolean
  /** Notices to the company about these settings. */
  notices: string[]
}

/** Reads the launcher's own settings. All others are passed on unchanged. Throws `StartError`. */
export function readSettings(env: Environment): Settings {
  const given = env['PORT'] ?? '3000'
  const port = /^\d{1,5}$/.test(given) ? Number.parseInt(given, 10) : 0
  if (port < 1 || port > 65_535) {
    throw new StartError(`PORT is ${given}, which is not a port. Set it to a number from 1 to 65535.`)
  }
  const sandbox = (env['SESA_MODE'] || 'sandbox') === 'sandbox'
  const wantedHost = env['HOST'] ?? '127.0.0.1'
  // The sandbox shows every code it sends, so it serves the network only if two settings say so.
  const isPrivate = sandbox && env['SESA_SANDBOX_PUBLIC'] !== '1'
  const host = isPrivate ? '127.0.0.1' : wantedHost
  const notices =
    isPrivate && !['127.0.0.1', 'localhost'].includes(wantedHost)
      ? [
          `HOST=${wantedHost} is not used: the sandbox shows sign-in codes to everyone who can reach it. Set SESA_SANDBOX_PUBLIC=1 as well if you want that.`,
        ]
      : []
  const url = env['DATABASE_URL']
  const certFile = env['TLS_CERT_FILE']
  return {
    port,
    host,
    dataDir: path.resolve(env['SESA_DATA_DIR'] ?? '.data'),
    external: url === undefined ? undefined : externalDatabase(url, env['DATABASE_OWNER_URL']),
    publicUrl: env['SESA_PUBLIC_URL'] ?? `http://localhost:${port}`,
    certFile: certFile === undefined ? undefined : path.resolve(certFile),
    sandbox,
    notices,
  }
}

function externalDatabase(url: string, ownerUrl: string | undefined): NonNullable<Settings['external']> {
  for (const given of [url, ownerUrl]) {
    if (given !== undefined && !URL.canParse(given)) {
      throw new StartError(
        'DATABASE_URL is not a URL. Set it like postgres://user:password@host:5432/database',
      )
    }
  }
  return ownerUrl === undefined
    ? { ownerUrl: url, applicationUrl: undefined }
    : { ownerUrl, applicationUrl: url }
}
