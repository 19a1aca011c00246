import { ROLES, WORK_KINDS, type Role, type Work, type WorkKind, type WorkQueue } from '@sesa/contract/office'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { openCase } from '../../compliance/cases/store.ts'

/** The queues that each role sees, and whether it decides what is in them: `decides`, or whom it reads that they wait for. */
const SEEN: Readonly<Record<Role, Readonly<Partial<Record<WorkKind, string>>>>> = {
  support: { enquiries: 'decides', holds: 'Compliance or finance', approvals: 'Another member' },
  compliance: {
    ...{ enquiries: 'decides', holds: 'decides', cases: 'decides', identity: 'decides' },
    ...{ approvals: 'decides', reports: 'decides', privacy: 'decides' },
  },
  finance: { holds: 'decides', breaks: 'decides', closes: 'decides', approvals: 'none' },
  engineer: { holds: 'Compliance or finance', breaks: 'Finance', approvals: 'none' },
  administrator: { approvals: 'decides' },
}

let world: OfficeWorld
const members = new Map<Role, TestMember>()
let colleague: TestMember
let [customer, held, check] = ['', '', '']

const memberOf = (role: Role): TestMember => {
  const found = members.get(role)
  if (found === undefined) throw new Error(`There is no ${role}`)
  return found
}
const list = async (member: TestMember, search = '') => {
  const { status, body } = await member.browser.get(`/office/api/inbox?${search}`)
  expect(status).toBe(200)
  return body as unknown as { work: Work[]; queues: WorkQueue[]; nextDue: Work | null }
}
const everything = async (member: TestMember, kind: WorkKind): Promise<Work[]> => [
  ...(await list(member, `kind=${kind}`)).work,
  ...(await list(member, `kind=${kind}&view=others`)).work,
]
const take = (member: TestMember, { kind, id, owner }: Work, to: 'me' | 'nobody' = 'me') =>
  member.browser.post('/office/api/inbox/take', { kind, id, from: owner?.id ?? null, to })
const next = (member: TestMember, kind?: WorkKind) =>
  member.browser.post('/office/api/inbox/next', kind === undefined ? {} : { kind })

async function storeThread(number: string, answerBy: string | null): Promise<void> {
  await sql`with thread as (
      insert into enquiry_threads (id, user_id, number, topic, answer_by)
      values (gen_random_uuid(), ${customer}, ${number}, ${answerBy === null ? 'card' : 'complaint'}, ${answerBy}) returning id)
    insert into enquiry_messages (id, thread_id, author, body) select gen_random_uuid(), id, 'customer', 'Where is it?' from thread`.execute(
    world.database.owner,
  )
}

