import { isPermitted, type Permission } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { APART_DAYS, INVITATION_HOURS, SETTLING_HOURS } from './settings.ts'

/** The two of a decision: one asks, the other decides. */
export interface TwoPeople {
  readonly maker: string
  readonly checker: string
}

const MINUTE_MS = 60_000

/** Writes a time as people read it, never earlier than it is. */
const momentOf = (time: Date): string =>
  `${new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What is known of two people, by the database's clock. */
interface Facts {
  /** How many administrators have joined. */
  readonly administrators: number
  /** When a member has been here for a day; null while an invitation of theirs is open. */
  readonly makerFrom: Date | null
  readonly checkerFrom: Date | null
  readonly makerSettled: boolean
  readonly checkerSettled: boolean
  /** Until when an invitation joins the two; null when none does. */
  readonly apartUntil: Date | null
}

/**
 * Reads the facts in one statement. An administrator who ended counts: otherwise one could stop every decision by ending the
 * other. An invitation counts from its end, so that nobody gains by accepting it early or by being invited once more. Before
 * requests, one administrator invited alone.
 */
async function readFacts(db: Db | Tx, { maker, checker }: TwoPeople): Promise<Facts> {
  const { rows } = await sql<Facts>`
    with two as (
      select id, activated_at + make_interval(hours => ${SETTLING_HOURS}::int) as since from staff_members
      where id in (${maker}::uuid, ${checker}::uuid)
    ), invitations as (
      select o.subject as invited, o.at, a.maker, a.checker from operator_actions o
      join approvals a on a.id = o.approval_id
      where o.action in ('invite_member', 'invite_member_again') and o.subject in (${maker}, ${checker})
      union all
      select id::text, invited_at, invited_by, null from staff_members
      where id in (${maker}::uuid, ${checker}::uuid) and invited_by is not null
    ), apart as (
      select at + make_interval(days => ${APART_DAYS}::int, hours => ${INVITATION_HOURS}::int) as until from invitations
      where (invited = ${maker} and ${checker}::uuid in (maker, checker))
        or (invited = ${checker} and ${maker}::uuid in (maker, checker))
    )
    select (select count(*)::int from staff_members where 'administrator' = any (roles)
        and (activated_at is not null or last_signed_in_at is not null)) as administrators,
      m.since as "makerFrom", coalesce(m.since <= now(), false) as "makerSettled",
      c.since as "checkerFrom", coalesce(c.since <= now(), false) as "checkerSettled",
      (select max(until) from apart where until > now()) as "apartUntil"
    from (values (1)) as one left join two m on m.id = ${maker}::uuid left join two c on c.id = ${checker}::uuid`.execute(
    db,
  )
  const [facts] = rows
  if (facts === undefined) throw new Error('No facts from the database')
  return facts
}

const tooNew = (who: 'You' | 'The member who asked', from: Date | null): Refused =>
  new Refused('joined_recently', {
    message:
      from === null
        ? `${who} has to join again first: an invitation is open.`
        : `${who} joined less than ${SETTLING_HOURS} hours ago. Ask another member, or try again from ${momentOf(from)}.`,
  })

/** Returns why the two may not decide together; undefined when they may. */
function refusalOf(facts: Facts): Refused | undefined {
  if (facts.administrators < 2) return new Refused('second_administrator_missing')
  if (!facts.checkerSettled) return tooNew('You', facts.checkerFrom)
  if (!facts.makerSettled) return tooNew('The member who asked', facts.makerFrom)
  if (facts.apartUntil === null) return undefined
  return new Refused('joined_by_invitation', {
    message: `One of you two invited the other. Another member has to decide, or you from ${momentOf(facts.apartUntil)}.`,
  })
}

/**
 * Throws Refused where a member may not ask for something that takes two people: `second_administrator_missing` or
 * `joined_recently`.
 */
export async function requireMayAsk(db: Db | Tx, memberId: string): Promise<void> {
  const refusal = refusalOf(await readFacts(db, { maker: memberId, checker: memberId }))
  if (refusal !== undefined) throw refusal
}

/**
 * Throws Refused where two members may not be the two people of a decision: `same_person`, `second_administrator_missing`,
 * `joined_recently` or `joined_by_invitation`. Every decision of two people in the office asks this.
 */
export async function requireTwoPeople(db: Db | Tx, people: TwoPeople): Promise<void> {
  if (people.maker === people.checker) throw new Refused('same_person')
  const refusal = refusalOf(await readFacts(db, people))
  if (refusal !== undefined) throw refusal
}

/** Returns the member of a name, which is one person's for ever; null for a name typed before there were members. */
async function memberNamed(db: Db | Tx, name: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from staff_members where lower(name) = lower(btrim(${name}))`.execute(db)
  return rows[0]?.id ?? null
}

/** Whether anybody has joined: until then, commands act under the names that they are given. */
async function hasStaff(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ joined: boolean }>`select has_staff() as joined`.execute(db)
  return rows[0]?.joined === true
}

/** Throws Refused as `requireMayAsk`, for records that keep their maker by name. */
export async function requireMayAskAs(db: Db | Tx, maker: string): Promise<void> {
  if (!(await hasStaff(db))) return
  const memberId = await memberNamed(db, maker)
  if (memberId === null) throw new Refused('not_permitted')
  await requireMayAsk(db, memberId)
}

/** Throws Refused as `requireTwoPeople`, for records that keep the two by name. The product itself may be the maker. */
export async function requireTwoPeopleAs(db: Db | Tx, { maker, checker }: TwoPeople): Promise<void> {
  if (maker.trim().toLowerCase() === checker.trim().toLowerCase()) throw new Refused('same_person')
  if (!(await hasStaff(db))) return
  const [makerId, checkerId] = [await memberNamed(db, maker), await memberNamed(db, checker)]
  if (checkerId === null) throw new Refused('not_permitted')
  if (makerId === null) await requireMayAsk(db, checkerId)
  else await requireTwoPeople(db, { maker: makerId, checker: checkerId })
}

/**
 * Whether the member of a name may still do what takes a permission. Before anybody joined, commands act under the names that
 * they are given.
 */
export async function isEntitledAs(db: Db | Tx, name: string, permission: Permission): Promise<boolean> {
  if (!(await hasStaff(db))) return true
  const member = await db
    .selectFrom('staff_members')
    .select('roles')
    .where(sql<boolean>`lower(name) = lower(btrim(${name}))`)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return member !== undefined && isPermitted(member.roles, permission)
}
