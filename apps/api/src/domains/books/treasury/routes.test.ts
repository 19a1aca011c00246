import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { deleteRates, storeRates } from '../../../testing/rates.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'

const ENTRIES = '/office/api/treasury/entries'

let world: OfficeWorld
let [ama, kofi, yaa] = [] as unknown as [TestMember, TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Finance', 'finance')
  kofi = await world.member('Kofi Finance', 'finance')
  // Two roles are not two people.
  yaa = await world.member('Yaa Both', 'finance', 'compliance')
  await sql`insert into float_wallets (account, country, currency, balance, asked_at)
    values ('pawapay', 'GH', 'GHS', 500000, now())`.execute(world.database.owner)
})
afterAll(() => world.close())

const ghs = (amount: number) => ({ amount, currency: 'GHS' })
const usd = (amount: number) => ({ amount, currency: 'USD' })
const topUp = (reference: string) => ({
  ...{ kind: 'top_up', account: 'pawapay', reference },
  ...{ arrived: ghs(100_000), paid: usd(9_050) },
})
async function ask(member: TestMember, entry: object) {
  const { body, code, status } = await member.browser.post(ENTRIES, { entry, reason: 'On the statement' })
  const approval = body['approval'] as { id: string } | undefined
  const { message } = (body['error'] ?? {}) as { message?: string }
  return { id: approval?.id ?? '', code, status, message }
}
const approve = ({ browser }: TestMember, id: string) =>
  browser.post(`/office/api/approvals/${id}/approve`, { note: 'Compared' })
const carryOut = (id: string) => world.product.approvals.approvals.carryOut(id)
const list = async (query = '') =>
  (await ama.browser.get(`${ENTRIES}${query}`)).body as { entries: Record<string, unknown>[]; next: string }
const countBooked = async (reference: string) => {
  const { rows } = await sql<{ movements: number; entries: number; actions: number }>`
    select count(distinct m.id)::int as movements, count(distinct e.id)::int as entries,
      (select count(*)::int from staff_actions where subject like ${`% ${reference}`}) as actions
    from provider_movements m left join ledger_entries e on e.transfer_id = m.id where m.provider_id = ${reference}`.execute(
    world.database.owner,
  )
  return rows[0]
}

/** Inserts a top-up under one name. */
const enterAlone = (reference: string) => sql`
  with action as (insert into staff_actions (action, staff, reason, subject)
    values ('treasury_top_up', 'Ama Finance', 'Alone', ${`pawapay ${reference}`}) returning id)
  insert into provider_movements (account, provider_id, kind, amount, currency, other_amount, other_currency, fee,
    occurred_at, action_id)
  select 'pawapay', ${reference}, 'top_up', 100, 'GHS', 10, 'USD', 0, now(), id from action`

it('sums up what is on its way once, and names it', async () => {
  const { owner } = world.database
  const { id, reference, payout } = await storeTransfer(owner, await storeUser(owner), 'paying_out')
  await sql`insert into float_reservations (reference, account, country, currency, amount)
    values (${payout}, 'pawapay', 'GH', 'GHS', 57712)`.execute(owner)
  await sql`insert into payout_attempts (transfer_id, outcome, closed_at) values (${id}, 'accepted', now())`.execute(
    owner,
  )
  const floats = async () =>
    (await ama.browser.get('/office/api/floats')).body as {
      movements: object[]
      wallets: { name: string; onItsWay: object; topUp: object | null }[]
    }
  const movements = async () => (await floats()).movements
  const shown = await floats()
  expect(shown.movements).toEqual([
    {
      ...{ account: 'payout_float:GHS', wallet: 'pawapay/GH/GHS', reference, kind: 'paid_out' },
      ...{ amount: ghs(57_712), direction: 'out', missing: 'books', at: expect.any(String) },
    },
  ])
  expect(shown.wallets.find(({ name }) => name === 'pawapay/GH/GHS')?.onItsWay).toEqual(ghs(57_712))
  // The carrier refused it, so no money has left.
  await forge(owner, sql`update payout_attempts set outcome = 'rejected' where transfer_id = ${id}`)
  expect(await movements()).toEqual([])
  await sql`delete from float_reservations`.execute(owner)
})

it('books an entry once another person has approved it, under both names', async () => {
  const { id, status } = await ask(ama, topUp('FT26330'))
  expect(status).toBe(201)
  expect((await ask(kofi, topUp('FT26330'))).code).toBe('approval_pending')
  expect((await approve(ama, id)).code).toBe('same_person')
  await carryOut(id)
  expect(await countBooked('FT26330')).toEqual({ movements: 0, entries: 0, actions: 0 })

  expect((await approve(world.administrator, id)).status).toBe(200)
  await Promise.all([carryOut(id), carryOut(id), carryOut(id)])
  expect(await countBooked('FT26330')).toEqual({ movements: 1, entries: 1, actions: 1 })
  expect((await list()).entries).toEqual([
    expect.objectContaining({
      ...{ kind: 'top_up', account: 'pawapay', reference: 'FT26330' },
      ...{ amount: ghs(100_000), paid: usd(9_050), as: null },
      ...{ enteredBy: 'Ama Finance', approvedBy: 'Ama Boateng', reason: 'On the statement' },
    }),
  ])
  const { body } = await world.administrator.browser.get('/office/api/floats')
  expect(body).toMatchObject({ bank: expect.arrayContaining([usd(-9_050)]) })
  const again = await ask(kofi, topUp('FT26330'))
  expect([again.code, again.message]).toEqual([
    'action_refused',
    'FT26330 is already entered for pawapay. Use a separate reference for each movement.',
  ])
})

