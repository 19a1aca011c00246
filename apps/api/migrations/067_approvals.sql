-- Two people: what one member of staff asked for and another approves.
create table approvals (
  id uuid primary key default uuidv7(),
  action text not null check (action in ('refund', 'repaid', 'release', 'set_prices', 'set_release_threshold',
    'open_corridor', 'close_corridor', 'adopt', 'erase_account', 'review_identity', 'set_tier', 'set_monitoring_rules',
    'set_report_profile')),
  permission text not null,
  -- The subject and its version at the time of the request; another version makes the request outdated.
  entity text not null check (entity <> ''),
  entity_version text not null,
  -- JSON text as the first person gave it, and its SHA-256.
  payload text not null,
  payload_hash bytea not null check (payload_hash = sha256(convert_to(payload, 'UTF8'))),
  reason text not null check (length(reason) between 3 and 500),
  maker uuid not null references staff_members (id),
  made_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'done', 'failed', 'rejected', 'expired', 'withdrawn')),
  checker uuid references staff_members (id),
  decided_at timestamptz,
  note text,
  result text,
  check (state in ('pending', 'expired') = (decided_at is null)),
  check ((state in ('approved', 'done', 'failed', 'rejected')) = (checker is not null)),
  -- The checker must be another person than the maker.
  check (checker <> maker)
);
create unique index approvals_one_open on approvals (action, entity) where state in ('pending', 'approved');
create index approvals_by_state on approvals (state, id);
grant select, insert on approvals to sesa_app;
grant update (state, checker, decided_at, note, result) on approvals to sesa_app;

-- A decision is final: only what is open moves on.
create function refuse_second_decision() returns trigger language plpgsql as $$
begin
  if old.state = 'pending' or (old.state = 'approved' and new.state in ('done', 'failed')
    and new.checker = old.checker) then return new; end if;
  raise exception 'approval % is %, and stays so', old.id, old.state;
end $$;
create trigger approvals_are_decided_once before update on approvals
  for each row execute function refuse_second_decision();
create trigger approvals_are_never_deleted before delete on approvals
  for each row execute function refuse_change();

-- The amount from which the release of a hold takes two people, in US dollar cents; the newest row counts. No law names one:
-- USD 1,000 is our own first choice of 26 November 2026.
create table release_thresholds (
  id bigint generated always as identity primary key,
  amount bigint not null check (amount >= 0),
  action_id uuid unique references operator_actions (id),
  set_at timestamptz not null default clock_timestamp()
);
insert into release_thresholds (amount) values (100000);
grant select, insert on release_thresholds to sesa_app;
create trigger release_thresholds_never_change before update or delete on release_thresholds
  for each row execute function refuse_change();

-- The request that an action of staff carries out. The index lets nothing be carried out twice: an action and its effects
-- are one transaction. Adoption makes one action for each transfer.
alter table operator_actions add column approval_id uuid references approvals (id);
create unique index operator_actions_once on operator_actions (approval_id, coalesce(transfer_id::text, ''))
  where approval_id is not null;
-- Every action of staff, with those of the tables that the next migrations make.
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
  'export_travel_rule', 'set_monitoring_rules', 'prepare_close', 'sign_close')) not valid;
create constraint trigger operator_actions_are_audited after insert on operator_actions
  deferrable initially deferred for each row execute function audit_operator_action();

-- Under the application's role, prices, corridors and the threshold change only as an approved request says. The schema's
-- owner, who runs commands while there are no members of staff, may change them alone.
create function require_approved(wanted text, about text, said jsonb) returns void language plpgsql as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = 'approvals'::regclass), 'usage') then return; end if;
  if not exists (select from approvals where state = 'approved' and action = wanted and entity = about
    and payload::jsonb @> said) then
    raise exception 'no approved request asks for this: %', wanted using errcode = '42501';
  end if;
end $$;
create function require_approved_prices() returns trigger language plpgsql as $$
begin
  perform require_approved('set_prices', 'prices', jsonb_build_object('list', new.content));
  return new;
end $$;
create trigger price_lists_take_two_people before insert on price_lists
  for each row execute function require_approved_prices();
create function require_approved_threshold() returns trigger language plpgsql as $$
begin
  perform require_approved('set_release_threshold', 'release threshold', jsonb_build_object('amount', new.amount::text));
  return new;
end $$;
create trigger release_thresholds_take_two_people before insert on release_thresholds
  for each row execute function require_approved_threshold();
create function require_approved_corridor() returns trigger language plpgsql as $$
begin
  perform require_approved(case when new.enabled then 'open_corridor' else 'close_corridor' end,
    new.sender || '/' || new.recipient,
    case when new.enabled then '{}'::jsonb else jsonb_build_object('words', new.reason) end);
  return new;
end $$;
create trigger corridors_take_two_people before update on corridors
  for each row execute function require_approved_corridor();
grant insert on price_lists to sesa_app;
grant update (enabled, reason) on corridors to sesa_app;
