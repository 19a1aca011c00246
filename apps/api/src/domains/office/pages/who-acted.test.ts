import { APPROVAL_ACTIONS } from '@sesa/contract/office'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { OWN_ACTIONS } from '../../../db/schema/operations.ts'
import { forge } from '../../../db/testing.ts'
import { actingAs } from '../../../lib/acting-member.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { appendAudit } from '../../record/index.ts'
import { openCase } from '../../compliance/cases/store.ts'

let world: OfficeWorld
let [ama, kofi, efua] = [] as unknown as [TestMember, TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Compliance', 'compliance')
  kofi = await world.member('Kofi Compliance', 'compliance')
  efua = await world.member('Efua Finance', 'finance')
})
afterAll(() => world.close())

interface Entry {
  readonly action: string
  readonly memberId: string | null
  readonly actor: string | null
  readonly proposedBy: string | null
  readonly approvedBy: string | null
  readonly before: object | null
  readonly after: object | null
  readonly request: { readonly action: string; readonly entity: string } | null
}

const search = async (query: string): Promise<readonly Entry[]> => {
  const { body } = await ama.browser.get(`/office/api/audit?${query}`)
  return body['entries'] as readonly Entry[]
}

/** Returns the newest entry of an action, as found by each given member's search. */
async function newest(action: string, by: TestMember): Promise<Entry | undefined> {
  const found = await search(`action=${action}&member=${by.id}&limit=1`)
  return found[0]
}

const asOf = (by: TestMember) => ({ memberId: by.id, actor: by.name })
const REASON = 'Looked at both papers'

const insert = (action: string, over: object = {}) =>
  inTransaction(world.product.db, 'test.act', (tx) =>
    tx
      .insertInto('staff_actions')
      .values({
        action: action as 'hold',
        staff: 'Ama Compliance',
        reason: REASON,
        subject: 'S-1',
        ...over,
      })
      .execute(),
  )

describe('an action of staff', () => {
  it('names the member who made the call, whatever name the code gives, for every action', async () => {
    const actions = [...OWN_ACTIONS, ...APPROVAL_ACTIONS]
    expect(actions.length).toBeGreaterThan(40)
    for (const action of actions) {
      await actingAs(kofi.id, () => insert(action))
      expect(await newest(`action.${action}`, kofi), action).toMatchObject(asOf(kofi))
    }
    const { rows: names } = await sql`select distinct staff from staff_actions`.execute(world.database.owner)
    expect(names).toEqual([{ staff: 'Kofi Compliance' }])
  })

  it('names both members of the approved request that it carries out, whatever names the code gives', async () => {
    for (const action of APPROVAL_ACTIONS) {
      const { rows } = await forge<{ id: string }>(
        world.database.owner,
        sql`insert into approvals (action, permission, entity, entity_version, payload, payload_hash, reason, maker,
            expires_at, state, checker, decided_at)
          values (${action}, 'audit.read', 'thing', '7', '{"to": "5"}', sha256('{"to": "5"}'), 'Asked', ${efua.id},
            now() + interval '1 day', 'approved', ${kofi.id}, now()) returning id`,
      )
      // An action has the name of its request, except for the three kinds of treasury entry.
      const done = action === 'book_treasury_entry' ? 'treasury_top_up' : action
      await insert(done, { approval_id: rows[0]?.id, approved_by: 'Ama Compliance' })
      expect(await newest(`action.${done}`, efua), action).toMatchObject({
        ...{ memberId: efua.id, proposedBy: null, approvedBy: 'Kofi Compliance' },
        ...{ before: { version: '7' }, after: { request: expect.stringMatching(/^[\da-f]{64}$/) as string } },
      })
      await forge(world.database.owner, sql`update approvals set state = 'done' where id = ${rows[0]?.id}`)
    }
  })

  it('is refused when its entry names another member than its author', async () => {
    const claim = (member: string | null) =>
      actingAs(kofi.id, () =>
        inTransaction(world.product.db, 'test.claim', (tx) =>
          appendAudit(tx, { member, action: 'note.added' }),
        ),
      )
    await expect(claim(ama.id)).rejects.toThrow('another member than the one who acts')
    await claim(kofi.id)
    await claim(null)
  })
})

