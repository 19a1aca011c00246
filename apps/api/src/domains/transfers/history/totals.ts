import type { Totals } from '@sesa/contract'
import { money, toMinorNumber, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { matchedBy, type Choice } from './search.ts'

/** Counts the transfers in a list, and adds up the delivered ones, per currency. */
export async function readTotals(db: Db, filter: Omit<Choice, 'cursor' | 'limit'>): Promise<Totals> {
  const arrived = sql`filter (where state = 'sent' and hold_reason is null)`
  const { rows } = await sql<{ currency: CurrencyCode; count: string; sent: string; amount: string }>`
    select currency, count(*) as count, count(*) ${arrived} as sent,
      coalesce(sum(amount) ${arrived}, 0)::text as amount
    from transfers where ${matchedBy(filter)} group by currency order by currency`.execute(db)
  return {
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    sent: rows
      .filter(({ sent }) => Number(sent) > 0)
      .map(({ currency, sent, amount }) => ({
        currency,
        count: Number(sent),
        amount: toMinorNumber(money(BigInt(amount), currency)),
      })),
  }
}
