-- Outside a transaction.
-- Prepares postings and transfer events for partitions by month (060). A transfer's rows belong to the month in which the
-- transfer was made, which its id begins with.

-- The smallest id that uuidv7() can make at a time.
create or replace function month_start_id(at timestamptz) returns uuid language sql immutable parallel safe as
  $$ select rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid $$;

-- Ids of disputes were random. From now on they begin with their time, as all others that entries are booked under.
alter table disputes alter column id set default uuidv7();

do $$
declare
  bound constant uuid := month_start_id(date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '2 months');
begin
  perform set_config('lock_timeout', '300ms', true);
  if exists (select from disputes where id >= bound) then
    alter table ledger_entries disable trigger user;
    alter table ledger_postings disable trigger user;
    with renamed as (
      select id as former, overlay(id::text placing substr(month_start_id(created_at)::text, 1, 13) from 1 for 13)::uuid as id
      from disputes where id >= bound
    ), entry as (
      update ledger_entries e set transfer_id = r.id from renamed r where e.transfer_id = r.former
    ), posting as (
      update ledger_postings p set transfer_id = r.id from renamed r where p.transfer_id = r.former
    )
    update disputes d set id = r.id from renamed r where d.id = r.former;
    alter table ledger_entries enable trigger user;
    alter table ledger_postings enable trigger user;
  end if;
end $$;

-- With these the tables become partitions without being read again. The bound is at least a month ahead, so that no new row
-- meets it before 060.
do $$
declare
  bound constant uuid := month_start_id(date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '2 months');
  name text;
begin
  perform set_config('lock_timeout', '300ms', true);
  foreach name in array array['ledger_postings', 'transfer_events'] loop
    execute format('alter table %I drop constraint if exists before_months', name);
    execute format('alter table %I add constraint before_months check (transfer_id < %L) not valid', name, bound);
  end loop;
end $$;

alter table ledger_postings validate constraint before_months;
alter table transfer_events validate constraint before_months;
