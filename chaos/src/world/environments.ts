import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** The database users, by the setting with which a process signs in. */
const USERS = {
  DATABASE_URL: 'sesa_app',
  DATABASE_WORKER_URL: 'sesa_worker',
  DATABASE_OFFICE_URL: 'sesa_office',
} as const
export const USER_NAMES: readonly string[] = Object.values(USERS)
export type Logins = Readonly<Record<keyof typeof USERS, string>>

/** Returns the URL with which each user signs in. */
export const loginsOf = (urlOf: (username: string) => string): Logins => ({
  DATABASE_URL: urlOf(USERS.DATABASE_URL),
  DATABASE_WORKER_URL: urlOf(USERS.DATABASE_WORKER_URL),
  DATABASE_OFFICE_URL: urlOf(USERS.DATABASE_OFFICE_URL),
})

interface Places {
  /** The world's own folder. */
  readonly folder: string
  /** Port of the server's public address. */
  readonly port: number
  readonly sandboxPort: number
  readonly sandboxFile: string
  readonly officePort: number
  /** How server and office sign in to the database. */
  readonly databaseUrl: string
  readonly providerTimeoutMs: number
}

/** Returns the environments of the product's processes and of the sandbox, which share new secrets. */
export function environmentsOf(places: Places) {
  const { folder, port, sandboxPort, sandboxFile, officePort, databaseUrl, providerTimeoutMs } = places
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  const signing = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    env: {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      OFFICE_PORT: String(officePort),
      SESA_DATA_DIR: folder,
      SESA_SECRET: randomBytes(32).toString('base64'),
      SESA_LOG_LEVEL: 'error',
      SESA_PROVIDER_TIMEOUT_MS: String(providerTimeoutMs),
      SESA_PUBLIC_URL: `http://localhost:${port}`,
      SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
      AUDIT_ANCHOR_EMAIL: 'anchors@sesa.example',
      // A year of requests would only prolong each start.
      RATE_HISTORY_PER_DAY: '3',
      SANDBOX_STRIPE_WEBHOOK_SECRET: webhookSecret,
      SANDBOX_PAWAPAY_CALLBACK_KEY: signing.publicKey,
    },
    sandboxEnv: {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_DATA_FILE: sandboxFile,
      SANDBOX_PUBLIC_URL: `http://localhost:${port}/sandbox`,
      SANDBOX_WEBHOOK_BASE: `http://127.0.0.1:${port}`,
      SANDBOX_STRIPE_WEBHOOK_SECRET: webhookSecret,
      SANDBOX_PAWAPAY_SIGNING_KEY: signing.privateKey,
    },
  }
}
