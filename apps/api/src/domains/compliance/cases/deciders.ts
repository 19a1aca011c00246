import type { OfficeCasePage } from '@sesa/contract/office'
import type { Db, Tx } from '../../../db/index.ts'
import type { CaseKind } from '../../../db/schema/compliance.ts'
import type { ApprovedAction } from '../../../lib/staff-action.ts'
import type { CaseRow } from './store.ts'

/** What a decision about a case rests on, beside its notes. */
export type CaseEvidence = Pick<OfficeCasePage, 'people' | 'waiting' | 'alerts'>

/** The decisions of one kind of case, and their effects. */
export interface Decider {
  /** The decisions that the case allows now, with their meaning for staff. */
  decisionsOf(row: CaseRow): Readonly<Record<string, string>>
  /** Reads what people compare. Within a decision, under the locks of `lock`. */
  evidenceOf(db: Db | Tx, row: CaseRow): Promise<CaseEvidence>
  /** Locks what new evidence would have to lock, before the case itself, as those who open cases do. */
  lock?(tx: Tx, row: CaseRow): Promise<void>
  /** Carries a confirmed decision out, in its transaction. `reporting`: the case stays until a report is filed. */
  carryOut(tx: Tx, row: CaseRow, decision: string, action: ApprovedAction): Promise<'closed' | 'reporting'>
}

export type Deciders = Readonly<Partial<Record<CaseKind, Decider>>>

/** Ends a case whose report was filed. */
const REPORTED = { reported: 'the report is filed, or the exception says why not' }

/** Returns the decisions that a case allows now. */
export function allowedDecisions(deciders: Deciders, row: CaseRow): Readonly<Record<string, string>> {
  if (row.state === 'closed') return {}
  return row.state === 'reporting' ? REPORTED : (deciders[row.kind]?.decisionsOf(row) ?? {})
}
