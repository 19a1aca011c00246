-- Compliance: cases, screening, tiers and identity checks, monitoring, reports to authorities, and the records of closed
-- accounts.

-- Cases -------------------------------------------------------------------------------------------------------

-- How long each kind of case may stay open. Rows, since the law's figures change: the newest valid one applies.
create table case_deadlines (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('screening', 'monitoring')),
  -- `hold`: money waits. `review`: none does. `report`: decided, and a report is due.
  stage text not null check (stage in ('hold', 'review', 'report')),
  amount integer not null check (amount between 1 and 1000),
  -- Business days are Monday to Friday, without holidays: never later than the law's own count.
  unit text not null check (unit in ('hours', 'business_days')),
  source text not null check (source <> ''),
  is_confirmed boolean not null,
  valid_from date not null,
  author text not null check (author <> ''),
  created_at timestamptz not null default clock_timestamp()
);
create trigger case_deadlines_never_change before update or delete on case_deadlines
  for each row execute function refuse_change();

insert into case_deadlines (kind, stage, amount, unit, source, is_confirmed, valid_from, author) values
  ('screening', 'hold', 24, 'hours', 'our choice: the shortest deadline of a country we serve, Ghana’s 24 hours for a report of suspicion (fic.gov.gh)', false, '2026-11-26', 'shipped'),
  ('screening', 'review', 5, 'business_days', 'our choice', false, '2026-11-26', 'shipped'),
  ('screening', 'report', 10, 'business_days', 'OFAC, 31 CFR 501.603 and 501.604', true, '2026-11-26', 'shipped'),
  ('monitoring', 'hold', 24, 'hours', 'Ghana, report of suspicion within 24 hours (fic.gov.gh)', true, '2026-11-26', 'shipped'),
  ('monitoring', 'review', 24, 'hours', 'Ghana, report of suspicion within 24 hours (fic.gov.gh)', true, '2026-11-26', 'shipped'),
  ('monitoring', 'report', 24, 'hours', 'Ghana, report of suspicion within 24 hours (fic.gov.gh)', true, '2026-11-26', 'shipped');

create table cases (
  id bigint generated always as identity primary key,
  number text not null generated always as ('K-' || lpad(id::text, 6, '0')) stored unique,
  kind text not null check (kind in ('screening', 'monitoring')),
  stage text not null check (stage in ('hold', 'review', 'report')),
  subject_kind text not null check (subject_kind in ('account', 'transfer', 'recipient')),
  -- The id of the account, of the transfer, or of a row of the module that opened the case.
  subject_id text not null check (subject_id <> ''),
  state text not null default 'open' check (state in ('open', 'reporting', 'closed')),
  -- The staff member who works on it.
  owner text,
  outcome text,
  opened_at timestamptz not null default clock_timestamp(),
  -- In milliseconds, the precision of the list's cursor.
  due_at timestamptz(3) not null,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);
create unique index cases_one_open on cases (kind, subject_kind, subject_id) where state = 'open';
create index cases_by_due on cases (due_at, id) where state <> 'closed';
create index cases_of on cases (subject_kind, subject_id);

-- The history of each case.
create table case_events (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id),
  kind text not null check (kind in
    ('opened', 'evidence', 'assigned', 'noted', 'proposed', 'confirmed', 'refused', 'expired')),
  -- Null for the product itself.
  staff text,
  detail text,
  at timestamptz not null default clock_timestamp()
);
create index case_events_of on case_events (case_id, id);
create trigger case_events_never_change before update or delete on case_events
  for each row execute function refuse_change();
create trigger case_events_never_emptied before truncate on case_events
  for each statement execute function refuse_change();

-- A decision that one person proposes and another confirms.
create table case_proposals (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id),
  decision text not null check (decision <> ''),
  reason text not null check (reason <> ''),
  -- Why a case is reported without a filed report of its own.
  exception text,
  proposed_by text not null check (proposed_by <> ''),
  proposed_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'refused', 'expired')),
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  -- The digests of what the case showed to each person: a decision binds what both saw.
  version text,
  confirmed_version text,
  check (state <> 'confirmed' or lower(btrim(decided_by)) <> lower(btrim(proposed_by))),
  check ((state in ('confirmed', 'refused')) = (decided_by is not null)),
  check ((state = 'pending') = (decided_at is null)),
  constraint case_proposals_saw_the_same
    check (state <> 'confirmed' or version is null or confirmed_version is not distinct from version)
);
create unique index case_proposals_one_pending on case_proposals (case_id) where state = 'pending';
create index case_proposals_of on case_proposals (case_id, id);
create function refuse_second_proposal_decision() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'pending' then
    raise exception 'a decision is made once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger case_proposals_decided_once before update or delete on case_proposals
  for each row execute function refuse_second_proposal_decision();

