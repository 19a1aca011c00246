import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { requireMayAsk, requireMayAskAs, requireTwoPeople, requireTwoPeopleAs } from '../../record/index.ts'
import { inviteFirst } from './without-invitation.ts'

const FAY = 'fay@sesa.example'
let world: OfficeWorld
type Named = Readonly<
  Record<'inviter' | 'approver' | 'asker' | 'seconder' | 'unrelated' | 'settled', TestMember>
>
let { inviter, approver, asker, seconder, unrelated, settled } = {} as Named
let invited: TestMember
beforeAll(async () => {
  world = await startOfficeWorld()
  inviter = world.administrator
  approver = await world.member('Kofi Approver', 'compliance')
  asker = await world.member('Yaw Asker', 'administrator')
  seconder = await world.member('Efua Seconder', 'compliance')
  unrelated = await world.member('Musu Unrelated', 'compliance')
  settled = await world.member('Sahr Settled', 'compliance')
  const fay = { name: 'Fay Invited', email: FAY, roles: ['compliance'] }
  await world.decided(inviter, approver, ['POST', '/office/api/staff', fay])
  invited = await world.acceptMailed(fay.name, FAY)
})
afterAll(() => world.close())

const owner = () => world.database.owner
const joinedAgo = (ago: string) =>
  sql`update staff_members set activated_at = now() - ${ago}::interval where id = ${invited.id}`.execute(
    owner(),
  )
