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
