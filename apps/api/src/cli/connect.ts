import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import * as v from 'valibot'
import { createDb, type Db } from '../db/index.ts'
import { CliError, type Tools } from './command.ts'
import type { Product } from '../compose/product.ts'
import { readConfig } from '../config/config.ts'
import { withSecretFiles } from '../config/secret-files.ts'

const environment = v.objectWithRest(
  { DATABASE_URL: v.string(), DATABASE_OWNER_URL: v.optional(v.string()) },
  v.optional(v.string()),
)
type Environment = v.InferOutput<typeof environment>

/** Reads the connection settings that the launcher wrote. */
async function environmentOfRunning(dataDir: string): Promise<Environment> {
  const text = await readFile(path.join(dataDir, 'connection.json'), 'utf8').catch(() => undefined)
  if (text === undefined) {
    throw new CliError(
      `Sesa is not running on ${dataDir}. Start it with npm start, name its folder with SESA_DATA_DIR, or set DATABASE_URL.`,
    )
  }
  return v.parse(environment, JSON.parse(text))
}

async function checkReachable(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CliError(
      `The database does not answer (${why}). Start Sesa with npm start, or set DATABASE_URL.`,
    )
  }
}

/** Connects to the product that runs here, or to `DATABASE_URL`. @throws CliError when neither can be reached. */
export async function connect(env: Readonly<Record<string, string | undefined>>): Promise<Tools> {
  const given = v.safeParse(environment, env)
  const found = given.success
    ? given.output
    : await environmentOfRunning(path.resolve(env['SESA_DATA_DIR'] ?? '.data'))
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl = url } = found
  const settings = withSecretFiles(found)
  const db = createDb(url, { max: 8, applicationName: 'sesa-cli' })
  const owner = createDb(ownerUrl, { max: 2, applicationName: 'sesa-cli' })
  let product: Product | undefined
  const close = async (): Promise<void> => {
    await Promise.all([db.destroy(), owner.destroy(), product?.close()])
  }
  try {
    await checkReachable(db)
  } catch (error) {
    await close()
    throw error
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
