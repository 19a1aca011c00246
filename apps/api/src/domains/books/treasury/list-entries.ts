import type { CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Adjusts } from './movement.ts'
import type { TreasuryEntry } from './entry.ts'

/** A movement entered by staff. */
export interface EntryRow {
  readonly id: string
  readonly at: Date
  readonly kind: TreasuryEntry['kind']
  readonly account: string
  readonly reference: string
  readonly amount: bigint
  readonly currency: CurrencyCode
  readonly otherAmount: bigint
  readonly otherCurrency: CurrencyCode
  readonly adjusts: Adjusts | null
  readonly enteredBy: string
  readonly approvedBy: string | null
  readonly reason: string
}

/** Returns the movements entered by staff, newest first; `before` is the last id of the previous page. */
export async function listEntries(
  db: Db,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select m.id, m.recorded_at as at, m.kind, m.account, m.provider_id as reference, m.amount, m.currency,
      m.other_amount as "otherAmount", m.other_currency as "otherCurrency", m.adjusts,
      a.staff as "enteredBy", a.approved_by as "approvedBy", a.reason
    from provider_movements m join staff_actions a on a.id = m.action_id
    where m.action_id is not null and (${before ?? null}::uuid is null or m.id < ${before ?? null}::uuid)
    order by m.id desc limit ${limit}`.execute(db)
  return rows
}
