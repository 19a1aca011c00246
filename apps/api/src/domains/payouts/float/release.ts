import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { countReleases } from './decide.ts'
import { walletName, type StoredWallet } from './store.ts'

/** Releases a transfer's hold as staff do. */
export type ReleaseHold = (reference: string, action: StaffAction) => Promise<void>

/** The author of releases that nobody asked for. */
const AUTOMATIC = 'automatic'
/** Automatic releases of one transfer. A carrier that refuses again although its balance suffices is a case for staff. */
const MOST_AUTOMATIC = 3

interface HeldPayout {
  readonly reference: string
  readonly amount: bigint
  readonly releases: bigint
}

/** Lists the transfers held because a wallet was empty, longest held first; of all wallets by default. */
async function listHeld(db: Db, wallet?: StoredWallet): Promise<readonly HeldPayout[]> {
  const { account = null, country = null, currency = null } = wallet ?? {}
  const { rows } = await sql<HeldPayout>`
    select t.reference, t.receive_amount as amount, (select count(*) from staff_actions a
      where a.transfer_id = t.id and a.action = 'release' and a.staff = ${AUTOMATIC}) as releases
    from transfers t left join float_reservations r on r.reference = t.payout_reference
    where t.hold_reason = 'payout_float_empty' and (${account}::text is null
      or (r.account, r.country, r.currency) = (${account}, ${country}, ${currency}))
    order by (select max(id) from transfer_events e where e.transfer_id = t.id and e.kind = 'held')`.execute(
    db,
  )
  return rows
}

/** Counts the transfers held because a wallet was empty. */
export const countStopped = async (db: Db): Promise<number> => (await listHeld(db)).length

/** Releases transfers one by one. Returns those released: one that changed meanwhile keeps its hold. */
async function releaseEach(
  release: ReleaseHold,
  references: readonly string[],
  action: StaffAction,
): Promise<readonly string[]> {
  const released: string[] = []
  for (const reference of references) {
    try {
      await release(reference, action)
      released.push(reference)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
  return released
}

/** Releases held transfers of a wallet, longest held first, as far as its balance reaches. */
export async function releaseCovered(
  db: Db,
  release: ReleaseHold,
  wallet: StoredWallet,
): Promise<readonly string[]> {
  if (wallet.balance === null || wallet.isRefused) return []
  const held = await listHeld(db, wallet)
  const able = held.filter(({ releases }) => releases < MOST_AUTOMATIC)
  const others = wallet.reserved - able.reduce((sum, { amount }) => sum + amount, 0n)
  const count = countReleases(
    wallet.balance - others,
    able.map(({ amount }) => amount),
  )
  const references = able.slice(0, count).map(({ reference }) => reference)
  const reason = `The balance of ${walletName(wallet)} is enough again.`
  return releaseEach(release, references, { staff: AUTOMATIC, reason })
}

/** Releases every transfer that is held because a wallet was empty, whatever the balances, longest held first. */
export async function releaseAll(
  db: Db,
  release: ReleaseHold,
  action: StaffAction,
): Promise<readonly string[]> {
  const held = await listHeld(db)
  return releaseEach(
    release,
    held.map(({ reference }) => reference),
    action,
  )
}
