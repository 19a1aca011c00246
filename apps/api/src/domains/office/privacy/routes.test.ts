import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'

let world: OfficeWorld
let [ama, kofi] = [] as unknown as [TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Compliance', 'compliance')
  kofi = await world.member('Kofi Compliance', 'compliance')
})
afterAll(() => world.close())

const ALL = '/office/api/privacy-requests'
const REASON = { reason: 'Their letter of Monday' }
const DAY = 86_400_000

async function customer(phone: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with person as (insert into users default values returning id),
    profile as (insert into profiles (user_id, name, dob) select id, 'Fatu Kamara', '1990-04-02' from person)
    insert into phone_identities (user_id, phone_number, country) select id, ${phone}, 'LR' from person
    returning user_id as id`.execute(world.database.owner)
  return rows[0]?.id ?? ''
}

const open = (kind: 'access' | 'erasure', customerId: string, receivedAt = new Date(Date.now() - DAY)) =>
  ama.browser.post(ALL, {
    kind,
    customerId,
    receivedAt: receivedAt.toISOString(),
    identityConfirmed: 'Called back on the number of the account',
    ...REASON,
  })

it('a customer’s data is downloaded, recorded twice, and marked as sent', async () => {
  const id = await customer('+231770009101')
  const received = new Date(Date.now() - DAY)
  const opened = await open('access', id, received)
  const one = `${ALL}/${String(opened.body['number'])}`
  expect(opened.body).toMatchObject({
    state: 'open',
    country: 'LR',
    dueAt: new Date(received.getTime() + 30 * DAY).toISOString(),
  })
  expect((await open('access', id)).code).toBe('action_refused')
  expect((await ama.browser.post(`${one}/send`, REASON)).code).toBe('action_refused')
  expect((await ama.browser.post(`${one}/erase`, REASON)).code).toBe('action_refused')

  const file = await ama.browser.post(`${one}/export`, REASON)
  expect(file.body).toMatchObject({ data: { profile: { name: 'Fatu Kamara' } } })
  const { rows } = await sql`select kind from security_events where user_id = ${id}`.execute(
    world.database.owner,
  )
  expect(rows).toEqual([{ kind: 'data_exported' }])
  const log = await world.administrator.browser.get('/office/api/audit?action=action.export_personal_data')
  expect(log.body['entries']).toHaveLength(1)

  const sent = await ama.browser.post(`${one}/send`, { reason: 'By registered letter' })
  expect(sent.body).toMatchObject({
    state: 'done',
    endedBy: 'Ama Compliance',
    note: 'By registered letter',
  })
  expect(sent.body['doneAt']).not.toBeNull()
  expect((await ama.browser.post(`${one}/export`, REASON)).code).toBe('action_refused')
  expect((await ama.browser.post(`${one}/refuse`, REASON)).code).toBe('action_refused')
  expect((await open('access', id)).status).toBe(201)
})

it('an erasure awaits approval, and is done when the account is closed', async () => {
  const id = await customer('+231770009102')
  const opened = await open('erasure', id)
  const one = `${ALL}/${String(opened.body['number'])}`
  const asked = await ama.browser.post(`${one}/erase`, REASON)
  const approval = (asked.body as { approval: { id: string } }).approval.id
  expect((await ama.browser.get(one)).body).toMatchObject({ state: 'waiting', approvals: [{ id: approval }] })
  expect((await ama.browser.post(`${one}/refuse`, REASON)).code).toBe('action_refused')

  await kofi.browser.post(`/office/api/approvals/${approval}/reject`, { note: 'Not their number' })
  expect((await ama.browser.get(one)).body).toMatchObject({ state: 'open' })
  const again = (await ama.browser.post(`${one}/erase`, REASON)).body as { approval: { id: string } }
  await kofi.browser.post(`/office/api/approvals/${again.approval.id}/approve`, { note: 'Compared' })
  await world.product.approvals.approvals.carryOut(again.approval.id)
  const done = await ama.browser.get(one)
  expect(done.body).toMatchObject({ state: 'done' })
  expect(done.body['doneAt']).not.toBeNull()
  const listed = async (query: string) => {
    const { body } = await ama.browser.get(`${ALL}${query}`)
    return (body['requests'] as { number: string }[]).map(({ number }) => number)
  }
  expect(await listed('')).not.toContain(opened.body['number'])
  expect(await listed('?all=yes')).toContain(opened.body['number'])
})

it('an erasure is refused while work is open, which is named to compliance and not to others, even when carried out', async () => {
  const id = await customer('+231770009104')
  const efe = await world.member('Efe Support', 'support')
  const opened = await open('erasure', id)
  const one = `${ALL}/${String(opened.body['number'])}`
  const early = (await ama.browser.post(`${one}/erase`, REASON)).body as { approval: { id: string } }
  await kofi.browser.post(`/office/api/approvals/${early.approval.id}/approve`, { note: 'Compared' })
  const { rows } = await sql<{ number: string }>`
    insert into cases (kind, stage, subject_kind, subject_id, due_at)
    values ('screening', 'hold', 'account', ${id}, now()) returning number`.execute(world.database.owner)
  const number = rows[0]?.number ?? ''
  await world.product.approvals.approvals.carryOut(early.approval.id)
  const NEUTRAL = 'The account can’t be erased while these are open: a review. Request it again afterwards.'
  const failed = await efe.browser.get(`/office/api/approvals/${early.approval.id}`)
  expect(failed.body).toMatchObject({ state: 'failed', result: NEUTRAL })
  expect((await ama.browser.get(one)).body).toMatchObject({
    state: 'open',
    openWork: [{ kind: 'case', number }],
  })
  const ask = async (member: TestMember, path: string) => {
    const { body } = await member.browser.post(path, REASON)
    return (body['error'] as { code: string; message: string } | undefined) ?? { code: 'none', message: '' }
  }
  const onPage = `/office/api/customers/${id}/erasure`
  for (const path of [`${one}/erase`, onPage])
    expect(await ask(ama, path)).toMatchObject({
      code: 'action_refused',
      message: NEUTRAL.replace('a review', `case ${number}`),
    })
  for (const path of [`${one}/erase`, onPage])
    expect(await ask(efe, path)).toMatchObject({ code: 'action_refused', message: NEUTRAL })
  await sql`update cases set state = 'closed', outcome = 'different_person', closed_at = now()
    where number = ${number}`.execute(world.database.owner)
  expect((await ama.browser.get(one)).body).toMatchObject({ openWork: [] })
  expect((await ask(efe, onPage)).code).toBe('none')
})

it('a request is refused with a note, and never opened with a future date or without a customer', async () => {
  const id = await customer('+231770009103')
  expect((await open('erasure', id, new Date(Date.now() + DAY))).code).toBe('action_refused')
  expect((await open('erasure', '00000000-0000-4000-8000-000000000000')).code).toBe('action_refused')
  const opened = await open('erasure', id)
  const refused = await ama.browser.post(`${ALL}/${String(opened.body['number'])}/refuse`, {
    reason: 'They withdrew it',
  })
  expect(refused.body).toMatchObject({ state: 'refused', note: 'They withdrew it', doneAt: null })
})

it('compliance and administrators read the retention register', async () => {
  for (const { browser } of [ama, world.administrator]) {
    const { body } = await browser.get('/office/api/retention')
    expect(body['countries']).toContainEqual(expect.objectContaining({ country: 'US', years: 10 }) as object)
    expect(JSON.stringify(body['regimes'])).toContain('sender, recipient, amount and outcome')
  }
})
