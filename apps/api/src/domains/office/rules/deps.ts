import type { Db } from '../../../db/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { RuleSet } from '../../risk/index.ts'
import type { IdentityStaff, ReportsModule } from '../../compliance/index.ts'
import type { NoteReveal } from '../pages/index.ts'

export interface ComplianceDeps {
  readonly db: Db
  readonly identity: IdentityStaff
  /** The fraud rules in force until staff store others. */
  readonly shippedFraudRules: RuleSet
  readonly noteReveal: NoteReveal
  readonly reports: Pick<ReportsModule, 'addSchema' | 'codeLists' | 'profile'>
  readonly approvals: Approvals
}
