// Slow: staff decisions that race with new entries on the list.
import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { nameCustomer, sandboxList, screeningOver } from '../../../testing/screening-world.ts'
import type { Opened, Sender } from '../../../testing/sender.ts'
import { addCustomer, type ScreeningList } from './index.ts'

let world: EngineWorld
let parts: ReturnType<typeof screeningOver>
const calls = { match: 0, excluded: [] as (readonly string[])[], answered: (): void => undefined }
const away = { list: false }

/** Step names in metrics and traces. */
const steps = new Set<unknown>()
const keepStep = (ended: unknown): void => void steps.add((ended as { step: unknown }).step)

beforeAll(async () => {
  subscribe('sesa.transfer-steps', keepStep)
  world = await startEngineWorld({
    screening(db, sandboxUrl) {
      const list = sandboxList(sandboxUrl)
      const counted: ScreeningList = {
        ...list,
        match(queries, excluded) {
          calls.match++
          calls.excluded.push(excluded)
          return away.list
            ? Promise.resolve({ ok: false, reason: 'unavailable' })
            : list.match(queries, excluded).finally(() => calls.answered())
        },
      }
      parts = screeningOver(db, counted)
      return parts.screening
    },
  })
})
beforeEach(() => {
  calls.match = 0
  calls.excluded = []
  away.list = false
})
afterAll(async () => {
  unsubscribe('sesa.transfer-steps', keepStep)
  expect(await closeAndVerify(world)).toBeGreaterThan(10)
})

async function customer(name = 'Hawa Kollie', dob = '1990-04-02'): Promise<Sender> {
  const sender = await world.sender()
  await nameCustomer(world.database.owner, sender.userId, name, dob)
  return sender
}

async function pay(sender: Sender, change: Record<string, unknown> = {}, amount?: number): Promise<Opened> {
  const opened = await sender.open(change, amount)
  await world.pay(opened)
  return opened
}

