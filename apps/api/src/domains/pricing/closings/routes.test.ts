import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CHARGE_CURRENCIES, createCorridorsModule } from '../corridors/index.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'

const RAIL = '/office/api/rails/pawapay'
const CLOSINGS = '/office/api/planned-closings'
const MTN = { country: 'GH', network: 'mtn' }
const WORDS = 'MTN is being repaired until four.'
const WHY = { reason: 'The carrier announced it' }
const MINUTE = 60_000

let world: OfficeWorld
let [ekow, kofi, ama] = [] as unknown as [TestMember, TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ekow = await world.member('Ekow Engineer', 'engineer')
  kofi = await world.member('Kofi Finance', 'finance')
  ama = await world.member('Ama Compliance', 'compliance')
})
beforeEach(() =>
  sql`with ended as (update planned_closings set cancelled_by = 'test', cancelled_at = now() where cancelled_at is null)
    update network_rails set off_reason = null`.execute(world.database.owner),
)
afterAll(() => world.close())

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE).toISOString()
const plan = (from: number, until: number, to: object | null = MTN) =>
  ekow.browser.post(`${RAIL}/closings`, {
    ...{ to, from: inMinutes(from), until: inMinutes(until), words: WORDS },
    ...WHY,
  })
const listed = async () =>
  (await ama.browser.get(CLOSINGS)).body['closings'] as { id: string; isRunning: boolean }[]
/** Moves planned closings to an earlier time. */
const pass = (minutes: number) =>
  sql`update planned_closings set begins_at = begins_at - make_interval(mins => ${minutes}),
    ends_at = ends_at - make_interval(mins => ${minutes}) where cancelled_at is null`.execute(
    world.database.owner,
  )
async function wordsOf(network: string): Promise<string | null | undefined> {
  const { body } = await ama.browser.get('/office/api/rails')
  const routes = body['routes'] as { country: string; network: string; rail: string; words: string | null }[]
  return routes.find((one) => one.country === 'GH' && one.network === network && one.rail === 'pawapay')
    ?.words
}
async function approve(asked: { body: Record<string, unknown> }): Promise<void> {
  const { id } = asked.body['approval'] as { id: string }
  await ama.browser.post(`/office/api/approvals/${id}/approve`, { note: 'Agreed' })
  await world.product.approvals.approvals.carryOut(id)
}

it('of a rail begins and ends by the clock, and opens nothing that staff closed', async () => {
  expect((await plan(30, 90)).status).toBe(204)
  expect(await listed()).toMatchObject([
    { rail: 'pawapay', to: MTN, corridor: null, isRunning: false, words: WORDS, plannedBy: 'Ekow Engineer' },
  ])
  expect(await wordsOf('mtn')).not.toBe(WORDS)
  await pass(40)
  expect([await wordsOf('mtn'), await wordsOf('vodafone')]).toEqual([WORDS, expect.not.stringMatching(WORDS)])
  const closed = 'MTN in Ghana is closed for good.'
  await ekow.browser.post(`${RAIL}/close`, { to: MTN, words: closed, ...WHY })
  expect(await wordsOf('mtn')).toBe(closed)
  await pass(60)
  expect(await listed()).toEqual([])
  expect(await wordsOf('mtn')).toBe(closed)
})

it('of a rail can be for all its networks', async () => {
  await plan(-1, 90, null)
  expect([await wordsOf('mtn'), await wordsOf('vodafone')]).toEqual([WORDS, WORDS])
})

it('is cancelled by one person before it begins, and needs two people to open after that', async () => {
  await plan(30, 90)
  const [first] = await listed()
  const cancel = (id: string) => kofi.browser.post(`${CLOSINGS}/${id}/cancel`, WHY)
  expect((await cancel(first?.id ?? '')).body).toEqual({ closings: [] })
  await plan(-1, 90)
  const [running] = await listed()
  expect(running).toMatchObject({ isRunning: true })
  expect((await cancel(running?.id ?? '')).code).toBe('action_refused')
  await approve(await ekow.browser.post(`${RAIL}/open`, { to: MTN, ...WHY }))
  expect(await listed()).toEqual([])
  expect(await wordsOf('mtn')).not.toBe(WORDS)
})