beforeAll(async () => {
  world = await startOfficeWorld()
  members.set('administrator', world.administrator)
  for (const role of ROLES)
    if (role !== 'administrator') members.set(role, await world.member(`One ${role}`, role))
  colleague = await world.member('Kofi Quick', 'support', 'compliance', 'finance')
  const { owner } = world.database
  customer = await storeUser(owner)
  await storeThread('Q-0A1B2C3D', null)
  await storeThread('C-0A1B2C3D', '2026-01-01T00:00:00Z')
  const transfer = await storeTransfer(owner, customer, 'refund_failed')
  held = transfer.reference
  await sql`update transfers set hold_reason = 'refund_failed', hold_owner = 'operations' where id = ${transfer.id}`.execute(
    owner,
  )
  await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, hold_reason)
    values (${transfer.id}, 'refund_failed', 'refund_failed', 'held', 'refund_failed')`.execute(owner)
  await inTransaction(owner, 'test.open_case', (tx) =>
    openCase(tx, {
      ...{ kind: 'screening', stage: 'hold', evidence: 'NK-1 0.92' },
      subject: { kind: 'account', id: customer },
    }),
  )
  const { rows } = await sql<{
    id: string
  }>`insert into identity_checks (user_id, provider, country, state, reason)
    values (${customer}, 'smile-id', 'LR', 'needs_review', 'name_mismatch') returning id`.execute(owner)
  check = rows[0]?.id ?? ''
  const asked = await memberOf('support').browser.post(
    `/office/api/customers/${await storeUser(owner)}/erasure`,
    {
      reason: 'Asked by letter',
    },
  )
  expect(asked.status).toBe(201)
  await sql`insert into filings (country, kind, content, period_from, period_to, known_at, due_at, drafted_by)
    values ('GH', 'weekly', '{}', '2026-11-16', '2026-11-22', '2026-11-23', '2026-11-23', 'product')`.execute(
    owner,
  )
  await sql`insert into privacy_requests (kind, user_id, country, received_at, due_at, deadline_source, identity_confirmed, opened_by)
    values ('access', ${customer}, 'LR', now(), now() + interval '30 days', 'law', 'called back', 'One compliance')`.execute(
    owner,
  )
  await sql`insert into reconciliation_breaks (kind, subject, ours, theirs, owner, moved_at)
    values ('card_charge_missing_there', 'pi_1', 'USD 1.00', null, 'operations', now())`.execute(owner)
})
afterAll(() => world.close())

describe('the inbox of a role', () => {
  it.each(ROLES.flatMap((role) => WORK_KINDS.map((kind) => [role, kind] as const)))(
    '%s: shows %s only to those who may see them',
    async (role, kind) => {
      const member = memberOf(role)
      const expected = SEEN[role][kind]
      const { queues } = await list(member)
      const queue = queues.find((one) => one.kind === kind)
      const rows = await everything(member, kind)
      if (expected === undefined) expect([queue, rows]).toEqual([undefined, []])
      else if (expected === 'none') expect([queue?.count, rows]).toEqual([0, []])
      else {
        expect(queue?.[expected === 'decides' ? 'count' : 'others']).toBe(rows.length)
        for (const { waitsFor } of rows) expect(waitsFor).toBe(expected === 'decides' ? null : expected)
        expect(rows.length).toBeGreaterThan(0)
      }
    },
  )

  it('names what each item is about, without a bare id and with its amount and deadline', async () => {
    expect(await everything(memberOf('compliance'), 'enquiries')).toMatchObject([
      { id: 'C-0A1B2C3D', title: 'I want to complain', dueAt: '2026-01-01T00:00:00.000Z' },
      { id: 'Q-0A1B2C3D', about: 'No transfer', dueAt: expect.any(String) as string },
    ])
    expect(await everything(memberOf('finance'), 'holds')).toMatchObject([
      { id: held, title: 'Refund failed', amount: { amount: 10_000, currency: 'USD' } },
    ])
    expect(await everything(memberOf('compliance'), 'identity')).toMatchObject([
      { id: check, about: 'Name mismatch' },
    ])
    expect(await everything(memberOf('administrator'), 'approvals')).toMatchObject([
      { title: 'Erase an account', about: expect.stringContaining('asked by One support') as string },
    ])
    expect(await everything(memberOf('finance'), 'closes')).toMatchObject([{ title: 'Daily close' }])
  })

  it('never offers a member their own request', async () => {
    const own = await list(memberOf('support'), 'kind=approvals&view=others')
    expect(own.work).toHaveLength(1)
    expect((await next(memberOf('support'), 'approvals')).body).toEqual({ work: null })
  })

  it('puts what is overdue first on home, and counts it', async () => {
    const { body } = await memberOf('support').browser.get('/office/api/home')
    expect(body).toMatchObject({
      now: [{ id: 'C-0A1B2C3D' }, { id: 'Q-0A1B2C3D' }],
      queues: [
        { kind: 'enquiries', count: 2, overdue: 1, mine: 0 },
        { kind: 'holds', count: 0, others: 1 },
        { kind: 'approvals', count: 0, others: 1 },
      ],
      tiles: [{ tile: 'sent' }, { tile: 'failed' }, { tile: 'refunded' }, { tile: 'first_answer' }],
      setUp: null,
    })
    for (const role of ROLES) {
      const home = (await memberOf(role).browser.get('/office/api/home')).body
      expect([role, (home['tiles'] as unknown[]).length]).toEqual([role, 4])
    }
  })

  it('lists to the administrator of a new company what is left to set up', async () => {
    const { body } = await world.administrator.browser.get('/office/api/home')
    expect(body['setUp']).toEqual([
      { step: 'administrators', isDone: true },
      { step: 'pairs', isDone: true },
      { step: 'prices', isDone: false },
      { step: 'floats', isDone: false },
      { step: 'list', isDone: false },
    ])
  })
})

describe('taking an item', () => {
  it.each(['enquiries', 'holds', 'cases', 'privacy'] as const)(
    'of %s says who was quicker, and can be given back',
    async (kind) => {
      const member = memberOf('compliance')
      const [item] = await everything(member, kind)
      if (item === undefined) throw new Error('The queue is empty')
      expect((await take(colleague, item)).body).toMatchObject({ work: { owner: { name: 'Kofi Quick' } } })
      const late = await take(member, item)
      expect([late.status, late.body['error']]).toMatchObject([409, { message: 'Kofi Quick was quicker.' }])
      const [seen] = await everything(colleague, kind)
      expect(seen?.owner?.name).toBe('Kofi Quick')
      expect((await list(colleague, `kind=${kind}&view=mine`)).work.map(({ id }) => id)).toEqual([item.id])
      if (seen) await take(colleague, seen, 'nobody')
      expect((await everything(colleague, kind))[0]?.owner).toBeNull()
    },
  )

  it('is refused for an item that the member may not see, or that is done', async () => {
    const [item] = await everything(memberOf('compliance'), 'cases')
    if (item === undefined) throw new Error('There is no case')
    for (const work of [item, { ...item, id: 'K-999999' }]) {
      const member = work === item ? memberOf('support') : memberOf('compliance')
      const refused = await take(member, work)
      expect([refused.code, refused.body['error']]).toMatchObject([
        'action_refused',
        { message: 'This item is not open any more.' },
      ])
    }
  })

  it('is over once the item begins anew: a later hold has no owner', async () => {
    const finance = memberOf('finance')
    const [item] = await everything(finance, 'holds')
    if (item === undefined) throw new Error('Nothing is held')
    await take(finance, item)
    const { owner } = world.database
    await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, hold_reason)
      select id, state, state, 'held', hold_reason from transfers where reference = ${held}`.execute(owner)
    expect((await everything(finance, 'holds'))[0]?.owner).toBeNull()
  })
})

