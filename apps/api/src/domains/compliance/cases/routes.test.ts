import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { openCase } from './index.ts'

let world: OfficeWorld
let [ama, kofi] = [] as unknown as [TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Compliance', 'compliance')
  kofi = await world.member('Kofi Compliance', 'compliance')
})
afterAll(() => world.close())

const ACCOUNT = '0193d2a0-7c1e-4f6a-9d1e-2b6a7c8d9e0f'

it('a case is assigned, noted and decided by two members, and reading it is recorded', async () => {
  await inTransaction(world.product.db, 'test.open_case', (tx) =>
    openCase(tx, {
      kind: 'screening',
      stage: 'review',
      subject: { kind: 'account', id: ACCOUNT },
      evidence: 'NK-1 Ama Invented (role.pep) 0.91',
    }),
  )
  const { body: list } = await ama.browser.get('/office/api/cases?kind=screening')
  const [first] = list['cases'] as { number: string; subject: string }[]
  expect(first).toMatchObject({ subject: ACCOUNT })
  const one = `/office/api/cases/${first?.number ?? ''}`
  expect((await ama.browser.get(one)).body).toMatchObject({ state: 'open', owner: null, pending: null })
  const { body: log } = await kofi.browser.get('/office/api/audit?action=case.read')
  expect(log['entries']).toMatchObject([{ actor: 'Ama Compliance', subject: first?.number }])

  const act = (member: TestMember, path: string, body: object) => member.browser.post(`${one}/${path}`, body)
  const read = async () => String((await ama.browser.get(one)).body['version'])
  expect((await act(ama, 'take', { reason: 'I know the list' })).body).toMatchObject({
    owner: 'Ama Compliance',
  })
  expect((await act(kofi, 'note', { reason: 'Asked for the passport' })).status).toBe(200)
  const version = await read()
  const nonsense = { decision: 'nonsense', reason: 'Typing', version }
  expect((await act(ama, 'propose', nonsense)).code).toBe('action_refused')
  const other = { decision: 'different_person', reason: 'Other birth date' }
  expect((await act(ama, 'propose', { ...other, version: '0'.repeat(64) })).code).toBe('approval_outdated')
  const proposed = await act(ama, 'propose', { ...other, version })
  expect(proposed.body).toMatchObject({
    version,
    pending: { proposedBy: 'Ama Compliance', isOutdated: false },
  })
  expect((await act(ama, 'confirm', { reason: 'Myself', version })).code).toBe('same_person')
  expect((await act(kofi, 'confirm', { reason: 'I agree', version: '0'.repeat(64) })).code).toBe(
    'approval_outdated',
  )
  expect((await act(kofi, 'confirm', { reason: 'I agree', version })).body).toMatchObject({
    state: 'closed',
    outcome: 'different_person',
  })
  expect((await ama.browser.get('/office/api/cases')).body).toEqual({ cases: [], next: null })
})

it('a case waits without moving its deadline or what a decision rests on, and at most until then', async () => {
  const { number } = await inTransaction(world.product.db, 'test.open_case', (tx) =>
    openCase(tx, {
      kind: 'monitoring',
      stage: 'review',
      subject: { kind: 'account', id: ACCOUNT },
      evidence: 'velocity',
    }),
  )
  const one = `/office/api/cases/${number}`
  const before = (await ama.browser.get(one)).body
  expect(before).toMatchObject({ waitUntil: null, before: { transfers: 0, senders: 0 } })
  const due = Date.parse(String(before['dueAt']))
  const wait = (at: number) =>
    ama.browser.post(`${one}/wait`, { until: new Date(at).toISOString(), reason: 'The bank answers later' })
  expect((await wait(due + 1_000)).code).toBe('action_refused')
  expect((await wait(Date.now() - 60_000)).code).toBe('action_refused')
  const until = new Date(due - 60_000).toISOString()
  const { body } = await wait(due - 60_000)
  expect(body).toMatchObject({ waitUntil: until, dueAt: before['dueAt'], version: before['version'] })
  const { body: free } = await kofi.browser.post('/office/api/inbox/next', { kind: 'cases' })
  expect(free).toEqual({ work: null })
  const { body: log } = await kofi.browser.get('/office/api/audit?action=action.wait_case')
  expect(log['entries']).toMatchObject([{ actor: 'Ama Compliance', after: { waitUntil: until } }])
  await inTransaction(world.product.db, 'test.close_case', (tx) =>
    tx
      .updateTable('cases')
      .set({ state: 'closed', outcome: 'no_suspicion', closed_at: new Date() })
      .where('number', '=', number)
      .execute(),
  )
  expect((await wait(due - 60_000)).code).toBe('action_refused')
})

it('pages continue at a cursor, and refuse a cursor without a valid time', async () => {
  await inTransaction(world.product.db, 'test.open_cases', async (tx) => {
    for (let number = 0; number < 51; number++)
      await openCase(tx, {
        kind: 'screening',
        stage: 'review',
        subject: { kind: 'recipient', id: String(number) },
        evidence: 'NK-1 Ama Invented (role.pep) 0.91',
      })
  })
  const read = async (query: string) => (await ama.browser.get(`/office/api/cases${query}`)).body
  const first = await read('')
  const second = await read(`?cursor=${encodeURIComponent(String(first['next']))}`)
  expect([first['cases'], second['cases']].map((page) => (page as unknown[]).length)).toEqual([50, 1])
  expect(second['next']).toBeNull()
  const refused = await ama.browser.get('/office/api/cases?cursor=2026-99-99T99:99:99Z~1')
  expect([refused.status, refused.code]).toEqual([400, 'invalid_field'])
})

it('deadlines are shown with their source, and set from a day on', async () => {
  const path = '/office/api/case-deadlines'
  const { body } = await kofi.browser.get(path)
  expect(JSON.stringify(body)).toContain('OFAC, 31 CFR 501.603')
  const deadline = {
    ...{ kind: 'screening', stage: 'review', amount: 2, unit: 'hours', isConfirmed: false },
    ...{ source: 'our choice', validFrom: new Date().toISOString().slice(0, 10) },
  }
  const set = (over: object) => ama.browser.post(path, { ...deadline, reason: 'Agreed', ...over })
  expect((await set({ amount: 0 })).status).toBe(422)
  for (const wrong of [{ validFrom: 'soon' }, { unit: 'days' }, { kind: 'other' }, { source: ' ' }])
    expect((await set(wrong)).status).toBe(400)
  expect((await set({})).body['deadlines']).toContainEqual(deadline)
  const row = await world.database.owner
    .selectFrom('staff_actions')
    .select(['staff', 'subject'])
    .where('action', '=', 'set_case_deadline')
    .executeTakeFirst()
  expect(row).toEqual({ staff: 'Ama Compliance', subject: 'screening review' })
})
