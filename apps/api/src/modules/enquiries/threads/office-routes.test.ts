import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeUser } from '../../../testing/stored-transfer.ts'

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

it('closes with a last message, after which nothing is answered', async () => {
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

it('is taken by one member, and given back by that one alone', async () => {
  const { number, path } = await storeThread()
  const assign = (member: TestMember, mine: boolean) => member.browser.post(`${path}/assignee`, { mine })
  const both = await Promise.all([assign(esi, true), assign(abena, true)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [owner, other] = both[0].status === 200 ? [esi, abena] : [abena, esi]
  expect((await assign(other, false)).code).toBe('action_refused')
  expect((await owner.browser.get('/office/api/enquiries')).body['enquiries']).toContainEqual(
    expect.objectContaining({ number, assignee: { id: owner.id, name: owner.name } }),
  )
  expect((await assign(owner, false)).body).toMatchObject({ assignee: null })
})

it('is read by support and compliance alone, and reading it is an entry', async () => {
  const { number, path } = await storeThread()
  expect((await efua.browser.get(path)).code).toBe('not_permitted')
  expect((await esi.browser.get(path)).status).toBe(200)
  const kofi = await world.member('Kofi Compliance', 'compliance')
  const { body } = await kofi.browser.get(`/office/api/audit?action=enquiry.read&subject=${number}`)
  expect(body['entries']).toMatchObject([{ actor: 'Esi Support' }])
})
