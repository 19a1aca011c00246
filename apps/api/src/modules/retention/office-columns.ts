import type { Columns } from './kinds.ts'

/** Columns of the tables of staff and the office. */
export const OFFICE_COLUMNS: Columns = {
  staff_invitations: { staff: 'member_id', key: 'token_hash', row: 'expires_at' },
  staff_members: {
    name: 'name',
    contact: 'email',
    staff: 'id invited_by',
    row: 'roles invited_at activated_at last_signed_in_at ended_at',
  },
  staff_passkeys: {
    staff: 'member_id',
    device: 'name',
    key: 'credential_id public_key',
    row: 'id counter transports created_at last_used_at',
  },
  staff_sessions: {
    staff: 'member_id',
    key: 'token_hash',
    row: 'id kind started_at last_used_at ends_at ended_at',
  },
}
