import { PATIENCE } from '@sesa/test-kit/patience'
import type { ApprovalAction } from '@sesa/contract/office'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeUser } from '../../../testing/stored-transfer.ts'
import { shippedWays } from '../../pricing/index.ts'
import { SANDBOX_RULES } from '../../risk/index.ts'
import { ask, decide, erasure, raceApprovals } from './testing/approval-race.ts'

let world: OfficeWorld
let [efua, kofi, esi, abena] = [] as unknown as [TestMember, TestMember, TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  efua = await world.member('Efua Finance', 'finance')
  kofi = await world.member('Kofi Compliance', 'compliance')
  esi = await world.member('Esi Support', 'support')
  // Two roles are not two people.
  abena = await world.member('Abena Both', 'compliance', 'finance')
})
afterAll(() => world.close())

const THRESHOLD = { amount: { amount: 50_000, currency: 'USD' }, reason: 'More care this month' }
const carryOut = (id: string) => world.product.approvals.approvals.carryOut(id)
const show = async (id: string) => (await world.administrator.browser.get(`/office/api/approvals/${id}`)).body
const makeAccount = () => storeUser(world.database.owner)

describe('a request', () => {
  it('from the command line is checked when made, and carried out under both names', async () => {
    const { approvals } = world.office.approvals
    const compliance = { id: kofi.id, roles: ['compliance'] as const }
    const ask = (
      action: 'set_tier' | 'set_monitoring_rules' | 'set_report_profile',
      entity: string,
      payload: object,
    ) =>
      approvals.request(compliance, {
        action,
        entity,
        payload: { ...payload },
        reason: 'Decided in a meeting',
      })
    await expect(
      ask('set_monitoring_rules', 'monitoring rules', { rules: [{}], mode: 'shadow' }),
    ).rejects.toThrow()
    await expect(ask('set_report_profile', 'XX', { validFrom: '2026-12-01', profile: {} })).rejects.toThrow()
    const account = await makeAccount()
    const { id } = await ask('set_tier', account, { tier: 2, until: '2027-11-30' })
    expect((await decide(kofi, id, 'approve')).code).toBe('same_person')
    expect((await decide(abena, id, 'approve')).status).toBe(200)
    await Promise.all([carryOut(id), carryOut(id)])
    const { rows } = await sql<object>`
      select a.staff, a.approved_by, t.tier from staff_actions a join customer_tiers t on t.user_id = ${account}
      where a.approval_id = ${id}`.execute(world.database.owner)
    expect(rows).toEqual([{ staff: 'Kofi Compliance', approved_by: 'Abena Both', tier: 2 }])
  })

  it('is shown with the values in force that it replaces, named as in its payload', async () => {
    const { id } = await ask(efua, '/office/api/release-threshold', THRESHOLD)
    const { body } = await kofi.browser.get(`/office/api/approvals/${id}/in-force`)
    expect(body).toEqual({ values: { amount: '100000' } })
    await decide(efua, id, 'withdraw')

    const current = (action: ApprovalAction, entity: string) =>
      world.product.approvals.approvals.current({ action, entity })
    // No rules are set yet, so the product's own are in force.
    expect(await current('set_fraud_rules', 'fraud rules')).toEqual({ rules: SANDBOX_RULES.rules })
    const names = async (action: ApprovalAction, entity: string) =>
      Object.keys((await current(action, entity)) ?? {}).sort()
    const monitoring = await names('set_monitoring_rules', 'monitoring rules')
    expect(monitoring).toEqual(['mode', 'rules'])
    expect(await names('set_prices', 'prices')).toEqual(['list'])
    // Nothing is set yet, so the product’s own are in force.
    expect(await current('set_ways_to_pay', 'ways to pay')).toEqual({ ways: shippedWays(true) })
    expect(await names('set_report_profile', 'GH')).toEqual(['profile'])
    expect(await names('set_report_profile', 'XX')).toEqual([])
    expect(await names('set_tier_limits', 'tier 1, any to any')).toEqual([
      ...['per24Hours', 'per30Days', 'recipient', 'sender', 'source', 'tier', 'validFrom'],
    ])
    expect(await current('route_network', 'GH/mtn')).toEqual({
      rails: ['pawapay', 'mtn-momo-gh', 'mtn-momo-gh-disbursement'],
    })
    expect(await current('refund', 'S-00000001')).toBeNull()
  })

  it('awaits approval by another person with the role, is carried out once, and keeps both names', async () => {
    const { id, status } = await ask(efua, '/office/api/release-threshold', THRESHOLD)
    expect(status).toBe(201)
    expect((await ask(kofi, '/office/api/release-threshold', THRESHOLD)).code).toBe('approval_pending')
    expect((await decide(efua, id, 'approve')).code).toBe('same_person')
    expect((await decide(esi, id, 'approve')).code).toBe('not_permitted')
    await carryOut(id)
    expect(await show(id)).toMatchObject({ state: 'pending' })
    expect((await decide(kofi, id, 'approve')).body).toMatchObject({ state: 'approved' })
    expect((await decide(abena, id, 'approve')).code).toBe('approval_closed')
    await Promise.all([carryOut(id), carryOut(id), carryOut(id)])
    await carryOut(id)
    expect(await show(id)).toMatchObject({
      state: 'done',
      maker: { name: 'Efua Finance' },
      checker: { name: 'Kofi Compliance' },
      note: 'Looked at it',
    })
    const { body } = await esi.browser.get('/office/api/release-threshold')
    expect(body).toMatchObject({ amount: THRESHOLD.amount })
    const actions = await world.database.owner
      .selectFrom('staff_actions')
      .select(['action', 'staff', 'approved_by'])
      .where('approval_id', '=', id)
      .execute()
    expect(actions).toEqual([
      { action: 'set_release_threshold', staff: 'Efua Finance', approved_by: 'Kofi Compliance' },
    ])
  })

  it('is carried out once by two runs that wait for each other', async () => {
    const { owner } = world.database
    const { id } = await ask(efua, '/office/api/release-threshold', THRESHOLD)
    await decide(kofi, id, 'approve')
    const runs = await owner.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('sesa.policies'))`.execute(tx)
      const both = Promise.all([carryOut(id), carryOut(id)])
      await vi.waitFor(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_locks
          where locktype = 'advisory' and not granted and database = (
            select oid from pg_database where datname = current_database())`.execute(owner)
        expect(rows[0]?.waiting).toBe(2)
      }, PATIENCE)
      return { both }
    })
    await runs.both
    expect(await show(id)).toMatchObject({ state: 'done' })
    const stored = owner.selectFrom('policies').select('version').where('approval_id', '=', id)
    expect(await stored.execute()).toHaveLength(1)
  })

  it('is not approved by the same person under two roles, and the database refuses it as well', async () => {
    const { id } = await ask(abena, '/office/api/release-threshold', THRESHOLD)
    expect((await decide(abena, id, 'approve')).code).toBe('same_person')
    expect((await decide(abena, id, 'reject')).code).toBe('same_person')
    await expect(
      sql`update approvals set state = 'approved', checker = maker, decided_at = now() where id = ${id}`.execute(
        world.database.owner,
      ),
    ).rejects.toThrow('check constraint')
    expect((await decide(kofi, id, 'withdraw')).code).toBe('not_permitted')
    expect((await decide(abena, id, 'withdraw')).body).toMatchObject({ state: 'withdrawn', checker: null })
  })

  it('stays on record when it is rejected, and cannot be decided again or deleted', async () => {
    const account = await makeAccount()
    const { id } = await ask(esi, erasure(account), { reason: 'Asked by letter' })
    expect((await decide(kofi, id, 'reject')).body).toMatchObject({ state: 'rejected' })
    expect((await decide(kofi, id, 'approve')).code).toBe('approval_closed')
    await expect(
      sql`update approvals set state = 'approved' where id = ${id}`.execute(world.database.db),
    ).rejects.toThrow('stays so')
    await expect(sql`delete from approvals where id = ${id}`.execute(world.database.owner)).rejects.toThrow()
    expect((await ask(esi, erasure(account), { reason: 'Asked again' })).status).toBe(201)
  })

  it('expires by the database’s clock, after which another may be made', async () => {
    const account = await makeAccount()
    const { id } = await ask(esi, erasure(account), { reason: 'Asked by letter' })
    await sql`alter table approvals disable trigger user`.execute(world.database.owner)
    await sql`update approvals set expires_at = now() where id = ${id}`.execute(world.database.owner)
    await sql`alter table approvals enable trigger user`.execute(world.database.owner)
    expect((await decide(kofi, id, 'approve')).code).toBe('approval_closed')
    expect(await show(id)).toMatchObject({ state: 'expired', mayDecide: false })
    expect((await ask(esi, erasure(account), { reason: 'Asked again' })).status).toBe(201)
    const { rows } = await sql`select state from approvals where id = ${id}`.execute(world.database.owner)
    expect(rows).toEqual([{ state: 'expired' }])
  })

  it('is outdated once its subject has changed, and void once its maker lost the permission', async () => {
    const account = await makeAccount()
    const { id } = await ask(esi, erasure(account), { reason: 'Asked by letter' })
    await sql`update users set closed_at = now() where id = ${account}`.execute(world.database.owner)
    expect((await decide(kofi, id, 'approve')).code).toBe('approval_outdated')

    const leaver = await world.member('Leaving Soon', 'support')
    const made = await ask(leaver, erasure(await makeAccount()), { reason: 'Asked by letter' })
    await world.administrator.browser.post(`/office/api/staff/${leaver.id}/end`, { reason: 'Left' })
    const refused = await decide(kofi, made.id, 'approve')
    expect([refused.code, refused.body['error']]).toEqual([
      'asker_not_permitted',
      expect.objectContaining({ message: expect.stringContaining('The requester has left') }),
    ])
    expect((await decide(kofi, made.id, 'reject')).body).toMatchObject({ state: 'rejected' })
  })

  it('reports why it failed', async () => {
    const account = await makeAccount()
    const { id } = await ask(esi, erasure(account), { reason: 'Asked by letter' })
    await decide(kofi, id, 'approve')
    await sql`update users set closed_at = now() where id = ${account}`.execute(world.database.owner)
    await carryOut(id)
    expect(await show(id)).toMatchObject({ state: 'failed', result: `There’s no open account ${account}.` })
  })
})

