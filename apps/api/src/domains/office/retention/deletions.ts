import { COUNTED_DAYS } from '../../transfers/index.ts'

/** As long as a limit counts: deleting a row earlier would raise the limit. */
const COUNTED = `${COUNTED_DAYS} days`

/** The rows of a table that may be deleted. */
export interface Deletion {
  readonly table: string
  /** The period in words, for the office. */
  readonly period: string
  /** The condition in SQL; `old` is the row. */
  readonly due: string
}

/** Returns the deletion of rows older than a PostgreSQL interval. */
const after = (period: string, table: string, column: string): Deletion => ({
  table,
  period: `${period} after \`${column}\``,
  due: `old.${column} < now() - interval '${period}'`,
})

/** The deletions and their periods. No record of money is among them. */
export const DELETIONS: readonly Deletion[] = [
  after('180 days', 'drafts', 'updated_at'),
  after('2 days', 'verifications', 'created_at'),
  after('90 days', 'sessions', 'expires_at'),
  after('400 days', 'known_devices', 'last_used_at'),
  after('2 days', 'rate_limits', 'window_start'),
  after('0 days', 'spent_proofs', 'expires_at'),
  after('400 days', 'event_origins', 'at'),
  after('7 days', 'email_links', 'expires_at'),
  after('400 days', 'wrong_passwords', 'last_at'),
  after('0 days', 'passkey_challenges', 'expires_at'),
  after('0 days', 'federated_flows', 'expires_at'),
  after('1 day', 'staff_invitations', 'expires_at'),
  after('0 days', 'staff_challenges', 'expires_at'),
  after('90 days', 'staff_sessions', 'ends_at'),
  after('0 days', 'staff_command_lines', 'expires_at'),
  after('90 days', 'work_owners', 'at'),
  after('30 days', 'sms_reports', 'reported_at'),
  after('30 days', 'messages', 'created_at'),
  after('180 days', 'user_notices', 'at'),
  after('30 days', 'push_offers', 'declined_at'),
  {
    table: 'tracking_links',
    period: '30 days after the end of the transfer',
    due: `exists (select from transfers t where t.id = old.transfer_id and t.state in ('sent', 'refunded', 'cancelled')
      and t.state_changed_at < now() - interval '30 days') and old.created_at < now() - interval '30 days'`,
  },
  after('2 years', 'enquiries', 'created_at'),
  after('2 years', 'interests', 'created_at'),
  {
    table: 'enquiry_threads',
    period: '2 years after the last message, complaints 5 years',
    due: `old.opened_at < now() - interval '2 years' and not exists (select from enquiry_messages m
      where m.thread_id = old.id
        and m.at >= now() - case when old.topic = 'complaint' then interval '5 years' else interval '2 years' end)`,
  },
  after('2 years', 'staff_notes', 'at'),
  after(COUNTED, 'former_numbers', 'closed_at'),
  after(COUNTED, 'limit_keys', 'used_at'),
  after(COUNTED, 'card_declines', 'declined_at'),
  after(COUNTED, 'payment_origins', 'opened_at'),
  after('400 days', 'payment_devices', 'opened_at'),
]

/** Tables whose rows are deleted elsewhere, with the time in words. */
export const DELETED_ELSEWHERE: Readonly<Record<string, string>> = {
  locked_records: 'when `locked_until` has passed, unless a case, hold or report needs them longer',
  enquiry_messages: 'with the enquiry',
  staff_passkeys: 'when the member is deactivated',
  float_readings: '9 days after the reading',
  float_reservations: 'when the transfer ends',
  announced: 'when the problem ends',
  outbox: 'when the messages about the move are written',
}
