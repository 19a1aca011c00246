import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../testing/office-world.ts'

let world: OfficeWorld
let [ama, kofi] = [] as unknown as [TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Compliance', 'compliance')
  kofi = await world.member('Kofi Compliance', 'compliance')
})
afterAll(() => world.close())

const REASON = { reason: 'The week is over' }

it('a return is approved by another member, downloaded, and ended with the authority’s reference', async () => {
  await sql`insert into filings (country, kind, content, period_from, period_to, known_at, due_at, drafted_by)
    values ('GH', 'weekly', '{}', '2026-11-16', '2026-11-22', '2026-11-23', '2026-11-23T12:00:00Z', 'Ama Compliance')`.execute(
    world.database.owner,
  )
  const listed = await ama.browser.get('/office/api/filings')
  expect(listed.body).toMatchObject({
    filings: [
      { country: 'GH', kind: 'weekly', state: 'draft', format: 'csv', dueAt: '2026-11-23T12:00:00.000Z' },
    ],
  })
  const [{ number } = { number: '' }] = listed.body['filings'] as { number: string }[]
  const one = `/office/api/filings/${number}`
  expect((await ama.browser.get(one)).body).toMatchObject({ problems: [], deadline: { isConfirmed: false } })
  expect((await ama.browser.post(`${one}/export`, REASON)).code).toBe('action_refused')
  expect((await ama.browser.post(`${one}/approve`, REASON)).code).toBe('same_person')
  expect((await kofi.browser.post(`${one}/approve`, REASON)).body).toMatchObject({
    state: 'approved',
    approvedBy: 'Kofi Compliance',
  })
  const file = await ama.browser.post(`${one}/export`, REASON)
  expect(file.body).toEqual({
    files: [{ name: `${number}.csv`, text: expect.stringMatching(/^day,figure,/) as string }],
  })
  expect((await ama.browser.post(`${one}/withdraw`, REASON)).code).toBe('action_refused')
  const filed = await ama.browser.post(`${one}/acknowledge`, { authorityId: 'BOG-2026-47', ...REASON })
  expect(filed.body).toMatchObject({ state: 'acknowledged', authorityId: 'BOG-2026-47' })
  expect((await ama.browser.get('/office/api/filings')).body).toEqual({ filings: [] })
  expect((await ama.browser.get('/office/api/filings?all=yes')).body).toMatchObject({ filings: [{ number }] })

  const log = await kofi.browser.get(`/office/api/audit?subject=${number}`)
  const actions = (log.body['entries'] as { action: string }[]).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['filing.read', 'action.export_filing']))
})

it('names each field that the document of a report lacks', async () => {
  const { rows } = await sql<{ id: string }>`
    with person as (insert into users default values returning id)
    insert into profiles (user_id, name, dob) select id, 'Fatu Kamara', '1990-04-02' from person
    returning user_id as id`.execute(world.database.owner)
  const { row } = await world.product.reports.draft(
    {
      country: 'GH',
      knownAt: '2026-11-24T10:00:00Z',
      transfers: [],
      account: rows[0]?.id ?? '',
      narrative: 'Several accounts of one person',
      action: 'Nothing was paid out',
      indicators: ['structuring'],
      senders: {},
    },
    { staff: 'Ama Compliance', reason: 'Case K-000001' },
  )
  const shown = await ama.browser.get(`/office/api/filings/${row.number}`)
  expect(shown.body).toMatchObject({
    dueAt: '2026-11-25T10:00:00.000Z',
    format: 'goaml',
    deadline: { text: '24 hours', isConfirmed: true },
  })
  expect(shown.body['problems']).toEqual(expect.arrayContaining(['entity.rentity_id']))
  expect((await kofi.browser.post(`/office/api/filings/${row.number}/approve`, REASON)).code).toBe(
    'action_refused',
  )
  expect((await ama.browser.post(`/office/api/filings/${row.number}/withdraw`, REASON)).body).toMatchObject({
    state: 'withdrawn',
  })
})

it('figures for a regulator need a country and days that exist', async () => {
  const read = (query: string) => ama.browser.get(`/office/api/statistics?${query}`)
  const { body } = await read('country=GH&from=2026-11-01&to=2026-11-30')
  expect(body).toMatchObject({ lines: [], file: { name: 'statistics-GH-2026-11-01-2026-11-30.csv' } })
  for (const query of [
    'country=NG&from=2026-11-01&to=2026-11-30',
    'country=GH&from=2026-11-30&to=2026-11-01',
    'country=GH&from=2026-11-01&to=2026-11-31',
    'country=GH&from=2024-11-01&to=2026-11-01',
  ])
    expect((await read(query)).status).toBe(400)
})

it('is drafted in the office by one member and approved by another; a wrong draft is refused with its fields', async () => {
  const { rows } = await sql<{ id: string }>`
    with person as (insert into users default values returning id)
    insert into profiles (user_id, name, dob) select id, 'Fatu Kamara', '1990-04-02' from person
    returning user_id as id`.execute(world.database.owner)
  const draft = {
    ...{
      country: 'LR',
      case: 'K-000001',
      knownAt: '2026-11-24T10:00:00Z',
      transfers: [],
      account: rows[0]?.id,
    },
    ...{ narrative: 'Several accounts of one person', action: 'Nothing was paid out' },
    ...{ indicators: ['structuring'], senders: {} },
  }
  const post = (over: object) =>
    ama.browser.post('/office/api/filings', { draft: { ...draft, ...over }, reason: 'Case K-000001' })
  const wrong = await post({ account: undefined })
  expect(wrong.body).toMatchObject({
    error: {
      code: 'action_refused',
      message: expect.stringContaining('Name transfers, or an account') as string,
    },
  })
  expect((await post({ knownAt: '2999-01-01T00:00:00Z' })).code).toBe('action_refused')
  const stored = await post({})
  expect(stored.status).toBe(201)
  const { filing } = stored.body as { filing: { number: string } }
  expect(filing).toMatchObject({
    content: {
      account: rows[0]?.id,
      narrative: 'Several accounts of one person',
      indicators: ['structuring'],
    },
    state: 'draft',
    country: 'LR',
    caseNumber: 'K-000001',
    draftedBy: 'Ama Compliance',
  })
  expect((await ama.browser.post(`/office/api/filings/${filing.number}/approve`, REASON)).code).toBe(
    'same_person',
  )
})

it('has a profile for each country, which two people change', async () => {
  const { body } = await ama.browser.get('/office/api/report-profiles')
  const profiles = body['profiles'] as { country: string; profile: Record<string, unknown> }[]
  expect(profiles.map(({ country }) => country)).toEqual(['GH', 'LR', 'SL', 'US'])
  const ask = (profile: object) =>
    ama.browser.post('/office/api/report-profiles/LR', {
      validFrom: '2026-12-01',
      profile,
      reason: 'New circular',
    })
  const { profile } = profiles[1] ?? { profile: {} }
  expect((await ask({ ...profile, authority: 1 })).body).toMatchObject({
    error: { code: 'action_refused', message: expect.stringContaining('authority: ') as string },
  })
  const asked = await ask({ ...profile, authority: 'Financial Intelligence Agency' })
  expect(asked.body).toMatchObject({
    approval: { action: 'set_report_profile', entity: 'LR', state: 'pending' },
  })
  expect((await ask(profile)).code).toBe('approval_pending')
})