/** Backdates every invitation, since the records of actions never change otherwise. */
const moveInvitations = (by: string) =>
  owner()
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update staff_actions set at = at - ${by}::interval
        where action in ('invite_member', 'invite_member_again')`.execute(tx)
    })
const codeOf = async (maker: TestMember, checker: TestMember) =>
  requireTwoPeople(world.database.db, { maker: maker.id, checker: checker.id }).then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  )
/** Tries every pair as maker and checker, both ways. */
async function matrix(): Promise<Record<string, string>> {
  const people = { inviter, approver, asker, seconder, invited, unrelated }
  const found: Record<string, string> = {}
  for (const [one, maker] of Object.entries(people))
    for (const [other, checker] of Object.entries(people))
      found[`${one}, ${other}`] = await codeOf(maker, checker)
  return found
}
/** Returns the expected result of every pair: `apart` may not decide with the invited member, who is `fresh` for a day. */
function expected(apart: readonly string[], isFresh: boolean): Record<string, string> {
  const names = ['inviter', 'approver', 'asker', 'seconder', 'invited', 'unrelated']
  const outcome = (one: string, other: string) => {
    if (one === other) return 'same_person'
    if (one !== 'invited' && other !== 'invited') return 'allowed'
    if (isFresh) return 'joined_recently'
    return apart.includes(one) || apart.includes(other) ? 'joined_by_invitation' : 'allowed'
  }
  return Object.fromEntries(
    names.flatMap((one) => names.map((other) => [`${one}, ${other}`, outcome(one, other)] as const)),
  )
}

describe('the two people of a decision', () => {
  it('never include a member of the last 24 hours, or two joined by an invitation of the last 30 days', async () => {
    expect(await matrix()).toEqual(expected([], true))
    await joinedAgo('23 hours 59 minutes')
    expect(await matrix()).toEqual(expected([], true))
    await joinedAgo('24 hours 1 second')
    expect(await matrix()).toEqual(expected(['inviter', 'approver'], false))

    // An invitation by two others adds to the first, and does not replace it.
    const again = ['POST', `/office/api/staff/${invited.id}/invitation`, {}] as const
    expect((await world.decided(asker, seconder, again)).approval).toMatchObject({ state: 'done' })
    expect(await codeOf(unrelated, invited)).toBe('joined_recently')
    invited = await world.acceptMailed(invited.name, FAY)
    expect(await matrix()).toEqual(expected([], true))
    await joinedAgo('25 hours')
    expect(await matrix()).toEqual(expected(['inviter', 'approver', 'asker', 'seconder'], false))
    await moveInvitations('30 days 23 hours 59 minutes')
    expect(await matrix()).toEqual(expected(['inviter', 'approver', 'asker', 'seconder'], false))
    await moveInvitations('2 minutes')
    expect(await matrix()).toEqual(expected([], false))
  })

  it('are refused with the time from which it works', async () => {
    await moveInvitations('-31 days')
    await joinedAgo('1 hour')
    const moment = /from \d{4}-\d\d-\d\d \d\d:\d\d UTC/
    await expect(
      requireTwoPeople(world.database.db, { maker: unrelated.id, checker: invited.id }),
    ).rejects.toThrow(moment)
    await joinedAgo('25 hours')
    await expect(
      requireTwoPeople(world.database.db, { maker: inviter.id, checker: invited.id }),
    ).rejects.toThrow(moment)
  })

  it('are found by the names stored in cases, filings and closes', async () => {
    const { db } = world.database
    const pair = (maker: string, checker: string) =>
      requireTwoPeopleAs(db, { maker, checker }).then(
        () => 'allowed',
        (error: { code: string }) => error.code,
      )
    expect(await pair('Kofi Approver', ' KOFI approver')).toBe('same_person')
    expect(await pair('kofi approver', 'Fay Invited')).toBe('joined_by_invitation')
    expect(await pair('Fay Invited', 'Ama Boateng')).toBe('joined_by_invitation')
    expect(await pair('Sesa', 'Sahr Settled')).toBe('allowed')
    expect(await pair('Sahr Settled', 'Nobody Known')).toBe('not_permitted')
    await joinedAgo('1 hour')
    await expect(requireMayAskAs(db, 'Fay Invited')).rejects.toMatchObject({ code: 'joined_recently' })
    await expect(requireMayAskAs(db, settled.name)).resolves.toBeUndefined()
  })

  it('are required wherever the office needs two decisions', async () => {
    const { dailyClose, caseActions, reports } = world.product
    const { db } = world.database
    const by = { staff: 'Fay Invited', reason: 'Looked at it' }
    const openCase = async () => {
      const { rows } = await sql<{ number: string }>`
        insert into cases (kind, stage, subject_kind, subject_id, due_at)
        values ('screening', 'review', 'account', gen_random_uuid()::text, now()) returning number`.execute(
        owner(),
      )
      return rows[0]?.number ?? ''
    }
    const decision = 'different_person'
    const [waiting, proposed, refusable] = [await openCase(), await openCase(), await openCase()]
    const versionOf = async (number: string) => (await caseActions.show(number))?.version ?? ''
    for (const number of [proposed, refusable]) {
      const version = await versionOf(number)
      await caseActions.propose(number, { staff: inviter.name, reason: by.reason, decision, version })
    }
    const [read, readProposed] = [await versionOf(waiting), await versionOf(proposed)]
    const { rows: filings } = await sql<{ number: string }>`
      insert into filings (country, kind, content, period_from, period_to, known_at, due_at, drafted_by)
      values ('GH', 'weekly', '{}', '2026-11-16', '2026-11-22', '2026-11-23', '2026-11-23', ${inviter.name})
      returning number`.execute(owner())
    const day = '2026-11-20'
    await sql`insert into daily_closes (day, report, digest, prepared_by)
      values (${day}, '{}', encode(sha256('{}'), 'hex'), ${inviter.name})`.execute(owner())
    const close = (await dailyClose.find(day))?.digest ?? ''
    const account = settled.id
    const draft = { country: 'GH' as const, knownAt: '2026-11-24T10:00:00Z', transfers: [], account }
    const words = { narrative: 'Paid often', action: 'None', indicators: ['other'], senders: {} }

    /** All first actions and all second actions of two people. */
    const firsts = [
      () => caseActions.propose(waiting, { ...by, decision, version: read }),
      () => reports.draft({ ...draft, ...words }, by),
      () => dailyClose.prepare(day, by, null),
      () =>
        world.product.approvals.approvals.request(
          { id: invited.id, roles: ['compliance'] },
          {
            action: 'set_release_threshold',
            entity: 'release threshold',
            payload: { amount: '1' },
            reason: by.reason,
          },
        ),
    ]
    const seconds = [
      () => caseActions.confirm(proposed, { ...by, version: readProposed }),
      () => caseActions.refuse(refusable, by),
      () => reports.approve(filings[0]?.number ?? '', by, '0'.repeat(64)),
      () => dailyClose.sign(day, close, by),
    ]
    const codes = async (ways: readonly (() => Promise<unknown>)[]) => {
      const found: unknown[] = []
      for (const way of ways)
        found.push(
          await way().then(
            () => 'done',
            (error: { code?: unknown; message: string }) => error.code ?? error.message,
          ),
        )
      return found
    }
    await joinedAgo('1 hour')
    expect(await codes([...firsts, ...seconds])).toEqual(Array.from({ length: 8 }, () => 'joined_recently'))
    await joinedAgo('25 hours')
    expect(await codes(seconds)).toEqual(Array.from({ length: 4 }, () => 'joined_by_invitation'))
    expect((await sql`select from case_proposals where state <> 'pending'`.execute(db)).rows).toEqual([])
  })
})

describe('requests of two people', () => {
  it('are off until the second administrator has joined by the command, and say what to do', async () => {
    const { db } = world.database
    await sql`update staff_members set roles = '{finance}' where 'administrator' = any (roles) and id <> ${inviter.id}`.execute(
      owner(),
    )
    const refused = await requireMayAsk(db, settled.id).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(refused).toContain('staff invite-first')
    expect(await codeOf(settled, unrelated)).toBe('second_administrator_missing')
    const invite = (name: string) =>
      inviteFirst(
        { db: world.database.owner, mail: world.product.staffMail },
        { name, email: `${name.replace(' ', '.')}@sesa.example` },
      )
    const second = await invite('Akua Second')
    await expect(invite('Abena Third')).rejects.toThrow('Another first-administrator invitation is open')
    await world.accept(second.token, 'Akua Second')
    await expect(invite('Abena Third')).rejects.toThrow('already has two administrators')
    expect(await codeOf(settled, unrelated)).toBe('allowed')
  })
})
