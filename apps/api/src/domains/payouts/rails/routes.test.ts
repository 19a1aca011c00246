import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { closeCorridor } from '../../pricing/corridors/operations.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'

const RAILS = '/office/api/rails'
const MTN = { country: 'GH', network: 'mtn' }
const WORDS = 'MTN in Ghana is being repaired.'
const WHY = { reason: 'The carrier is down' }

let world: OfficeWorld
let [ekow, kofi, ama] = [] as unknown as [TestMember, TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ekow = await world.member('Ekow Engineer', 'engineer')
  kofi = await world.member('Kofi Finance', 'finance')
  ama = await world.member('Ama Compliance', 'compliance')
  await sql`insert into rail_health (rail, asked_at, answered_at) values ('pawapay', now(), now())`.execute(
    world.database.owner,
  )
  await sql`insert into rail_terms (rail, country, network, open, currency, min_amount, max_amount)
    select 'pawapay', country, network, true, case country when 'GH' then 'GHS' when 'LR' then 'LRD' else 'SLE' end, 100, 500000
    from network_rails where rail = 'pawapay'`.execute(world.database.owner)
})
beforeEach(() => sql`update network_rails set off_reason = null`.execute(world.database.owner))
afterAll(() => world.close())

interface Route {
  readonly country: string
  readonly network: string
  readonly position: number
  readonly rail: string
  readonly state: string
  readonly words: string | null
}
const routesOf = (body: Record<string, unknown>) =>
  (body['routes'] as Route[]).filter(({ country, network }) => country === 'GH' && network === 'mtn')
const read = async () => routesOf((await ama.browser.get(RAILS)).body)
const close = ({ browser }: TestMember, rail: string, to: object | null = MTN) =>
  browser.post(`${RAILS}/${rail}/close`, { to, words: WORDS, ...WHY })
const idOf = (body: Record<string, unknown>) => (body['approval'] as { id: string } | undefined)?.id ?? ''
async function approve(member: TestMember, id: string) {
  const answer = await member.browser.post(`/office/api/approvals/${id}/approve`, { note: 'Agreed' })
  await world.product.approvals.approvals.carryOut(id)
  return answer
}
const actions = async (action: string) => {
  const { rows } = await sql<{ staff: string; approved_by: string | null; subject: string }>`
    select staff, approved_by, subject from staff_actions where action = ${action} order by id desc`.execute(
    world.database.owner,
  )
  return rows
}

it('closes a rail of a network immediately, with the words for customers', async () => {
  const { body, status } = await close(ekow, 'pawapay')
  expect(status).toBe(200)
  expect(routesOf(body).find(({ rail }) => rail === 'pawapay')).toMatchObject({
    ...{ state: 'off', words: WORDS },
    ...{ minimum: { amount: 100, currency: 'GHS' }, maximum: { amount: 500_000, currency: 'GHS' } },
  })
  expect((await actions('close_rail'))[0]).toEqual({
    ...{ staff: 'Ekow Engineer', approved_by: null, subject: 'pawapay: GH/mtn' },
  })
  const closed = (await ama.browser.get(RAILS)).body['routes'] as Route[]
  expect(closed.filter(({ state }) => state === 'off')).toHaveLength(1)
})

it('distinguishes a rail closed by staff from one that is down and from one without settings', async () => {
  expect((await read()).map(({ rail, state }) => [rail, state])).toContainEqual(['pawapay', 'open'])
  await sql`update rail_terms set open = false where rail = 'pawapay' and network = 'mtn'`.execute(
    world.database.owner,
  )
  expect((await read()).find(({ rail }) => rail === 'pawapay')?.state).toBe('down')
  await sql`update rail_terms set open = true where rail = 'pawapay'`.execute(world.database.owner)
  const { body } = await ama.browser.get(RAILS)
  expect(body['rails']).toContainEqual({ rail: 'pawapay', isSetUp: true, answeredAt: expect.any(String) })
})

it('opens a rail only once a second person has approved it', async () => {
  await close(ekow, 'pawapay', null)
  const asked = await ekow.browser.post(`${RAILS}/pawapay/open`, { to: MTN, ...WHY })
  expect([asked.status, (await read()).find(({ rail }) => rail === 'pawapay')?.state]).toEqual([201, 'off'])
  expect((await approve(ekow, idOf(asked.body))).code).toBe('not_permitted')
  expect((await read()).find(({ rail }) => rail === 'pawapay')?.state).toBe('off')
  expect((await approve(ama, idOf(asked.body))).status).toBe(200)
  expect((await read()).find(({ rail }) => rail === 'pawapay')?.state).toBe('open')
  expect((await actions('open_rail'))[0]).toEqual({
    ...{ staff: 'Ekow Engineer', approved_by: 'Ama Compliance', subject: 'pawapay: GH/mtn' },
  })
})

