/** State of the data folder at a start. */
export interface Found {
  /** True if `postgres` contains a database, or the rest of one. */
  readonly database: boolean
  /** `secrets.json`: `partial` without the secret that encrypts data. */
  readonly secrets: 'none' | 'partial' | 'whole'
  /** True if a first start has created secrets and has not finished yet. */
  readonly isStarting: boolean
  /** Databases and secrets that a restore has moved aside. */
  readonly aside: readonly string[]
}

export interface Wanted {
  readonly dataDir: string
  /** True if the database is the bundled one, in the data folder. */
  readonly isBundled: boolean
  /** True if the company's settings have `SESA_SECRET`. */
  readonly hasSecret: boolean
}

export type Start =
  /** The first start, or another one after it was interrupted: creates what is missing. */
  { readonly is: 'first' | 'later' } | { readonly is: 'refused'; readonly why: string }

const RESTORE = 'restore a backup (docs/runbooks/restore.md)'

/** Decides whether a start may create a database and secrets: never where there were some before. */
export function decideStart(found: Found, { dataDir, isBundled, hasSecret }: Wanted): Start {
  const { database, secrets, isStarting, aside } = found
  if (isBundled && !database) {
    if (secrets !== 'none')
      return refused(
        `${dataDir} has secrets, but its database in ${dataDir}/postgres is gone. Put that folder back or ${RESTORE}; to start with an empty database, move ${dataDir} away. If the database is elsewhere, set DATABASE_URL.`,
      )
    if (aside.length > 0)
      return refused(
        `${dataDir} has no database, but one was set aside (${aside.join(', ')}). Rename it back or ${RESTORE}; to start with an empty database, move ${dataDir} away.`,
      )
    return { is: 'first' }
  }
  if (secrets === 'whole' || hasSecret) return { is: 'later' }
  if (secrets === 'none' && (isStarting || !isBundled)) return { is: 'first' }
  return refused(
    `The secret of the database is missing from ${dataDir}/secrets.json. Put that file back from a backup, or set SESA_SECRET as it was. If it is lost, set a new one (openssl rand -base64 32): codes and queued messages stop working, and encrypted data can’t be read.`,
  )
}

const refused = (why: string): Start => ({ is: 'refused', why })