-- Screening ---------------------------------------------------------------------------------------------------

-- The people to screen, one row for each set of data. A change of name or birth date makes a new row.
create table screening_subjects (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('customer', 'recipient')),
  user_id uuid references users (id),
  -- E.164, of the recipient's wallet.
  phone text,
  name text not null check (name <> ''),
  birth_date date,
  -- `review`: they resemble only a politically exposed person. `match`: a case decides, and nothing is paid out meanwhile.
  -- `blocked` and `refused`: decided, and the money stays or goes back.
  state text not null default 'unscreened'
    check (state in ('unscreened', 'clear', 'review', 'match', 'blocked', 'refused')),
  -- The version of the list of the last screening.
  version text,
  screened_at timestamptz,
  -- Until when new versions of the list are screened against.
  active_until timestamptz not null,
  is_retired boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  check ((kind = 'customer') = (user_id is not null) and (kind = 'recipient') = (phone is not null)),
  unique nulls not distinct (kind, user_id, phone, name, birth_date)
);
create index screening_subjects_due on screening_subjects (version) where not is_retired;
create index screening_subjects_ending on screening_subjects (active_until) where not is_retired;
create index screening_subjects_of on screening_subjects (user_id);

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
create trigger screenings_never_change before update or delete on screenings
  for each row execute function refuse_change();
create trigger screenings_never_emptied before truncate on screenings
  for each statement execute function refuse_change();

-- Decisions of two people about a subject and a listed entity. Each holds only for the data that both people saw.
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

-- Returns whether screening allows a pay-out between these subjects. It waits for a case that is being opened, and a case that
-- is opened later waits for the pay-out's transaction. Volatile, so that it sees what was committed before this moment.
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

-- Tiers and identity checks -----------------------------------------------------------------------------------

-- Dated limits, in US cents: the policy for the corridor is in force, else the one for the sender's country, else the one for
-- all; of several, the newest whose day has come. These are the first.
insert into policies (kind, key, body)
select 'tier_limits', format('tier %s, any to any', tier), jsonb_build_object('tier', tier, 'sender', null, 'recipient', null,
  'per24Hours', per_24_hours, 'per30Days', per_30_days, 'source', source, 'validFrom', '2026-11-26')
from (values
  (1, '299900', '1000000', 'Remitly tier 1: USD 2,999 in 24 hours, 10,000 in 30 days (press); also our published limits'),
  (2, '500000', '1000000', 'Western Union: 5,000 after an ID check (its Latvian page); Taptap asks for the source of funds at USD 10,000 in 30 days (its own page)'),
  (3, '1000000', '2000000', 'Our choice below Taptap’s next question at USD 20,000 in 90 days (its own page); a lawyer must confirm it')
) as first (tier, per_24_hours, per_30_days, source);

-- The tier of customers above the first. `until` is the last day of the document behind it; null for no end.
create table customer_tiers (
  user_id uuid primary key references users (id),
  tier smallint not null check (tier in (2, 3)),
  until date,
  since timestamptz not null default clock_timestamp()
);

-- Identity checks: a provider compares a customer's document with their face. One row per attempt that has its own reference
-- at the provider; images stay there.
create table identity_checks (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  provider text not null check (provider ~ '^[a-z][a-z-]{1,29}$'),
  -- The customer's country when the check began.
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text not null check (state in (
    'not_started', 'waiting_for_user', 'processing', 'verified', 'needs_review', 'failed_retryable', 'failed_final',
    'expired')),
  reason text check (reason ~ '^[a-z_]{1,40}$'),
  -- The provider's own code and its id of the session or job, for support.
  provider_code text,
  reference text,
  -- The submission that the newest result is about, so that an old result does not end a new submission.
  submission text,
  failures integer not null default 0 check (failures >= 0),
  -- As on the document.
  name text,
  dob date,
  document_type text,
  document_country text,
  document_expires date,
  -- Keyed digest of name, date of birth and document number: it finds one person with two accounts.
  person_key bytea,
  warned_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (state <> 'verified' or (name is not null and dob is not null and person_key is not null))
);
create index identity_checks_of on identity_checks (user_id, created_at);
create index identity_checks_by_reference on identity_checks (provider, reference);
create index identity_checks_of_person on identity_checks (person_key) where state = 'verified';
create index identity_checks_unfinished on identity_checks (updated_at)
  where state in ('not_started', 'waiting_for_user', 'processing', 'needs_review');
