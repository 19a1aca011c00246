import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { readCustomer, readPayments, readWallet, type CaseEvidence, type CaseRow } from '../cases/index.ts'
import type { Rule } from './rules.ts'
import { lookWords, measuredWords } from './words.ts'

interface AlertRow {
  /** The rule as stored with the alert, by this release or an earlier one. */
  readonly rule: Rule
  readonly measured: Readonly<Record<string, number>>
  readonly transfers: readonly string[]
  readonly at: Date
}

/** Reads the evidence of a monitoring case: the account or wallet, and each alert with the payments that caused it. */
export async function readEvidence(db: Db | Tx, row: CaseRow): Promise<CaseEvidence> {
  const [subject = ''] = row.subject_id.split(' ')
  const person =
    row.subject_kind === 'account' ? await readCustomer(db, subject) : await readWallet(db, subject)
  const { rows } = await sql<AlertRow>`
    select rule, measured, transfers, at from monitoring_alerts where subject = ${subject} and case_number = ${row.number}
    order by id`.execute(db)
  const references = [...new Set(rows.flatMap(({ transfers }) => transfers))]
  const payments =
    references.length === 0
      ? []
      : await readPayments(db, sql<boolean>`t.reference = any (${references}::text[])`)
  return {
    people: person === undefined ? [] : [person],
    waiting: [],
    alerts: rows.map(({ rule, measured, transfers, at }) => ({
      rule: rule.id,
      looksFor: lookWords(rule.look),
      measured: measuredWords(measured),
      at: at.toISOString(),
      payments: payments
        .filter(({ payment }) => transfers.includes(payment.reference))
        .map(({ payment, chargedAt }) => ({ ...payment, chargedAt })),
    })),
  }
}