const caseOf = async (subjectId: string) => {
  const { cases } = await parts.cases.list({ kind: 'screening' })
  return cases.find((row) => row.subject_id === subjectId)
}
async function recipientSubject(phone: string): Promise<string> {
  const row = await world.database.owner
    .selectFrom('screening_subjects')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  return String(row.id)
}
const runCron = () => parts.screening.crons[0]?.run()
const phoneOf = (sample: number) => `+23324777${1_100 + sample}`
const list = (method: string, path: string, body?: object) =>
  fetch(`${world.sandboxUrl}/sandbox/screening-list${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

const versionOf = async (number: string) => (await parts.cases.show(number))?.version ?? ''
const propose = async (number: string, decision: string, exception?: string) =>
  parts.cases.propose(number, {
    staff: 'Ama Boateng',
    reason: 'compared both records',
    version: await versionOf(number),
    decision,
    exception,
  })
const confirm = async (number: string, staff = 'Fatu Sesay') =>
  parts.cases.confirm(number, { staff, reason: 'agreed', version: await versionOf(number) })
/** Has two people decide a case. */
async function decide(number: string, decision: string, exception?: string): Promise<void> {
  await propose(number, decision, exception)
  await confirm(number)
}

describe('people who are on no list', () => {
  it('are screened once for the same data and version, with one request for both', async () => {
    const sender = await customer()
    const first = await pay(sender, { phone: phoneOf(1) })
    await world.reaches(first, 'sent')
    expect(calls.match).toBe(1)
    const again = await pay(sender, { phone: phoneOf(1) })
    await world.reaches(again, 'sent')
    expect(calls.match).toBe(1)
    const { rows } = await sql<{ outcome: string; version: string }>`
      select s.outcome, s.version from screenings s join screening_subjects p on p.id = s.subject_id
      where p.user_id = ${sender.userId}`.execute(world.database.owner)
    expect(rows).toEqual([{ outcome: 'clear', version: expect.stringMatching(/^\d{14}-[a-z]{3}$/) }])
  })

  it('are screened again once the version has changed', async () => {
    const sender = await customer()
    await world.reaches(await pay(sender, { phone: phoneOf(2) }), 'sent')
    await list('POST', '', { id: 'other-1', names: ['Somebody Quite Else'], topics: ['sanction'] })
    calls.match = 0
    await runCron()
    expect(calls.match).toBe(1)
    await runCron()
    expect(calls.match).toBe(1)
    await world.reaches(await pay(sender, { phone: phoneOf(2) }), 'sent')
    expect(calls.match).toBe(1)
  })
})

describe('a recipient who resembles an entry', () => {
  it('stops the pay-out until two people find another person, who is remembered', async () => {
    const sender = await customer()
    const recipient = { name: 'Foday Conteh', phone: phoneOf(10) }
    const opened = await pay(sender, recipient)
    await world.expectState(opened, 'paid', 'screening')
    expect((await sender.transfer(opened.id)).status).toBe('held')
    const subject = await recipientSubject(recipient.phone)
    const row = await caseOf(subject)
    expect(row).toMatchObject({ stage: 'hold', state: 'open', subject_kind: 'recipient' })
    const number = row?.number ?? ''
    await expect(
      world.transfers.staffActions.release(await world.referenceOf(opened), {
        staff: 'Ama Boateng',
        reason: 'looked at',
      }),
    ).rejects.toThrow('is under review by compliance.')
    // Engineers read the metrics, which must not reveal more.
    const metrics = await world.metrics()
    expect(metrics).toMatch(/^sesa_held_transfers\{reason="under_review"\} [1-9]/m)
    const compliance = /^sesa_(cases|filings|screening_subjects)\{.+/gm
    expect(metrics.match(compliance)?.join()).not.toMatch(/screening"|"(open|match|review|due)"/)
    expect(metrics).not.toContain('reason="screening"')
    await propose(number, 'different_person')
    await expect(confirm(number, ' ama boateng')).rejects.toThrow('Another member has to decide')
    await world.expectState(opened, 'paid', 'screening')
    await confirm(number)
    await world.expectState(opened, 'sent', null)
    expect([...steps]).toContain('begin_payout')
    expect([...steps]).not.toContain('screen_again')
    expect(await parts.cases.show(number)).toMatchObject({
      state: 'closed',
      outcome: 'different_person',
    })

    // The same version: no query. Another version: the pair is left out of the query.
    calls.match = 0
    await world.reaches(await pay(sender, recipient), 'sent')
    expect(calls.match).toBe(0)
    await list('POST', '', { id: 'other-2', names: ['Another Stranger Entirely'], topics: ['sanction'] })
    calls.excluded = []
    await runCron()
    expect(calls.excluded).toContainEqual(['inv-conteh'])
    await world.reaches(await pay(sender, recipient), 'sent')
    expect(await caseOf(subject)).toBeUndefined()
  })

  it('is a match again when the entry has changed since the decision', async () => {
    const sender = await customer()
    await list('POST', '', { id: 'changing-1', names: ['Kwaku Changing Entry'], topics: ['sanction'] })
    const recipient = { name: 'Kwaku Changing Entry', phone: phoneOf(11) }
    const opened = await pay(sender, recipient)
    await world.expectState(opened, 'paid', 'screening')
    const subject = await recipientSubject(recipient.phone)
    await decide((await caseOf(subject))?.number ?? '', 'different_person')
    await world.expectState(opened, 'sent', null)
    await list('POST', '', {
      id: 'changing-1',
      names: ['Kwaku Changing Entry'],
      birthDate: '1970',
      topics: ['sanction'],
    })
    await runCron()
    expect(await caseOf(subject)).toMatchObject({ stage: 'hold', state: 'open' })
    await world.expectState(await pay(sender, recipient), 'paid', 'screening')
  })

  it('keeps the money when two people confirm the match, and reports within ten business days', async () => {
    const sender = await customer()
    const recipient = { name: 'Selorm Agbeko', phone: phoneOf(12) }
    const opened = await pay(sender, recipient)
    await world.expectState(opened, 'paid', 'screening')
    const number = (await caseOf(await recipientSubject(recipient.phone)))?.number ?? ''
    await decide(number, 'blocked')
    expect(await parts.cases.show(number)).toMatchObject({ state: 'reporting', stage: 'report' })
    await world.makeStepsDue()
    await world.expectState(opened, 'paid', 'screening')
    await decide(number, 'reported', 'filed on paper, since the portal was down')
    expect(await parts.cases.show(number)).toMatchObject({
      state: 'closed',
      outcome: 'blocked, reported',
    })
  })

  it('refunds the money when two people decide so, and later transfers too', async () => {
    const sender = await customer()
    const recipient = { name: 'Tiraogo Ouedraogo', phone: phoneOf(13) }
    const opened = await pay(sender, recipient)
    await world.expectState(opened, 'paid', 'screening')
    await decide((await caseOf(await recipientSubject(recipient.phone)))?.number ?? '', 'returned')
    await world.expectState(opened, 'refunded', null)
    await world.expectState(await pay(sender, recipient), 'refunded', null)
  })
})

it('a sender who resembles an entry is stopped', async () => {
  const sender = await customer('Kamara Santigie', '1968-06-06')
  const opened = await pay(sender, { phone: phoneOf(20) })
  await world.expectState(opened, 'paid', 'screening')
  expect(await caseOf(sender.userId)).toMatchObject({ subject_kind: 'account', stage: 'hold' })
  const text = JSON.stringify(await sender.transfer(opened.id))
  expect(text).not.toMatch(/sanction|screen|list|pep/i)
})

describe('a case shows the evidence for a decision', () => {
  it('our recipient next to the entry, and the waiting transfers', async () => {
    const sender = await customer()
    const recipient = { name: 'Foday Conte', phone: phoneOf(40) }
    const opened = await pay(sender, recipient)
    await world.expectState(opened, 'paid', 'screening')
    const number = (await caseOf(await recipientSubject(recipient.phone)))?.number ?? ''
    const page = await parts.cases.show(number)
    expect(page?.people).toMatchObject([
      {
        ...{ kind: 'recipient', customer: null, tier: null },
        ...{ name: 'Foday Conte', birthDate: null, country: 'GH', phone: recipient.phone },
      },
    ])
    expect(page?.people[0]?.entities).toEqual([
      {
        ...{
          id: 'inv-conteh',
          name: 'Foday Conteh',
          topics: ['sanction', 'crime'],
          isWhole: true,
          isGone: false,
        },
        ...{ programmes: ['Invented programme of sanctions'], sources: ['invented_list'] },
        ...{ score: expect.any(Number), threshold: 0.7, algorithm: 'logic-v2', dataset: 'default' },
        version: expect.stringMatching(/^\d{14}-[a-z]{3}$/),
        screenedAt: expect.any(String),
        scores: [{ field: 'name_match', says: expect.stringContaining('likest name') }],
        compared: [
          { field: 'name', ours: 'Foday Conte', theirs: ['Foday Conteh'], mark: 'similar' },
          { field: 'other_names', ours: 'Foday Conte', theirs: ['Fodé Conté'], mark: expect.any(String) },
          { field: 'birth_date', ours: null, theirs: ['1972-07-30'], mark: 'not_given' },
          { field: 'country', ours: 'GH', theirs: ['SL'], mark: 'differs' },
        ],
      },
    ])
    const reference = await world.referenceOf(opened)
    expect(page?.waiting).toMatchObject([
      {
        reference,
        ...{ sender: 'Hawa Kollie', recipient: 'Foday Conte', country: 'GH', since: expect.any(String) },
        sent: { amount: expect.any(Number), currency: expect.any(String) },
      },
    ])
    expect(page).toMatchObject({ otherCases: [], reports: [], pending: null })
    await decide(number, 'blocked')
    expect((await parts.cases.show(number))?.people[0]?.entities).toHaveLength(1)
  })

  it('a customer with tier and birth date; old screenings show what they lack; other cases are named', async () => {
    const sender = await customer('Kamara Santigie', '1968-07-07')
    const opened = await pay(sender, { phone: phoneOf(41) })
    await world.expectState(opened, 'paid', 'screening')
    const number = (await caseOf(sender.userId))?.number ?? ''
    const first = await parts.cases.show(number)
    expect(first?.people).toMatchObject([
      { kind: 'customer', customer: sender.userId, birthDate: '1968-07-07', tier: 1, isNewData: false },
    ])
    expect(first?.people[0]?.entities[0]).toMatchObject({ id: 'inv-kamara', isWhole: true })
    expect(first?.people[0]?.entities[0]?.compared).toMatchObject([
      { mark: 'agrees' },
      { field: 'other_names' },
      { mark: 'similar', theirs: ['1968'] },
      { field: 'country' },
    ])
    await world.database.owner.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update screenings set results = jsonb_build_array((results -> 0) - 'details') where outcome <> 'clear'
        and subject_id in (select id from screening_subjects where user_id = ${sender.userId})`.execute(tx)
    })
    expect((await parts.cases.show(number))?.people[0]?.entities[0]).toMatchObject({
      isWhole: false,
      sources: [],
    })
    await sql`update profiles set dob = '1969-01-01' where user_id = ${sender.userId}`.execute(
      world.database.owner,
    )
    expect((await parts.cases.show(number))?.people).toMatchObject([{ isNewData: true }])
    await decide(number, 'different_person')
    await list('POST', '', {
      id: 'second-1',
      names: ['Kamara Santigie'],
      birthDate: '1968',
      topics: ['crime'],
    })
    await runCron()
    const next = await caseOf(sender.userId)
    const page = await parts.cases.show(next?.number ?? '')
    expect(page?.otherCases).toMatchObject([{ number, outcome: 'different_person' }])
    expect(page?.people[0]?.entities.map(({ id }) => id)).toEqual(['second-1'])
  })
})