create index identity_checks_by_expiry on identity_checks (document_expires) where state = 'verified';

-- Monitoring --------------------------------------------------------------------------------------------------

-- Until when monitoring has read payments. One row.
create table monitoring_cursor (
  only_row boolean primary key default true check (only_row),
  looked_upto timestamptz not null,
  finished_at timestamptz not null default clock_timestamp()
);

insert into monitoring_cursor (looked_upto) values (now());

-- Runs over a period, with how often each rule had which outcome.
create table monitoring_runs (
  id bigint generated always as identity primary key,
  looked_from timestamptz not null,
  looked_upto timestamptz not null,
  -- Versions of the rules; 0 is the set shipped with the product.
  version integer not null check (version >= 0),
  shadow_version integer,
  subjects integer not null,
  -- By version and rule: {"0": {"rule": {"alert": 1, "clear": 2, "insufficient": 3}}}
  outcomes jsonb not null,
  at timestamptz not null default clock_timestamp()
);
create index monitoring_runs_by_age on monitoring_runs (at);

-- Alerts, with what the rule measured. A rule alerts once about a subject's newest payment.
create table monitoring_alerts (
  id bigint generated always as identity primary key,
  version integer not null check (version >= 0),
  mode text not null check (mode in ('in_force', 'shadow')),
  rule_id text not null,
  subject_kind text not null check (subject_kind in ('account', 'wallet')),
  -- The account's id, or the wallet's number.
  subject text not null check (subject <> ''),
  -- The rule as it was, and its figures.
  rule jsonb not null,
  measured jsonb not null,
  -- The transfers that count, newest last; at most 20.
  transfers text[] not null,
  newest_transfer text not null,
  case_number text,
  as_of timestamptz not null,
  at timestamptz not null default clock_timestamp(),
  check ((case_number is null) = (mode = 'shadow'))
);
create unique index monitoring_alerts_once
  on monitoring_alerts (version, rule_id, subject_kind, subject, newest_transfer);
create index monitoring_alerts_of on monitoring_alerts (subject, id);
create trigger monitoring_alerts_never_change before update or delete on monitoring_alerts
  for each row execute function refuse_change();

-- Reports to authorities --------------------------------------------------------------------------------------

-- Schema files of authorities, by their digest. A schema is in use once a profile that two people set names its digest.
create table report_schemas (
  digest bytea primary key check (digest = sha256(convert_to(text, 'UTF8'))),
  name text not null check (name <> ''),
  text text not null check (octet_length(text) <= 1048576),
  author text not null check (author <> ''),
  created_at timestamptz not null default clock_timestamp()
);
create trigger report_schemas_never_change before update or delete on report_schemas
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
  -- When we knew about it: for figures, the end of the period.
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

-- The files of an approved report, sealed under SESA_SECRET: what two people approved is what we send, even if the transfer or
-- the account changes later.
create table filing_files (
  filing_id bigint not null references filings (id),
  name text not null check (name <> ''),
  sealed bytea not null,
  -- SHA-256 of the file itself, as `sha256sum` prints it.
  digest bytea not null check (octet_length(digest) = 32),
  kept_at timestamptz not null default clock_timestamp(),
  primary key (filing_id, name)
);
-- Only the seal changes, with the secret.
create trigger filing_files_never_change before delete or update of filing_id, name, digest, kept_at on filing_files
  for each row execute function refuse_change();

-- Records of closed accounts ----------------------------------------------------------------------------------

-- Returns the compliance work about a customer, and until when it needs the customer's identity; null while it is open. Five
-- years as for reports of suspicion, ten as OFAC asks for blocked and rejected money.
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

-- Data of closed accounts that the law makes us keep. The application may add a record but cannot read one.
-- Compliance work may need what a customer replaced or gave up before the account closed: that joins the record too.
create table locked_records (
  user_id uuid primary key references users,
  -- Null while the account is open.
  closed_at timestamptz default now(),
  locked_until timestamptz not null,
  record jsonb not null
);

create function keep_replaced_identity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state constant text[] := '{updated_at,verified_at,filled,pending_email,email_verified_at,reset_from}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - state = to_jsonb(new) - state then return null; end if;
  -- The owner of the schema changes these rows only to seal numbers under another secret.
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

-- Opens the record of a closed account, for the office alone and only where compliance work needs it.
create function kept_record_of(account uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select record from locked_records
  where user_id = account and closed_at is not null and exists (select from compliance_work_of(account))
$$;
revoke execute on function kept_record_of from public;

-- Erases the records that we have kept long enough, and returns the identity checks that the providers still have.
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
