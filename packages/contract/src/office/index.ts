import { approvalCalls } from './approvals.ts'
import { auditCalls } from './audit.ts'
import { recordCalls } from './records.ts'
import { staffCalls } from './staff.ts'

/** Every call of the office, by name. */
export const officeCalls = { ...staffCalls, ...approvalCalls, ...auditCalls, ...recordCalls }

export { OFFICE_HEADER, type OfficeCall } from './call.ts'
export {
  isPermitted,
  mayApprove,
  PERMISSION_NAMES,
  PERMISSIONS,
  permissionsOf,
  ROLES,
  type Permission,
  type Role,
} from './permissions.ts'
export {
  APPROVAL_ACTIONS,
  APPROVAL_STATES,
  type Approval,
  type ApprovalAction,
  type ApprovalState,
} from './approvals.ts'
export type { AuditEntry } from './audit.ts'
export type { CustomerHit, CustomerPage, TransferHit, TransferPage } from './records.ts'
export type { StaffMember } from './staff.ts'
