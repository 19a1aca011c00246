import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../../testing/stored-transfer.ts'

let world: OfficeWorld
let [esi, kofi, efua, tom] = [] as unknown as [TestMember, TestMember, TestMember, TestMember]
let customer: string

beforeAll(async () => {
  world = await startOfficeWorld()
  esi = await world.member('Esi Support', 'support')
  kofi = await world.member('Kofi Compliance', 'compliance')
  efua = await world.member('Efua Finance', 'finance')
  tom = await world.member('Tom Support', 'support')
  const { owner } = world.database
  customer = await storeUser(owner)
  await owner
    .insertInto('profiles')
    .values({ user_id: customer, name: 'Mariama Bah', email: 'm@x.example' })
    .execute()
  for (let count = 0; count < 5; count++) await storeTransfer(owner, customer, 'paid')
  const causes = ['screening', 'fraud_suspected', 'payout_float_empty'] as const
  for (const reason of causes) {
    const { id } = await storeTransfer(owner, customer, 'paid')
    await sql`update transfers set hold_reason = ${reason},
      hold_owner = ${reason === 'payout_float_empty' ? 'treasury' : 'operations'} where id = ${id}`.execute(
      owner,
    )
  }
})
afterAll(() => world.close())

const post = async (member: TestMember, path: string, body: object) => {
  const answer = await member.browser.post(`/office/api/${path}`, body)
  return { ...answer, body: answer.body as Record<string, never> }
}
const list = async (member: TestMember, body: object) => {
  const { transfers } = (await post(member, 'transfers/list', body)).body as unknown as {
    transfers: { reference: string; hold: string | null }[]
  }
  return transfers
}
const newest = async (action: string) => {
  const { body } = await kofi.browser.get(`/office/api/audit?action=${action}&limit=1`)
  return (body['entries'] as { after: unknown }[])[0]
}

describe('the lists', () => {
  it('show customers only with customers.read', async () => {
    expect((await post(esi, 'customers/list', { text: 'mariama' })).body).toMatchObject({
      customers: [{ id: customer, name: 'M•••••• B••' }],
      next: null,
      chips: [{ text: 'mariama', label: 'Name: mariama', isPersonal: true, problem: null }],
    })
    expect((await post(efua, 'customers/list', { text: '' })).code).toBe('not_permitted')
    expect((await post(efua, 'customers/export', { text: '' })).code).toBe('not_permitted')
    expect((await post(efua, 'transfers/list', { text: 'mariama' })).body).toMatchObject({
      transfers: [],
      chips: [{ problem: 'Your roles find transfers, not people.' }],
    })
  })

  it('do not tell apart the causes of holds that compliance decides', async () => {
    for (const member of [esi, efua]) {
      const held = await list(member, { text: 'is:held' })
      expect(held.map(({ hold }) => hold)).toEqual(['payout_float_empty', 'under_review', 'under_review'])
      expect(await list(member, { text: 'is:review' })).toEqual(held.slice(1))
      expect(await list(member, { text: 'owner:compliance' })).toEqual(held.slice(1))
      expect(await list(member, { text: 'owner:finance' })).toEqual(held.slice(0, 1))
      const { body } = await post(member, 'search', { text: 'kind:screening' })
      expect(JSON.stringify(body)).not.toMatch(/cases|monitoring/i)
    }
    expect((await list(kofi, { text: 'is:held' })).map(({ hold }) => hold)).toEqual([
      'payout_float_empty',
      'fraud_suspected',
      'screening',
    ])
  })

  it('record who saw which people, without the text', async () => {
    await list(esi, { text: 'mariama is:held' })
    const entry = await newest('customer.searched')
    expect(entry).toMatchObject({
      after: { transfers: [expect.stringMatching(/^S-/), {}, {}].map(() => expect.any(String) as string) },
    })
    expect(JSON.stringify(entry)).not.toContain('mariama')
  })
})

describe('a file of a list', () => {
  it.each(['', 'is:held', '-is:held', 'mariama', 'today >1', 'is:nonsense'])(
    'has exactly the rows of the list for “%s”, in its order',
    async (text) => {
      for (const sort of ['-created', 'sent'] as const) {
        const shown = await list(esi, { text, sort, limit: '100' })
        const { body } = await post(esi, 'transfers/export', { text, sort })
        const lines = (body as unknown as { text: string }).text.trimEnd().split('\r\n').slice(1)
        expect(lines.map((line) => line.split(',')[0])).toEqual(
          shown.map(({ reference }) => `"${reference}"`),
        )
        expect(lines.map((line) => line.split(',')[2])).toEqual(
          shown.map(({ hold }) => (hold === null ? '' : `"${hold}"`)),
        )
      }
    },
  )

  it('is recorded with its filters, without what may name a person', async () => {
    await post(esi, 'transfers/export', { text: 'mariama is:held today' })
    const entry = await newest('transfers.exported')
    expect(entry).toMatchObject({
      actor: 'Esi Support',
      after: { filters: ['is:held', 'today'], withheldFilters: 1, sort: '-created', rows: 3 },
    })
    expect(JSON.stringify(entry)).not.toContain('mariama')
    const { body } = await post(esi, 'customers/export', { text: 'mariama' })
    expect((body as unknown as { text: string }).text).toContain('"M•••••• B••"')
    expect(await newest('customers.exported')).toMatchObject({ after: { rows: 1 } })
  })
})

describe('a saved view', () => {
  const names = async (member: TestMember) => {
    const { body } = await member.browser.get('/office/api/views/transfers')
    return (body['views'] as { name: string }[]).map(({ name }) => name)
  }
  const save = (member: TestMember, body: object) => post(member, 'views/transfers', { role: null, ...body })

  it('is the member’s own, or of a role that they have', async () => {
    const address = 'filter=is%3Aheld+today&sort=-sent&columns=reference,sent'
    await save(esi, { name: 'My holds', address })
    await save(esi, { name: 'Our holds', address, role: 'support' })
    expect(await names(esi)).toEqual(['My holds', 'Our holds'])
    expect(await names(tom)).toEqual(['Our holds'])
    expect(await names(efua)).toEqual([])
    expect((await save(efua, { name: 'Theirs', address, role: 'support' })).code).toBe('action_refused')
  })

  it('replaces one with the same name, and can be removed by those who see it', async () => {
    await save(esi, { name: 'my holds', address: 'filter=is%3Afailed' })
    const { body } = await esi.browser.get('/office/api/views/transfers')
    const [mine, ours] = body['views'] as { id: string; address: string }[]
    expect(mine?.address).toBe('filter=is%3Afailed')
    await post(tom, `views/transfers/${mine?.id ?? ''}/remove`, {})
    await post(efua, `views/transfers/${ours?.id ?? ''}/remove`, {})
    expect(await names(esi)).toEqual(['My holds', 'Our holds'])
    await post(tom, `views/transfers/${ours?.id ?? ''}/remove`, {})
    expect(await names(esi)).toEqual(['My holds'])
  })

  it.each([
    'filter=kollie',
    'filter=is%3Aheld+%2B231770123456',
    'filter=%40church.org',
    'text=x',
    'sort=a b',
    'filter=card%3A4242',
  ])('has no personal data: %s is refused', async (address) => {
    expect((await save(esi, { name: 'Some', address })).code).toBe('invalid_field')
  })
})
