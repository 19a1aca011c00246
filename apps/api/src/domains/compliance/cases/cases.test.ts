import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { createCases, dueAfter, openCase, type CaseActions } from './index.ts'

let database: TestDatabase
let cases: CaseActions
const carriedOut: string[] = []
const AMA = { staff: 'Ama Boateng', reason: 'looked at it' }
const FATU = { staff: 'Fatu Sesay', reason: 'agreed' }

beforeAll(async () => {
  database = await createTestDatabase()
  cases = createCases({
    db: database.db,
    deciders: {
      screening: {
        evidenceOf: () => Promise.resolve({ people: [], waiting: [], alerts: [] }),
        decisionsOf: () => ({ harmless: 'nothing to it', harmful: 'a report is due' }),
        carryOut(_tx, row, decision, { staff, approvedBy }) {
          carriedOut.push(`${row.number} ${decision} ${staff} ${approvedBy}`)
          return Promise.resolve(decision === 'harmful' ? 'reporting' : 'closed')
        },
      },
    },
  })
})
afterAll(() => database.drop())

/** Returns the version of the case as staff have just read it. */
const versionOf = async (number: string) => (await cases.show(number))?.version ?? ''
const propose = async (
  number: string,
  proposal: { staff: string; reason: string; decision: string; exception?: string },
) => cases.propose(number, { version: await versionOf(number), ...proposal })
const confirm = async (number: string, by: { staff: string; reason: string }) =>
  cases.confirm(number, { version: await versionOf(number), ...by })

let subjects = 0
const open = (stage: 'hold' | 'review' = 'hold', subject = `s-${subjects++}`) =>
  inTransaction(database.db, 'test.open', (tx) =>
    openCase(tx, {
      kind: 'screening',
      stage,
      subject: { kind: 'recipient', id: subject },
      evidence: 'found',
    }),
  )
const eventsOf = async (number: string) =>
  (await cases.show(number))?.events.map(({ kind, staff }) => `${kind}${staff === null ? '' : ` ${staff}`}`)

test.each([
  ['2026-11-26T10:00:00Z', { amount: 24, unit: 'hours' }, '2026-11-27T10:00:00Z'],
  ['2026-11-26T10:00:00Z', { amount: 1, unit: 'business_days' }, '2026-11-27T10:00:00Z'],
  ['2026-11-27T10:00:00Z', { amount: 1, unit: 'business_days' }, '2026-11-30T10:00:00Z'],
  ['2026-11-28T10:00:00Z', { amount: 10, unit: 'business_days' }, '2026-12-11T10:00:00Z'],
] as const)('a deadline from %s of %j ends at %s', (from, deadline, until) => {
  expect(dueAfter(new Date(from), deadline)).toEqual(new Date(until))
})