it('evidence added during a confirmation is either seen by it or opens another case, in each of twelve rounds', async () => {
  const outcomes: string[] = []
  // Makes each run query only one person.
  await sql`update screening_subjects set is_retired = true`.execute(world.database.owner)
  for (let round = 0; round < 12; round++) {
    const name = `Kwabena ${'abcdefghijkl'.charAt(round).toUpperCase()}oateng Racing`
    const sender = await customer(name, '1990-04-02')
    await inTransaction(world.database.owner, 'test.add', (tx) => addCustomer(tx, sender.userId))
    await list('POST', '', { id: `race-${round}-a`, names: [name], topics: ['sanction'] })
    await runCron()
    const number = (await caseOf(sender.userId))?.number ?? expect.fail('no case')
    await propose(number, 'different_person')
    const version = await versionOf(number)
    await list('POST', '', { id: `race-${round}-b`, names: [name], topics: ['sanction'] })
    const answered = new Promise<void>((resolve) => {
      calls.answered = resolve
    })
    const [confirmed] = await Promise.allSettled([
      // Before the list answers, and around the time when its answer is stored.
      (round % 2 === 0 ? answered.then(() => sleep(round * 4)) : sleep(round)).then(() =>
        parts.cases.confirm(number, { staff: 'Fatu Sesay', reason: 'agreed', version }),
      ),
      runCron(),
    ])
    await runCron()
    const { rows } = await sql<{ entity: string }>`
      select d.entity_id as entity from screening_decisions d join cases c on c.id = d.case_id
      where c.number = ${number} order by 1`.execute(world.database.owner)
    const open = await parts.cases.show((await caseOf(sender.userId))?.number ?? '')
    const waits = open?.people[0]?.entities.map(({ id }) => id) ?? []
    // An unread entry is not stored with the decision, and waits for its own decision.
    expect(rows.map(({ entity }) => entity)).not.toContain(`race-${round}-b`)
    expect(waits).toContain(`race-${round}-b`)
    expect(open?.number === number).toBe(confirmed.status === 'rejected')
    outcomes.push(confirmed.status)
  }
  console.log(JSON.stringify({ rounds: outcomes.length, outcomes }))
})

