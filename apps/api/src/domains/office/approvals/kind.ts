import type { Permission, Role } from '@sesa/contract/office'
import type { Db, Tx } from '../../../db/index.ts'
import type { Caution } from '../../../lib/caution.ts'
import type { ApprovedAction, StaffAction } from '../../../lib/staff-action.ts'
import type { NameCorrections } from '../../customers/index.ts'
import type { IdentityStaff, ReportsModule } from '../../compliance/index.ts'
import type { StaffMail } from '../staff/index.ts'
import type { StaffActions } from '../../transfers/index.ts'
import type { TreasuryModule } from '../../books/index.ts'
import type { About, Reader } from './about.ts'

/** The actions of staff that requests carry out. */
export interface Carriers {
  readonly db: Db
  /** Every rail there can be. */
  readonly railNames: readonly string[]
  readonly transfers: Pick<StaffActions, 'check' | 'refund' | 'repaid' | 'release' | 'adoption'>
  closeAccount(userId: string, action: StaffAction): Promise<void>
  readonly names: NameCorrections
  readonly identity: Pick<IdentityStaff, 'review' | 'setTier' | 'show'>
  readonly reports: Pick<ReportsModule, 'requireSchema' | 'setProfile'>
  readonly treasury: Pick<TreasuryModule, 'check' | 'caution' | 'book'>
  readonly staffMail: StaffMail
}

/** What was asked for, and about what. */
export interface AskedFor {
  readonly entity: string
  readonly payload: unknown
}

/** One kind of request. */
export interface Kind {
  readonly permission: Permission
  /**
   * Shows elsewhere what such a request says. Its holders read the request, and so do the roles that may decide it and who
   * asked: nobody else learns that there is one.
   */
  readonly reads: Permission
  /** Whether the entity is a transfer, which only staff who see cases decide about while it is under review. */
  readonly isAboutTransfer?: true
  /** Returns what the second person needs to decide, in words: without it a request cannot be approved by reading it. */
  about(db: Db, asked: AskedFor, reader: Reader): Promise<About>
  /** Whether carrying it out again only completes it; otherwise it runs once. */
  readonly inParts?: true
  /** Whether the entity is a member, who cannot decide about themselves. */
  readonly isAboutMember?: true
  /** Throws ActionRefused or Refused for a payload that cannot be carried out; `roles` are those of the member who asks. */
  check?(payload: unknown, entity: string, roles: readonly Role[]): void | Promise<void>
  /** Returns what both people should know, and what they type where values are beyond a bound. @throws Refused. */
  caution?(payload: unknown, entity: string): Promise<Caution>
  /** Returns the version of what it is about; null when there is no such thing. */
  versionOf(tx: Tx, entity: string): Promise<string | null>
  /** Carries it out and returns what was done. @throws ActionRefused when that is not possible now. */
  carryOut(entity: string, payload: unknown, action: ApprovedAction): Promise<string>
}
