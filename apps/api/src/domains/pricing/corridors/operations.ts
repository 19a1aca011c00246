import type { CountryCode, DestinationCode } from '@sesa/contract'
import { inTransaction, type Db } from '../../../db/index.ts'
import { endRunning } from '../closings/index.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'

interface Direction {
  readonly sender: CountryCode
  readonly recipient: DestinationCode
}

/**
 * Opens this direction to customers, and ends a current planned closing. `db`: the schema's owner, or any process for an
 * approved request.
 */
export function openCorridor(db: Db, direction: Direction, action: StaffAction): Promise<void> {
  return switchCorridor(db, direction, null, action)
}

/**
 * Closes this direction to new transfers, with a reason shown to customers; transfers already paid continue. `db`: the
 * schema's owner, or any process for an approved request.
 */
export function closeCorridor(
  db: Db,
  direction: Direction,
  words: string,
  action: StaffAction,
): Promise<void> {
  return switchCorridor(db, direction, words, action)
}

function switchCorridor(
  db: Db,
  { sender, recipient }: Direction,
  words: string | null,
  action: StaffAction,
): Promise<void> {
  const change = words === null ? { enabled: true } : { enabled: false, reason: words }
  return inTransaction(db, 'corridors.switch', async (tx) => {
    await tx
      .updateTable('corridors')
      .set(change)
      .where('sender', '=', sender)
      .where('recipient', '=', recipient)
      .returning('sender')
      .executeTakeFirstOrThrow()
    if (words === null) await endRunning(tx, { sender, recipient })
    const done = words === null ? 'open_corridor' : 'close_corridor'
    const subject = `${sender}/${recipient}`
    const changed = { before: { open: words !== null }, after: { open: words === null } }
    await tx
      .insertInto('staff_actions')
      .values({ action: done, subject, ...signatureOf(action, changed) })
      .execute()
  })
}
