import { startPostgres } from '@sesa/embedded-postgres'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDb, type Db } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { APP_ROLE, OFFICE_ROLE } from '../db/roles.ts'

export interface BenchDatabase {
  /** As the application's restricted role. */
  readonly db: Db
  readonly appUrl: string
  /** As the office's role. */
  readonly officeUrl: string
  readonly owner: Db
  readonly ownerUrl: string
  /** A temporary folder, deleted when the bench ends. */
  readonly folder: string
}

/** Runs `work` on its own migrated PostgreSQL that syncs to disk, and removes it afterwards. */
export async function onBenchDatabase(
  work: (database: BenchDatabase) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-ledger-bench-'))
  try {
    const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), settings })
    const { ownerUrl } = postgres
    const password = randomBytes(12).toString('hex')
    const urlOf = (role: string): string => {
      const url = new URL(ownerUrl)
      url.username = role
      url.password = password
      return url.href
    }
    const [appUrl, officeUrl] = [urlOf(APP_ROLE), urlOf(OFFICE_ROLE)]
    const [db, owner] = [createDb(appUrl), createDb(ownerUrl, { max: 3 })]
    try {
      await migrate(ownerUrl, { app: { name: APP_ROLE, password }, office: { name: OFFICE_ROLE, password } })
      await work({ db, appUrl, officeUrl, owner, ownerUrl, folder })
    } finally {
      await Promise.all([db.destroy(), owner.destroy()])
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
