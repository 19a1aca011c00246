-- A customer who leaves takes no compliance work along: what an open case, hold or report needs stays in the sealed record.

-- The compliance work about a customer, and until when it needs the customer's identity; null while it is open. Five years as
-- for reports of suspicion, ten as OFAC asks for blocked and rejected money.
create function compliance_work_of(account uuid)
returns table (kind text, number text, ended_at timestamptz, kept_until timestamptz) language sql stable as $$
  select kind, number, ended_at, ended_at + make_interval(years => years) from (
    select 'case' as kind, number, closed_at as ended_at, case when outcome ~ '^(blocked|returned)' then 10 else 5 end as years
    from cases c
    where (subject_kind = 'account' and subject_id = account::text)
      or (subject_kind = 'transfer' and subject_id in (select id::text from transfers where user_id = account))
      or (subject_kind = 'recipient' and c.kind = 'screening' and subject_id in (
        select s.id::text from transfers t join screening_subjects s on s.kind = 'recipient' and s.user_id is null
          and s.phone = t.recipient_phone and s.name = t.recipient_name and s.birth_date is null
        where t.user_id = account))
      -- A wallet of monitoring: its alerts name the transfers.
      or number in (select a.case_number from monitoring_alerts a
        where a.transfers && array(select reference from transfers where user_id = account))
    union all
    select 'report', number, ended_at, 5 from filings
    where content ->> 'account' = account::text
      or content -> 'transfers' ?| array(select reference from transfers where user_id = account)
    union all
    select 'hold', cause, lifted_at, 5 from account_holds where user_id = account
  ) work
$$;

-- What a customer replaces or gives up while such work is open joins the sealed record before the account closes.
alter table locked_records alter column closed_at drop not null;
create function keep_replaced_identity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state constant text[] := '{updated_at,verified_at,filled,pending_email,email_verified_at,reset_from}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - state = to_jsonb(new) - state then return null; end if;
  -- The owner of the schema only seals numbers anew, under another secret.
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'locked_records'::regclass), 'usage')
    then return null; end if;
  if exists (select from users where id = old.user_id and closed_at is null)
    and exists (select from compliance_work_of(old.user_id) w where w.ended_at is null) then
    insert into locked_records as r (user_id, closed_at, locked_until, record)
    values (old.user_id, null, 'infinity', jsonb_build_object('replaced', jsonb_build_array(
      to_jsonb(old) - 'user_id' || jsonb_build_object('table', tg_table_name, 'until', clock_timestamp()))))
    on conflict (user_id) do update set record = r.record || jsonb_build_object('replaced',
      coalesce(r.record -> 'replaced', '[]') || (excluded.record -> 'replaced'));
  end if;
  return null;
end $$;
revoke execute on function keep_replaced_identity from public;
create trigger phone_identities_keep_replaced after update or delete on phone_identities
  for each row execute function keep_replaced_identity();
create trigger sender_details_keep_replaced after update or delete on sender_details
  for each row execute function keep_replaced_identity();
create trigger profiles_keep_replaced after update or delete on profiles
  for each row execute function keep_replaced_identity();

