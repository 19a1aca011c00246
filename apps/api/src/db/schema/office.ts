import type { ColumnType, Generated } from 'kysely'
import type { ApprovalAction, ApprovalState, Permission, Role } from '@sesa/contract/office'

type Fixed<T> = ColumnType<T, T, never>
type FixedDefault<T> = ColumnType<T, T | undefined, never>
type Made<T> = ColumnType<T, never, never>

/** Tables of staff, the audit log and approvals. */
export interface OfficeTables {
  staff_members: {
    id: Made<string>
    name: Fixed<string>
    email: Fixed<string>
    roles: Role[]
    invited_by: string | null
    invited_at: Generated<Date>
    activated_at: Date | null
    last_signed_in_at: Date | null
    ended_at: Date | null
  }
  staff_invitations: { member_id: Fixed<string>; token_hash: Buffer; expires_at: Date }
  staff_passkeys: {
    id: Made<string>
    member_id: Fixed<string>
    credential_id: Fixed<string>
    public_key: Fixed<Buffer>
    counter: bigint
    transports: Fixed<string[]>
    name: Fixed<string>
    created_at: Made<Date>
    last_used_at: Generated<Date>
  }
  staff_challenges: {
    challenge_hash: Fixed<Buffer>
    purpose: Fixed<'sign_in' | 'register'>
    member_id: Fixed<string | null>
    expires_at: Fixed<Date>
  }
  staff_sessions: {
    id: Made<string>
    token_hash: Fixed<Buffer>
    member_id: Fixed<string>
    kind: Fixed<'office' | 'command_line'>
    started_at: Made<Date>
    last_used_at: Generated<Date>
    ends_at: Fixed<Date>
    ended_at: Date | null
  }
  staff_command_lines: {
    token_hash: Fixed<Buffer>
    code_hash: Fixed<Buffer>
    session_hash: Fixed<Buffer>
    machine: Fixed<string>
    wrong_codes: Generated<number>
    started_at: Made<Date>
    expires_at: Fixed<Date>
  }
  /** Written only by the function `append_audit`. */
  audit_log: {
    seq: Made<bigint>
    previous: Made<Buffer>
    content: Made<string>
    hash: Made<Buffer>
    action: Made<string>
    member_id: Made<string | null>
    subject: Made<string | null>
  }
  audit_details: { seq: Made<bigint>; salt: Made<Buffer>; detail: Made<string> }
  audit_head: { only_row: Made<boolean>; seq: Made<bigint>; hash: Made<Buffer> }
  approvals: {
    id: Made<string>
    action: Fixed<ApprovalAction>
    permission: Fixed<Permission>
    entity: Fixed<string>
    entity_version: Fixed<string>
    payload: Fixed<string>
    payload_hash: Fixed<Buffer>
    reason: Fixed<string>
    maker: Fixed<string>
    made_at: Made<Date>
    expires_at: Fixed<Date>
    state: Generated<ApprovalState>
    checker: string | null
    decided_at: Date | null
    note: string | null
    result: string | null
  }
  staff_notes: {
    id: Made<bigint>
    user_id: Fixed<string>
    transfer_id: Fixed<string | null>
    member_id: Fixed<string>
    body: Fixed<string>
    at: Made<Date>
  }
  saved_views: {
    id: Made<bigint>
    page: Fixed<string>
    name: string
    address: string
    member_id: Fixed<string | null>
    role: Fixed<Role | null>
    made_by: string
    made_at: Generated<Date>
  }
  policies: {
    kind: Fixed<string>
    key: Fixed<string>
    /** The database numbers a kind's versions, and reads the first day and mode from the body. */
    version: Made<number>
    valid_from: Made<string | null>
    mode: Made<'in_force' | 'shadow'>
    /** Written as JSON text. */
    body: ColumnType<unknown, string, never>
    approval_id: FixedDefault<string | null>
    author: FixedDefault<string | null>
    reason: FixedDefault<string | null>
    created_at: Made<Date>
  }
}
