import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened } from '../../../testing/sender.ts'
import { checkRegularly, type CheckBounds } from './check-regularly.ts'
import { readRules } from './invariants.ts'

let world: EngineWorld
let sent: Opened
beforeAll(async () => {
  world = await startEngineWorld()
  sent = await send()
  await world.float.refresh()
  await world.treasury.readMovements()
})
afterAll(() => world.close())
beforeEach(() => world.database.owner.deleteFrom('invariant_watch').execute())

async function send(): Promise<Opened> {
  const opened = await (await world.sender()).open()
  await world.pay(opened)
  await world.reaches(opened, 'sent')
  return opened
}

/** Returns the rules that a check finds violated. */
async function check(bounds: Partial<CheckBounds> = {}): Promise<string[]> {
  const { offenders } = await checkRegularly(world.database.db, world.database.worker, bounds)
  return [...new Set(offenders.map(({ rule }) => rule))]
}

const keep = (values: Record<string, unknown>) =>
  world.database.owner.updateTable('invariant_watch').set(values).execute()

const idOf = (opened: Opened) => sql`(select id from transfers where payment_intent_id = ${opened.id})`

const postings = (opened: Opened, change: string) =>
  forge(
    world.database.owner,
    sql`update ledger_postings set ${sql.raw(change)} and transfer_id = ${idOf(opened)}`,
  )

describe('the regular check', () => {
  it.each([
    [
      'I1',
      'every entry balances',
      `to_account = 'nowhere:GHS' where to_account = 'payout_float:GHS'`,
      `to_account = 'payout_float:GHS' where to_account = 'nowhere:GHS'`,
    ],
    [
      'I3',
      'a transfer that has ended',
      `amount = amount + 1 where to_account like 'customer:%'`,
      `amount = amount - 1 where to_account like 'customer:%'`,
    ],
    [
      'I10',
      'a pay-out is booked',
      `amount = amount * 10 where from_account like 'fx:%'`,
      `amount = amount / 10 where from_account like 'fx:%'`,
    ],
    [
      'I10',
      'an entry moves money only',
      `from_account = 'losses:USD' where from_account like 'card_clearing:%'`,
      `from_account = 'card_clearing:USD' where from_account = 'losses:USD'`,
    ],
  ])('finds damage of %s (%s) in what has changed, without the walk', async (id, name, damage, repair) => {
    await check()
    const opened = await send()
    await postings(opened, damage)
    expect((await check({ walkBatches: 0 })).join()).toContain(`${id} ${name}`)
    // It stays a suspect until it passes.
    expect((await check({ walkBatches: 0 })).join()).toContain(`${id} ${name}`)
    await postings(opened, repair)
    expect(await check({ walkBatches: 0 })).toEqual([])
  })

  it('finds a wrong state, a history with another end, and an overdue transfer that only time has changed', async () => {
    await check()
    const opened = await (await world.sender()).open()
    await world.arrange(opened, {
      state_changed_at: new Date(0),
      quote_expires_at: new Date(0),
      state: 'paid',
    })
    const found = (await check({ walkBatches: 0 })).join()
    expect(found).toContain('I6 within the allowed time')
    expect(found).toContain('I6 the books match')
    expect(found).toContain('I7 every event of a history')
    await world.arrange(opened, {
      state_changed_at: new Date(),
      quote_expires_at: new Date(),
      state: 'awaiting_payment',
    })
  })

  it('finds damage to an old row by the walk, which continues where the last run ended', async () => {
    await check()
    await postings(sent, `amount = amount * 10 where from_account like 'fx:%'`)
    expect(await check()).toEqual([])
    await keep({ walk_began_at: new Date(0) })
    const found: string[] = []
    for (let run = 0; run < 30 && found.length === 0; run++)
      found.push(...(await check({ batch: 1, walkBatches: 1 })))
    expect(found.join()).toContain('I10 a pay-out is booked')
    await postings(sent, `amount = amount / 10 where from_account like 'fx:%'`)
  })

  it('runs every rule over its own subjects', async () => {
    const scopes = (await readRules()).map(({ scope }) => scope)
    expect(new Set(scopes)).toEqual(new Set(['subjects', 'senders', 'shared', 'whole', 'state']))
    expect(await check({ batch: 2 })).toEqual([])
  })

  it('finds damage committed later by a transaction that was open during the last check', async () => {
    const { owner } = world.database
    await check()
    let finish = (): void => undefined
    const isChecked = new Promise<void>((resolve) => (finish = resolve))
    let begin = (): void => undefined
    const isOpen = new Promise<void>((resolve) => (begin = resolve))
    const slow = owner.transaction().execute(async (tx) => {
      // An entry without a cause takes its ids now, and commits after others with higher ids.
      await sql`with entry as (
          insert into ledger_entries (transfer_id, kind) values (gen_random_uuid(), 'top_up') returning id, transfer_id)
        insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
        select id, transfer_id, 'bank:GHS', 'payout_float:GHS', 1, 'GHS' from entry`.execute(tx)
      begin()
      await isChecked
    })
    await isOpen
    await send()
    expect(await check({ walkBatches: 0 })).toEqual([])
    finish()
    await slow
    await send()
    expect((await check({ walkBatches: 0 })).join()).toContain('I9 every entry has a cause')
    await forge(
      owner,
      sql`delete from ledger_postings where entry_id = (select max(id) from ledger_entries where kind = 'top_up')`,
    )
    await forge(
      owner,
      sql`delete from ledger_entries where id = (select max(id) from ledger_entries where kind = 'top_up')`,
    )
    expect(await check({ walkBatches: 0 })).toEqual([])
  })

  it('stops a slow rule, names it, and repeats it in the next run', async () => {
    const { db, owner, worker } = world.database
    await check()
    const before = await db.selectFrom('invariant_watch').select('checked_xid').executeTakeFirstOrThrow()
    await send()
    // A writer locks the table that one rule needs.
    let finish = (): void => undefined
    const isChecked = new Promise<void>((resolve) => (finish = resolve))
    let begin = (): void => undefined
    const isLocked = new Promise<void>((resolve) => (begin = resolve))
    const locking = owner.transaction().execute(async (tx) => {
      await sql`lock table quotes in access exclusive mode`.execute(tx)
      begin()
      await isChecked
    })
    await isLocked
    const { stopped } = await checkRegularly(db, worker, { statementMs: 300 })
    finish()
    await locking
    expect(stopped.join()).toContain('I10 charge and pay-out are as quoted')
    expect(await db.selectFrom('invariant_watch').select('checked_xid').executeTakeFirstOrThrow()).toEqual(
      before,
    )
    expect((await checkRegularly(db, worker)).stopped).toEqual([])
  })

  it('starts over in another cluster', async () => {
    await check()
    await keep({ system_identifier: 42n, checked_xid: '99999999' })
    const opened = await send()
    await postings(opened, `amount = amount * 10 where from_account like 'fx:%'`)
    expect((await check()).join()).toContain('I10')
    await postings(opened, `amount = amount / 10 where from_account like 'fx:%'`)
  })
})
