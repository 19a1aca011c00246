import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'

let world: OfficeWorld
let [efe, ama, kofi, finance] = [] as unknown as [TestMember, TestMember, TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  efe = await world.member('Efe Support', 'support')
  ama = await world.member('Ama Compliance', 'compliance')
  kofi = await world.member('Kofi Compliance', 'compliance')
  finance = await world.member('Yaw Finance', 'finance')
})
afterAll(() => world.close())

let phones = 0

/** Creates a customer with a confirmed address and a mistyped name. */
async function customer(name = 'Fatu Kolie'): Promise<string> {
  phones += 1
  const { rows } = await sql<{ id: string }>`
    with person as (insert into users default values returning id),
    profile as (insert into profiles (user_id, name, dob, email, email_verified_at)
      select id, ${name}, '1990-04-02', ${`kolie${phones}@example.com`}, now() from person),
    subject as (insert into screening_subjects (kind, user_id, name, birth_date, state, version, active_until)
      select 'customer', id, ${name}, '1990-04-02', 'clear', '1', 'infinity' from person)
    insert into phone_identities (user_id, phone_number, country)
    select id, ${`+23177000920${phones}`}, 'LR' from person returning user_id as id`.execute(
    world.database.owner,
  )
  return rows[0]?.id ?? ''
}

const BODY = {
  ...{ name: 'Fatu Kollie', document: 'passport', seen: 'Issued in Monrovia in 2024, shown by video call' },
}
const REASON = { reason: 'The customer wrote that one letter is missing' }
const askFor = (id: string, body: object = BODY) =>
  ['POST', `/office/api/customers/${id}/name`, { ...REASON, ...body }] as const
const codeOf = async (member: TestMember, id: string, body: object = BODY) => {
  const [method, path, given] = askFor(id, body)
  return (await member.browser.send(method, path, given)).code
}
const nameOf = async (id: string) => {
  const { rows } = await sql<{ name: string }>`select name from profiles where user_id = ${id}`.execute(
    world.database.owner,
  )
  return rows[0]?.name
}
const corrections = async (id: string) =>
  (await sql`select 1 from name_corrections where user_id = ${id}`.execute(world.database.owner)).rows.length

it('corrects a name that support requests and compliance approves, screens it again and notifies the customer', async () => {
  const { owner } = world.database
  const id = await customer()
  await storeTransfer(owner, id, 'sent')
  const [method, path, body] = askFor(id)
  const asked = await efe.browser.send(method, path, body)
  expect(asked.status).toBe(201)
  const approval = asked.body['approval'] as { id: string; payload: { correction: string } }
  // The request is stored permanently, so it contains no name.
  expect(JSON.stringify(approval)).not.toContain('Koll')
  const shown = `/office/api/customers/${id}/name/${approval.payload.correction}`
  expect((await kofi.browser.get(shown)).body).toEqual({
    ...{ customerId: id, from: 'Fatu Kolie', to: 'Fatu Kollie' },
    ...{ document: 'passport', seen: BODY.seen },
  })
  expect((await finance.browser.get(shown)).code).toBe('not_permitted')
  expect((await world.administrator.browser.get(shown)).code).toBe('not_permitted')
  for (const member of [efe, world.administrator])
    expect(
      (await member.browser.post(`/office/api/approvals/${approval.id}/approve`, { note: 'Seen' })).code,
    ).toMatch(/not_found|not_permitted/)
  await kofi.browser.post(`/office/api/approvals/${approval.id}/approve`, { note: 'Compared' })
  await world.product.approvals.approvals.carryOut(approval.id)
  expect((await efe.browser.get(`/office/api/approvals/${approval.id}`)).body).toMatchObject({
    state: 'done',
    result: 'the name is corrected',
  })
  expect(await nameOf(id)).toBe('Fatu Kollie')
  const subjects = await sql`select name, state, version, is_retired from screening_subjects
    where user_id = ${id} order by id`.execute(owner)
  expect(subjects.rows).toEqual([
    { name: 'Fatu Kolie', state: 'clear', version: '1', is_retired: true },
    { name: 'Fatu Kollie', state: 'unscreened', version: null, is_retired: false },
  ])
  const earlier = await sql`select name, dob, session_id from identity_changes where user_id = ${id}`.execute(
    owner,
  )
  expect(earlier.rows).toEqual([{ name: 'Fatu Kolie', dob: '1990-04-02', session_id: null }])
  const notices = await sql<{ body: string }>`select body from user_notices where user_id = ${id}`.execute(
    owner,
  )
  expect(notices.rows).toMatchObject([{ body: expect.stringContaining('We corrected your name') as string }])
  const [mail] = await world.mailsTo(`kolie${phones}@example.com`)
  expect(mail?.text).toContain('We corrected your name')
  const log = await kofi.browser.get(`/office/api/audit?subject=${id}`)
  const entries = log.body['entries'] as { action: string; change: unknown }[]
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['action.correct_name', 'name_correction.read']),
  )
  expect(entries.find(({ action }) => action === 'action.correct_name')).toMatchObject({
    after: { correction: approval.payload.correction },
  })
  expect(JSON.stringify(log.body)).not.toContain('Koll')
})

