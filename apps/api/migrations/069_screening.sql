-- Screening of customers and recipients against lists of sanctions and politically exposed persons.

-- The people to screen, one row for each set of data. A change of name or birth date makes a new row.
create table screening_subjects (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('customer', 'recipient')),
  user_id uuid references users (id),
  -- E.164, of the recipient's wallet.
  phone text,
  name text not null check (name <> ''),
  birth_date date,
  -- `review`: only a politically exposed person is like them. `match`: a case decides, nothing is paid out meanwhile.
  -- `blocked` and `refused`: decided, and the money stays or goes back.
  state text not null default 'unscreened'
    check (state in ('unscreened', 'clear', 'review', 'match', 'blocked', 'refused')),
  -- The version of the list of the last screening.
  version text,
  screened_at timestamptz,
  -- Screened again for new versions of the list until then.
  active_until timestamptz not null,
  is_retired boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  check ((kind = 'customer') = (user_id is not null) and (kind = 'recipient') = (phone is not null)),
  unique nulls not distinct (kind, user_id, phone, name, birth_date)
);
create index screening_subjects_due on screening_subjects (version) where not is_retired;
create index screening_subjects_ending on screening_subjects (active_until) where not is_retired;
create index screening_subjects_of on screening_subjects (user_id);
grant select, insert, delete, update (name, birth_date, state, version, screened_at, active_until, is_retired)
  on screening_subjects to sesa_app;

-- The evidence. The query was the subject's data, which never changes.
create table screenings (
  id bigint generated always as identity primary key,
  subject_id bigint not null references screening_subjects (id),
  dataset text not null,
  version text not null,
  algorithm text not null,
  threshold numeric(4, 3) not null,
  -- Entities that staff had decided on, left out of the query.
  excluded jsonb not null,
  -- What the list returned: ids, names, scores, explanations.
  results jsonb not null,
  outcome text not null check (outcome in ('clear', 'review', 'match')),
  at timestamptz not null default clock_timestamp()
);
create index screenings_of on screenings (subject_id, id);
grant select, insert on screenings to sesa_app;
create trigger screenings_never_change before update or delete on screenings
  for each row execute function refuse_change();
create trigger screenings_never_emptied before truncate on screenings
  for each statement execute function refuse_change();

-- What two people decided about a subject and an entity of the list, for the data of both that they saw.
create table screening_decisions (
  id bigint generated always as identity primary key,
  subject_id bigint not null references screening_subjects (id),
  entity_id text not null,
  -- The digest of the entity's data.
  fingerprint text not null,
  decision text not null check (decision in ('different_person', 'accepted', 'blocked', 'returned')),
  case_id bigint not null references cases (id),
  proposed_by text not null,
  confirmed_by text not null,
  decided_at timestamptz not null default clock_timestamp(),
  check (lower(btrim(proposed_by)) <> lower(btrim(confirmed_by)))
);
create index screening_decisions_of on screening_decisions (subject_id);
grant select, insert on screening_decisions to sesa_app;
create trigger screening_decisions_never_change before update or delete on screening_decisions
  for each row execute function refuse_change();

-- The list as its catalog last described it.
create table screening_list (
  only_row boolean primary key default true check (only_row),
  dataset text not null,
  version text not null,
  etag text,
  -- When its data was last updated, by its own account.
  updated_at timestamptz,
  is_stale boolean not null default false,
  changed_at timestamptz not null default clock_timestamp(),
  -- The last answer of any kind, and the last that described the list.
  answered_at timestamptz not null default clock_timestamp(),
  described_at timestamptz not null default clock_timestamp()
);
grant select, insert, update on screening_list to sesa_app;

-- Whether nothing stops a pay-out between these subjects. It waits for a case that is being opened, and a case that is
-- opened later waits for the pay-out's transaction. Volatile, so that it sees what was committed before this moment.
create function screening_passes(subjects bigint[], may_be_unscreened boolean) returns boolean
  language plpgsql volatile as $$
declare
  passing integer;
begin
  select count(*) into passing from (
    select from screening_subjects where id = any (subjects)
      and (state in ('clear', 'review') or (may_be_unscreened and state = 'unscreened'))
    order by id for share) found;
  return passing = cardinality(subjects) and passing > 0;
end $$;

insert into screening_subjects (kind, user_id, name, birth_date, active_until)
  select 'customer', user_id, name, dob, 'infinity' from profiles where name is not null and dob is not null;