it('prices and corridors change under the application’s role only as in an approved request', async () => {
  const { db, owner } = world.database
  const { body } = await owner
    .selectFrom('policies')
    .select('body')
    .where('kind', '=', 'prices')
    .executeTakeFirstOrThrow()
  const { list } = body as { readonly list: Record<string, unknown> }
  await expect(
    db
      .insertInto('policies')
      .values({ kind: 'prices', key: 'prices', body: JSON.stringify({ list }) })
      .execute(),
  ).rejects.toThrow('no approved request')
  await expect(sql`update corridors set enabled = true`.execute(db)).rejects.toThrow('no approved request')
  await expect(
    sql`insert into policies (kind, key, body)
      values ('release_threshold', 'release threshold', '{ "amount": "1" }')`.execute(db),
  ).rejects.toThrow('no approved request')
  const bad = await ask(efua, '/office/api/prices', { list: {}, reason: 'A mistake' })
  expect([bad.status, bad.code]).toEqual([409, 'action_refused'])
  const prices = await ask(efua, '/office/api/prices', { list, reason: 'New contract' })
  expect((await decide(abena, prices.id, 'approve')).status).toBe(200)
  await carryOut(prices.id)
  expect(await show(prices.id)).toMatchObject({
    state: 'done',
    result: expect.stringMatching(/^price list \d+ is in force$/),
  })
  expect((await efua.browser.get('/office/api/prices')).body).toMatchObject({
    shown: { by: efua.name, approvedBy: abena.name, reason: 'New contract' },
  })
  const words = 'Sending to Ghana is not available today.'
  const corridor = await ask(efua, '/office/api/corridors/US/GH/close', {
    words,
    reason: 'Carrier down',
  })
  await decide(kofi, corridor.id, 'approve')
  await carryOut(corridor.id)
  expect(await show(corridor.id)).toMatchObject({ state: 'done', result: 'closed' })
})

it('of 20 concurrent approvals, none is by the requester and none is carried out twice', () =>
  raceApprovals(world, { esi, kofi, abena }, 2))

it('a crash after the approval loses nothing, since the request is queued', async () => {
  const { id } = await ask(esi, erasure(await makeAccount()), { reason: 'Asked by letter' })
  await decide(kofi, id, 'approve')
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'approvals_carry_out'`.execute(
    world.database.owner,
  )
  expect(rows[0]?.jobs).toBeGreaterThan(0)
  // The action committed, and the process died before it could record that.
  await world.product.closeAccount((await show(id))['entity'] as string, {
    staff: 'Esi Support',
    reason: 'Asked by letter',
    approvedBy: 'Kofi Compliance',
    approvalId: id,
  })
  expect(await show(id)).toMatchObject({ state: 'approved' })
  await carryOut(id)
  expect(await show(id)).toMatchObject({ state: 'done', result: 'carried out' })
})
