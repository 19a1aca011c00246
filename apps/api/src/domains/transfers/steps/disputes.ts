import { money } from '@sesa/money'
import type { Tx } from '../../../db/index.ts'
import { post, type Entry } from '../../record/index.ts'
import { dispute, disputeLost, disputeWon } from '../state/ledger-entries.ts'
import type { HoldReason } from '../state/holds.ts'
import type { PaymentDispute } from '../ports.ts'
import { transferBalanceOf } from '../state/transfer-balance.ts'
import type { Claim } from '../state/transfer-row.ts'

/** The entries just booked for a dispute, and its hold. */
export interface DisputeNews {
  readonly booked: readonly Entry['kind'][]
  readonly reason?: HoldReason
}

/** Books the card provider's current report of one dispute, under its own id and amount. */
export async function bookDispute(tx: Tx, claim: Claim, reported: PaymentDispute): Promise<DisputeNews> {
  const { status } = reported
  if (reported.currency !== claim.charge_currency) {
    // The books have no account in that currency, so staff handle it.
    return {
      booked: [],
      ...(status === 'open' && claim.hold_reason !== 'disputed' && { reason: 'disputed' }),
    }
  }
  const { disputes, owed } = await transferBalanceOf(tx, claim)
  const known = disputes.find(({ providerId }) => providerId === reported.id || providerId === null)
  if (known?.decided && known.providerId !== null) return { booked: [] }
  const amount = known?.amount ?? money(reported.amount, claim.charge_currency)
  const { id } = await tx
    .insertInto('disputes')
    .values({ ...(known && { id: known.id }), transfer_id: claim.id, provider_id: reported.id, ...amount })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ provider_id: reported.id }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const entries = [
    ...(known === undefined ? [dispute(id, amount)] : []),
    ...(status === 'won' && !known?.decided ? [disputeWon(id, amount)] : []),
    ...(status === 'lost' && !known?.decided ? [disputeLost(id, amount, owed)] : []),
  ]
  for (const entry of entries) await post(tx, entry)
  const booked = entries.map(({ kind }) => kind)
  if (booked.includes('dispute_lost')) return { booked, reason: 'dispute_lost' }
  return { booked, ...(status === 'open' && known === undefined && { reason: 'disputed' }) }
}
