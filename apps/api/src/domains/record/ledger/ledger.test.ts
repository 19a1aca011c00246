import { PATIENCE } from '@sesa/test-kit/patience'
import { money, type CurrencyCode } from '@sesa/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'
import { takeCheckpoints } from '../../../testing/checkpoints.ts'
import { tasksOf } from '../../../testing/crontab.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import {
  rebuildCheckpointsAfterRestore,
  balance,
  bookedUnder,
  checkpoint,
  ledgerCrons,
  post,
  type Account,
  type Entry,
} from './index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await forge(
    database.owner,
    sql`truncate ledger_checkpoints, ledger_postings, ledger_entries restart identity`,
  )
})
afterAll(() => database.drop())

const entry = (change: Partial<Entry> = {}): Entry => ({
  transferId: randomUUID(),
  kind: 'capture',
  postings: [{ from: 'card_clearing', to: 'customer', amount: money(100n, 'USD') }],
  ...change,
})
const book = (one: Entry) => inTransaction(database.db, 'test.post', (tx) => post(tx, one))

/** Returns the sum over all postings, which a balance must equal. */
async function fullSum(account: Account): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(case when to_account = ${account} then amount else -amount end), 0)::bigint as sum
    from ledger_postings where ${account} in (from_account, to_account)`.execute(database.owner)
  return rows[0]?.sum ?? 0n
}

async function counts(): Promise<string> {
  const { rows } = await sql<{ counts: string }>`select concat_ws('/', (select count(*) from ledger_entries),
    (select count(*) from ledger_postings)) as counts`.execute(database.owner)
  return rows[0]?.counts ?? ''
}

describe('booking', () => {
  it('moves an amount from one account to the other', async () => {
    await book(entry())
    expect(await balance(database.db, 'customer:USD')).toBe(100n)
    expect(await balance(database.db, 'card_clearing:USD')).toBe(-100n)
    expect(await balance(database.db, 'customer:LRD')).toBe(0n)
  })

  it('books one kind of entry per transfer once, even for concurrent writers', async () => {
    const one = entry()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => book(one)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await counts()).toBe('1/1')
    const booked = await inTransaction(database.db, 'test.read', (tx) => bookedUnder(tx, [one.transferId]))
    expect(booked.map(({ kind }) => kind)).toEqual(['capture'])
  })

  it('leaves out legs of zero and refuses negative or empty entries, changing nothing', async () => {
    const leg = (amount: bigint) => ({ from: 'customer', to: 'fee', amount: money(amount, 'USD') }) as const
    await book(entry({ kind: 'paid_out', postings: [leg(0n), leg(5n)] }))
    expect(await counts()).toBe('1/1')
    await expect(book(entry({ postings: [leg(0n)] }))).rejects.toThrow(RangeError)
    await expect(book(entry({ postings: [leg(5n), leg(-5n)] }))).rejects.toThrow(RangeError)
    expect(await counts()).toBe('1/1')
  })

  it('refuses an account that is not in the chart, changing nothing', async () => {
    const postings = [
      { from: 'card_clearing', to: 'customer', amount: money(1n, 'USD') },
      { from: 'card_clearing', to: 'pocket' as 'fee', amount: money(1n, 'USD') },
    ] as const
    await expect(book(entry({ postings }))).rejects.toThrow(RangeError)
    expect(await counts()).toBe('0/0')
  })

  it.each(['update', 'delete', 'truncate'])('refuses to %s under the application role', async (verb) => {
    await book(entry())
    const columns = {
      ledger_entries: 'kind',
      ledger_postings: 'amount',
      ledger_checkpoints: 'balance',
      transfer_events: 'detail',
    }
    for (const [table, column] of Object.entries(columns)) {
      const statement = {
        update: `update ${table} set ${column} = ${column}`,
        delete: `delete from ${table}`,
        truncate: `truncate ${table} cascade`,
      }[verb]
      await expect(sql.raw(statement ?? '').execute(database.db)).rejects.toThrow(/permission denied/)
    }
    expect(await counts()).toBe('1/1')
  })

  it.each([
    ['ledger_entries', 'kind'],
    ['ledger_postings', 'amount'],
    ['transfer_events', 'kind'],
    ['staff_actions', 'reason'],
  ])('lets nobody change, delete or empty %s', async (table, column) => {
    const { owner } = database
    await book(entry())
    await sql`insert into staff_actions (action, staff, reason) values ('open_rail', 'Ama', 'Test')`.execute(
      owner,
    )
    const { id } = await storeTransfer(owner, await storeUser(owner), 'sent')
    await sql`insert into transfer_events (transfer_id, to_state) values (${id}, 'sent')`.execute(owner)
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(sql.raw(statement).execute(owner), statement).rejects.toThrow('never change')
  })

  it('refuses a posting between two currencies, without a positive amount, or to the same account', async () => {
    for (const [from, to, amount] of [
      ['customer:USD', 'fx:LRD', 1],
      ['customer:USD', 'fx:USD', 0],
      ['customer:USD', 'fx:USD', -1],
      ['customer:USD', 'customer:USD', 1],
    ]) {
      const insert = sql`insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
        values (1, gen_random_uuid(), ${from}, ${to}, ${amount}, 'USD')`
      await expect(insert.execute(database.owner)).rejects.toThrow(/check constraint/)
    }
  })
})

describe('balances', () => {
  it('sum to zero per currency and equal the full sum, whatever is booked and checkpointed', async () => {
    const names = ['card_clearing', 'customer', 'fee', 'margin', 'fx', 'payout_float'] as const
    const leg = fc
      .record({
        pair: fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 2 }),
        amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
        currency: fc.constantFrom<CurrencyCode>('LRD', 'GHS', 'SLE', 'USD'),
      })
      .map(({ pair: [from = 'fee', to = 'fx'], amount, currency }) => ({
        from,
        to,
        amount: money(amount, currency),
      }))
    const action = fc.oneof(
      fc.array(leg, { minLength: 1, maxLength: 4 }).map((postings) => ({ postings })),
      fc.constant('checkpoint' as const),
      fc.constant('rebuild' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (actions) => {
        for (const one of actions) {
          if (one === 'checkpoint') await checkpoint(database.db)
          else if (one === 'rebuild') await rebuildCheckpointsAfterRestore(database.db)
          else await book(entry(one))
        }
        for (const currency of ['LRD', 'GHS', 'SLE', 'USD'] as const) {
          let total = 0n
          for (const name of names) {
            const account: Account = `${name}:${currency}`
            const exact = await balance(database.db, account)
            expect(exact).toBe(await fullSum(account))
            total += exact
          }
          expect(total).toBe(0n)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('stay exact while many write, some slowly, and checkpoints are taken', async () => {
    let writing = true
    let written = 0
    const writer = async (slow: boolean): Promise<void> => {
      while (writing) {
        await inTransaction(database.db, 'test.slow', async (tx) => {
          await post(
            tx,
            entry({ postings: [{ from: 'card_clearing', to: 'customer', amount: money(1n, 'USD') }] }),
          )
          if (slow) await sleep(20)
        })
        written++
      }
    }
    const writers = Array.from({ length: 8 }, (_, index) => writer(index % 2 === 0))
    const horizons = async (): Promise<bigint> => {
      const { rows } = await sql<{ count: bigint }>`
        select count(distinct upto_xid) as count from ledger_checkpoints`.execute(database.owner)
      return rows[0]?.count ?? 0n
    }
    let checked = 0
    // A transaction in another test's database delays the horizon.
    for (let round = 0; round < 60 || (await horizons()) < 4n; round++) {
      if (round % 4 === 0) await checkpoint(database.db)
      // One snapshot for both, so that no commit in between can explain a difference.
      const [exact, full] = await database.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const { rows } = await sql<{ sum: bigint }>`
            select coalesce(sum(amount), 0)::bigint as sum from ledger_postings where to_account = 'customer:USD'`.execute(
            tx,
          )
          return [await balance(tx, 'customer:USD'), rows[0]?.sum]
        })
      expect(exact).toBe(full)
      checked++
    }
    writing = false
    await Promise.all(writers)
    await checkpoint(database.db)
    expect(checked).toBeGreaterThanOrEqual(60)
    expect(await balance(database.db, 'customer:USD')).toBe(BigInt(written))
  })

  it('are rebuilt in a restored dump, where transaction ids mean nothing', async () => {
    await book(entry())
    await takeCheckpoints(database)
    // Simulates a cluster younger than the dump: old rows have ids from the future.
    await sql`update ledger_checkpoints set system_identifier = 42, upto_xid = '99999999'`.execute(
      database.owner,
    )
    await forge(database.owner, sql`update ledger_postings set xid = '99999998'`)
    await rebuildCheckpointsAfterRestore(database.db)
    expect(await balance(database.db, 'customer:USD')).toBe(100n)
    await book(entry())
    expect(await balance(database.db, 'customer:USD')).toBe(200n)
    await checkpoint(database.db)
    await rebuildCheckpointsAfterRestore(database.db)
    await book(entry())
    expect(await balance(database.db, 'customer:USD')).toBe(300n)
  })

  it('get checkpoints on a schedule, and none while nothing is booked', async () => {
    await book(entry())
    const crons = ledgerCrons(database.db)
    expect(tasksOf(crons)).toHaveLength(1)
    const run = () => Promise.all(crons.map((cron) => cron.run()))
    const count = async () =>
      (await sql<{ count: bigint }>`select count(*) from ledger_checkpoints`.execute(database.owner)).rows[0]
        ?.count
    // Transactions in other databases of the cluster delay the horizon.
    await vi.waitFor(async () => {
      await run()
      expect(await count()).toBeGreaterThan(0n)
    }, PATIENCE)
    const before = await count()
    await run()
    expect(await count()).toBe(before)
  })
})