it.each([
  ['stops counting', 'Fatu Weah', 'expired', 1],
  ['goes on counting', 'Fatu Kollie', 'verified', 2],
])('a verified document %s if it says %s', async (_what, onDocument, state, tier) => {
  const { owner } = world.database
  const id = await customer()
  await sql`insert into identity_checks (user_id, provider, reference, country, state, name, dob, person_key)
    values (${id}, 'stripe-identity', ${`vs_${id}`}, 'LR', 'verified', ${onDocument}, '1990-04-02', sha256(${id}))`.execute(
    owner,
  )
  await sql`insert into customer_tiers (user_id, tier) values (${id}, 2)`.execute(owner)
  const done = await world.decided(efe, kofi, askFor(id))
  expect(done.approval).toMatchObject({ state: 'done' })
  const { rows } =
    await sql`select c.state, coalesce(t.tier, 1) as tier from identity_checks c left join customer_tiers t using (user_id)
    where user_id = ${id}`.execute(owner)
  expect(rows).toEqual([{ state, tier }])
})

it('is refused for an invalid name, the same name, a closed account, and while the account may be erased', async () => {
  const id = await customer()
  expect(await codeOf(efe, id, { ...BODY, name: '+23177' })).toBe('name_invalid')
  expect(await codeOf(efe, id, { ...BODY, seen: '   ' })).toBe('invalid_field')
  expect(await codeOf(efe, id, { ...BODY, document: 'letter' })).toBe('invalid_field')
  expect(await codeOf(efe, id, { ...BODY, name: 'Fatu Kolie' })).toBe('action_refused')
  expect(await codeOf(finance, id)).toBe('not_permitted')
  expect(await codeOf(efe, '00000000-0000-4000-8000-000000000000')).toBe('action_refused')
  await ama.browser.post(`/office/api/customers/${id}/erasure`, REASON)
  expect(await codeOf(efe, id)).toBe('action_refused')
  expect(await corrections(id)).toBe(0)
})

it('needs two people, one request at a time, and the name that both read', async () => {
  const id = await customer()
  const [method, path, body] = askFor(id)
  const asked = (await ama.browser.send(method, path, body)).body['approval'] as { id: string }
  expect(await codeOf(efe, id)).toBe('approval_pending')
  expect(await corrections(id)).toBe(1)
  const approve = (member: TestMember) =>
    member.browser.post(`/office/api/approvals/${asked.id}/approve`, { note: 'Compared' })
  expect((await approve(ama)).code).toBe('same_person')
  await sql`update profiles set name = 'Fatu Sesay' where user_id = ${id}`.execute(world.database.owner)
  expect((await approve(kofi)).code).toBe('approval_outdated')
  await sql`update profiles set name = 'Fatu Kolie' where user_id = ${id}`.execute(world.database.owner)
  expect((await approve(kofi)).status).toBe(200)
  // Changed by the customer between approval and execution.
  await sql`update profiles set name = 'Fatu Sesay' where user_id = ${id}`.execute(world.database.owner)
  await world.product.approvals.approvals.carryOut(asked.id)
  expect((await kofi.browser.get(`/office/api/approvals/${asked.id}`)).body).toMatchObject({
    state: 'failed',
  })
  expect(await nameOf(id)).toBe('Fatu Sesay')
})

it('leaves no name behind when the account is closed', async () => {
  const id = await customer()
  await world.decided(efe, kofi, askFor(id))
  const erased = await world.decided(ama, kofi, ['POST', `/office/api/customers/${id}/erasure`, REASON])
  expect(erased.approval).toMatchObject({ state: 'done' })
  expect(await corrections(id)).toBe(0)
})
