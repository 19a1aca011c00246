import { officeCalls, type Role } from '@sesa/contract/office'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../world/http.ts'
import type { Member } from '../world/office.ts'
import type { Stage } from './stage.ts'

export const reason = 'asked by the sender'
const note = 'checked'

type Asked = Answer<{ approval: { id: string } }>

/** Plays with a member for each set of roles, and two administrators. All joined long ago, and are ended afterwards. */
export async function withMembers<const Roles extends readonly (readonly Role[])[]>(
  { world: { members } }: Stage,
  roles: Roles,
  play: (members: { [At in keyof Roles]: Member }) => Promise<void>,
): Promise<void> {
  try {
    const { others } = await members.staff(roles)
    await play(others as { [At in keyof Roles]: Member })
  } finally {
    await members.empty()
  }
}

/** Makes a request for a second person. Finds it again if the answer was lost. */
export async function request(maker: Member, ask: () => Promise<Asked>): Promise<string> {
  const { body, error } = await ask()
  if (body !== undefined) return body.approval.id
  const { approvals } = await maker.ask(officeCalls.listApprovals)
  const own = approvals.find((one) => one.maker.id === maker.id && one.state === 'pending')
  if (own === undefined) throw new Error(`No request was stored: ${error?.message ?? ''}`)
  return own.id
}

/** Decides a request. The answer may be lost, and the repetition refused, since it is already decided. */
export async function decide(
  member: Member,
  call: typeof officeCalls.approve | typeof officeCalls.reject | typeof officeCalls.withdraw,
  id: string,
): Promise<void> {
  await member.call(call, { params: { id }, body: { note } })
}

/** Asks as one member, approves as another, and waits until the worker has carried it out. */
export async function together(
  { world, time }: Stage,
  [maker, checker]: readonly [maker: Member, checker: Member],
  ask: () => Promise<Asked>,
): Promise<void> {
  const id = await request(maker, ask)
  await decide(checker, officeCalls.approve, id)
  const over = "select 1 from approvals where id = $1 and state in ('done', 'failed')"
  for (let looks = 0; looks < 600 && (await world.database.sql(over, [id])).length === 0; looks++) {
    await time.hurry()
    await sleep(50)
  }
}

/** Returns the account of a phone number. */
export async function userOf({ world }: Stage, phone: string): Promise<string> {
  const [row] = await world.database.sql<{ id: string }>(
    'select user_id as id from phone_identities where phone_number = $1',
    [phone],
  )
  return row?.id ?? ''
}