/** Actions of two members: the first person's call and the second's, each with its entry. */
const SHARED: readonly {
  readonly what: string
  begin(): Promise<string>
  readonly first: readonly [action: string, path: string, body: object]
  readonly second: readonly [action: string, path: string, body: object]
}[] = [
  ...(['confirm', 'refuse'] as const).map((word) => ({
    what: `${word} a proposal of a case`,
    async begin() {
      await inTransaction(world.product.db, 'test.open_case', (tx) =>
        openCase(tx, {
          ...{ kind: 'screening', stage: 'review', evidence: 'NK-1' },
          subject: { kind: 'account', id: randomUUID() },
        }),
      )
      const { body } = await ama.browser.get('/office/api/cases')
      return `/office/api/cases/${(body['cases'] as { number: string }[])[0]?.number ?? ''}`
    },
    first: ['propose_case', 'propose', { decision: 'different_person', reason: REASON }] as const,
    second: [`${word}_case`, word, { reason: REASON }] as const,
  })),
  {
    what: 'approve a report',
    async begin() {
      const { rows } = await sql<{ number: string }>`insert into filings (country, kind, content, period_from,
          period_to, known_at, due_at, drafted_by)
        values ('GH', 'weekly', '{}', '2026-11-16', '2026-11-22', '2026-11-23', '2026-11-23', 'Ama Compliance')
        returning number`.execute(world.database.owner)
      await actingAs(ama.id, () => insert('draft_filing'))
      return `/office/api/filings/${rows[0]?.number ?? ''}`
    },
    first: ['draft_filing', '', {}],
    second: ['approve_filing', 'approve', { reason: REASON }],
  },
]

describe('an action of two members', () => {
  it.each(SHARED)(
    '$what: each has an entry with values before and after',
    async ({ begin, first, second }) => {
      const one = await begin()
      /** A proposal and its decisions name the version that was read. */
      const call = async ({ browser }: TestMember, [, word, body]: typeof first) => {
        const isBound = word === 'propose' || word === 'confirm' || word === 'approve'
        const read = isBound ? { version: (await browser.get(one)).body['version'] } : {}
        return browser.post(`${one}/${word}`, { ...body, ...read })
      }
      if (first[1] !== '') expect((await call(ama, first)).status).toBe(200)
      expect(await newest(`action.${first[0]}`, ama)).toMatchObject(asOf(ama))
      expect((await call(kofi, second)).status).toBe(200)
      const entry = await newest(`action.${second[0]}`, kofi)
      expect(entry).toMatchObject({ ...asOf(kofi), proposedBy: 'Ama Compliance', approvedBy: null })
      expect(entry?.before).not.toBeNull()
      expect(entry?.after).not.toEqual(entry?.before)
      expect(await newest(`action.${second[0]}`, ama)).toBeUndefined()
    },
  )

  it('a day: prepared by one, signed by another', async () => {
    const abena = await world.member('Abena Finance', 'finance')
    const day = String((await efua.browser.get('/office/api/daily-closes/latest')).body['day'])
    const one = `/office/api/daily-closes/${day}`
    const explained = { reason: REASON, explanation: 'No provider was asked in this test' }
    const prepared = (await efua.browser.post(`${one}/prepare`, explained)).body
    const { digest } = prepared['close'] as { digest: string }
    expect((await abena.browser.post(`${one}/sign`, { digest, reason: REASON })).status).toBe(200)
    expect(await newest('action.prepare_close', efua)).toMatchObject({
      ...{ ...asOf(efua), before: null, after: { state: 'prepared', digest } },
    })
    expect(await newest('action.sign_close', abena)).toMatchObject({
      ...{ ...asOf(abena), proposedBy: 'Efua Finance' },
      ...{ before: { state: 'prepared' }, after: { state: 'signed', digest } },
    })
  })

  it('a request: made, approved and carried out under both names, and found by its subject', async () => {
    const asked = await efua.browser.post('/office/api/release-threshold', {
      ...{ amount: { amount: 50_000, currency: 'USD' }, reason: REASON },
    })
    const { id } = asked.body['approval'] as { id: string }
    expect((await kofi.browser.post(`/office/api/approvals/${id}/approve`, { note: REASON })).status).toBe(
      200,
    )
    await world.product.approvals.approvals.carryOut(id)
    const about = { request: { action: 'set_release_threshold', entity: 'release threshold' } }
    expect(await newest('approval.requested', efua)).toMatchObject({
      ...{ ...asOf(efua), ...about },
      ...{ before: null, after: { state: 'pending' } },
    })
    expect(await newest('approval.approved', kofi)).toMatchObject({
      ...{ ...asOf(kofi), ...about },
      ...{ before: { state: 'pending' }, after: { state: 'approved' } },
    })
    expect(await newest('action.set_release_threshold', efua)).toMatchObject({
      ...asOf(efua),
      ...{ approvedBy: 'Kofi Compliance', before: { amount: '100000' }, after: { amount: '50000' } },
    })
    const found = await search('subject=release%20threshold')
    expect(found.map(({ action }) => action)).toEqual([
      ...['approval.done', 'action.set_release_threshold', 'approval.approved', 'approval.requested'],
    ])
  })
})