describe('the next item', () => {
  it('differs for two members who ask at once', async () => {
    const { owner } = world.database
    for (const number of ['Q-AAAAAAA1', 'Q-AAAAAAA2', 'Q-AAAAAAA3']) await storeThread(number, null)
    const another = await world.member('Musu Quick', 'support')
    const answers = await Promise.all([
      ...Array.from({ length: 2 }, () => next(memberOf('support'), 'enquiries')),
      ...Array.from({ length: 2 }, () => next(another, 'enquiries')),
    ])
    const taken = answers.map(({ body }) => body['work'] as Work)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(4)
    expect(taken.map(({ owner: by }) => by?.name)).toEqual([
      ...['One support', 'One support', 'Musu Quick', 'Musu Quick'],
    ])
    const { rows } = await sql`select 1 from enquiry_threads where assigned_to is not null`.execute(owner)
    expect(rows).toHaveLength(4)
  })

  it('differs where the inbox keeps the owners, too', async () => {
    const { owner } = world.database
    await sql`insert into reconciliation_breaks (kind, subject, owner, moved_at)
      values ('card_charge_missing_there', 'pi_2', 'operations', now())`.execute(owner)
    const other = await world.member('Ama Finance', 'finance')
    const answers = await Promise.all([next(memberOf('finance'), 'breaks'), next(other, 'breaks')])
    expect(new Set(answers.map(({ body }) => (body['work'] as Work).id)).size).toBe(2)
    expect((await next(other, 'breaks')).body).toEqual({ work: null })
  })

  it('skips the work of a colleague, until the colleague leaves', async () => {
    const leaving = await world.member('Yaw Leaves', 'finance')
    const { body } = await next(leaving, 'closes')
    const day = (body['work'] as Work).id
    expect((await next(memberOf('finance'), 'closes')).body).toEqual({ work: null })
    await sql`update staff_members set ended_at = now() where id = ${leaving.id}`.execute(
      world.database.owner,
    )
    expect((await next(memberOf('finance'), 'closes')).body).toMatchObject({ work: { id: day } })
  })

  it('offers to a second person what a colleague has taken and proposed', async () => {
    const [first, second] = [
      await world.member('Efua First', 'compliance'),
      await world.member('Yaw Second', 'compliance'),
    ]
    const taken = (await next(first, 'cases')).body['work'] as Work
    expect((await next(second, 'cases')).body).toEqual({ work: null })
    const path = `/office/api/cases/${taken.id}`
    const { version, decisions } = (await first.browser.get(path)).body as {
      version: string
      decisions: { decision: string }[]
    }
    const decision = decisions[0]?.decision
    expect(
      (await first.browser.post(`${path}/propose`, { decision, reason: 'Compared', version })).status,
    ).toBe(200)
    expect((await next(first, 'cases')).body).toEqual({ work: null })
    expect((await next(second, 'cases')).body).toMatchObject({ work: { id: taken.id } })
  })

  it('offers a day to sign to another member than the one who took it to prepare it', async () => {
    const second = await world.member('Sahr Second', 'finance')
    const { body } = await next(second, 'closes')
    expect(body).toEqual({ work: null })
    const { owner } = world.database
    const [day] = await everything(second, 'closes')
    await sql`insert into daily_closes (day, report, digest, prepared_by)
      values (${day?.id}, '{}', repeat('0', 64), 'One finance')`.execute(owner)
    expect((await next(second, 'closes')).body).toMatchObject({ work: { id: day?.id } })
  })
})
