import { sql } from 'kysely'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forge } from '../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { recipient } from '../testing/sender.ts'
import { runStaffCommand } from './testing/staff-command.ts'

const PREPARE = ['--by', 'Ama Boateng', '--reason', 'End of the day']
const SIGN = ['--by', 'Kofi Mensah', '--reason', 'Read and compared']

/** A day before today (UTC). */
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const [TWO_AGO, YESTERDAY] = [dayBefore(2), dayBefore(1)]

let world: EngineWorld
let folder: string
beforeAll(async () => {
  world = await startEngineWorld()
  folder = await mkdtemp(path.join(tmpdir(), 'sesa-close-'))
  await sendOnDay(2)
  await sendOnDay(2, { phone: recipient('0005') })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

const sesa = (...args: string[]) => runStaffCommand(world, ...args)

/** Makes a transfer to its end with all that the card provider books for it, and moves the postings to an earlier day. */
async function sendOnDay(days: number, change: Record<string, unknown> = {}): Promise<void> {
  const opened = await (await world.sender()).open(change)
  await world.pay(opened)
  await world.reaches(opened, change['phone'] === undefined ? 'sent' : 'refunded')
  await world.treasury.readMovements()
  await forge(
    world.database.owner,
    sql`update ledger_postings set created_at = date_trunc('day', now(), 'UTC') - make_interval(days => ${days}) + interval '12 hours'
      where created_at >= date_trunc('day', now(), 'UTC')`,
  )
}

async function digestOf(day: string): Promise<string> {
  const { out } = await sesa('close', 'show', day, '--json')
  return (JSON.parse(out) as { digest: string }).digest
}

test('a day is prepared by one person and signed by another, in order', async () => {
  expect((await sesa('close', 'prepare', dayBefore(0), ...PREPARE)).error).toMatch('ends at midnight UTC')
  expect((await sesa('close', 'prepare', '2026-02-30', ...PREPARE)).error).toMatch('is not a day')
  const prepared = await sesa('close', 'prepare', TWO_AGO, ...PREPARE)
  expect(prepared).toMatchObject({ code: 0, error: '' })
  expect(prepared.out).toMatch(/^US to GH +2 +1 +1 +0 +-?USD /m)
  expect(prepared.out).toMatch(/^US to GH +USD +USD 0\.00 +USD 0\.50 +USD 49\.50 +-USD 3\.50 /m)
  expect(prepared.out).toMatch(/^card_clearing:USD +USD 0\.00 +-USD \S+ +-USD \S+$/m)
  const digest = await digestOf(TWO_AGO)

  const sign = (given: string, by: readonly string[]) =>
    sesa('close', 'sign', TWO_AGO, '--digest', given, ...by)
  expect((await sign(digest, ['--by', ' ama boateng ', '--reason', 'Mine'])).error).toMatch('Another person')
  expect((await sign('0123456789ab', SIGN)).error).toMatch('has another digest')
  expect((await sign(digest.slice(0, 11), SIGN)).error).toMatch('at least 12 digits')
  expect(await sign(digest.slice(0, 12), SIGN)).toMatchObject({ code: 0, error: '' })
  expect((await sign(digest, SIGN)).error).toMatch(`${TWO_AGO} was signed by Kofi Mensah`)

  expect((await sesa('close', 'prepare', TWO_AGO, ...PREPARE)).error).toMatch(`Next: ${YESTERDAY}`)
  expect((await sesa('close', 'prepare', dayBefore(3), ...PREPARE)).error).toMatch('no earlier day')
  const { rows } = await sql<{ action: string; staff: string; subject: string }>`
    select action, staff, subject from staff_actions where action like '%close' order by at`.execute(
    world.database.owner,
  )
  expect(rows).toEqual([
    { action: 'prepare_close', staff: 'Ama Boateng', subject: `${TWO_AGO} ${digest}` },
    { action: 'sign_close', staff: 'Kofi Mensah', subject: `${TWO_AGO} ${digest}` },
  ])
  expect((await sesa('close', 'list')).out).toMatch(
    new RegExp(`^${TWO_AGO} +Ama Boateng +Kofi Mensah +\\S+ +${digest.slice(0, 12)}$`, 'm'),
  )
})

test('the next day opens with what the last one closed with, and its journal balances', async () => {
  await sendOnDay(1)
  expect(await sesa('close', 'prepare', YESTERDAY, ...PREPARE)).toMatchObject({ code: 0, error: '' })
  const file = path.join(folder, 'journal.csv')
  expect(await sesa('close', 'export', YESTERDAY, '--to', file)).toMatchObject({ code: 0 })
  expect((await sesa('close', 'export', YESTERDAY, '--to', file)).error).toMatch('Choose another file')
  const lines = (await readFile(file, 'utf8')).replaceAll('"', '').split('\r\n').slice(1, -1)
  expect(lines).toContain(`${YESTERDAY},customer,USD,capture,,50.00`)
  const sums = new Map<string, number>()
  for (const line of lines) {
    const [, , currency = '', , debit = '', credit = ''] = line.split(',')
    const cents = Math.round(Number(debit || '0') * 100) - Math.round(Number(credit || '0') * 100)
    sums.set(currency, (sums.get(currency) ?? 0) + cents)
  }
  expect([...sums.values()].every((sum) => sum === 0)).toBe(true)
})

test('a difference from the providers needs an explanation, which the report keeps', async () => {
  await sql`insert into reconciliation_breaks (kind, subject, ours, theirs, owner, moved_at)
    values ('payout_missing', 'S-0A1B2C3D', 'sent', 'unknown', 'treasury', now())`.execute(
    world.database.owner,
  )
  const refused = await sesa('close', 'prepare', YESTERDAY, ...PREPARE)
  expect(refused.error).toMatch(/needs an explanation: .*1 open breaks payout_missing/)
  const explained = ['--explain', 'Asked the carrier: it answers tomorrow']
  expect(await sesa('close', 'prepare', YESTERDAY, ...explained, ...PREPARE)).toMatchObject({ code: 0 })
  expect((await sesa('close', 'show', YESTERDAY)).out).toMatch('Explanation: Asked the carrier')
})

test('a change of a signed day is found, and the database refuses it', async () => {
  const { owner } = world.database
  expect(await sesa('close', 'verify', TWO_AGO)).toMatchObject({ code: 0 })
  await expect(
    sql`update daily_closes set note = 'Other' where signed_at is not null`.execute(owner),
  ).rejects.toThrow('signed one stays')
  await expect(sql`update daily_closes set report = '{}'`.execute(owner)).rejects.toThrow('never changes')
  await expect(sql`delete from daily_closes`.execute(owner)).rejects.toThrow('never changes')

  const noon = sql`date_trunc('day', now(), 'UTC') - interval '2 days' + interval '12 hours'`
  const oneMore = sql`update ledger_postings set amount = amount + 1
    where id = (select min(id) from ledger_postings where created_at = ${noon})`
  await forge(owner, oneMore)
  const changed = await sesa('close', 'verify', TWO_AGO)
  expect(changed).toMatchObject({ code: 1 })
  expect(changed.out).toMatch('books of')
  // The next day no longer opens with what this one closed with.
  const wrong = await sesa('close', 'prepare', YESTERDAY, '--explain', 'None', ...PREPARE)
  expect(wrong.error).toMatch(/do not add up: .*opens with/)
})
