import { officeCalls, ROLES, type QueueWork, type Role } from '@sesa/contract/office'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { openWorkQuery } from './open-work.ts'

const OF_TRANSFERS = ['support', 'compliance', 'finance', 'engineer'] as const
/** The roles that may see each chart. */
const READERS: Readonly<Record<string, readonly Role[]>> = {
  charged: OF_TRANSFERS,
  minutes: OF_TRANSFERS,
  outcomes: ROLES,
  'open-work': ['compliance'],
  profit: ['finance', 'administrator'],
}

let world: OfficeWorld
let ama: TestMember
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Compliance', 'compliance')
})
afterAll(() => world.close())

it('answers each chart to its readers alone', async () => {
  for (const role of ROLES) {
    const { browser } = await world.member(`One ${role}`, role)
    for (const [chart, readers] of Object.entries(READERS)) {
      const { status } = await browser.get(`/office/api/charts/${chart}`)
      expect(status, `${role} ${chart}`).toBe(readers.includes(role) ? 200 : 403)
    }
  }
})

it('shows today’s transfers in the charts by hour and by day', async () => {
  const { owner } = world.database
  const customer = await storeUser(owner)
  for (const state of ['sent', 'refunded', 'paid', 'awaiting_payment'])
    await storeTransfer(owner, customer, state)
  const { body: charged } = await ama.browser.get(officeCalls.chartCharged.path)
  expect(charged).toMatchObject({ today: 3, weekAgoByNow: 0 })
  const { body } = await ama.browser.get(officeCalls.chartOutcomes.path)
  const days = body['days'] as object[]
  expect(days).toHaveLength(14)
  expect(days.at(-1)).toMatchObject({ sent: 1, refunded: 1, failed: 0, held: 0, underWay: 1 })
})

it('counts open work by queue and age, and overdue work apart', async () => {
  const { owner } = world.database
  const user = await storeUser(owner)
  await sql`insert into cases (kind, stage, subject_kind, subject_id, opened_at, due_at, state, closed_at) values
    ('screening', 'review', 'account', 'a', now() - interval '1 hour', now() + interval '1 day', 'open', null),
    ('screening', 'review', 'account', 'b', now() - interval '2 days', now() + interval '1 day', 'reporting', null),
    ('screening', 'review', 'account', 'c', now() - interval '9 days', now() - interval '1 minute', 'open', null),
    ('screening', 'review', 'account', 'd', now() - interval '9 days', now() - interval '8 days', 'closed', now()),
    ('monitoring', 'review', 'account', 'e', now() - interval '4 days', now() + interval '1 day', 'open', null)`.execute(
    owner,
  )
  await sql`insert into identity_checks (user_id, provider, country, state, updated_at) values
    (${user}, 'smile-id', 'GH', 'needs_review', now() - interval '2 days'), (${user}, 'smile-id', 'GH', 'processing', now())`.execute(
    owner,
  )
  await sql`insert into filings (country, kind, content, period_from, period_to, known_at, due_at, drafted_by) values
    ('GH', 'weekly', '{}', '2026-11-16', '2026-11-22', now(), now() - interval '1 day', 'Ama Compliance')`.execute(
    owner,
  )
  await sql`insert into privacy_requests (kind, user_id, received_at, due_at, deadline_source, identity_confirmed, opened_by)
    values ('access', ${user}, now() - interval '5 days', now() + interval '25 days', 'Our policy', 'Called back', 'Ama')`.execute(
    owner,
  )
  const { body } = await ama.browser.get(officeCalls.chartOpenWork.path)
  const none = { underOneDay: 0, underThreeDays: 0, older: 0, overdue: 0 }
  const queues = (body['queues'] as QueueWork[]).filter(({ queue }) => queue !== 'approvals')
  expect(queues).toEqual([
    { queue: 'screening', ...none, underOneDay: 1, underThreeDays: 1, overdue: 1 },
    { queue: 'monitoring', ...none, older: 1 },
    { queue: 'identity', ...none, underThreeDays: 1 },
    { queue: 'reports', ...none, overdue: 1 },
    { queue: 'privacy', ...none, older: 1 },
  ])
})

it('counts the requests that compliance may decide', async () => {
  const efua = await world.member('Efua Finance', 'finance')
  const open = async () => {
    const { body } = await ama.browser.get(officeCalls.chartOpenWork.path)
    return (body['queues'] as QueueWork[]).find(({ queue }) => queue === 'approvals')?.underOneDay
  }
  const before = (await open()) ?? 0
  const reason = 'Bank statement of today'
  const capital = {
    kind: 'adjustment',
    account: 'bank',
    amount: { amount: 500, currency: 'USD' },
    as: 'capital',
  }
  await efua.browser.post('/office/api/treasury/entries', {
    entry: { ...capital, reference: 'Bank 1' },
    reason,
  })
  expect(await open()).toBe(before)
  const asked = await efua.browser.post('/office/api/corridors/US/LR/close', {
    words: 'Back at noon, sorry.',
    reason,
  })
  expect(asked.code).toBeUndefined()
  expect(await open()).toBe(before + 1)
})

it('reads every queue by the index of its open rows', async () => {
  const { owner, db } = world.database
  await sql`insert into cases (kind, stage, subject_kind, subject_id, opened_at, due_at, state, closed_at)
    select 'screening', 'review', 'account', 'old ' || n, now(), now(), 'closed', now() from generate_series(1, 3000) n`.execute(
    owner,
  )
  await sql`vacuum analyze cases`.execute(owner)
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
    explain (analyze, buffers, timing off, summary off, format json) ${openWorkQuery()}`.execute(db)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
  expect(JSON.stringify(plan)).toContain('cases_by_due')
  expect((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)).toBeLessThan(60)
})
