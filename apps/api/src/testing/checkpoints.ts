import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestDatabase } from '../db/testing.ts'
import { checkpoint } from '../domains/record/index.ts'

/** Takes checkpoints until one is stored: a transaction in another test's database holds back the horizon. */
export async function takeCheckpoints({ db, owner }: TestDatabase): Promise<void> {
  await vi.waitFor(async () => {
    await checkpoint(db)
    expect((await sql`select from ledger_checkpoints`.execute(owner)).rows).not.toEqual([])
  }, 60_000)
}