describe('a decision', () => {
  it('needs two people', async () => {
    const { number } = await open()
    await propose(number, { ...AMA, decision: 'harmless' })
    for (const staff of ['Ama Boateng', ' AMA BOATENG ']) {
      await expect(confirm(number, { staff, reason: 'mine' })).rejects.toThrow('Another member')
    }
    expect(carriedOut).not.toContainEqual(expect.stringContaining(number))
    await confirm(number, FATU)
    expect(carriedOut).toContain(`${number} harmless Ama Boateng Fatu Sesay`)
    expect(await eventsOf(number)).toEqual(['opened', 'proposed Ama Boateng', 'confirmed Fatu Sesay'])
    const { rows } = await sql<{ staff: string; proposed_by: string }>`
      select staff, proposed_by from staff_actions where action = 'confirm_case' and subject = ${number}`.execute(
      database.owner,
    )
    expect(rows).toEqual([{ staff: 'Fatu Sesay', proposed_by: 'Ama Boateng' }])
    await expect(cases.note(number, AMA)).rejects.toThrow('is closed as harmless')
  })

  it('takes effect once when 20 people confirm at the same time', async () => {
    const { number } = await open()
    await propose(number, { ...AMA, decision: 'harmless' })
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        confirm(number, { staff: index % 2 === 0 ? 'Ama Boateng' : `Person ${index}`, reason: 'now' }),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(carriedOut.filter((line) => line.startsWith(number))).toHaveLength(1)
  })

  it('can be proposed again after a refusal, one at a time', async () => {
    const { number } = await open()
    await propose(number, { ...AMA, decision: 'harmful' })
    await expect(propose(number, { ...FATU, decision: 'harmless' })).rejects.toThrow('has proposed')
    await cases.refuse(number, FATU)
    await expect(confirm(number, FATU)).rejects.toThrow('has no proposal to confirm')
    await propose(number, { ...FATU, decision: 'harmless' })
    await confirm(number, AMA)
    expect(await cases.show(number)).toMatchObject({ state: 'closed', outcome: 'harmless' })
  })

  it('expires', async () => {
    const { id, number } = await open()
    await propose(number, { ...AMA, decision: 'harmless' })
    await sql`update case_proposals set expires_at = now() - interval '1 second' where case_id = ${id}`.execute(
      database.owner,
    )
    await expect(confirm(number, FATU)).rejects.toThrow('has expired')
    expect(await eventsOf(number)).toContain('expired')
    await propose(number, { ...FATU, decision: 'harmless' })
    await confirm(number, AMA)
  })

  it('must be allowed by the case', async () => {
    const { number } = await open()
    await expect(propose(number, { ...AMA, decision: 'magic' })).rejects.toThrow(
      'Propose harmless or harmful',
    )
  })

  describe('that requires a report', () => {
    const filed = (number: string, state: string) =>
      sql`insert into filings (country, kind, case_number, content, known_at, due_at, drafted_by, state, approved_by,
          approved_at, document_hash, exported_at, ended_at, authority_id)
        select 'GH', 'suspicion', ${number}, '{}', now(), now(), 'Ama Boateng', ${state}, 'Fatu Sesay', now(), sha256('x'),
          case when ${state} in ('exported', 'acknowledged') then now() end,
          case when ${state} in ('acknowledged', 'withdrawn') then now() end,
          case when ${state} = 'acknowledged' then 'FIC-1' end`.execute(database.owner)
    const reporting = async () => {
      const { number } = await open()
      await propose(number, { ...AMA, decision: 'harmful' })
      await confirm(number, FATU)
      expect(await cases.show(number)).toMatchObject({ state: 'reporting', stage: 'report' })
      return number
    }
    const reported = { staff: 'Fatu Sesay', reason: 'it is filed', decision: 'reported' }
    const exception = 'filed on paper on 28 November, no. 12'

    it.each(['draft', 'approved', 'withdrawn'])('keeps the case while its report is %s', async (state) => {
      const number = await reporting()
      await filed(number, state)
      await filed('K-999999', 'acknowledged')
      expect((await cases.show(number))?.decisions).toMatchObject([{ needsException: true }])
      await expect(propose(number, reported)).rejects.toThrow('No report is filed')
    })

    it.each(['exported', 'acknowledged'])('ends with a report of its own that is %s', async (state) => {
      const number = await reporting()
      await filed(number, state)
      await expect(propose(number, { ...reported, exception })).rejects.toThrow('Leave it out')
      await propose(number, reported)
      await confirm(number, AMA)
      expect(await cases.show(number)).toMatchObject({ state: 'closed', outcome: 'harmful, reported' })
    })

    it('ends without a report by a recorded exception that two people decide', async () => {
      const number = await reporting()
      await expect(propose(number, { ...AMA, decision: 'harmful', exception })).rejects.toThrow('can’t be')
      await propose(number, { ...reported, exception })
      expect((await cases.show(number))?.pending).toMatchObject({ exception })
      await confirm(number, AMA)
      expect(await cases.show(number)).toMatchObject({ state: 'closed', outcome: 'harmful, reported' })
      const { rows } = await sql<{ action: string; exception: string | null }>`
        select action, content::jsonb #>> '{change,after,exception}' as exception from audit_log where subject = ${number}
        order by seq desc limit 2`.execute(database.owner)
      expect(rows).toEqual([
        { action: 'action.confirm_case', exception },
        { action: 'action.propose_case', exception },
      ])
    })

    it('accepts no exception before the decision', async () => {
      const { number } = await open()
      await expect(propose(number, { ...AMA, decision: 'harmless', exception })).rejects.toThrow(
        'Leave it out',
      )
    })
  })
})

it('one case per subject is open, and a review becomes urgent', async () => {
  const first = await open('review', 'same')
  const second = await open('hold', 'same')
  const third = await open('review', 'same')
  expect([second.number, third.number]).toEqual([first.number, first.number])
  expect((await cases.show(first.number))?.stage).toBe('hold')
  expect(await eventsOf(first.number)).toEqual(['opened', 'evidence', 'evidence'])
})

it('the history cannot be changed, and a decision cannot be made twice', async () => {
  const { number } = await open()
  await propose(number, { ...AMA, decision: 'harmless' })
  await confirm(number, FATU)
  for (const statement of [
    `update case_events set detail = 'x'`,
    `delete from case_events`,
    `truncate case_events`,
    `update case_proposals set decided_by = 'x' where state = 'confirmed'`,
    `delete from case_proposals`,
    `delete from case_deadlines`,
  ]) {
    await expect(sql.raw(statement).execute(database.owner)).rejects.toThrow(/never change|made once/)
  }
})

it('pages list every case once, the first due one first', async () => {
  await Promise.all(Array.from({ length: 60 }, () => open('review')))
  const first = await cases.list()
  const second = await cases.list({}, first.next)
  const all = [...first.cases, ...second.cases]
  expect(first.cases).toHaveLength(50)
  expect(second.next).toBeNull()
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(all.map(({ due_at }) => due_at.getTime())).toEqual(
    all.map(({ due_at }) => due_at.getTime()).toSorted((one, other) => one - other),
  )
})

it('filters by owner and by overdue', async () => {
  const { id, number } = await open()
  await cases.assign(number, { ...AMA, to: 'Kofi Owusu' })
  expect((await cases.list({ owner: 'Kofi Owusu' })).cases.map((row) => row.number)).toEqual([number])
  expect((await cases.list({ isOverdue: true })).cases).toEqual([])
  await sql`update cases set due_at = now() - interval '1 hour' where id = ${id}`.execute(database.owner)
  expect((await cases.list({ isOverdue: true })).cases).toHaveLength(1)
})

it('a deadline applies from its first day on, and names its source', async () => {
  const deadline = {
    kind: 'screening',
    stage: 'review',
    amount: 2,
    unit: 'hours',
    source: 'a decision of ours',
    isConfirmed: false,
    validFrom: '2026-01-01',
  } as const
  await expect(cases.setDeadline({ ...deadline, source: ' ' }, AMA)).rejects.toThrow('Enter the source')
  await cases.setDeadline({ ...deadline, validFrom: '2999-01-01' }, AMA)
  expect(await cases.deadlines()).toContainEqual(
    expect.objectContaining({ kind: 'screening', stage: 'review', amount: 5 }),
  )
})
