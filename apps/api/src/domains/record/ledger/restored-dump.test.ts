import { money } from '@sesa/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { createTestDatabase, holdingLocks, untilWaiting, type TestDatabase } from '../../../db/testing.ts'
import { takeCheckpoints } from '../../../testing/checkpoints.ts'
import { rebuildCheckpointsAfterRestore, balance, post } from './index.ts'

/** Any number that nothing else locks. */
const GATE = 42

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('a restored dump', () => {
  it('gets new checkpoints from one of two servers that start on it at once', async () => {
    const { db, owner } = database
    await inTransaction(db, 'test.post', (tx) =>
      post(tx, {
        transferId: randomUUID(),
        kind: 'capture',
        postings: [{ from: 'card_clearing', to: 'customer', amount: money(100n, 'USD') }],
      }),
    )
    await takeCheckpoints(database)
    await sql`update ledger_checkpoints set system_identifier = system_identifier + 1`.execute(owner)
    // Each writer has added its checkpoints and cannot commit while the gate is closed.
    await sql`create function wait_at_gate() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(${sql.raw(String(GATE))}); return null; end'`.execute(owner)
    await sql`create trigger gate after insert on ledger_checkpoints execute function wait_at_gate()`.execute(
      owner,
    )
    const servers = await holdingLocks(database, async (tx) => {
      await sql`select pg_advisory_xact_lock(${GATE})`.execute(tx)
      const both = [rebuildCheckpointsAfterRestore(db), rebuildCheckpointsAfterRestore(db)]
      await untilWaiting(database, 2)
      return both
    })
    await Promise.all(servers)
    const { rows } = await sql<{ made: bigint }>`select count(*) as made from ledger_checkpoints
      join pg_control_system() here using (system_identifier) group by account`.execute(owner)
    expect(new Set(rows.map(({ made }) => made))).toEqual(new Set([1n]))
    expect(await balance(db, 'customer:USD')).toBe(100n)
  })
})
