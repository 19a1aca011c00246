import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../../testing/office-world.ts'
import { countLate } from './office-store.ts'
import { storeUser } from '../../../../testing/stored-transfer.ts'

let world: OfficeWorld
let [esi, abena, efua] = [] as unknown as [TestMember, TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  esi = await world.member('Esi Support', 'support')
  abena = await world.member('Abena Support', 'support')
  efua = await world.member('Efua Finance', 'finance')
})
afterAll(() => world.close())

/** Stores a conversation whose customer wrote two hours ago. */
async function storeThread(): Promise<{ number: string; path: string; message: string }> {
  const { owner } = world.database
  const [user, id] = [await storeUser(owner), randomUUID()]
  const number = `Q-${id.slice(0, 8).toUpperCase()}`
  await sql`insert into enquiry_threads (id, user_id, number, topic, opened_at)
    values (${id}, ${user}, ${number}, 'where_is_money', now() - interval '2 hours')`.execute(owner)
  await sql`insert into enquiry_messages (id, thread_id, author, body, at)
    values (${id}, ${id}, 'customer', 'Where is it?', now() - interval '2 hours')`.execute(owner)
  return { number, path: `/office/api/enquiries/${number}`, message: id }
}

it('refuses the second of two answers at once, until its author has read the first', async () => {
  const { path, message } = await storeThread()
  const answer = (member: TestMember, after: string) =>
    member.browser.post(`${path}/answer`, { text: 'It arrived at 10:42.', after, closes: false })
  const answers = await Promise.all([answer(esi, message), answer(abena, message)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.code).toBe('enquiry_changed')
  const { body } = await esi.browser.get(path)
  const messages = body['messages'] as { id: string; author: string; staff: string | null }[]
  expect(messages.map(({ author }) => author)).toEqual(['customer', 'staff'])
  expect((await answer(abena, messages[1]?.id ?? '')).status).toBe(200)
})

it('closes with a last message, after which no answer is accepted', async () => {
  const { number, path, message } = await storeThread()
  const closed = await esi.browser.post(`${path}/answer`, { text: 'Done.', after: message, closes: true })
  expect(closed.body).toMatchObject({
    state: 'closed',
    messages: [{}, { staff: 'Esi Support', text: 'Done.' }],
  })
  const late = await abena.browser.post(`${path}/answer`, { text: 'Hello', after: message, closes: false })
  expect(late.code).toBe('action_refused')
  const list = (await esi.browser.get('/office/api/enquiries?state=closed')).body
  expect(list['enquiries']).toMatchObject([{ number }])
  expect(list['times']).toMatchObject({ close: { count: 1, median: 120 } })
})

it('is assigned to one of two members, then to another, then to none', async () => {
  const { number, path } = await storeThread()
  const assign = (member: TestMember, from: string | null, to: string | null) =>
    member.browser.post(`${path}/assignee`, { from, to })
  const both = await Promise.all([assign(esi, null, esi.id), assign(abena, null, abena.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [owner, other] = both[0].status === 200 ? [esi, abena] : [abena, esi]
  expect((await owner.browser.get('/office/api/enquiries')).body['enquiries']).toContainEqual(
    expect.objectContaining({ number, assignee: { id: owner.id, name: owner.name } }),
  )
  expect((await assign(owner, owner.id, efua.id)).body).toMatchObject({
    error: { message: 'This member can’t answer enquiries. Choose another.' },
  })
  const given = await assign(owner, owner.id, other.id)
  expect(given.body).toMatchObject({ assignee: { id: other.id } })
  expect((given.body['members'] as { id: string }[]).map(({ id }) => id)).not.toContain(efua.id)
  expect((await assign(owner, owner.id, null)).code).toBe('action_refused')
  expect((await assign(other, other.id, null)).body).toMatchObject({ assignee: null })
  const kofi = await world.member('Kofi Reader', 'compliance')
  const { body } = await kofi.browser.get(`/office/api/audit?subject=${number}&action=enquiry.given`)
  expect(body['entries']).toMatchObject([
    { actor: owner.name, after: { assignee: other.id }, reason: `Given to ${other.name}` },
  ])
})

it('starts answers from templates, whose placeholders must be filled in before an answer is sent', async () => {
  const save = (text: string) =>
    esi.browser.post('/office/api/answer-templates', { topic: 'card', title: 'Another card', text })
  expect((await save('Pay {amount} with another card.')).body).toMatchObject({
    error: { code: 'invalid_field', field: 'text' },
  })
  await save('Pay with another card.')
  const { body } = await save('Please pay {reference} with another card.')
  const own = (
    body['templates'] as { id: string; title: string; text: string; author: string | null }[]
  ).filter(({ title }) => title === 'Another card')
  expect(own).toMatchObject([{ text: 'Please pay {reference} with another card.', author: 'Esi Support' }])

  const { path, message } = await storeThread()
  const unfilled = { text: own[0]?.text ?? '', after: message, closes: false }
  expect((await esi.browser.post(`${path}/answer`, unfilled)).body).toMatchObject({
    error: { code: 'action_refused', message: expect.stringContaining('still contains {reference}') },
  })
  const retire = () =>
    esi.browser.post(`/office/api/answer-templates/${own[0]?.id ?? ''}/retire`, { reason: 'Out of date' })
  expect((await retire()).body['templates']).not.toContainEqual(
    expect.objectContaining({ title: 'Another card' }),
  )
  expect((await retire()).code).toBe('action_refused')
})

it('can be read only by support and compliance, and records its reading', async () => {
  const { number, path } = await storeThread()
  expect((await efua.browser.get(path)).code).toBe('not_permitted')
  expect((await esi.browser.get(path)).status).toBe(200)
  const kofi = await world.member('Kofi Compliance', 'compliance')
  const { body } = await kofi.browser.get(`/office/api/audit?action=enquiry.read&subject=${number}`)
  expect(body['entries']).toMatchObject([{ actor: 'Esi Support' }])
})

it('counts questions that have waited for three days, and open complaints that are due', async () => {
  const { owner, db } = world.database
  const [question, complaint] = [await storeThread(), await storeThread()]
  const before = await countLate(db)
  await sql`update enquiry_messages set at = now() - interval '4 days' where id = ${question.message}`.execute(
    owner,
  )
  await sql`update enquiry_threads set topic = 'complaint', answer_by = now() + interval '20 hours'
    where id = ${complaint.message}`.execute(owner)
  const late = await countLate(db)
  expect([late.get('question'), late.get('complaint')]).toEqual([(before.get('question') ?? 0) + 1, 1])
  await esi.browser.post(`${complaint.path}/answer`, {
    text: 'Done.',
    after: complaint.message,
    closes: true,
  })
  await esi.browser.post(`${question.path}/answer`, { text: 'Here.', after: question.message, closes: false })
  expect([...(await countLate(db)).values()]).toEqual([before.get('question'), 0])
})

it('counts a question from the first message without an answer, whatever the customer adds', async () => {
  const { owner, db } = world.database
  const { message, path } = await storeThread()
  const before = (await countLate(db)).get('question') ?? 0
  await sql`update enquiry_messages set at = now() - interval '4 days' where id = ${message}`.execute(owner)
  const reminder = randomUUID()
  await sql`insert into enquiry_messages (id, thread_id, author, body)
    values (${reminder}, ${message}, 'customer', 'Are you there?')`.execute(owner)
  expect((await countLate(db)).get('question')).toBe(before + 1)
  await esi.browser.post(`${path}/answer`, { text: 'Here.', after: reminder, closes: false })
  expect((await countLate(db)).get('question')).toBe(before)
})

it('keeps one of two templates that are saved concurrently under the same title', async () => {
  const save = (member: TestMember, title: string) =>
    member.browser.post('/office/api/answer-templates', { topic: 'other', title, text: 'Thank you.' })
  for (let round = 0; round < 10; round += 1) {
    const both = await Promise.all([save(esi, `Thanks ${round}`), save(abena, `thanks ${round}`)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  }
})

it('records the text that a changed template replaces', async () => {
  for (const text of ['Write to us again.', 'Write to us at any time.'])
    await esi.browser.post('/office/api/answer-templates', { topic: 'other', title: 'Any time', text })
  const kofi = await world.member('Kofi Auditor', 'compliance')
  const { body } = await kofi.browser.get('/office/api/audit?action=template.saved&subject=Any%20time')
  expect((body['entries'] as unknown[])[0]).toMatchObject({
    actor: 'Esi Support',
    before: { text: 'Write to us again.' },
    after: { text: 'Write to us at any time.' },
  })
})
