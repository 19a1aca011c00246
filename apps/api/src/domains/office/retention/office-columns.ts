import type { Columns } from './kinds.ts'

/** Columns of the tables of staff and the office. */
export const OFFICE_COLUMNS: Columns = {
  answer_templates: { staff: 'created_by retired_by', row: 'id topic title body created_at retired_at' },
  approvals: {
    person: 'entity',
    words: 'payload reason note result',
    staff: 'maker checker',
    row: 'id action permission entity_version payload_hash made_at expires_at state decided_at',
  },
  audit_details: { words: 'detail', key: 'salt', row: 'seq' },
  audit_head: { row: 'only_row seq hash' },
  audit_log: { person: 'subject', staff: 'member_id content', row: 'seq previous hash action' },
  release_thresholds: { row: 'id amount action_id set_at' },
  staff_challenges: { staff: 'member_id', key: 'challenge_hash', row: 'purpose expires_at' },
  staff_command_lines: {
    device: 'machine',
    key: 'token_hash code_hash session_hash',
    row: 'wrong_codes started_at expires_at',
  },
  staff_invitations: { staff: 'member_id', key: 'token_hash', row: 'expires_at' },
  staff_members: {
    name: 'name',
    contact: 'email',
    staff: 'id invited_by',
    row: 'roles invited_at activated_at last_signed_in_at ended_at',
  },
  staff_notes: { person: 'user_id transfer_id', words: 'body', staff: 'member_id', row: 'id at' },
  staff_passkeys: {
    staff: 'member_id',
    device: 'name',
    key: 'credential_id public_key',
    row: 'id counter transports created_at last_used_at',
  },
  staff_proofs: {
    staff: 'member_id',
    key: 'nonce challenge credential_id public_key client_data authenticator_data signature',
    row: 'id call request_hash approval_id payload_hash asked_at expires_at answered_at spent_at',
  },
  staff_sessions: {
    staff: 'member_id',
    key: 'token_hash',
    row: 'id kind started_at last_used_at ends_at ended_at',
  },
}
