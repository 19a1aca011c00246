import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { createReportsModule, readDraft } from './index.ts'
import { registered } from './testing/report.ts'
import { insertPolicy } from '../../../testing/policies.ts'

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
  const { version } = (await kofi.browser.get(one)).body
  const approval = { ...REASON, version }
  expect((await ama.browser.post(`${one}/approve`, approval)).code).toBe('same_person')
  expect((await kofi.browser.post(`${one}/approve`, REASON)).status).toBe(400)
  expect(
    (await kofi.browser.post(`${one}/approve`, { ...REASON, version: '0'.repeat(64) })).body,
  ).toMatchObject({
    error: { code: 'action_refused', message: expect.stringContaining('has changed') as string },
  })
  expect((await kofi.browser.post(`${one}/approve`, approval)).body).toMatchObject({
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

/** Makes an account with a name and a birth date. */
async function makeAccount(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with person as (insert into users default values returning id)
    insert into profiles (user_id, name, dob) select id, 'Fatu Kamara', '1990-04-02' from person
    returning user_id as id`.execute(world.database.owner)
  return rows[0]?.id ?? ''
}

const aboutAccount = (country: string, account: string, over: object = {}) => ({
  ...{ country, knownAt: '2026-11-24T10:00:00Z', transfers: [], account },
  ...{ narrative: 'Several accounts of one person', action: 'Nothing was paid out' },
  ...{ indicators: ['structuring'], senders: {}, ...over },
})

/** Returns the refusals, problems and notes of a draft's check. */
async function check(draft: object): Promise<{ refusals: string[]; problems: string[]; notes: string[] }> {
  const { body } = await ama.browser.post('/office/api/filings/check', { draft })
  return body as Awaited<ReturnType<typeof check>>
}

it('a check reports all problems before anything is stored, and refuses things that do not exist', async () => {
  const account = await makeAccount()
  const count = async () => (await ama.browser.get('/office/api/filings?all=yes')).body
  const before = await count()
  const cases: readonly (readonly [object, readonly string[]])[] = [
    [
      aboutAccount('GH', account, { transfers: ['S-NOPE1234', 'S-NOPE5678'], account: undefined }),
      ['S-NOPE1234, S-NOPE5678'],
    ],
    [aboutAccount('GH', account, { case: 'K-999999' }), ['Case K-999999 doesn’t exist']],
    [aboutAccount('GH', account, { indicators: [] }), ['Enter at least one indicator']],
    [
      aboutAccount('GH', account, { knownAt: '2999-01-01T00:00:00Z' }),
      ['date of knowledge is in the future'],
    ],
    [aboutAccount('GH', '01a20000-0000-7000-8000-000000000009'), ['doesn’t exist or has no name']],
  ]
  for (const [draft, words] of cases) {
    const { refusals } = await check(draft)
    for (const word of words) expect(refusals.join('\n')).toContain(word)
    const refused = await ama.browser.post('/office/api/filings', { draft, ...REASON })
    expect(refused.code).toBe('action_refused')
    for (const word of words) expect(JSON.stringify(refused.body)).toContain(word)
  }
  for (const [country, words] of [
    ['GH', ['entity.rentity_id', 'codes.indicators.structuring', 'subject: sender’s gender']],
    ['US', ['entity.tin', 'subject: sender’s address', 'subject: sender’s phone']],
  ] as const) {
    const { refusals, problems } = await check(aboutAccount(country, account))
    expect(refusals).toEqual([])
    for (const word of words) expect(problems.join('\n')).toContain(`${word} is missing. `)
  }
  expect(await count()).toEqual(before)
})

it('can be shown and withdrawn after its account is closed', async () => {
  const account = await makeAccount()
  const stored = await ama.browser.post('/office/api/filings', {
    draft: aboutAccount('LR', account),
    ...REASON,
  })
  const { number } = (stored.body as { filing: { number: string } }).filing
  await sql`delete from profiles where user_id = ${account}`.execute(world.database.owner)
  expect((await ama.browser.get(`/office/api/filings/${number}`)).body).toMatchObject({
    problems: [expect.stringContaining('doesn’t exist or has no name') as string],
    content: { narrative: 'Several accounts of one person' },
  })
  expect((await ama.browser.post(`/office/api/filings/${number}/withdraw`, REASON)).body).toMatchObject({
    state: 'withdrawn',
  })
})

/** Returns a schema with only one indicator. */
const schemaWith = (indicator: string): string =>
  readFileSync(join(import.meta.dirname, 'schemas/sample-goaml.xsd'), 'utf8').replace(
    '<xs:element name="indicator" type="text" maxOccurs="unbounded"/>',
    `<xs:element name="indicator" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="xs:string">
      <xs:enumeration value="${indicator}"><!-- Many accounts --></xs:enumeration>
    </xs:restriction></xs:simpleType></xs:element>`,
  )

describe('the authority’s schema', () => {
  const add = (text: string, member = ama) =>
    member.browser.post('/office/api/report-schemas', {
      format: 'goaml',
      name: 'goAMLSchema.xsd',
      content: text,
    })

  it('is added as a file, used once two people set a profile with it, and provides its code lists', async () => {
    const text = schemaWith('A1')
    const { body } = await add(text)
    expect(body['codeLists']).toEqual({ 'codes.indicators': { A1: 'Many accounts' } })
    const { schema } = body as { schema: { sha256: string } }
    expect(schema).toEqual({
      name: 'goAMLSchema.xsd',
      sha256: createHash('sha256').update(text).digest('hex'),
    })
    expect((await add(text)).body).toEqual(body)
    const profile = { ...registered('GH'), schema }
    const request = (given: object) =>
      [
        'POST',
        '/office/api/report-profiles/GH',
        { validFrom: '2026-01-01', profile: given, ...REASON },
      ] as const
    const unknown = { ...schema, sha256: '0'.repeat(64) }
    expect((await world.decided(ama, kofi, request({ ...profile, schema: unknown }))).refused).toBe(
      'action_refused',
    )
    expect((await world.decided(ama, kofi, request(profile))).approval).toMatchObject({ state: 'done' })
    const profiles = (await ama.browser.get('/office/api/report-profiles')).body['profiles'] as {
      country: string
      codeLists: object
    }[]
    expect(profiles.find(({ country }) => country === 'GH')?.codeLists).toEqual({
      'codes.indicators': { A1: 'Many accounts' },
    })
    const { refusals } = await check(aboutAccount('GH', await makeAccount(), { indicators: ['A1', 'XX'] }))
    expect(refusals.join()).toContain('XX: not in Financial Intelligence Centre (FIC)’s list of indicators')
    expect(refusals.join()).not.toContain('A1')
  })

  it.each([
    ['is no schema', '<html/>'],
    [
      'includes another file',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="b.xsd"/></xs:schema>',
    ],
    ['has a document type', '<!DOCTYPE a><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>'],
  ])('is refused when the file %s', async (_name, text) => {
    expect((await add(text)).code).toBe('action_refused')
  })

  it('is refused above the maximum size, and from members who may not change profiles', async () => {
    expect((await add(`${schemaWith('A1')}<!--${'x'.repeat(1_100_000)}-->`)).status).toBe(400)
    const esi = await world.member('Esi Support', 'support')
    expect((await add(schemaWith('A2'), esi)).code).toBe('not_permitted')
  })
})

it('in live mode, is not approved without a schema file; a sample does not count', async () => {
  const live = createReportsModule({
    ...{ db: world.product.db, isSandbox: false, secrets: { secret: Buffer.alloc(32) } },
    ...{ openDocument: () => null, identityOf: async () => null },
  })
  await insertPolicy(world.database.owner, 'report_profile', 'US', {
    profile: registered('US'),
    validFrom: '2026-01-01',
  })
  const read = readDraft(aboutAccount('US', await makeAccount(), { indicators: ['1/106'] }))
  if (!read.ok) throw new Error(read.problems.join())
  const { problems, notes } = await live.check(read.value)
  expect(problems.join()).toContain('The country’s profile has no schema file of FinCEN')
  expect(notes).toEqual([])
  const { row } = await live.draft(read.value, { staff: 'Ama Compliance', reason: 'Case K-000001' })
  await expect(
    live.approve(row.number, { staff: 'Kofi Compliance', reason: 'Read' }, '0'.repeat(64)),
  ).rejects.toThrow('has no schema file')
})

it('is not approved when its author may no longer file', async () => {
  const { owner } = world.database
  await insertPolicy(owner, 'report_profile', 'SL', { profile: registered('SL'), validFrom: '2026-01-01' })
  for (const [name, change] of [
    ['Efua Compliance', sql`roles = '{support}'`],
    ['Yaw Compliance', sql`ended_at = now()`],
  ] as const) {
    const drafter = await world.member(name, 'compliance')
    const draft = aboutAccount('SL', await makeAccount())
    const stored = await drafter.browser.post('/office/api/filings', { draft, ...REASON })
    const { number } = (stored.body as { filing: { number: string } }).filing
    await sql`update staff_members set ${change} where id = ${drafter.id}`.execute(owner)
    const { version } = (await kofi.browser.get(`/office/api/filings/${number}`)).body
    const refused = await kofi.browser.post(`/office/api/filings/${number}/approve`, { version, ...REASON })
    expect(refused.body).toMatchObject({ error: { code: 'asker_not_permitted' } })
  }
})

it('is not approved when its content has changed since the approver read it', async () => {
  const { owner } = world.database
  const account = await makeAccount()
  const draft = aboutAccount('SL', account)
  const stored = await ama.browser.post('/office/api/filings', { draft, ...REASON })
  const { number, version } = (stored.body as { filing: { number: string; version: string } }).filing
  await sql`update profiles set dob = '1991-04-02' where user_id = ${account}`.execute(owner)
  const approve = (seen: unknown) =>
    kofi.browser.post(`/office/api/filings/${number}/approve`, { version: seen, ...REASON })
  expect((await approve(version)).body).toMatchObject({
    error: { message: expect.stringContaining('has changed') as string },
  })
  expect(
    (await approve((await kofi.browser.get(`/office/api/filings/${number}`)).body['version'])).status,
  ).toBe(200)
})

it('figures for a regulator need an existing country and valid days', async () => {
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

it('is drafted in the office by one member and approved by another; an invalid draft is refused with its fields', async () => {
  const { rows } = await sql<{ id: string }>`
    with person as (insert into users default values returning id)
    insert into profiles (user_id, name, dob) select id, 'Fatu Kamara', '1990-04-02' from person
    returning user_id as id`.execute(world.database.owner)
  await sql`insert into cases (kind, stage, subject_kind, subject_id, due_at)
    values ('monitoring', 'review', 'account', ${rows[0]?.id}, now())`.execute(world.database.owner)
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
      message: expect.stringContaining('Enter transfers, or an account') as string,
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
  const approval = { ...REASON, version: '0'.repeat(64) }
  expect((await ama.browser.post(`/office/api/filings/${filing.number}/approve`, approval)).code).toBe(
    'same_person',
  )
})

it('answers a check with the deadline, and with the document only when asked, which the log records', async () => {
  const draft = aboutAccount('SL', await makeAccount())
  const post = (over: object) => ama.browser.post('/office/api/filings/check', { draft, ...over })
  const previews = async () =>
    ((await kofi.browser.get('/office/api/audit?action=filing.previewed')).body['entries'] ?? []) as object[]
  const { body } = await post({})
  expect(body).toMatchObject({
    format: 'printed',
    files: [],
    dueAt: expect.stringMatching(/^2026-11-/) as string,
  })
  expect(body['deadline']).toHaveProperty('source')
  expect(await previews()).toEqual([])
  const { body: opened } = await post({ document: true })
  expect((opened['files'] as { text: string }[])[0]?.text).toContain('Fatu Kamara')
  expect(await previews()).toMatchObject([{ actor: 'Ama Compliance', subject: draft.account }])
})

it('can be edited until it is approved; who edits it has drafted it, and edits of an older draft are refused', async () => {
  const draft = aboutAccount('SL', await makeAccount())
  const stored = await ama.browser.post('/office/api/filings', { draft, ...REASON })
  const { filing } = stored.body as { filing: { number: string; draftedAt: string; version: string } }
  const one = `/office/api/filings/${filing.number}`
  const edit = (member: TestMember, draftedAt: string, over: object = {}) =>
    member.browser.post(`${one}/edit`, { draft: { ...draft, ...over }, draftedAt, ...REASON })
  const changed = { narrative: 'Several accounts and cards', knownAt: '2026-11-23T10:00:00Z' }
  expect((await edit(kofi, '2026-11-23T10:00:00.000Z', changed)).code).toBe('action_refused')
  expect((await edit(kofi, filing.draftedAt, { country: 'GH' })).code).toBe('action_refused')
  const edited = await edit(kofi, filing.draftedAt, changed)
  expect(edited.body).toMatchObject({
    filing: {
      ...{ draftedBy: 'Kofi Compliance', state: 'draft', knownAt: '2026-11-23T10:00:00.000Z' },
      content: { narrative: 'Several accounts and cards' },
    },
  })
  const { version } = (edited.body as { filing: { version: string } }).filing
  expect(version).not.toBe(filing.version)
  // The document that was read before the edit is not approved, and its editor cannot approve it.
  const approve = (member: TestMember, seen: string) =>
    member.browser.post(`${one}/approve`, { version: seen, ...REASON })
  expect((await approve(ama, filing.version)).code).toBe('action_refused')
  expect((await approve(kofi, version)).code).toBe('same_person')
  expect((await approve(ama, version)).body).toMatchObject({
    state: 'approved',
    approvedBy: 'Ama Compliance',
  })
  const { draftedAt } = (await ama.browser.get(one)).body
  expect((await edit(kofi, String(draftedAt), changed)).code).toBe('action_refused')
  const { body: log } = await kofi.browser.get('/office/api/audit?action=action.edit_filing')
  expect(log['entries']).toMatchObject([
    {
      ...{ actor: 'Kofi Compliance', subject: filing.number },
      before: { draftedBy: 'Ama Compliance', knownAt: '2026-11-24T10:00:00.000Z' },
      after: { draftedBy: 'Kofi Compliance', knownAt: '2026-11-23T10:00:00.000Z' },
    },
  ])
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
