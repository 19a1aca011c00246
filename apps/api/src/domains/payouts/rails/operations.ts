import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type Change, type StaffAction } from '../../../lib/staff-action.ts'
import { endRunning } from '../../pricing/index.ts'
import type { Target } from './names.ts'

async function note(
  tx: Tx,
  action: 'route_network' | 'close_rail' | 'open_rail',
  subject: string,
  signed: StaffAction,
  change: Change,
): Promise<void> {
  await tx
    .insertInto('staff_actions')
    .values({ action, subject, ...signatureOf(signed, change) })
    .execute()
}

/**
 * Sets the order of a network's rails; rails not named are removed from the table. A closed rail stays closed. Payouts that
 * already have a rail keep it.
 */
export async function routeNetwork(
  db: Db,
  { country, network }: Target,
  rails: readonly string[],
  action: StaffAction,
): Promise<void> {
  await inTransaction(db, 'rails.route_network', async (tx) => {
    const before = await tx
      .deleteFrom('network_rails')
      .where('country', '=', country)
      .where('network', '=', network)
      .returning(['rail', 'off_reason'])
      .execute()
    const off = new Map(before.map((row) => [row.rail, row.off_reason]))
    const rows = rails.map((rail, at) => ({
      country,
      network,
      position: at + 1,
      rail,
      off_reason: off.get(rail) ?? null,
    }))
    if (rows.length > 0) await tx.insertInto('network_rails').values(rows).execute()
    await note(tx, 'route_network', `${country}/${network}: ${rails.join(', ')}`, action, {
      before: { rails: before.map(({ rail }) => rail) },
      after: { rails },
    })
  })
}

/** Closes a rail, everywhere or for one network, with a reason shown to customers. Returns the number of routes closed. */
export function closeRail(
  db: Db,
  rail: string,
  target: Target | undefined,
  words: string,
  action: StaffAction,
): Promise<number> {
  return switchRail(db, rail, target, words, action)
}

/** Opens a rail again, and ends a current planned closing. Returns the number of routes opened. */
export function openRail(
  db: Db,
  rail: string,
  target: Target | undefined,
  action: StaffAction,
): Promise<number> {
  return switchRail(db, rail, target, null, action)
}

/** Refuses a change that affects no network. @throws Refused */
export function requireUse(count: number, rail: string): void {
  if (count === 0) throw actionRefused(`${rail} doesn’t serve this network. See Corridors and rails.`)
}

function switchRail(
  db: Db,
  rail: string,
  target: Target | undefined,
  words: string | null,
  action: StaffAction,
): Promise<number> {
  return inTransaction(db, 'rails.switch', async (tx) => {
    const only =
      target === undefined ? sql`` : sql`and country = ${target.country} and network = ${target.network}`
    const { rows } = await sql<{ country: string; network: string }>`
      update network_rails set off_reason = ${words} where rail = ${rail} ${only} returning country, network`.execute(
      tx,
    )
    if (rows.length === 0) return 0
    if (words === null) await endRunning(tx, { rail, to: target ?? null })
    const where = rows.map(({ country, network }) => `${country}/${network}`).join(', ')
    const change = { before: { open: words !== null }, after: { open: words === null } }
    await note(tx, words === null ? 'open_rail' : 'close_rail', `${rail}: ${where}`, action, change)
    return rows.length
  })
}
