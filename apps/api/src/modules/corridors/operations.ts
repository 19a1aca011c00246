import type { CountryCode, DestinationCode } from '@sesa/contract'
import { inTransaction, type Db } from '../../db/index.ts'
import type { StaffAction } from '../../lib/staff-action.ts'

interface Direction {
  readonly sender: CountryCode
  readonly recipient: DestinationCode
}

/** Lets customers send in this direction. `owner` is the schema's owner. */
export function openCorridor(owner: Db, direction: Direction, action: StaffAction): Promise<void> {
  return switchCorridor(owner, direction, null, action)
}

/**
 * Takes no new transfers in this direction, with a reason that customers read; those already paid continue. `owner` is the
 * schema's owner.
 */
export function closeCorridor(
  owner: Db,
  direction: Direction,
  words: string,
  action: StaffAction,
): Promise<void> {
  return switchCorridor(owner, direction, words, action)
}

function switchCorridor(
  owner: Db,
  { sender, recipient }: Direction,
  words: string | null,
  { staff, reason }: StaffAction,
): Promise<void> {
  const change = words === null ? { enabled: true } : { enabled: false, reason: words }
  return inTransaction(owner, 'corridors.switch', async (tx) => {
    await tx
      .updateTable('corridors')
      .set(change)
      .where('sender', '=', sender)
      .where('recipient', '=', recipient)
      .returning('sender')
      .executeTakeFirstOrThrow()
    const done = words === null ? 'open_corridor' : 'close_corridor'
    const subject = `${sender}/${recipient}`
    await tx
      .insertInto('operator_actions')
      .values({ action: done, operator: staff, reason, subject })
      .execute()
  })
}
