-- Reports to authorities: what each country asks for, and every filing. None of this is about what a customer may see.

-- The profile of a country: deadlines, thresholds, codes and our ids. The newest one that is valid applies; shipped ones are
-- in the code.
create table report_profiles (
  id bigint generated always as identity primary key,
  country text not null check (country in ('US', 'GH', 'LR', 'SL')),
  valid_from date not null,
  profile jsonb not null check (jsonb_typeof(profile) = 'object'),
  author text not null check (author <> ''),
  reason text not null check (reason <> ''),
  created_at timestamptz not null default clock_timestamp()
);
create index report_profiles_of on report_profiles (country, valid_from, id);
grant select, insert on report_profiles to sesa_app;
create trigger report_profiles_never_change before update or delete on report_profiles
  for each row execute function refuse_change();

create table filings (
  id bigint generated always as identity primary key,
  number text not null generated always as ('F-' || lpad(id::text, 6, '0')) stored unique,
  country text not null check (country in ('US', 'GH', 'LR', 'SL')),
  -- `suspicion`: a report of suspicion about customers. `weekly`, `monthly`: figures for the regulator.
  kind text not null check (kind in ('suspicion', 'weekly', 'monthly')),
  -- The case that led to it.
  case_number text,
  -- The draft's content, which never changes: a wrong draft is withdrawn and replaced.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  period_from date,
  period_to date,
  -- When we knew: of figures, the end of the period.
  known_at timestamptz not null,
  due_at timestamptz(3) not null,
  state text not null default 'draft' check (state in ('draft', 'approved', 'exported', 'acknowledged', 'withdrawn')),
  drafted_by text not null check (drafted_by <> ''),
  drafted_at timestamptz not null default clock_timestamp(),
  approved_by text,
  approved_at timestamptz,
  -- SHA-256 of the document that two people approved; only that one can be exported.
  document_hash bytea check (octet_length(document_hash) = 32),
  exported_at timestamptz,
  -- The authority's own id of the filing.
  authority_id text check (authority_id <> ''),
  ended_at timestamptz,
  check ((kind = 'suspicion') = (period_from is null) and (period_from is null) = (period_to is null)),
  check (lower(btrim(approved_by)) <> lower(btrim(drafted_by))),
  check ((approved_by is null) = (approved_at is null) and (approved_by is null) = (document_hash is null)),
  check (state not in ('approved', 'exported', 'acknowledged') or approved_by is not null),
  check ((state = 'acknowledged') = (authority_id is not null)),
  check (state not in ('exported', 'acknowledged') or exported_at is not null),
  check ((state in ('acknowledged', 'withdrawn')) = (ended_at is not null))
);
create index filings_by_due on filings (due_at, id) where state not in ('acknowledged', 'withdrawn');
create unique index filings_one_per_period on filings (country, kind, period_from)
  where period_from is not null and state <> 'withdrawn';
grant select, insert, update (state, approved_by, approved_at, document_hash, exported_at, authority_id, ended_at)
  on filings to sesa_app;

create function refuse_filing_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.state, new.state) in (
    ('draft', 'approved'), ('approved', 'exported'), ('exported', 'acknowledged'),
    ('draft', 'withdrawn'), ('approved', 'withdrawn')) then
    return new;
  end if;
  raise exception 'a filing does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
end $$;
create trigger filings_keep_their_order before update or delete on filings
  for each row execute function refuse_filing_step();
