import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { tasksOf } from '../../../testing/crontab.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened } from '../../../testing/sender.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'
import { reconcile, watchCrons } from './index.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(() => world.close())

const action = { staff: 'Ama Boateng', reason: 'Looked at by hand' }

/** Returns the lines that one check logs. */
async function look(task: 'watch_holds' | 'watch_account_holds' | 'watch_invariants'): Promise<string[]> {
  const lines: string[] = []
  const { db, worker: reader } = world.database
  const crons = watchCrons({ db, reader, alert: (line) => void lines.push(line) })
  await crons.find((cron) => cron.task === task)?.run()
  return lines
}

/** Resets the check as if a day had passed: a finished round of the walk is not repeated earlier. */
const beginAnew = () => world.database.owner.deleteFrom('invariant_watch').execute()

describe('the watch', () => {
  it('alerts on each hold once, in one line of references and reasons', async () => {
    expect(await look('watch_holds')).toEqual([])
    const opened = [await (await world.sender()).open(), await (await world.sender()).open()]
    const [one = '', two = ''] = await Promise.all(opened.map((each) => world.referenceOf(each)))
    const { hold, release } = world.transfers.staffActions
    await hold(one, action)
    await hold(two, action)
    expect(await world.metrics()).toContain('sesa_held_transfers{reason="staff"} 2')
    expect(await look('watch_holds')).toEqual([
      `ALERT: new holds: ${one} (staff), ${two} (staff); see Holds in the office`,
    ])
    expect(await look('watch_holds')).toEqual([])
    // A transfer released and put on hold again between two checks has a new hold.
    await release(one, action)
    await hold(one, action)
    expect(await look('watch_holds')).toEqual([`ALERT: new holds: ${one} (staff); see Holds in the office`])
    await release(one, action)
    await release(two, action)
    expect(await look('watch_holds')).toEqual([])
    expect(await world.metrics()).not.toContain('sesa_held_transfers{')
  })

  it('lists twenty holds by reference in one alert and counts the others', async () => {
    const { owner } = world.database
    const { userId } = await world.sender()
    const hold = async (count: number) => {
      await sql`update transfers set hold_reason = null, hold_owner = null`.execute(owner)
      for (let index = 0; index < count; index++) await storeTransfer(owner, userId, 'refunded')
      await sql`update transfers set hold_reason = 'staff', hold_owner = 'operations'
        where id in (select id from transfers where user_id = ${userId} order by id desc limit ${count})`.execute(
        owner,
      )
    }
    const named = (line = '') => line.match(/\bS-\w+ \(staff\)/g)?.length
    await hold(20)
    const [twenty] = await look('watch_holds')
    expect(named(twenty)).toBe(20)
    expect(twenty).not.toContain('more')
    await hold(22)
    const [more] = await look('watch_holds')
    expect(named(more)).toBe(20)
    expect(more).toContain('and 2 more')
    await sql`delete from transfers where user_id = ${userId}`.execute(owner)
    expect(await look('watch_holds')).toEqual([])
  })

  it('gives neither the reason of a review nor its changes, and of an account only that it is on hold', async () => {
    const { owner } = world.database
    const { userId } = await world.sender()
    const { id, reference } = await storeTransfer(owner, userId, 'paid')
    const hold = async (reason: string) => {
      await sql`update transfers set hold_reason = ${reason}, hold_owner = 'operations' where id = ${id}`.execute(
        owner,
      )
      await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, hold_reason)
        values (${id}, 'paid', 'paid', 'held', ${reason})`.execute(owner)
    }
    await hold('screening_unavailable')
    expect(await look('watch_holds')).toEqual([
      `ALERT: new holds: ${reference} (under_review); see Holds in the office`,
    ])
    await hold('screening')
    expect(await look('watch_holds')).toEqual([])
    await sql`insert into account_holds (user_id, transfer_id, cause, provider_id, opened_by, reason)
      values (${userId}, ${id}, 'fraud_warning', 'issfr_9', 'card provider', 'fraud_warning')`.execute(owner)
    expect(await look('watch_account_holds')).toEqual([
      `ALERT: new account holds: ${userId}; see docs/runbooks/fraud.md`,
    ])
    await sql`delete from account_holds where user_id = ${userId}`.execute(owner)
    await forge(owner, sql`delete from transfer_events where transfer_id = ${id}`)
    await sql`delete from transfers where user_id = ${userId}`.execute(owner)
    expect(await look('watch_holds')).toEqual([])
  })

  it('runs on a schedule', () => {
    const { db, worker: reader } = world.database
    expect(tasksOf(watchCrons({ db, reader, alert: () => undefined }))).toHaveLength(3)
  })

  it('alerts once on a violated invariant, and once more when it is violated again', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    expect(await look('watch_invariants')).toEqual([])
    await beginAnew()
    const change = (by: string) =>
      forge(
        world.database.owner,
        sql`update ledger_postings set amount = ${sql.raw(by)} where from_account like 'fx:%'`,
      )
    await change('amount * 10')
    const lines = await look('watch_invariants')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^ALERT: violated invariants: I10 a pay-out is booked .+ \(1 new\); see npm run sesa/,
    )
    expect(await look('watch_invariants')).toEqual([])
    await change('amount / 10')
    expect(await look('watch_invariants')).toEqual([])
    await change('amount * 10')
    await beginAnew()
    expect(await look('watch_invariants')).toHaveLength(1)
  })

  it('alerts again when a second transfer breaks an invariant', async () => {
    const [one, two] = [await (await world.sender()).open(), await (await world.sender()).open()]
    const multiply = (opened: Opened, by: string) =>
      forge(
        world.database.owner,
        sql`update ledger_postings set amount = ${sql.raw(by)} where from_account like 'fx:%'
        and transfer_id = (select id from transfers where payment_intent_id = ${opened.id})`,
      )
    for (const opened of [one, two]) {
      await world.pay(opened)
      await world.reaches(opened, 'sent')
    }
    await look('watch_invariants')
    for (const opened of [one, two]) {
      await multiply(opened, 'amount * 10')
      await beginAnew()
      expect(await look('watch_invariants')).toMatchObject([expect.stringContaining('(1 new)')])
    }
    for (const opened of [one, two]) await multiply(opened, 'amount / 10')
  })

  it('shows when the invariants were checked and how many are violated, and when the books were compared', async () => {
    const figureOf = async (name: string): Promise<number> =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await world.metrics())?.[1])
    const before = Date.now() / 1_000
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await look('watch_invariants')
    expect(await figureOf('sesa_invariants_checked_timestamp_seconds')).toBeGreaterThan(before - 1)
    const violated = await figureOf('sesa_invariants_violated')
    await world.arrange(opened, { receive_amount: 1n })
    await beginAnew()
    await look('watch_invariants')
    expect(await figureOf('sesa_invariants_violated')).toBeGreaterThan(violated)

    // Before the first comparison, the time of the latest migration counts.
    expect(await figureOf('sesa_reconciliation_finished_timestamp_seconds')).toBeLessThan(before)
    await reconcile({ db: world.database.db, ...world.providerBooks })
    expect(await figureOf('sesa_reconciliation_finished_timestamp_seconds')).toBeGreaterThan(before - 1)
  })

  it('shows unexplained breaks in the metrics', async () => {
    expect(await world.metrics()).not.toMatch(/^sesa_open_breaks\{/m)
    await sql`insert into reconciliation_breaks (kind, subject, owner, state, moved_at)
      values ('test', 'one', 'operations', 'open', now()), ('test', 'two', 'operations', 'explained', now())`.execute(
      world.database.owner,
    )
    expect(await world.metrics()).toMatch(/^sesa_open_breaks\{kind="test"\} 1$/m)
  })
})
