import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import { appendAudit } from '../../record/index.ts'
import type { ChangeDeps } from './changes.ts'
import { insertMember, lockMembers, makeInvitation, type Invitation, type NewMember } from './members.ts'

const MOST_FIRST = 2
const TAKEN = 'A member already has this name or email address.'

/** Returns a member with this address and without a passkey; `activated_at` is null unless they were added ready. */
const findWaiting = (tx: Tx, email: string) =>
  tx
    .selectFrom('staff_members as m')
    .select(['m.id', 'm.roles', 'm.activated_at'])
    .where(sql<boolean>`lower(m.email) = lower(${email.trim()})`)
    .where('m.ended_at', 'is', null)
    .where(sql<boolean>`not exists (select from staff_passkeys k where k.member_id = m.id)`)
    .executeTakeFirst()

/** Counts the administrators who have joined, and those other than `email` with a valid invitation. */
async function countAdministrators(tx: Tx, email: string): Promise<{ joined: number; invited: number }> {
  const { rows } = await sql<{ joined: number; invited: number }>`
    select count(*) filter (where activated_at is not null)::int as joined,
      count(*) filter (where activated_at is null and lower(email) <> lower(${email.trim()})
        and exists (select from staff_invitations i where i.member_id = m.id and i.expires_at > now()))::int as invited
    from staff_members m where 'administrator' = any (roles) and ended_at is null`.execute(tx)
  return rows[0] ?? { joined: 0, invited: 0 }
}

/**
 * Invites one of the first two administrators, or again while the earlier invitation is unused. Only a command on the machine
 * does this, since two people cannot invite the first two. @throws Refused once two can sign in.
 */
export function inviteFirst(
  { db, mail }: ChangeDeps,
  { name, email }: Omit<NewMember, 'roles'>,
): Promise<Invitation> {
  return inTransaction(db, 'staff.invite_first', async (tx) => {
    await lockMembers(tx)
    const { joined, invited } = await countAdministrators(tx, email)
    if (joined >= MOST_FIRST)
      throw actionRefused('The office already has two administrators. Ask one of them for an invitation.')
    if (joined + invited >= MOST_FIRST)
      throw actionRefused(
        'Another first-administrator invitation is open. Use it, or wait 24 hours until it expires.',
      )
    const known = await findWaiting(tx, email)
    if (known !== undefined && (known.activated_at !== null || !known.roles.includes('administrator')))
      throw actionRefused(TAKEN)
    const id = known?.id ?? (await insertMember(tx, { name, email, roles: ['administrator'] }))
    if (id === undefined) throw actionRefused(TAKEN)
    const invitation = await makeInvitation(tx, id)
    await mail.tell(tx, {
      change: 'invited',
      memberId: id,
      facts: [['Requested by', 'a command on the server']],
    })
    await appendAudit(tx, {
      member: null,
      action: 'staff.first_invited',
      subject: id,
      words: { name, email },
    })
    return invitation
  })
}

/** Days ago that ready members joined: longer than every wait of `requireTwoPeople`. */
const READY_DAYS = 60

/**
 * Adds an uninvited sandbox member who joined long ago, so that one person can act as both people of a decision; or makes
 * another link while they have no passkey. @throws Refused outside the sandbox, also `member_exists`.
 */
export async function inviteReady(
  { db, mode }: { readonly db: Db; readonly mode: 'sandbox' | 'test' | 'live' },
  member: NewMember,
): Promise<Invitation> {
  if (mode !== 'sandbox')
    throw actionRefused('Ready members work only in the sandbox. Request an invitation in the office.')
  return inTransaction(db, 'staff.invite_ready', async (tx) => {
    await lockMembers(tx)
    const known = await findWaiting(tx, member.email)
    const isReady = known !== undefined && known.activated_at !== null
    const id = isReady ? known.id : await insertMember(tx, member)
    if (id === undefined) throw new Refused('member_exists')
    await sql`update staff_members set activated_at = now() - make_interval(days => ${READY_DAYS}::int)
      where id = ${id}`.execute(tx)
    return makeInvitation(tx, id)
  })
}
