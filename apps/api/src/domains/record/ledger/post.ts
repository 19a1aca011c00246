import type { Money } from '@sesa/money'
import { CompiledQuery } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import type { Account, Entry } from './accounts.ts'

/**
 * Parameters: transfer id, kind, and for each leg source, target, amount and currency. Plain SQL, since
 * Kysely would compile it again for each entry (docs/decisions/0034-costs-of-a-transfer.md).
 */
const POST = `
    with entry as (
      insert into ledger_entries (transfer_id, kind) values ($1, $2)
      returning id, transfer_id
    )
    insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
    select entry.id, entry.transfer_id, source.code, target.code, leg.amount, leg.currency
    from entry
    cross join unnest(
      $3::text[],
      $4::text[],
      $5::bigint[],
      $6::text[]
    ) as leg (source, target, amount, currency)
    join ledger_accounts source on source.code = leg.source and source.currency = leg.currency
    join ledger_accounts target on target.code = leg.target and target.currency = leg.currency`

/** One leg of an entry, with the codes of its accounts. */
interface Leg {
  readonly source: Account
  readonly target: Account
  readonly amount: Money
}

/** Returns the legs of an entry without those of zero. @throws RangeError when one is negative, or none is left. */
export function legsOf({ kind, transferId, postings }: Entry): readonly Leg[] {
  const legs = postings.filter(({ amount }) => amount.amount !== 0n)
  if (legs.length === 0 || legs.some(({ amount }) => amount.amount < 0n)) {
    throw new RangeError(`Nothing to book, or a negative leg, in ${kind} of ${transferId}`)
  }
  return legs.map(({ from, to, amount }) => ({
    source: `${from}:${amount.currency}`,
    target: `${to}:${amount.currency}`,
    amount,
  }))
}

/**
 * Books an entry in the caller's transaction, without its legs of zero. A second entry of the same kind for a
 * transfer violates a unique constraint and so fails the transaction.
 * @throws RangeError when a leg is negative, nothing is left to book, or an account is not in the chart.
 */
export async function post(tx: Tx, entry: Entry): Promise<void> {
  const legs = legsOf(entry)
  const booked = await tx.executeQuery(
    CompiledQuery.raw(POST, [
      entry.transferId,
      entry.kind,
      legs.map(({ source }) => source),
      legs.map(({ target }) => target),
      legs.map(({ amount }) => amount.amount),
      legs.map(({ amount }) => amount.currency),
    ]),
  )
  if (booked.numAffectedRows !== BigInt(legs.length)) {
    throw new RangeError(`An account of ${entry.kind} is not in the chart`)
  }
}
