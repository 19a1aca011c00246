-- Postings and transfer events in partitions by month. The tables as they were become the first partitions: nothing is copied
-- or read. The earlier release goes on with the same names, columns and rights. Entries stay in one table, which keeps their
-- unique key for ever.

alter table ledger_postings rename to ledger_postings_first;
alter table ledger_postings_first drop constraint ledger_postings_pkey;
alter index ledger_postings_xid rename to ledger_postings_first_xid;
alter index ledger_postings_transfer rename to ledger_postings_first_transfer;
alter sequence ledger_postings_id_seq rename to ledger_postings_first_id_seq;
drop trigger ledger_postings_never_change on ledger_postings_first;

alter table transfer_events rename to transfer_events_first;
alter table transfer_events_first drop constraint transfer_events_pkey;
alter index transfer_events_of rename to transfer_events_first_of;
alter sequence transfer_events_id_seq rename to transfer_events_first_id_seq;
drop trigger transfer_events_never_change on transfer_events_first;

-- Ids come from one sequence, so no index is needed to keep them apart.
create table ledger_postings (
  id bigint generated always as identity,
  entry_id bigint not null,
  transfer_id uuid not null,
  from_account text not null,
  to_account text not null,
  amount bigint not null constraint ledger_postings_amount_check check (amount > 0),
  currency text not null,
  created_at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  constraint ledger_postings_check check (from_account <> to_account),
  constraint ledger_postings_check1 check (from_account like '%:' || currency and to_account like '%:' || currency)
) partition by range (transfer_id);
create index ledger_postings_xid on ledger_postings (xid);
create index ledger_postings_transfer on ledger_postings (transfer_id);

create table transfer_events (
  id bigint generated always as identity,
  transfer_id uuid not null constraint transfer_events_transfer_id_fkey references transfers (id),
  from_state text,
  to_state text not null,
  hold_reason text,
  detail text,
  at timestamptz not null default clock_timestamp(),
  kind text not null default 'moved' constraint transfer_events_kind_check
    check (kind in ('moved', 'held', 'released', 'cancel_requested', 'noted')),
  operator text
) partition by range (transfer_id);
create index transfer_events_of on transfer_events (transfer_id, id);

grant select, insert on ledger_postings, transfer_events to sesa_app;
revoke all on ledger_postings_first, transfer_events_first from sesa_app;

create trigger ledger_postings_never_change before update or delete on ledger_postings
  for each row execute function refuse_change();
create trigger ledger_postings_never_emptied before truncate on ledger_postings
  for each statement execute function refuse_change();
create trigger transfer_events_never_change before update or delete on transfer_events
  for each row execute function refuse_change();
create trigger transfer_events_never_emptied before truncate on transfer_events
  for each statement execute function refuse_change();

do $$
declare
  parent text;
  bound text;
  last record;
begin
  foreach parent in array array['ledger_postings', 'transfer_events'] loop
    execute format('select last_value, is_called from %I', parent || '_first_id_seq') into last;
    perform setval(pg_get_serial_sequence(parent, 'id'), last.last_value, last.is_called);
    execute format('alter table %I alter column id drop identity', parent || '_first');
    select substring(pg_get_constraintdef(oid) from '[0-9a-f]{8}-[0-9a-f-]{27}') into strict bound
    from pg_constraint where conrelid = (parent || '_first')::regclass and conname = 'before_months';
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, parent || '_first', bound);
    execute format('alter table %I drop constraint before_months', parent || '_first');
    -- Takes a row whose month has no partition, so that money is booked even then.
    execute format('create table %I partition of %I default', parent || '_other', parent);
    execute format('create trigger never_emptied before truncate on %I for each statement execute function refuse_change()',
      parent || '_other');
    execute format('grant select on %I to sesa_app', parent || '_other');
  end loop;
end $$;

-- The partitions of a month, with their range of ids; the first has no lower end.
create view month_tables as
select parent.relname::text as parent, part.relname::text as name,
  substring(bound.text from 'FROM \(''([0-9a-f-]{36})''\)')::uuid as from_id,
  substring(bound.text from 'TO \(''([0-9a-f-]{36})''\)')::uuid as to_id
from pg_inherits i
join pg_class parent on parent.oid = i.inhparent
join pg_class part on part.oid = i.inhrelid
cross join lateral (select pg_get_expr(part.relpartbound, part.oid) as text) bound
where parent.relnamespace = 'public'::regnamespace
  and parent.relname in ('ledger_postings', 'transfer_events') and bound.text <> 'DEFAULT';
