import type { Db } from '../../../db/index.ts'
import type { Approval } from '@sesa/contract/office'
import type { Approvals, NewRequest, Person } from '../../office/approvals/index.ts'
import type { RuleSet } from '../../risk/fraud/index.ts'
import type { IdentityStaff } from '../identity-checks/index.ts'
import type { NoteReveal } from '../../office/pages/index.ts'
import type { ReportsModule } from '../reports/index.ts'

export interface ComplianceDeps {
  readonly db: Db
  readonly identity: IdentityStaff
  /** The rules of fraud that are in force until staff store others. */
  readonly shippedFraudRules: RuleSet
  readonly noteReveal: NoteReveal
  readonly reports: Pick<ReportsModule, 'addSchema' | 'codeLists' | 'profile'>
  readonly approvals: Approvals
  /** Asks for something that takes two people. */
  ask(member: Person, request: NewRequest): Promise<{ readonly approval: Approval }>
}
