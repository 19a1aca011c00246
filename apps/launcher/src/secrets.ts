import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { writePrivately } from './database/data-dir.ts'
import { errorCode, StartError } from './errors.ts'

const names = [
  'SESA_SECRET',
  'SESA_APP_DB_PASSWORD',
  'SESA_WORKER_DB_PASSWORD',
  'SANDBOX_STRIPE_WEBHOOK_SECRET',
  'SANDBOX_PAWAPAY_SIGNING_KEY',
] as const

export type Secrets = Record<(typeof names)[number], string>

/** Loads this installation's secrets from `secrets.json`, created on first use. Throws `StartError`. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json')
  const kept = await readKept(file)
  const secrets: Secrets = {
    SESA_SECRET: kept.SESA_SECRET ?? randomBytes(32).toString('base64'),
    SESA_APP_DB_PASSWORD: kept.SESA_APP_DB_PASSWORD ?? randomBytes(24).toString('base64url'),
    SESA_WORKER_DB_PASSWORD: kept.SESA_WORKER_DB_PASSWORD ?? randomBytes(24).toString('base64url'),
    SANDBOX_STRIPE_WEBHOOK_SECRET:
      kept.SANDBOX_STRIPE_WEBHOOK_SECRET ?? `whsec_${randomBytes(24).toString('base64url')}`,
    SANDBOX_PAWAPAY_SIGNING_KEY: kept.SANDBOX_PAWAPAY_SIGNING_KEY ?? newSigningKey(),
  }
  if (names.some((name) => kept[name] === undefined)) {
    await writePrivately(file, `${JSON.stringify(secrets, undefined, 2)}\n`)
  }
  return secrets
}

/** Returns a private key of the kind that pawaPay signs with (PEM, EC P-256). */
function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

async function readKept(file: string): Promise<Partial<Secrets>> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (typeof content !== 'object' || content === null) throw new Error('not an object')
    const entries = Object.entries(content).filter(([, value]) => typeof value === 'string' && value !== '')
    return Object.fromEntries(entries)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {}
    // A new secret would sign everyone out and lose what was encrypted: a person must decide that.
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The secrets in ${file} cannot be read (${reason}). Restore that file, or delete it to sign everyone out and make new ones.`,
    )
  }
}
