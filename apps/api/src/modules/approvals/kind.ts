import type { Permission } from '@sesa/contract/office'
import type { Db, Tx } from '../../db/index.ts'
import type { Caution } from '../../lib/caution.ts'
import type { ApprovedAction, StaffAction } from '../../lib/staff-action.ts'
import type { IdentityStaff } from '../identity-checks/index.ts'
import type { ReportsModule } from '../reports/index.ts'
import type { StaffMail } from '../staff/index.ts'
import type { StaffActions } from '../transfers/index.ts'
import type { TreasuryModule } from '../treasury/index.ts'

/** The actions of staff that requests carry out. */
export interface Carriers {
  readonly db: Db
  /** Every rail there can be. */
  readonly railNames: readonly string[]
  readonly transfers: Pick<StaffActions, 'check' | 'refund' | 'repaid' | 'release' | 'adoption'>
  closeAccount(userId: string, action: StaffAction): Promise<void>
  readonly identity: Pick<IdentityStaff, 'review' | 'setTier'>
  readonly reports: Pick<ReportsModule, 'setProfile'>
  readonly treasury: Pick<TreasuryModule, 'check' | 'caution' | 'book'>
  readonly staffMail: StaffMail
}

/** One kind of request. */
export interface Kind {
  readonly permission: Permission
  /** Whether carrying it out again only completes it; otherwise it runs once. */
  readonly inParts?: true
  /** Whether the entity is a member, who cannot decide about themselves. */
  readonly isAboutMember?: true
  /** Throws ActionRefused or Refused for a payload that could never be carried out. */
  check?(payload: unknown, entity: string): void | Promise<void>
  /** Returns what both people should know, and what they type where values are beyond a bound. @throws Refused. */
  caution?(payload: unknown, entity: string): Promise<Caution>
  /** Returns the version of what it is about; null when there is no such thing. */
  versionOf(tx: Tx, entity: string): Promise<string | null>
  /** Carries it out and returns what was done. @throws ActionRefused when that is not possible now. */
  carryOut(entity: string, payload: unknown, action: ApprovedAction): Promise<string>
}
