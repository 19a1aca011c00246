import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
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

it('shows a break with both sides in money, and what may explain it', async () => {
  const show = async (id: string) => (await ekow.browser.get(`${BREAKS}/${id}`)).body
  const stored = async (kind: string, ours: string | null, theirs: string | null, daysAgo = 0) => {
    const { rows } = await sql<{ id: string }>`
      insert into reconciliation_breaks (kind, subject, ours, theirs, owner, moved_at)
      values (${kind}, ${`${kind} ${daysAgo}`}, ${ours}, ${theirs}, 'operations', now() - make_interval(days => ${daysAgo}))
      returning id::text`.execute(owner())
    return rows[0]?.id ?? ''
  }
  const usd = (amount: number) => ({ amount, currency: 'USD' })
  const alone = await stored('card_charge_missing_here', null, 'txn_9: USD 71.25')
  expect(await show(alone)).toMatchObject({
    ...{ id: alone, partner: null, ours: null, theirs: 'txn_9: USD 71.25' },
    amounts: { ours: usd(0), theirs: usd(7_125), difference: usd(7_125) },
  })
  // A charge of that amount: its transfer may be the one.
  const { reference, id } = await storeTransfer(owner(), await storeUser(owner()), 'sent')
  await forge(owner(), sql`update transfers set charge_amount = 7125 where id = ${id}`)
  expect(await show(alone)).toMatchObject({
    partner: { kind: 'transfer', id: reference, word: 'sent' },
  })
  await forge(owner(), sql`update transfers set charge_amount = 7126 where id = ${id}`)
  // A movement that Stripe reports and nothing books.
  await sql`insert into float_wallets (account, country, currency) values ('stripe', '', 'USD')`.execute(
    owner(),
  )
  await sql`insert into provider_movements (account, provider_id, kind, amount, currency, other_amount, other_currency, occurred_at)
    values ('stripe', 'txn_10', 'other', -7125, 'USD', -7125, 'USD', now() - interval '1 day')`.execute(
    owner(),
  )
  expect(await show(alone)).toMatchObject({ partner: { kind: 'movement', id: 'txn_10', word: 'other' } })
  const other = await stored('card_charge_missing_there', 'S-WP41P001 capture: USD 71.25', null)
  expect(await show(alone)).toMatchObject({
    partner: { kind: 'break', id: other, word: 'card_charge_missing_there' },
  })
  expect(await show(other)).toMatchObject({ partner: { kind: 'break', id: alone } })
  expect((await ekow.browser.get(`${BREAKS}/999999`)).code).toBe('not_found')
  await sql`delete from reconciliation_breaks where kind like 'card_charge_missing%'`.execute(owner())
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
