import { money } from '@sesa/money'
import type { Tx } from '../../../db/index.ts'
import { post, type Entry } from '../../ledger/index.ts'
import { dispute, disputeLost, disputeWon } from '../state/ledger-entries.ts'
import type { HoldReason } from '../state/holds.ts'
import type { CardDispute } from '../ports.ts'
import { transferBalanceOf } from '../state/transfer-balance.ts'
import type { Claim } from '../state/transfer-row.ts'

/** What was booked of a dispute now, and the hold that it sets. */
export interface DisputeNews {
  readonly booked: readonly Entry['kind'][]
  readonly reason?: HoldReason
}

/** Books what the card provider says of one dispute now, under an id and with an amount of its own. */
export async function bookDispute(tx: Tx, claim: Claim, said: CardDispute): Promise<DisputeNews> {
  const { status } = said
  if (said.currency !== claim.charge_currency) {
    // The books hold nothing in that currency, so a human looks at it.
    return {
      booked: [],
      ...(status === 'open' && claim.hold_reason !== 'disputed' && { reason: 'disputed' }),
    }
  }
  const { disputes, owed } = await transferBalanceOf(tx, claim)
  const known = disputes.find(({ providerId }) => providerId === said.id || providerId === null)
  if (known?.decided && known.providerId !== null) return { booked: [] }
  const amount = known?.amount ?? money(said.amount, claim.charge_currency)
  const { id } = await tx
    .insertInto('disputes')
    .values({ ...(known && { id: known.id }), transfer_id: claim.id, provider_id: said.id, ...amount })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ provider_id: said.id }))
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
