import { createPublicKey } from 'node:crypto'
import type { Secrets } from './secrets.ts'
import type { DatabaseUrls, Environment, Settings } from './settings.ts'

/** Returns the URLs of a database whose roles the migrations create, with passwords of this installation. */
export function ownDatabaseUrls(ownerUrl: string, secrets: Secrets): DatabaseUrls {
  const as = (username: string, password: string): string =>
    Object.assign(new URL(ownerUrl), { username, password }).href
  return {
    owner: ownerUrl,
    application: as('sesa_app', secrets.SESA_APP_DB_PASSWORD),
    worker: as('sesa_worker', secrets.SESA_WORKER_DB_PASSWORD),
    office: as('sesa_office', secrets.SESA_OFFICE_DB_PASSWORD),
  }
}

/** Returns the connection without TLS: the bundled database listens only on this machine. */
export function inTheClear(url: string): string {
  const plain = new URL(url)
  plain.searchParams.set('sslmode', 'disable')
  return plain.href
}

export interface Environments {
  build: Environment
  migrate: Environment
  sandbox: Environment
  server: Environment
  worker: Environment
  office: Environment
  /** For staff commands. */
  staff: Environment
}

/** Builds each process's environment: the launcher's own, and only the settings that the process needs. */
export function environmentsOf(
  outer: Environment,
  settings: Settings,
  secrets: Secrets,
  urls: DatabaseUrls,
  ports: { readonly sandbox: number; readonly office: number },
): Environments {
  const {
    DATABASE_URL: _url,
    DATABASE_OWNER_URL: _owner,
    DATABASE_WORKER_URL: _worker,
    DATABASE_OFFICE_URL: _office,
    SESA_SECRET: givenSecret,
    ...rest
  } = outer
  const shared = { ...rest, PORT: String(settings.port), SESA_DATA_DIR: settings.dataDir }
  const webhookSecret = secrets.SANDBOX_STRIPE_WEBHOOK_SECRET
  const signingKey = secrets.SANDBOX_PAWAPAY_SIGNING_KEY
  const toSandbox = settings.sandbox
    ? {
        SANDBOX_URL: `http://127.0.0.1:${ports.sandbox}`,
        SANDBOX_STRIPE_WEBHOOK_SECRET: webhookSecret,
        SANDBOX_PAWAPAY_CALLBACK_KEY: createPublicKey(signingKey)
          .export({ type: 'spki', format: 'pem' })
          .toString(),
        // The server forwards /office to it.
        OFFICE_PORT: outer['OFFICE_PORT'] ?? String(ports.office),
      }
    : { SANDBOX_URL: undefined }
  const server = {
    ...shared,
    ...toSandbox,
    HOST: settings.host,
    // If the company keeps the secret in a file, the product itself reads it.
    SESA_SECRET: givenSecret ?? (outer['SESA_SECRET_FILE'] ? undefined : secrets.SESA_SECRET),
    DATABASE_URL: urls.application,
  }
  return {
    build: rest,
    migrate: {
      ...shared,
      DATABASE_OWNER_URL: urls.owner,
      DATABASE_URL: urls.application,
      DATABASE_WORKER_URL: urls.worker,
      DATABASE_OFFICE_URL: urls.office,
    },
    sandbox: {
      ...shared,
      HOST: '127.0.0.1',
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_DATA_FILE: `${settings.dataDir}/sandbox.sqlite`,
      SANDBOX_PUBLIC_URL: `${settings.publicUrl}/sandbox`,
      SANDBOX_WEBHOOK_BASE: `http://127.0.0.1:${settings.port}`,
      SANDBOX_STRIPE_WEBHOOK_SECRET: webhookSecret,
      SANDBOX_PAWAPAY_SIGNING_KEY: signingKey,
    },
    server,
    worker: {
      ...server,
      ...(urls.worker === undefined
        ? { DATABASE_OWNER_URL: urls.owner }
        : { DATABASE_WORKER_URL: urls.worker }),
      // On one machine, the server has the port itself.
      ...operationsPort(outer, 1),
    },
    office: { ...server, DATABASE_OFFICE_URL: urls.office, ...operationsPort(outer, 2) },
    staff: {
      ...server,
      DATABASE_OWNER_URL: urls.owner,
      DATABASE_WORKER_URL: urls.worker,
      DATABASE_OFFICE_URL: urls.office,
    },
  }
}

/** Returns the operations port of a process that shares the machine with the server. */
function operationsPort({ OPERATIONS_PORT: port }: Environment, after: number): Environment {
  return port ? { OPERATIONS_PORT: String(Number(port) + after) } : {}
}
