import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from './index.ts'

/**
 * A kind of data that prices, routes or limits follow from, read whole and kept parsed in each process. Each of its tables
 * raises the version when it changes (migration 013). Times in it are compared with the database's clock when it is used.
 */
export interface ConfigurationPart<T> {
  /** Reads all of it, on the given connection. */
  read(db: Db | Tx): Promise<T>
}

/** All parts of one version. Never changes. */
export interface ConfigurationSnapshot {
  readonly version: bigint
  /** Returns a part. Throws Error for one that the process did not compose. */
  of<T>(part: ConfigurationPart<T>): T
}

/** The configuration as the database had it at its time `now`. */
export interface Current {
  readonly snapshot: ConfigurationSnapshot
  readonly now: Date
}

/** The database's time, and the version of the configuration in force then, as a statement returned both. */
export interface Moment {
  readonly now: Date
  readonly configurationVersion: bigint
}

export const CONFIGURATION_VERSION = sql<bigint>`(select version from configuration)`
/** Selects a moment, for a statement that reads more. */
export const MOMENT = sql<Moment>`
  now() as now, ${CONFIGURATION_VERSION} as "configurationVersion"`

/** The configuration of a process. */
export interface Configuration {
  /**
   * Returns the snapshot of a version that a statement has just returned, or of a later one. Reads only if this process has
   * another version; concurrent callers share one read. Call it outside a transaction, since the read needs a connection.
   */
  at(version: bigint): Promise<ConfigurationSnapshot>
  /** Returns the configuration of a moment that a statement has just returned; null asks for the present one. */
  asOf(moment: Moment | null): Promise<Current>
  /** Returns the configuration as it is now, in one statement if this process has that version. */
  current(): Promise<Current>
}

/** Creates the configuration of one process; nothing is read before it is used. */
export function createConfiguration(db: Db, parts: readonly ConfigurationPart<unknown>[]): Configuration {
  let held: ConfigurationSnapshot | undefined
  let reading: Promise<ConfigurationSnapshot> | undefined

  const read = (): Promise<ConfigurationSnapshot> => {
    reading ??= readAll(db, parts)
      .then((snapshot) => (held = snapshot))
      .finally(() => (reading = undefined))
    return reading
  }

  const configuration: Configuration = {
    async at(version) {
      // After a restore of the database the version may be lower.
      if (held?.version === version) return held
      if (reading !== undefined) {
        // This read may have begun before the version was raised.
        const snapshot = await reading
        if (snapshot.version >= version) return snapshot
      }
      return read()
    },
    async asOf(moment) {
      if (moment === null) return configuration.current()
      return { snapshot: await configuration.at(moment.configurationVersion), now: moment.now }
    },
    async current() {
      const { rows } = await sql<Moment>`select ${MOMENT}`.execute(db)
      const [moment] = rows
      if (moment === undefined) throw new Error('The configuration has no version')
      return configuration.asOf(moment)
    },
  }
  return configuration
}

/** Reads the version and every part as one snapshot of the database. */
function readAll(db: Db, parts: readonly ConfigurationPart<unknown>[]): Promise<ConfigurationSnapshot> {
  return inTransaction(db, 'configuration.read', async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    const { version } = await tx.selectFrom('configuration').select('version').executeTakeFirstOrThrow()
    const values = new Map<ConfigurationPart<unknown>, unknown>()
    for (const part of parts) values.set(part, await part.read(tx))
    return {
      version,
      of<T>(part: ConfigurationPart<T>): T {
        if (!values.has(part)) throw new Error('This part of the configuration is not composed')
        return values.get(part) as T
      },
    }
  })
}
