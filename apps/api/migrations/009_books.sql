-- Books: months and archives, the treasury, reconciliation and daily closes.

-- Months ------------------------------------------------------------------------------------------------------

-- The smallest id that uuidv7() can make at a time.
create function month_start_id(at timestamptz) returns uuid language sql immutable parallel safe as
  $$ select rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid $$;

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

-- Rows whose month has no partition, so that money is booked even then.
create table ledger_postings_other partition of ledger_postings default;
create table transfer_events_other partition of transfer_events default;
create trigger never_emptied before truncate on ledger_postings_other
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on transfer_events_other
  for each statement execute function refuse_change();

-- Makes a table the partition of its range of ids, after moving the default partition's rows of that range into it.
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
revoke execute on function attach_month from public;

-- Adds the partitions of a month, unless it has them.
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
revoke execute on function add_month from public;

-- Adds the missing partitions of this month and the next ones, with the rights of the schema's owner.
create function make_months(ahead integer) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  this_month constant timestamp := date_trunc('month', now() at time zone 'UTC');
begin
  for month in 0..least(ahead, 12) loop
    perform add_month((this_month + month * interval '1 month')::date);
  end loop;
end $$;
revoke execute on function make_months from public;

-- The first partitions end with this month and have no lower end.
do $$
declare
  end_id constant uuid := month_start_id(date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month');
  parent text;
begin
  foreach parent in array array['ledger_postings', 'transfer_events'] loop
    execute format('create table %I (like %I including defaults including constraints including indexes)',
      parent || '_first', parent);
    perform attach_month(parent, parent || '_first', null, end_id);
  end loop;
end $$;
select make_months(3);

-- Archives ----------------------------------------------------------------------------------------------------

-- Months that leave the database. `to_id` ends the month's range of ids; the ranges of all archives follow one another from the
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

-- Returns the first id whose books are not archived.
create function archived_before() returns uuid language sql stable parallel safe set search_path = public, pg_temp as $$
  select coalesce((select to_id from archives where state <> 'sealed' order by to_id desc limit 1),
    '00000000-0000-0000-0000-000000000000')
$$;

-- Refuses to book in an archived month: what is booked for a transfer depends on earlier postings, which are gone.
create function refuse_archived() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'always' or new.transfer_id < archived_before() then
    raise exception 'the month of % is archived: npm run sesa -- archive return', new.transfer_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_archived before insert on ledger_postings_other for each row execute function refuse_archived();

-- Treasury ----------------------------------------------------------------------------------------------------

-- Movements of our own money at the providers and the bank. Each is booked under its own id.
-- `account`: an account at a provider such as `stripe` or `pawapay`, `manual` for pay-outs by hand, or `bank`. `provider_id`:
-- the provider's own id, or the reference that staff gave, so that nothing is entered twice.
--
-- Signed minor units; positive comes in. Of movements that the card provider reports, `amount` is in the charge's currency
-- and `other_amount` in the balance's, before `fee`. Of a top-up, `amount` reached the wallet and `other_amount` left our
-- bank; of a conversion at our bank, `amount` was bought and `other_amount` was sold.
create table provider_movements (
  id uuid primary key default uuidv7(),
  account text not null check (account ~ '^[a-z][a-z-]{1,29}$'),
  provider_id text not null check (length(provider_id) between 1 and 200),
  -- A movement that staff enter is one movement under any spelling of its reference; null for what a provider reports under
  -- an id of its own.
  folded_reference text,
  kind text not null check (kind in (
    'charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'bank_transfer', 'fee', 'other',
    'top_up', 'conversion', 'adjustment')),
  -- The transfer whose charge moved; null for a charge that no transfer of ours has.
  transfer_id uuid references transfers (id),
  amount bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  other_amount bigint not null,
  other_currency text not null check (other_currency ~ '^[A-Z]{3}$'),
  -- What the card provider kept, in `other_currency`; negative when it returned a fee.
  fee bigint not null default 0,
  -- An adjustment books a fee, a loss, or the owners' money.
  adjusts text check (adjusts in ('provider_fees', 'losses', 'capital')),
  occurred_at timestamptz not null,
  -- Has the person who entered it and the reason; null for what a provider reported.
  action_id uuid unique references staff_actions (id),
  recorded_at timestamptz not null default clock_timestamp(),
  -- The transaction that wrote the row, as postings have it, so that a check finds every row that was committed since the
  -- last one. An id does not: a transaction that took a lower id may commit later.
  xid xid8 default pg_current_xact_id(),
  unique (account, provider_id),
  check ((action_id is not null) = (kind in ('top_up', 'conversion', 'adjustment'))),
  check ((adjusts is not null) = (kind = 'adjustment')),
  check (kind not in ('top_up', 'conversion') or (amount > 0 and other_amount > 0 and fee = 0)),
  check (kind <> 'conversion' or (account = 'bank' and currency <> other_currency)),
  check (kind <> 'top_up' or currency <> other_currency or other_amount >= amount),
  check (kind <> 'adjustment' or (amount <> 0 and fee = 0 and (amount, currency) = (other_amount, other_currency)))
);
create index provider_movements_by_time on provider_movements (account, occurred_at);
create index provider_movements_entered on provider_movements (currency) where action_id is not null;
create index provider_movements_of on provider_movements (transfer_id) where transfer_id is not null;
create index provider_movements_xid on provider_movements (xid) where xid is not null;
create unique index provider_movements_one_reference on provider_movements (account, folded_reference)
  where folded_reference is not null;
create trigger provider_movements_never_change before update or delete on provider_movements
  for each row execute function refuse_change();

-- Folds a reference, so that copies with other case, marks, full-width or Arabic digits, spaces, punctuation or leading zeros
-- are equal. A reference of punctuation alone stays as it is.
create function fold_reference(reference text) returns text language sql immutable strict parallel safe
set search_path = public, pg_temp as $$
  select coalesce(nullif(regexp_replace(regexp_replace(
    translate(fold_name(reference), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u303f\ufe30-\ufe6f]+',
    '', 'g'), ''), reference)
$$;
create function fold_movement() returns trigger language plpgsql as $$
begin
  new.folded_reference := fold_reference(new.provider_id);
  return new;
end $$;
create trigger provider_movements_folded before insert on provider_movements
  for each row when (new.action_id is not null) execute function fold_movement();

create function require_approved_entry() returns trigger language plpgsql as $$
begin
  if has_staff() then
    perform require_approved('book_treasury_entry', new.account || ' ' || new.provider_id, '{}');
  end if;
  return new;
end $$;
create trigger provider_movements_entered_by_two_people before insert on provider_movements
  for each row when (new.action_id is not null) execute function require_approved_entry();

-- How far the movements of an account are read. A reading goes from the newest back to `since`; `cursor` is where the next page
-- begins, so that an interrupted reading continues there.
create table provider_reads (
  account text primary key,
  -- All movements until then are read; null before the first complete reading.
  read_upto timestamptz,
  -- The reading in progress: its beginning, the time it goes back to, and its next page.
  began_at timestamptz,
  since timestamptz,
  cursor text,
  check ((began_at is null) = (since is null) and (began_at is not null or cursor is null))
);

-- The last comparison of an account of ours and a currency with the providers' balances.
create table treasury_positions (
  account text not null check (account in ('card_clearing', 'payout_float')),
  currency text not null,
  difference bigint not null,
  compared_at timestamptz not null,
  -- When both were last exactly equal; at first, when they were first compared.
  equal_at timestamptz not null,
  primary key (account, currency)
);

-- Reconciliation ----------------------------------------------------------------------------------------------

create table reconciliation_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- How many entries of each kind were compared.
  compared jsonb not null default '{}',
  -- Where the next run continues its round through older pay-outs, of which each run asks about a few.
  payouts_upto uuid,
  -- The end of what a finished run compared: the next one begins there, however long ago it was.
  compared_upto timestamptz
);

-- One row per difference between our books and a provider's. A later run resolves it when both agree again.
create table reconciliation_breaks (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The provider's or our id of the entry.
  subject text not null,
  ours text,
  theirs text,
  owner text not null check (owner in ('operations', 'treasury', 'engineering')),
  state text not null default 'open' check (state in ('open', 'explained', 'resolved')),
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  -- When the movement happened: a run resolves only breaks within the time that it compared.
  moved_at timestamptz not null,
  resolved_at timestamptz,
  check ((state = 'resolved') = (resolved_at is not null))
);
create unique index reconciliation_breaks_standing on reconciliation_breaks (kind, subject) where state <> 'resolved';

-- Open alerts: each hold and each violation of an invariant is announced once.
create table announced (
  kind text not null check (kind in ('hold', 'offender', 'account_hold')),
  subject text not null,
  at timestamptz not null default now(),
  primary key (kind, subject)
);

-- Where the regular check of the invariants continues. One row.
create table invariant_watch (
  only_row boolean primary key default true check (only_row),
  -- Transaction ids mean nothing in another cluster: after a restore the check begins again.
  system_identifier bigint not null,
  checked_xid xid8 not null,
  -- The walk through the history: the last subject checked, and when its round began.
  walked_to uuid,
  walk_began_at timestamptz not null default now(),
  whole_checked_at timestamptz,
  -- Subjects that offended: checked again in every run until they pass.
  suspects uuid[] not null default '{}',
  -- Digests of the offending rows of the rules that read whole tables, and how many of those rules are violated.
  whole_offenders text[] not null default '{}',
  whole_violated integer not null default 0
);

-- When a regular check last finished and how many rules it found violated, so that its absence is noticed.
create table finished_checks (
  name text primary key,
  finished_at timestamptz not null default now(),
  violated integer not null check (violated >= 0)
);

-- Daily closes ------------------------------------------------------------------------------------------------

-- Reports of a day's books: one person prepares a report, and another signs one for each day.
create table daily_closes (
  id bigint generated always as identity primary key,
  day date not null,
  -- The report as JSON, byte for byte as it was signed.
  report text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- Required where the report names differences.
  explanation text check (length(explanation) between 3 and 2000),
  prepared_by text not null,
  prepared_at timestamptz not null default now(),
  signed_by text check (lower(btrim(signed_by)) <> lower(btrim(prepared_by))),
  signed_at timestamptz,
  note text check (length(note) between 3 and 500),
  check ((signed_by is null) = (signed_at is null) and (signed_by is null) = (note is null))
);
create unique index daily_closes_signed on daily_closes (day) where signed_at is not null;
create index daily_closes_day on daily_closes (day, id);
create trigger daily_closes_never_emptied before truncate on daily_closes
  for each statement execute function refuse_change();

comment on table daily_closes is 'Prepared reports of days, of which one for each day is signed.';
create function refuse_change_of_close() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.signed_at is not null
    or (new.day, new.report, new.digest, new.explanation, new.prepared_by, new.prepared_at)
      is distinct from (old.day, old.report, old.digest, old.explanation, old.prepared_by, old.prepared_at) then
    raise exception 'A report of a day never changes, and a signed one stays as it is.';
  end if;
  return new;
end $$;
create trigger daily_closes_never_change before update or delete on daily_closes
  for each row execute function refuse_change_of_close();
