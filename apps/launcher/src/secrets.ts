import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { renameDurably, writePrivately } from './database/data-dir.ts'
import type { Found } from './database/decide-start.ts'
import { errorCode, StartError } from './errors.ts'

const names = [
  'SESA_SECRET',
  'SESA_APP_DB_PASSWORD',
  'SESA_WORKER_DB_PASSWORD',
  'SESA_OFFICE_DB_PASSWORD',
  'SANDBOX_STRIPE_WEBHOOK_SECRET',
  'SANDBOX_PAWAPAY_SIGNING_KEY',
] as const

export type Secrets = Record<(typeof names)[number], string>

/** Secrets of a first start until it has a database. */
const FIRST = 'secrets-first-start.json'
const KEPT = 'secrets.json'

/** Reads which parts of an installation are in the data folder. Throws `StartError` if its secrets cannot be read. */
export async function lookInside(dataDir: string): Promise<Found> {
  const entries = await readdir(dataDir)
  const database = await readdir(path.join(dataDir, 'postgres')).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  const kept = entries.includes(KEPT) ? await readKept(path.join(dataDir, KEPT)) : undefined
  return {
    // `new-…` is an incomplete cluster.
    database: database.some((name) => !name.startsWith('new-')),
    secrets: kept === undefined ? 'none' : kept.SESA_SECRET === undefined ? 'partial' : 'whole',
    isStarting: entries.includes(FIRST),
    aside: entries.filter((name) => /^(postgres|secrets)-before-restore-/.test(name)),
  }
}

/**
 * Loads this installation's secrets, and creates missing ones. A secret from the company's settings (`hasSecret`) is
 * not replaced in the file: without that setting, a later start would use another one. Throws `StartError`.
 */
export async function loadSecrets(
  dataDir: string,
  { start, hasSecret }: { readonly start: 'first' | 'later'; readonly hasSecret: boolean },
): Promise<Secrets> {
  const file = path.join(dataDir, start === 'first' ? FIRST : KEPT)
  const kept = await readKept(file)
  const secrets = makeSecrets(kept)
  const stored = names.filter((name) => name !== 'SESA_SECRET' || !hasSecret || kept[name] !== undefined)
  if (stored.some((name) => kept[name] === undefined)) {
    const content = Object.fromEntries(stored.map((name) => [name, secrets[name]]))
    await writePrivately(file, `${JSON.stringify(content, undefined, 2)}\n`)
  }
  return secrets
}

/** Saves the secrets of a first start, once a database uses them. */
export async function keepSecrets(dataDir: string, start: 'first' | 'later'): Promise<void> {
  const first = path.join(dataDir, FIRST)
  if (start === 'first') await renameDurably(first, path.join(dataDir, KEPT))
  else await rm(first, { force: true })
}

/** Returns the stored secrets, and new ones for those that are missing. */
export function makeSecrets(kept: Partial<Secrets>): Secrets {
  return {
    SESA_SECRET: kept.SESA_SECRET ?? randomBytes(32).toString('base64'),
    SESA_APP_DB_PASSWORD: kept.SESA_APP_DB_PASSWORD ?? randomBytes(24).toString('base64url'),
    SESA_WORKER_DB_PASSWORD: kept.SESA_WORKER_DB_PASSWORD ?? randomBytes(24).toString('base64url'),
    SESA_OFFICE_DB_PASSWORD: kept.SESA_OFFICE_DB_PASSWORD ?? randomBytes(24).toString('base64url'),
    SANDBOX_STRIPE_WEBHOOK_SECRET:
      kept.SANDBOX_STRIPE_WEBHOOK_SECRET ?? `whsec_${randomBytes(24).toString('base64url')}`,
    SANDBOX_PAWAPAY_SIGNING_KEY: kept.SANDBOX_PAWAPAY_SIGNING_KEY ?? newSigningKey(),
  }
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
    // A new secret would lose encrypted data, so staff must decide.
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `Can’t read the secrets in ${file} (${reason}). Restore the file from a backup, or set the previous SESA_SECRET and move the file away.`,
    )
  }
}