it('plans a top-up in the currency of the last one, less what is asked for', async () => {
  const { owner } = world.database
  await sql`insert into rail_terms (rail, country, network, open, currency, min_amount, max_amount)
    values ('pawapay', 'GH', 'mtn', true, 'GHS', 100, 1500000)`.execute(owner)
  const planned = async () => {
    const { body } = await ama.browser.get('/office/api/floats')
    return (body as { wallets: { topUp: { arrives: object } | null }[] }).wallets[0]?.topUp
  }
  // GHS 10 for a dollar; the last top-up left the bank in dollars.
  await storeRates(owner, sql`now()`, 'test', { LRD: 200, GHS: 10, SLE: 20 })
  // The balance was read before GHS 1,000.00 were entered above: it is on its way.
  expect(await planned()).toEqual({ days: null, arrives: ghs(900_000), pays: usd(90_000) })
  const { id } = await ask(ama, { ...topUp('PLANNED'), arrived: ghs(899_901), paid: usd(90_000) })
  expect(await planned()).toMatchObject({ arrives: ghs(100) })
  await ama.browser.post(`/office/api/approvals/${id}/withdraw`, { note: 'Not yet' })
  expect(await planned()).toMatchObject({ arrives: ghs(900_000) })
  await sql`delete from rail_terms`.execute(owner)
  await deleteRates(owner)
})

it('cannot be booked without the request: the database itself requires it', async () => {
  await expect(enterAlone('FT0').execute(world.database.db)).rejects.toThrow(
    'no approved request asks for this: book_treasury_entry',
  )
})

it('books once when two people approve at once, and never for the requester', async () => {
  for (let nth = 0; nth < 20; nth++) {
    const reference = `RACE-${nth}`
    const { id } = await ask(yaa, topUp(reference))
    const answers = await Promise.all([ama, kofi, yaa, world.administrator].map((one) => approve(one, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers[2]?.status).not.toBe(200)
    await Promise.all([carryOut(id), carryOut(id)])
    expect(await countBooked(reference)).toEqual({ movements: 1, entries: 1, actions: 1 })
  }
})

it('an entry booked meanwhile makes the request outdated', async () => {
  const { id } = await ask(ama, topUp('MEANWHILE'))
  const { body } = await ama.browser.get(`/office/api/approvals/${id}`)
  expect(body).toMatchObject({ entity: 'pawapay MEANWHILE', permission: 'treasury.manage' })
  await enterAlone('MEANWHILE').execute(world.database.owner)
  expect((await approve(kofi, id)).code).toBe('approval_outdated')
})

it.each([
  ['more than left our bank', { ...topUp('X-1'), paid: ghs(99_999) }, 'Check both amounts'],
  ['a negative top-up', { ...topUp('X-2'), arrived: ghs(-1) }, 'Enter amounts above zero'],
  ['a top-up of the card provider', { ...topUp('X-3'), account: 'stripe' }, 'stripe isn’t a wallet'],
  ['an account without a balance', { ...topUp('X-4'), account: 'pawapai' }, 'has no balance in GHS'],
  [
    'a conversion into the same currency',
    { kind: 'conversion', sold: usd(5), bought: usd(5), reference: 'X-5' },
    'Enter two currencies',
  ],
  [
    'an adjustment of nothing',
    { kind: 'adjustment', account: 'bank', amount: usd(0), as: 'losses', reference: 'X-6' },
    'has no effect',
  ],
])('refuses %s before anybody approves it', async (_name, entry, message) => {
  const refused = await ask(ama, entry)
  expect([refused.status, refused.code]).toEqual([409, 'action_refused'])
  expect(refused.message).toContain(message)
})

it.each([
  ['an unknown kind', { ...topUp('Y-1'), kind: 'gift' }],
  ['no reference', { ...topUp('Y'), reference: '' }],
  ['another field', { ...topUp('Y-2'), fee: 1 }],
  ['an amount with fractions', { ...topUp('Y-3'), arrived: { amount: 1.5, currency: 'GHS' } }],
])('does not understand %s', async (_name, entry) => {
  expect((await ask(ama, entry)).status).toBe(400)
})

it('pages through the entries, newest first', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from provider_movements where action_id is not null order by id desc`.execute(
    world.database.owner,
  )
  const seen: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { entries, next } = await list(`?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`)
    seen.push(...entries.map(({ id }) => id))
    cursor = next
  }
  expect(seen).toEqual(rows.map(({ id }) => id))
})
