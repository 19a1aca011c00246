import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { CaseKind } from '../../../db/schema/compliance.ts'
import type { CaseRow } from './store.ts'

/** Subjects of cases: account ids, and wallet numbers. */
export interface About {
  readonly accounts: readonly string[]
  readonly wallets: readonly string[]
}

interface NamedCase {
  readonly number: string
  readonly kind: CaseKind
  readonly state: CaseRow['state']
  readonly outcome: string | null
  readonly openedAt: Date
}

const MOST = 50
const MOST_COUNTED = 1_000

/** Counts the charged transfers of accounts or to wallets, and who sent them. Counting ends at 1,000. */
export async function countBefore(db: Db, { accounts, wallets }: About) {
  const { rows } = await sql<{ transfers: number; senders: number }>`
    select count(*)::int as transfers, count(distinct user_id)::int as senders from (
      (select user_id from transfers where user_id = any (${accounts}::uuid[]) and captured_at is not null
        and hold_reason is null limit ${MOST_COUNTED})
      union all
      (select user_id from transfers where recipient_phone = any (${wallets}::text[]) and captured_at is not null and hold_reason is null
        limit ${MOST_COUNTED}) limit ${MOST_COUNTED}) known`.execute(db)
  return rows[0] ?? { transfers: 0, senders: 0 }
}

/**
 * Returns the newest cases about accounts and wallets. In monitoring cases, the rule follows the account or wallet; in a
 * screening case about a recipient name, its subject does.
 */
export async function casesAbout(db: Db | Tx, { accounts, wallets }: About): Promise<readonly NamedCase[]> {
  const { rows } = await sql<NamedCase>`
    select number, kind, state, outcome, opened_at as "openedAt" from cases
    where (subject_kind = 'account' and split_part(subject_id, ' ', 1) = any (${accounts}::text[]))
      or (subject_kind = 'recipient' and (split_part(subject_id, ' ', 1) = any (${wallets}::text[])
        or (kind = 'screening' and subject_id in (
          select id::text from screening_subjects where phone = any (${wallets}::text[])))))
    order by id desc limit ${MOST}`.execute(db)
  return rows
}
