-- Offers of passkeys that were declined, and what operators may do to an account's ways in.

-- Who said "Not now" to a passkey, and when last: nobody is asked again soon.
create table passkey_offers (
  user_id uuid primary key references users,
  declined_at timestamptz not null default now()
);
grant select, insert, update, delete on passkey_offers to sesa_app;

alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'end_manual_payout',
  'unlock_number', 'lock_account', 'unlock_account', 'end_sessions'));
