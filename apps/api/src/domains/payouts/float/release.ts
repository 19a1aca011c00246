import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { countReleases } from './decide.ts'
import { walletName, type StoredWallet } from './store.ts'

/** Releases a transfer's hold like staff. */
export type ReleaseHold = (reference: string, action: StaffAction) => Promise<void>

/** Recorded as the author of automatic releases. */
const AUTOMATIC = 'automatic'
/** Maximum automatic releases of one transfer. A carrier that refuses again with a sufficient balance needs staff. */
const MOST_AUTOMATIC = 3

/** A pay-out or a refund that waits for float. */
interface Held {
  readonly reference: string
  readonly amount: bigint
  readonly isRefund: boolean
  readonly releases: bigint
}

/** Lists the transfers held because a wallet was empty, refunds first, then longest held first; for all wallets by default. */
async function listHeld(db: Db, wallet?: StoredWallet): Promise<readonly Held[]> {
  const { account = null, country = null, currency = null } = wallet ?? {}
  const { rows } = await sql<Held>`
    select t.reference, coalesce(p.amount, t.receive_amount) as amount, p.amount is not null as "isRefund", (select count(*) from staff_actions a
      where a.transfer_id = t.id and a.action = 'release' and a.staff = ${AUTOMATIC}) as releases
    from transfers t
      left join float_reservations r on t.hold_reason = 'payout_float_empty' and r.reference = t.payout_reference
      left join promised_refunds p on t.hold_reason = 'refund_float_empty' and p.attempt_id = t.collection_id
    where t.hold_reason in ('payout_float_empty', 'refund_float_empty') and (${account}::text is null
      or (coalesce(p.account, r.account), coalesce(p.country, r.country), coalesce(p.currency, r.currency))
        = (${account}, ${country}, ${currency}))
    order by p.amount is null, (select max(id) from transfer_events e where e.transfer_id = t.id and e.kind = 'held')`.execute(
    db,
  )
  return rows
}

/** Counts the transfers held because a wallet was empty. */
export const countStopped = async (db: Db): Promise<number> => (await listHeld(db)).length

/** Releases transfers one by one. Returns the released ones: a transfer that changed meanwhile keeps its hold. */
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

/** Returns the first of these transfers that an amount covers, in their order. */
function covered(free: bigint, held: readonly Held[]): readonly string[] {
  const count = countReleases(
    free,
    held.map(({ amount }) => amount),
  )
  return held.slice(0, count).map(({ reference }) => reference)
}

/** Releases held transfers of a wallet as far as its balance reaches: refunds first, then the longest held. */
export async function releaseCovered(
  db: Db,
  release: ReleaseHold,
  wallet: StoredWallet,
): Promise<readonly string[]> {
  if (wallet.balance === null || wallet.isRefused) return []
  const held = await listHeld(db, wallet)
  const able = held.filter(({ releases }) => releases < MOST_AUTOMATIC)
  const { refunds = [], payouts = [] } = Object.groupBy(able, ({ isRefund }) =>
    isRefund ? 'refunds' : 'payouts',
  )
  const others = wallet.reserved - payouts.reduce((sum, { amount }) => sum + amount, 0n)
  // A refund needs no room beside the reservations of pay-outs.
  const references = [...covered(wallet.balance, refunds), ...covered(wallet.balance - others, payouts)]
  const reason = `The balance of ${walletName(wallet)} is enough again.`
  return releaseEach(release, references, { staff: AUTOMATIC, reason })
}

/** Releases every transfer held because a wallet was empty, whatever the balances, longest held first. */
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
