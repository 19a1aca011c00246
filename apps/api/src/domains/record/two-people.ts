import { isPermitted, mayApprove, PERMISSIONS, type Permission, type Role } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'

/** Hours for which an invitation works. */
export const INVITATION_HOURS = 24
/** Hours after joining in which a member cannot be one of the two people of a decision. */
const SETTLING_HOURS = 24
/** Days after an invitation in which the invited member and those who invited them cannot be the two people of a decision. */
const APART_DAYS = 30

/** The two people of a decision: one requests, the other decides. */
export interface TwoPeople {
  readonly maker: string
  readonly checker: string
  /**
   * The permission that the first must have to request and the second to decide, at this moment. Omitted for a decision that
   * only ends a request: any member may refuse a request of a former member.
   */
  readonly permission?: Permission | undefined
}

/** The name under which the product itself makes requests. */
export const PRODUCT = 'Sesa'

const MINUTE_MS = 60_000

/** Formats a time for people, never earlier than it is. */
const momentOf = (time: Date): string =>
  `${new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The facts about two people, by the database's clock. */
interface Facts {
  /** Number of administrators who have joined. */
  readonly administrators: number
  /** Time from which a member has been here for a day; null while they have an open invitation. */
  readonly makerFrom: Date | null
  readonly checkerFrom: Date | null
  /** Empty for an ended member. */
  readonly makerRoles: readonly Role[]
  readonly checkerRoles: readonly Role[]
  readonly makerSettled: boolean
  readonly checkerSettled: boolean
  /** Until when an invitation connects the two; null when none does. */
  readonly apartUntil: Date | null
}

/**
 * Reads the facts in one statement. An administrator who ended counts: otherwise one could stop every decision by ending the
 * other. An invitation counts from its end, so that accepting it early or being invited again gains nothing. Before requests
 * existed, one administrator invited without a second person.
 */
async function readFacts(db: Db | Tx, { maker, checker }: TwoPeople): Promise<Facts> {
  const { rows } = await sql<Facts>`
    with two as (
      select id, activated_at + make_interval(hours => ${SETTLING_HOURS}::int) as since,
        case when ended_at is null then roles else '{}' end as roles from staff_members
      where id in (${maker}::uuid, ${checker}::uuid)
    ), invitations as (
      select o.subject as invited, o.at, a.maker, a.checker from staff_actions o
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
      coalesce(m.roles, '{}') as "makerRoles", coalesce(c.roles, '{}') as "checkerRoles",
      (select max(until) from apart where until > now()) as "apartUntil"
    from (values (1)) as one left join two m on m.id = ${maker}::uuid left join two c on c.id = ${checker}::uuid`.execute(
    db,
  )
  const [facts] = rows
  if (facts === undefined) throw new Error('No facts from the database')
  return facts
}

const tooNew = (who: 'You' | 'The requester', from: Date | null): Refused =>
  new Refused('joined_recently', {
    message:
      from === null
        ? `${who} has to join again first. An invitation is open.`
        : `${who} joined less than ${SETTLING_HOURS} hours ago. Ask another member, or try again from ${momentOf(from)}.`,
  })

/** Returns true if a member may be the second person for a permission: one of its approvers if it names some. */
const maySecond = (roles: readonly Role[], permission: Permission): boolean =>
  PERMISSIONS[permission].approvers === undefined
    ? isPermitted(roles, permission)
    : mayApprove(roles, permission)

/** Returns why the two may not decide together; undefined when they may. */
function refusalOf(facts: Facts, permission?: Permission): Refused | undefined {
  if (facts.administrators < 2) return new Refused('second_administrator_missing')
  if (!facts.checkerSettled) return tooNew('You', facts.checkerFrom)
  if (!facts.makerSettled) return tooNew('The requester', facts.makerFrom)
  if (facts.apartUntil !== null)
    return new Refused('joined_by_invitation', {
      message: `One of you invited the other. Another member can decide now, or you from ${momentOf(facts.apartUntil)}.`,
    })
  if (permission === undefined) return undefined
  if (!maySecond(facts.checkerRoles, permission)) return new Refused('not_permitted')
  return isPermitted(facts.makerRoles, permission) ? undefined : new Refused('asker_not_permitted')
}

/**
 * Throws Refused when a member may not make a request that needs two people: `second_administrator_missing` or
 * `joined_recently`.
 */
export async function requireMayAsk(db: Db | Tx, memberId: string): Promise<void> {
  const refusal = refusalOf(await readFacts(db, { maker: memberId, checker: memberId }))
  if (refusal !== undefined) throw refusal
}

/**
 * Throws Refused when two members may not be the two people of a decision: `same_person`, `not_permitted`,
 * `asker_not_permitted`, `second_administrator_missing`, `joined_recently` or `joined_by_invitation`. Every decision of two
 * people in the office calls this.
 */
export async function requireTwoPeople(db: Db | Tx, people: TwoPeople): Promise<void> {
  if (people.maker === people.checker) throw new Refused('same_person')
  const refusal = refusalOf(await readFacts(db, people), people.permission)
  if (refusal !== undefined) throw refusal
}

/**
 * Returns the member with a name, which belongs permanently to one person; null for a name typed before there were members.
 */
async function memberNamed(db: Db | Tx, name: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from staff_members where lower(name) = lower(btrim(${name}))`.execute(db)
  return rows[0]?.id ?? null
}

/** Returns true if any member has joined: until then, commands act under the names they are given. */
async function hasStaff(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ joined: boolean }>`select has_staff() as joined`.execute(db)
  return rows[0]?.joined === true
}

/** Throws Refused like `requireMayAsk`, for records that store their maker by name. */
export async function requireMayAskAs(db: Db | Tx, maker: string): Promise<void> {
  if (!(await hasStaff(db))) return
  const memberId = await memberNamed(db, maker)
  if (memberId === null) throw new Refused('not_permitted')
  await requireMayAsk(db, memberId)
}

/** Throws Refused like `requireTwoPeople`, for records that store the two by name. The product itself may be the maker. */
export async function requireTwoPeopleAs(
  db: Db | Tx,
  { maker, checker, permission }: TwoPeople,
): Promise<void> {
  if (maker.trim().toLowerCase() === checker.trim().toLowerCase()) throw new Refused('same_person')
  if (!(await hasStaff(db))) return
  const [makerId, checkerId] = [await memberNamed(db, maker), await memberNamed(db, checker)]
  if (checkerId === null) throw new Refused('not_permitted')
  if (makerId !== null) return requireTwoPeople(db, { maker: makerId, checker: checkerId, permission })
  // A name typed before there were members has no roles to check.
  if (permission !== undefined && maker !== PRODUCT) throw new Refused('asker_not_permitted')
  await requireMayAsk(db, checkerId)
}