it('a politically exposed person is paid out, and reviewed', async () => {
  const sender = await customer()
  const recipient = { name: 'Agyeman Boateng', phone: phoneOf(21) }
  await world.reaches(await pay(sender, recipient), 'sent')
  const row = await caseOf(await recipientSubject(recipient.phone))
  expect(row).toMatchObject({ stage: 'review', state: 'open' })
  await decide(row?.number ?? '', 'accepted')
  await world.reaches(await pay(sender, recipient), 'sent')
})

it('a pay-out that the carrier refused is not repeated once its recipient is a match', async () => {
  const sender = await customer()
  const recipient = { name: 'Kojo Later Listed', phone: phoneOf(22) }
  await world.fault('payout', 'unavailable', 50)
  const opened = await pay(sender, recipient)
  await world.reaches(opened, 'paying_out')
  await list('POST', '', { id: 'later-1', names: ['Kojo Later Listed'], topics: ['sanction'] })
  await runCron()
  await world.expectState(opened, 'paying_out', 'screening')
  await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
  await decide((await caseOf(await recipientSubject(recipient.phone)))?.number ?? '', 'different_person')
  await vi.waitFor(async () => {
    await world.makeStepsDue()
    expect(await world.state(opened)).toEqual({ state: 'sent', hold_reason: null })
  }, PATIENCE)
})

describe('while the list is unavailable', () => {
  it('pay-outs up to the amount leave and are screened later; larger ones wait', async () => {
    const sender = await customer()
    const small = { name: 'Nyemah Johnson', phone: phoneOf(30) }
    const large = { name: 'Ama Serwaa Mensah', phone: phoneOf(31) }
    away.list = true
    await world.reaches(await pay(sender, small, 10_000), 'sent')
    const waiting = await pay(sender, large, 10_001)
    await world.expectState(waiting, 'paid', 'screening_unavailable')
    expect((await sender.transfer(waiting.id)).status).toBe('held')
    const subject = await recipientSubject(small.phone)
    expect(await caseOf(subject)).toBeUndefined()
    away.list = false
    await runCron()
    await world.expectState(waiting, 'sent', null)
    expect(await caseOf(subject)).toMatchObject({ stage: 'hold', state: 'open' })
  })

  it('a transfer that waits can be cancelled', async () => {
    const sender = await customer()
    away.list = true
    const opened = await pay(sender, { phone: phoneOf(32) }, 20_000)
    await world.expectState(opened, 'paid', 'screening_unavailable')
    await world.transfers.staffActions.cancel(await world.referenceOf(opened), {
      staff: 'Ama Boateng',
      reason: 'the sender asked for it',
    })
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: null })
    }, PATIENCE)
  })
})
