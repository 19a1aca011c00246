import { formatMoney, money } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { keepBreak, resolveBreak } from '../reconciliation/index.ts'
import { readPositions, type Position } from './positions.ts'

const KIND = 'balance_differs'

/** Books that were unequal for this long differ, whatever amount is in transit. */
const LONGEST_UNEQUAL = sql`interval '24 hours'`

/** Stores the result of the comparison. Returns true if both sides were equal in the last 24 hours. */
async function keepPosition(tx: Tx, { account, currency }: Position, difference: bigint): Promise<boolean> {
  const { rows } = await sql<{ recent: boolean }>`
    insert into treasury_positions as p (account, currency, difference, compared_at, equal_at)
    values (${account}, ${currency}, ${difference}, now(), now())
    on conflict (account, currency) do update set difference = excluded.difference, compared_at = now(),
      equal_at = case when excluded.difference = 0 then now() else p.equal_at end
    returning equal_at > now() - ${LONGEST_UNEQUAL} as recent`.execute(tx)
  return rows[0]?.recent ?? true
}

async function judge(tx: Tx, position: Position): Promise<void> {
  const { account, currency, difference, state, held } = position
  if (difference === null || state === 'not_begun' || state === 'unknown') return
  const subject = `${account}:${currency}`
  const isRecent = await keepPosition(tx, position, difference)
  if (state === 'equal') return resolveBreak(tx, KIND, subject)
  if (state === 'settling' && isRecent) return
  // Both balances change with every transfer, but their difference does not: only a changed difference opens an explained
  // break again.
  const size = formatMoney(money(difference < 0n ? -difference : difference, currency))
  await keepBreak(tx, {
    kind: KIND,
    subject,
    ours: `${size} ${difference < 0n ? 'more' : 'less'} than the provider`,
    theirs: held.join(', '),
    owner: 'treasury',
  })
}

/**
 * Compares our books with the providers' last balances, per account and currency, and stores a break for each difference that
 * amounts in transit do not explain. Resolves a break once both sides are equal.
 */
export async function comparePositions(db: Db, cardAccount: string): Promise<readonly Position[]> {
  const positions = await readPositions(db, cardAccount)
  await inTransaction(db, 'treasury.keep_positions', async (tx) => {
    for (const position of positions) await judge(tx, position)
  })
  return positions
}
