-- Closings that begin and end by the clock: of a rail, everywhere or for one network, or of a corridor. Their end never opens
-- what staff closed: network_rails and corridors are not touched.
create table planned_closings (
  id bigint generated always as identity primary key,
  rail text,
  -- Of a rail: null for all its networks.
  country text,
  network text,
  sender text,
  recipient text,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- What customers read meanwhile.
  words text not null check (char_length(words) between 10 and 300),
  planned_by text not null check (planned_by <> ''),
  reason text not null check (reason <> ''),
  planned_at timestamptz not null default clock_timestamp(),
  cancelled_by text,
  cancelled_at timestamptz,
  check (ends_at > begins_at),
  check ((rail is null) <> (sender is null)),
  check ((sender is null) = (recipient is null)),
  check ((country is null) = (network is null) and (rail is not null or country is null)),
  check ((cancelled_by is null) = (cancelled_at is null))
);
create index planned_closings_ahead on planned_closings (ends_at) where cancelled_at is null;
grant select, insert on planned_closings to sesa_app;
-- A closing ends early when two people open what it closed.
grant update (ends_at, cancelled_by, cancelled_at) on planned_closings to sesa_app;
create trigger planned_closings_are_never_deleted before delete on planned_closings
  for each row execute function refuse_change();

-- As at once, one person plans the closing of a rail, and two the closing of a corridor.
create function require_approved_closing() returns trigger language plpgsql as $$
begin
  if new.sender is not null then
    perform require_approved('close_corridor', new.sender || '/' || new.recipient, jsonb_build_object('words', new.words));
  end if;
  return new;
end $$;
create trigger planned_closings_take_two_people before insert on planned_closings
  for each row execute function require_approved_closing();

alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break', 'route_network', 'close_rail',
  'open_rail', 'open_corridor', 'close_corridor', 'set_prices', 'end_manual_payout', 'unlock_number', 'lock_account',
  'unlock_account', 'end_sessions', 'renew_secret', 'hold_account', 'lift_account_hold', 'set_fraud_rules',
  'treasury_top_up', 'treasury_convert', 'treasury_adjust', 'adopt', 'archive_month', 'return_month',
  'set_release_threshold', 'erase_account', 'assign_case', 'note_case', 'propose_case', 'confirm_case', 'refuse_case',
  'set_case_deadline', 'review_identity', 'set_tier', 'set_report_profile', 'draft_filing', 'approve_filing',
  'export_filing', 'acknowledge_filing', 'withdraw_filing', 'export_travel_rule', 'set_monitoring_rules',
  'prepare_close', 'sign_close', 'set_alert_level', 'set_tier_limits', 'open_privacy_request', 'export_personal_data',
  'end_privacy_request', 'plan_closing', 'cancel_closing')) not valid;