it('of a whole rail continues for the other networks when two people open one', async () => {
  await plan(-1, 90, null)
  await approve(await ekow.browser.post(`${RAIL}/open`, { to: MTN, ...WHY }))
  expect([await wordsOf('mtn'), await wordsOf('vodafone')]).toEqual([null, WORDS])
  await approve(await ekow.browser.post(`${RAIL}/open`, { to: null, ...WHY }))
  expect([await wordsOf('vodafone'), await listed()]).toEqual([null, []])
})

it('cannot be ended without the request: the database itself requires it', async () => {
  const { db } = world.database
  await plan(-1, 90)
  for (const change of [sql`ends_at = now()`, sql`cancelled_by = 'Ekow', cancelled_at = now()`])
    await expect(
      sql`update planned_closings set ${change} where cancelled_at is null`.execute(db),
    ).rejects.toThrow('no approved request asks for this: open_rail')
  expect(await wordsOf('mtn')).toBe(WORDS)
})

it('is refused for a time in the past, and for a rail that serves no such network', async () => {
  expect((await plan(-90, -30)).code).toBe('action_refused')
  expect((await plan(30, 30 + 15 * 24 * 60)).code).toBe('action_refused')
  const unknown = await ekow.browser.post('/office/api/rails/nobody/closings', {
    ...{ to: null, from: inMinutes(1), until: inMinutes(9), words: WORDS },
    ...WHY,
  })
  expect(unknown.code).toBe('action_refused')
  expect((await ama.browser.post(`${RAIL}/closings`, {})).code).toBe('not_permitted')
})

it('of a corridor needs two people, and the database itself requires the request', async () => {
  const { db, owner } = world.database
  await sql`update corridors set enabled = true where (sender, recipient) = ('US', 'GH')`.execute(owner)
  const corridors = createCorridorsModule({
    settings: { allOpen: false, chargeCurrencies: CHARGE_CURRENCIES },
  })
  const closedReason = async (to: 'GH' | 'LR') =>
    corridors.find(await world.product.configuration.current(), 'US', to)?.closedReason
  const words = 'Sending to Ghana is closed until four.'
  const direct =
    sql`insert into planned_closings (sender, recipient, begins_at, ends_at, words, planned_by, reason)
    values ('US', 'GH', now(), now() + interval '1 hour', ${words}, 'Ekow', 'Alone')`.execute(db)
  await expect(direct).rejects.toThrow('no approved request')
  const span = { from: inMinutes(-1), until: inMinutes(60) }
  const request = (what: 'open' | 'close', body: object = {}) =>
    ekow.browser.post(`/office/api/corridors/US/GH/${what}`, { ...body, ...WHY })
  const over = { from: inMinutes(-60), until: inMinutes(-1) }
  expect((await request('close', { words, span: over })).code).toBe('action_refused')
  const asked = await request('close', { words, span })
  const { id } = asked.body['approval'] as { id: string }
  await ama.browser.post(`/office/api/approvals/${id}/approve`, { note: 'Agreed' })
  const atOnce = sql`update corridors set enabled = false, reason = ${words} where (sender, recipient) = ('US', 'GH')`
  await expect(atOnce.execute(db)).rejects.toThrow('no approved request')
  await world.product.approvals.approvals.carryOut(id)
  expect(await closedReason('GH')).toBe(words)
  expect(await closedReason('LR')).not.toBe(words)
  expect(await listed()).toMatchObject([{ corridor: { sender: 'US', recipient: 'GH' }, isRunning: true }])
  await approve(await request('open'))
  expect(await closedReason('GH')).toBeNull()
})