-- Stores the record of an account that is being closed.
create function seal_record(account uuid, until timestamptz, kept jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into locked_records as r (user_id, locked_until, record) values (account, until, kept)
  on conflict (user_id) do update set closed_at = excluded.closed_at, locked_until = excluded.locked_until,
    record = excluded.record || jsonb_build_object('replaced', r.record -> 'replaced')
  where r.closed_at is null
$$;
revoke execute on function seal_record from public;
grant execute on function seal_record to sesa_app;

-- Opens the record of an account that was closed, for the office alone and only where compliance work needs it.
create function kept_record_of(account uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select record from locked_records
  where user_id = account and closed_at is not null and exists (select from compliance_work_of(account))
$$;
revoke execute on function kept_record_of from public;
grant execute on function kept_record_of to sesa_office;

-- Erases what has been kept long enough, and returns the identity checks that their providers still have.
create function forget_kept_records() returns table (provider text, reference text)
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from locked_records r where (locked_until < now() or closed_at is null)
      and not exists (select from compliance_work_of(r.user_id) w where coalesce(w.kept_until, 'infinity') > now())
    returning user_id, closed_at, record
  ), erased as (
    update screening_subjects s set name = 'erased ' || s.id, birth_date = null
    from gone g where s.user_id = g.user_id and g.closed_at is not null
  )
  select c ->> 'provider', c ->> 'reference' from gone, jsonb_array_elements(nullif(record -> 'identityChecks', 'null')) c
  where c ->> 'reference' is not null
$$;
revoke execute on function forget_kept_records from public;
grant execute on function forget_kept_records to sesa_app;
create or replace function forget_locked_records() returns void
language sql security definer set search_path = public, pg_temp as $$ select from forget_kept_records() $$;

-- A name that staff correct takes two people. The names stay out of the request, which is never erased, and of the audit log:
-- they are here until the account closes.
create table name_corrections (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  name_before text,
  name_after text not null,
  -- The document that the first person saw, and what of it.
  document text not null,
  seen text not null,
  asked_at timestamptz not null default clock_timestamp()
);
create index name_corrections_of on name_corrections (user_id, id);
-- Nobody chooses an id, so a request names one correction for good.
grant select, delete, insert (user_id, name_before, name_after, document, seen) on name_corrections to sesa_app;
-- Null where staff changed the name.
alter table identity_changes alter column session_id drop not null;

-- The lists of migration 093 and the table of permissions of migration 094, with it.
alter table approvals drop constraint approvals_action_check;
alter table approvals add constraint approvals_action_check check (action in (
  'refund', 'repaid', 'release', 'set_prices', 'set_release_threshold', 'open_corridor', 'close_corridor', 'adopt',
  'erase_account', 'review_identity', 'set_tier', 'set_monitoring_rules', 'set_report_profile', 'book_treasury_entry',
  'set_fraud_rules', 'set_tier_limits', 'open_rail', 'route_network', 'invite_member', 'invite_member_again',
  'change_roles', 'correct_name')) not valid;

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
  'end_privacy_request', 'plan_closing', 'cancel_closing', 'invite_member', 'invite_member_again',
  'change_roles', 'correct_name')) not valid;

create or replace function approval_permission(action text) returns text language sql immutable as $$
  select case action
    when 'refund' then 'refunds.request' when 'repaid' then 'payouts.request' when 'release' then 'holds.release'
    when 'set_prices' then 'prices.change' when 'set_release_threshold' then 'limits.change'
    when 'set_tier_limits' then 'limits.change' when 'open_corridor' then 'corridors.change'
    when 'close_corridor' then 'corridors.change' when 'adopt' then 'adoption.request'
    when 'erase_account' then 'erasure.request' when 'review_identity' then 'identity.review'
    when 'set_tier' then 'identity.review' when 'set_monitoring_rules' then 'monitoring.change'
    when 'set_report_profile' then 'reports.change' when 'book_treasury_entry' then 'treasury.manage'
    when 'set_fraud_rules' then 'fraud.manage' when 'open_rail' then 'rails.manage'
    when 'route_network' then 'rails.manage' when 'invite_member' then 'staff.manage'
    when 'invite_member_again' then 'staff.manage' when 'change_roles' then 'staff.manage'
    when 'correct_name' then 'names.correct' end
$$;
create or replace function roles_that_ask(permission text) returns text[] language sql immutable as $$
  select case permission
    when 'holds.release' then array['compliance', 'finance']
    when 'refunds.request' then array['support', 'finance']
    when 'payouts.request' then array['finance']
    when 'prices.change' then array['finance']
    when 'limits.change' then array['compliance', 'finance']
    when 'corridors.change' then array['finance', 'engineer']
    when 'rails.manage' then array['finance', 'engineer']
    when 'adoption.request' then array['engineer']
    when 'erasure.request' then array['support', 'compliance']
    when 'identity.review' then array['compliance']
    when 'names.correct' then array['support', 'compliance']
    when 'monitoring.change' then array['compliance']
    when 'fraud.manage' then array['compliance']
    when 'reports.change' then array['compliance']
    when 'treasury.manage' then array['finance']
    when 'staff.manage' then array['administrator'] end
$$;
create or replace function roles_that_decide(permission text) returns text[] language sql immutable as $$
  select case permission
    when 'holds.release' then array['compliance', 'administrator']
    when 'refunds.request' then array['finance', 'administrator']
    when 'payouts.request' then array['finance', 'administrator']
    when 'prices.change' then array['finance', 'administrator']
    when 'limits.change' then array['compliance', 'administrator']
    when 'corridors.change' then array['compliance', 'administrator']
    when 'rails.manage' then array['finance', 'compliance', 'administrator']
    when 'adoption.request' then array['finance', 'administrator']
    when 'erasure.request' then array['compliance', 'administrator']
    when 'names.correct' then array['compliance']
    when 'identity.review' then array['compliance', 'administrator']
    when 'monitoring.change' then array['compliance', 'administrator']
    when 'fraud.manage' then array['compliance', 'administrator']
    when 'reports.change' then array['compliance', 'administrator']
    when 'treasury.manage' then array['finance', 'administrator']
    when 'staff.manage' then array['compliance', 'administrator'] end
$$;
