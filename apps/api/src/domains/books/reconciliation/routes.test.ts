import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { recordInvariants } from './index.ts'

const BREAKS = '/office/api/reconciliation/breaks'
const PAYOUT = '00000000-0000-4000-8000-00000000000a'

let world: OfficeWorld
let [ama, ekow] = [] as unknown as [TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Finance', 'finance')
  ekow = await world.member('Ekow Engineer', 'engineer')
})
afterAll(() => world.close())

const owner = () => world.database.owner

async function keep(kind: string, subject: string, state = 'open'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into reconciliation_breaks (kind, subject, ours, theirs, owner, state, moved_at, resolved_at)
    values (${kind}, ${subject}, 'USD 5.00', 'pawapay', 'operations', ${state}, now(),
      case when ${state} = 'resolved' then now() end) returning id::text`.execute(owner())
  return rows[0]?.id ?? ''
}
const list = async (query = '') =>
  (await ekow.browser.get(`${BREAKS}${query}`)).body as {
    breaks: Record<string, unknown>[]
    next: string | null
  }
const explain = ({ browser }: TestMember, id: string) =>
  browser.post(`${BREAKS}/${id}/explain`, { reason: 'The carrier paid twice' })

it('reports no comparison and no check before the first run', async () => {
  const { body } = await ekow.browser.get('/office/api/reconciliation')
  expect(body).toEqual({
    ...{ open: 0, compared: null, unfinishedSince: null },
    invariants: { checkedAt: null, walkedAt: null, violated: 0 },
  })
})

it('reports when the books were compared and how many entries, and that a later run is unfinished', async () => {
  await sql`insert into reconciliation_runs (started_at, finished_at, compared) values
    ('2026-11-25T10:07Z', '2026-11-25T10:08Z', '{"payouts": 12}'), ('2026-11-25T11:07Z', null, '{}')`.execute(
    owner(),
  )
  await recordInvariants(world.product.db, 2)
  await keep('card_capture_missing_here', 'pi_one txn_1')
  const { body } = await ekow.browser.get('/office/api/reconciliation')
  expect(body).toMatchObject({
    open: 1,
    compared: { at: '2026-11-25T10:08:00.000Z', counts: { payouts: 12 } },
    unfinishedSince: '2026-11-25T11:07:00.000Z',
    invariants: { violated: 2, checkedAt: expect.any(String), walkedAt: expect.any(String) },
  })
})

it('names the provider of each difference: the card account, the rail, or the accounts of a balance', async () => {
  await sql`insert into payout_routes (reference, rail) values (${PAYOUT}, 'mtn-momo-gh')`.execute(owner())
  await keep('payout_missing_there', PAYOUT)
  await keep('balance_differs', 'payout_float:GHS')
  const { breaks } = await list('?limit=3')
  expect(breaks.map(({ provider }) => provider)).toEqual(['pawapay', 'mtn-momo-gh', 'stripe'])
  expect(breaks.map(({ transfer }) => transfer)).toEqual([null, null, null])
})

it('filters by state and pages, newest first', async () => {
  const resolved = [
    await keep('card_other', 'pi_a', 'resolved'),
    await keep('card_other', 'pi_b', 'resolved'),
  ]
  const first = await list('?state=resolved&limit=1')
  expect(first.breaks).toMatchObject([{ id: resolved[1], state: 'resolved' }])
  const second = await list(`?state=resolved&limit=1&cursor=${first.next ?? ''}`)
  expect(second.breaks).toMatchObject([{ id: resolved[0] }])
  expect((await list(`?state=resolved&limit=1&cursor=${second.next ?? ''}`)).breaks).toEqual([])
})

it('stores one explanation of an open difference under the member’s name', async () => {
  const id = await keep('card_refund_amount', 'pi_c txn_3')
  expect((await explain(ekow, id)).code).toBe('not_permitted')
  const answers = await Promise.all([explain(ama, id), explain(ama, id), explain(ama, id)])
  expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual([
    'action_refused',
    'action_refused',
    'done',
  ])
  expect((await list('?state=explained')).breaks).toMatchObject([
    { id, state: 'explained', explained: { by: 'Ama Finance', reason: 'The carrier paid twice' } },
  ])
  const { rows } = await sql`
    select staff from staff_actions where action = 'explain_break' and subject = ${id}`.execute(owner())
  expect(rows).toEqual([{ staff: 'Ama Finance' }])
  expect((await explain(ama, '999999')).code).toBe('not_found')
  expect((await ama.browser.post(`${BREAKS}/${id}/explain`, { reason: '' })).status).toBe(400)
})
