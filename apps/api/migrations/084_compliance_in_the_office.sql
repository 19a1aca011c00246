-- Rules of fraud and the limits of tiers change by two people, and requests for access and erasure have deadlines.

-- The second person; null where the rules were set before there were members of staff.
alter table fraud_rules add column approved_by text;

alter table approvals drop constraint approvals_action_check;
alter table approvals add constraint approvals_action_check check (action in ('refund', 'repaid', 'release', 'set_prices',
  'set_release_threshold', 'open_corridor', 'close_corridor', 'adopt', 'erase_account', 'review_identity', 'set_tier',
  'set_monitoring_rules', 'set_report_profile', 'book_treasury_entry', 'set_fraud_rules', 'set_tier_limits',
  'open_rail', 'route_network')) not valid;

alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'open_corridor', 'close_corridor', 'set_prices', 'end_manual_payout',
  'unlock_number', 'lock_account', 'unlock_account', 'end_sessions', 'renew_secret',
  'hold_account', 'lift_account_hold', 'set_fraud_rules',
  'treasury_top_up', 'treasury_convert', 'treasury_adjust', 'adopt', 'archive_month', 'return_month',
  'set_release_threshold', 'erase_account',
  'assign_case', 'note_case', 'propose_case', 'confirm_case', 'refuse_case', 'set_case_deadline',
  'review_identity', 'set_tier',
  'set_report_profile', 'draft_filing', 'approve_filing', 'export_filing', 'acknowledge_filing', 'withdraw_filing',
  'export_travel_rule', 'set_monitoring_rules', 'prepare_close', 'sign_close',
  'set_tier_limits', 'open_privacy_request', 'export_personal_data', 'end_privacy_request')) not valid;

-- As for prices: under the application's role, only an approved request changes these.
create function require_approved_fraud_rules() returns trigger language plpgsql as $$
begin
  perform require_approved('set_fraud_rules', 'fraud rules', new.rules);
  return new;
end $$;
create trigger fraud_rules_take_two_people before insert on fraud_rules
  for each row execute function require_approved_fraud_rules();
create function require_approved_tier_limits() returns trigger language plpgsql as $$
begin
  perform require_approved('set_tier_limits',
    format('tier %s, %s to %s', new.tier, coalesce(new.sender, 'any'), coalesce(new.recipient, 'any')),
    jsonb_build_object('per24Hours', new.per_24_hours::text, 'per30Days', new.per_30_days::text,
      'validFrom', new.valid_from::text));
  return new;
end $$;
create trigger tier_limits_take_two_people before insert on tier_limits
  for each row execute function require_approved_tier_limits();
grant insert on tier_limits to sesa_app;

-- How long we take to answer a person who asks for their data or its erasure. In force is the newest row whose day has come.
create table privacy_deadlines (
  id bigint generated always as identity primary key,
  country text not null check (country in ('US', 'GH', 'LR', 'SL')),
  days integer not null check (days between 1 and 365),
  source text not null check (source <> ''),
  is_confirmed boolean not null,
  valid_from date not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (country, valid_from)
);
grant select on privacy_deadlines to sesa_app;
create trigger privacy_deadlines_never_change before update or delete on privacy_deadlines
  for each row execute function refuse_change();
insert into privacy_deadlines (country, days, source, is_confirmed, valid_from)
  select country, 30, 'Our Privacy Policy: we answer within 30 days. A lawyer must confirm the law’s own period', false,
    '2026-11-26'
  from unnest(array['US', 'GH', 'LR', 'SL']) as country;

-- A customer who asked for a copy of their data or for its erasure, and when we answered. An erasure is done when the account
-- is closed.
create table privacy_requests (
  id bigint generated always as identity primary key,
  number text not null generated always as ('P-' || lpad(id::text, 6, '0')) stored unique,
  kind text not null check (kind in ('access', 'erasure')),
  user_id uuid not null references users (id),
  -- The country of the customer's number; null without one, and then the shortest deadline counts.
  country text,
  received_at timestamptz not null,
  due_at timestamptz not null,
  deadline_source text not null,
  -- How the member made sure that the customer asks.
  identity_confirmed text not null check (length(identity_confirmed) between 3 and 500),
  opened_by text not null check (opened_by <> ''),
  opened_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('sent', 'refused')),
  ended_by text,
  ended_at timestamptz,
  note text,
  check ((outcome is null) = (ended_at is null) and (ended_at is null) = (ended_by is null)),
  check (outcome <> 'sent' or kind = 'access')
);
create index privacy_requests_open on privacy_requests (due_at, id) where ended_at is null;
create index privacy_requests_of on privacy_requests (user_id);
grant select, insert on privacy_requests to sesa_app;
grant update (outcome, ended_by, ended_at, note) on privacy_requests to sesa_app;
create function refuse_second_end() returns trigger language plpgsql as $$
begin
  if old.ended_at is null then return new; end if;
  raise exception 'request % has ended', old.number;
end $$;
create trigger privacy_requests_end_once before update on privacy_requests
  for each row execute function refuse_second_end();
create trigger privacy_requests_are_never_deleted before delete on privacy_requests
  for each row execute function refuse_change();