grant select on month_tables to sesa_app;

-- Makes a table the partition of its range of ids, and moves what the default partition holds of the range into it.
create function attach_month(parent text, part text, first_id uuid, end_id uuid) returns void language plpgsql
set search_path = public, pg_temp set lock_timeout = '300ms' as $$
declare
  other constant text := parent || '_other';
  has_strays boolean;
begin
  execute format('select exists (select from %I where (transfer_id >= $1 or $1 is null) and transfer_id < $2)', other)
    into has_strays using first_id, end_id;
  if has_strays then
    execute format('alter table %I disable trigger user', other);
    execute format('with moved as (delete from %I where (transfer_id >= $1 or $1 is null) and transfer_id < $2 returning *)
      insert into %I select * from moved', other, part) using first_id, end_id;
    execute format('alter table %I enable trigger user', other);
  end if;
  execute format('create trigger never_emptied before truncate on %I for each statement execute function refuse_change()', part);
  execute format('alter table %I attach partition %I for values from (%s) to (%L)', parent, part,
    coalesce(quote_literal(first_id), 'minvalue'), end_id);
end $$;
revoke all on function attach_month from public;

-- Adds the partitions of a month, where it has none.
create function add_month(first_day date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  first_id constant uuid := month_start_id(first_day::timestamp at time zone 'UTC');
  end_id constant uuid := month_start_id((first_day + interval '1 month') at time zone 'UTC');
  one text;
  part text;
begin
  foreach one in array array['ledger_postings', 'transfer_events'] loop
    continue when exists (select from month_tables m
      where m.parent = one and m.to_id > first_id and coalesce(m.from_id < end_id, true));
    part := one || to_char(first_day, '_YYYY_MM');
    execute format('create table %I (like %I including defaults including constraints including indexes)', part, one);
    perform attach_month(one, part, first_id, end_id);
  end loop;
end $$;
revoke all on function add_month from public;

-- Adds what is missing of this month and the next ones, with the rights of the schema's owner.
create function make_months(ahead integer) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  this_month constant timestamp := date_trunc('month', now() at time zone 'UTC');
begin
  for month in 0..least(ahead, 12) loop
    perform add_month((this_month + month * interval '1 month')::date);
  end loop;
end $$;
revoke all on function make_months from public;
grant execute on function make_months to sesa_app;
select make_months(3);

-- Archives: a month leaves the database. `to_id` ends its range of ids; the ranges of all archives follow one another from the
-- first. `sealed`: nothing is added any more, and files are written. `detached`: the files are complete, and the tables are no
-- longer part of the books. `archived`: the tables are gone.
create table archives (
  month date primary key check (extract(day from month) = 1),
  to_id uuid not null unique,
  state text not null default 'sealed' check (state in ('sealed', 'detached', 'archived')),
  -- SHA-256 of the manifest, which has that of each file.
  manifest text check (manifest ~ '^[0-9a-f]{64}$'),
  changed_at timestamptz not null default now(),
  check ((state = 'sealed') = (manifest is null))
);
-- What the postings of an archive moved into each account, less what they moved out: its part of all balances.
create table archived_sums (
  month date not null references archives (month) on delete cascade,
  account text not null references ledger_accounts (code),
  amount bigint not null,
  primary key (month, account)
);
grant select on archives, archived_sums to sesa_app;

-- The books of ids below this one are archived.
create function archived_before() returns uuid language sql stable parallel safe set search_path = public, pg_temp as $$
  select coalesce((select to_id from archives where state <> 'sealed' order by to_id desc limit 1),
    '00000000-0000-0000-0000-000000000000')
$$;

-- What is booked for a transfer depends on what was booked before, which an archived month no longer shows.
create function refuse_archived() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'always' or new.transfer_id < archived_before() then
    raise exception 'the month of % is archived: npm run sesa -- archive return', new.transfer_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_archived before insert on ledger_postings_other for each row execute function refuse_archived();

alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'open_corridor', 'close_corridor', 'set_prices', 'end_manual_payout',
  'unlock_number', 'lock_account', 'unlock_account', 'end_sessions', 'renew_secret',
  'hold_account', 'lift_account_hold', 'set_fraud_rules',
  'treasury_top_up', 'treasury_convert', 'treasury_adjust', 'adopt', 'archive_month', 'return_month'));
