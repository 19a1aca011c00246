import type { OfficeCasePage } from '@sesa/contract/office'
import type { Db, Tx } from '../../../db/index.ts'
import type { CaseKind } from '../../../db/schema/compliance.ts'
import type { ApprovedAction } from '../../../lib/staff-action.ts'
import type { CaseRow } from './store.ts'

/** Evidence for a decision about a case, in addition to its notes. */
export type CaseEvidence = Pick<OfficeCasePage, 'people' | 'waiting' | 'alerts'>

/** The decisions of one kind of case, and their effects. */
export interface Decider {
  /** Returns the decisions that the case allows now, with their meaning for staff. */
  decisionsOf(row: CaseRow): Readonly<Record<string, string>>
  /** Reads the evidence that staff compare. Within a decision, runs under the locks of `lock`. */
  evidenceOf(db: Db | Tx, row: CaseRow): Promise<CaseEvidence>
  /** Takes the locks of new evidence before that of the case itself, in the order used when cases are opened. */
  lock?(tx: Tx, row: CaseRow): Promise<void>
  /** Carries out a confirmed decision in its transaction. `reporting`: the case stays open until a report is filed. */
  carryOut(tx: Tx, row: CaseRow, decision: string, action: ApprovedAction): Promise<'closed' | 'reporting'>
}

export type Deciders = Readonly<Partial<Record<CaseKind, Decider>>>

/** The decision that ends a case after its report was filed. */
const REPORTED = { reported: 'the report is filed, or the exception says why not' }

/** Returns the decisions that a case allows now. */
export function allowedDecisions(deciders: Deciders, row: CaseRow): Readonly<Record<string, string>> {
  if (row.state === 'closed') return {}
  return row.state === 'reporting' ? REPORTED : (deciders[row.kind]?.decisionsOf(row) ?? {})
}
