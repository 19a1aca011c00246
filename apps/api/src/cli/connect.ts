import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unfinishedRestore } from '@sesa/embedded-postgres'
import * as v from 'valibot'
import { createDb } from '../db/index.ts'
import { placeOf, untilDatabaseAnswers } from '../db/patience.ts'
import { CliError, type Tools } from './command.ts'
import type { Product } from '../compose/product.ts'
import { readConfig, SETTINGS } from '../config/config.ts'
import { readSecretFiles, refuse } from '../config/setting.ts'

const environment = v.objectWithRest(
  {
    DATABASE_URL: v.string(),
    DATABASE_OFFICE_URL: v.optional(v.string()),
    DATABASE_OWNER_URL: v.optional(v.string()),
  },
  v.optional(v.string()),
)
type Environment = v.InferOutput<typeof environment>

type Say = (line: string) => void

const SAY_AFTER = 4
const TRIES = 240
const PAUSE_MS = 250

/** Whether the launcher that uses the folder is alive. */
async function isLaunched(dataDir: string): Promise<boolean> {
  const pid = Number.parseInt(await readFile(path.join(dataDir, 'launcher.pid'), 'utf8').catch(() => ''), 10)
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Reads the connection settings that the launcher wrote. Waits a minute for a product that is just starting. */
async function environmentOfRunning(dataDir: string, say: Say): Promise<Environment> {
  const unfinished = await unfinishedRestore(dataDir)
  if (unfinished !== undefined) throw new CliError(unfinished)
  for (let tries = 1; ; tries++) {
    const text = await readFile(path.join(dataDir, 'connection.json'), 'utf8').catch(() => undefined)
    if (text !== undefined) return v.parse(environment, JSON.parse(text))
    if (tries === TRIES || !(await isLaunched(dataDir)))
      throw new CliError(
        `Sesa isn’t running on ${dataDir}. Start it with npm start, set SESA_DATA_DIR to its folder, or set DATABASE_URL.`,
      )
    if (tries === SAY_AFTER) say(`Waiting for Sesa to start on ${dataDir}`)
    await sleep(PAUSE_MS)
  }
}

/** Waits for the database, unless nothing listens there and no product that runs here will start it again. */
async function requireReachable(url: string, isOurs: boolean, say: Say): Promise<void> {
  const nobodyListens = (error: Error): boolean => 'code' in error && error.code === 'ECONNREFUSED'
  try {
    await untilDatabaseAnswers(url, { say, isHopeless: (error) => !isOurs && nobodyListens(error) })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const remedy = isOurs
      ? 'See logs/postgres.log in the data folder'
      : 'Start Sesa with npm start, or set DATABASE_URL'
    throw new CliError(`The database at ${placeOf(url)} isn’t answering (${why}). ${remedy}.`)
  }
}

/**
 * Connects to the product that runs here, or to `DATABASE_URL`, and `say`s what it waits for. @throws CliError when neither
 * can be reached.
 */
export async function connect(env: Readonly<Record<string, string | undefined>>, say: Say): Promise<Tools> {
  const dataDir = path.resolve(env['SESA_DATA_DIR'] ?? '.data')
  const given = v.safeParse(environment, env)
  const found = given.success ? given.output : await environmentOfRunning(dataDir, say)
  // A setting that cannot be read is said before anything is waited for.
  const [secrets, problems] = readSecretFiles(found, SETTINGS)
  refuse(problems)
  await requireReachable(found.DATABASE_URL, !given.success && (await isLaunched(dataDir)), say)
  // Commands do what members of staff do, so they use the office's user where there is one.
  const { DATABASE_OFFICE_URL: url = found.DATABASE_URL, DATABASE_OWNER_URL: ownerUrl = url } = found
  const settings = { ...secrets, DATABASE_URL: url }
  const db = createDb(url, { max: 8, applicationName: 'sesa-cli' })
  const owner = createDb(ownerUrl, { max: 2, applicationName: 'sesa-cli' })
  let product: Product | undefined
  const close = async (): Promise<void> => {
    await Promise.all([db.destroy(), owner.destroy(), product?.close()])
  }
  return {
    outerEnv: env,
    env: settings,
    db,
    owner,
    close,
    async product() {
      // Imported only where it is needed: most commands only query the database.
      const { compose } = await import('../compose/product.ts')
      return (product ??= compose(readConfig(settings)))
    },
  }
}