it('cannot be opened or routed without the request: the database itself requires it', async () => {
  const { db } = world.database
  await close(ekow, 'pawapay')
  const open = sql`update network_rails set off_reason = null where rail = 'pawapay'`
  await expect(open.execute(db)).rejects.toThrow('no approved request asks for this: open_rail')
  const remove = sql`delete from network_rails where country = 'GH' and network = 'mtn'`
  await expect(remove.execute(db)).rejects.toThrow('no approved request asks for this: route_network')
})

it('routes a network with two people, and keeps a closed rail closed', async () => {
  await close(ekow, 'pawapay')
  const rails = ['manual', 'pawapay']
  const asked = await kofi.browser.post('/office/api/networks/route', { to: MTN, rails, ...WHY })
  expect((await approve(kofi, idOf(asked.body))).code).toBe('same_person')
  await approve(world.administrator, idOf(asked.body))
  expect((await read()).map(({ rail, position, words }) => [position, rail, words])).toEqual([
    [1, 'manual', null],
    [2, 'pawapay', WORDS],
  ])
  expect((await actions('route_network'))[0]).toMatchObject({ approved_by: 'Ama Boateng' })
})

it('a request to open is outdated once the rail is closed with other words', async () => {
  await close(ekow, 'pawapay')
  const asked = await ekow.browser.post(`${RAILS}/pawapay/open`, { to: MTN, ...WHY })
  await sql`update network_rails set off_reason = 'Fraud on this rail.' where rail = 'pawapay'`.execute(
    world.database.owner,
  )
  expect((await approve(ama, idOf(asked.body))).code).toBe('approval_outdated')
})

it.each([
  ['an unknown rail', ['pawapay', 'no-such-rail'], 'no-such-rail isn’t a rail'],
  ['a rail named twice', ['pawapay', 'pawapay'], 'Choose each rail only once'],
])('refuses %s', async (_name, rails, message) => {
  const { body, code } = await ekow.browser.post('/office/api/networks/route', { to: MTN, rails, ...WHY })
  expect(code).toBe('action_refused')
  expect((body['error'] as { message: string }).message).toContain(message)
})

it('refuses to close a rail that serves no such network, with the reason', async () => {
  const refused = await close(ekow, 'mtn-momo-lr')
  expect([refused.status, refused.code]).toEqual([409, 'action_refused'])
  expect((await ama.browser.post(`${RAILS}/pawapay/close`, { to: MTN, words: WORDS, ...WHY })).code).toBe(
    'not_permitted',
  )
})

it('shows each corridor with its last change, whatever the sandbox opens', async () => {
  const action = { staff: 'Kofi Finance', reason: 'A new carrier', approvedBy: 'Ama Boateng' }
  await closeCorridor(world.database.owner, { sender: 'US', recipient: 'GH' }, WORDS, action)
  const { body } = await ekow.browser.get('/office/api/corridors')
  expect(body).toMatchObject({ allOpen: true })
  const corridors = body['corridors'] as Record<string, unknown>[]
  expect(corridors).toHaveLength(9)
  expect(corridors.find(({ sender, recipient }) => sender === 'US' && recipient === 'GH')).toMatchObject({
    closed: WORDS,
    changed: { by: 'Kofi Finance', reason: 'A new carrier' },
    minimum: { currency: 'GHS' },
  })
  expect(corridors.find(({ sender, recipient }) => sender === 'US' && recipient === 'LR')).toMatchObject({
    changed: null,
  })
})

it('lists the manual pay-outs, which a member ends once; reading them is recorded', async () => {
  const { owner } = world.database
  const { id, reference, payout } = await storeTransfer(owner, await storeUser(owner), 'paying_out')
  await sql`insert into manual_payouts (reference, transfer_reference, country, network, phone, amount, currency)
    values (${payout}, ${reference}, 'GH', 'mtn', '+233241230001', 5000, 'GHS')`.execute(owner)
  const listed = await ekow.browser.get('/office/api/manual-payouts')
  expect(listed.body).toEqual({
    payouts: [
      {
        ...{ reference, ...MTN, phone: '+233241230001', amount: { amount: 5_000, currency: 'GHS' } },
        askedAt: expect.stringMatching(/^20.*Z$/),
      },
    ],
  })
  const { body: log } = await ama.browser.get('/office/api/audit?action=manual_payouts.read')
  expect(log['entries']).toMatchObject([{ actor: 'Ekow Engineer', subject: null }])
  const end = (member: TestMember, outcome: string) =>
    member.browser.post(`/office/api/manual-payouts/${reference}/end`, { outcome, reason: 'MP 4711' })
  expect((await end(ama, 'paid')).code).toBe('not_permitted')
  expect((await end(ekow, 'paid')).status).toBe(204)
  expect((await end(ekow, 'failed')).body).toMatchObject({
    error: { code: 'action_refused', message: `${reference} has no manual pay-out due.` },
  })
  expect((await ekow.browser.get('/office/api/manual-payouts')).body).toEqual({ payouts: [] })
  expect(await actions('end_manual_payout')).toMatchObject([{ staff: 'Ekow Engineer', subject: payout }])
  const woken = await owner
    .selectFrom('transfers')
    .select('next_step_at')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(woken?.next_step_at).not.toBeNull()
})
