import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** Enough for a build, a new database and migrations on a busy machine. */
const LONGEST_START_MS = 240_000
/** The developer's settings that would change what is tested. */
const NOT_OURS =
  /^(DATABASE_|STRIPE_|PAWAPAY_|FIREBASE_|SESA_|CODES_WITHOUT_PROOF$|HOST$|npm_lifecycle_event$)/

/** Returns our environment without those settings. */
export function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name)))
}

export interface Product {
  /** The product's data directory. */
  dataDir: string
  /** Drains and ends every process and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts the product like `npm start`, on `port`, with empty data and these settings. Throws with its output if it ends
 * or does not start in time.
 */
export async function startProduct(
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sesa-e2e-'))
  const child = spawn(process.execPath, ['apps/launcher/src/start.ts'], {
    cwd: ROOT,
    env: { ...environment(), ...settings, PORT: String(port), SESA_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let said = ''
  const ready = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      if (said.includes('Sesa is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })

  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  const failed = Promise.race([
    ended.then(() => `The product ended while it was starting:\n${said}`),
    new Promise<string>((resolve) => {
      setTimeout(() => resolve(`The product did not start in time:\n${said}`), LONGEST_START_MS).unref()
    }),
  ])
  const problem = await Promise.race([ready, failed])
  if (problem === undefined) {
    return {
      dataDir,
      stop: async () => {
        await stop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  }
  // Keeps the data, which includes the logs that the output names.
  await stop()
  throw new Error(problem)
}
