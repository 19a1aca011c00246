-- Cases: what staff must look at and decide, two of them together. Screening opens them now, monitoring later.

-- How long each kind of case may stay open. Data, since the law's figures change: the newest row that is valid applies.
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
grant select, insert on case_deadlines to sesa_app;
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
  -- The account's or the transfer's id, or that of the module that opened the case.
  subject_id text not null check (subject_id <> ''),
  state text not null default 'open' check (state in ('open', 'reporting', 'closed')),
  -- The staff member who works on it.
  owner text,
  outcome text,
  opened_at timestamptz not null default clock_timestamp(),
  -- In milliseconds, as pages of the list name it.
  due_at timestamptz(3) not null,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);
create unique index cases_one_open on cases (kind, subject_kind, subject_id) where state = 'open';
create index cases_by_due on cases (due_at, id) where state <> 'closed';
create index cases_of on cases (subject_kind, subject_id);
grant select, insert, update (stage, state, owner, outcome, due_at, closed_at) on cases to sesa_app;

-- The history of each case.
create table case_events (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id),
  kind text not null check (kind in
    ('opened', 'evidence', 'assigned', 'noted', 'proposed', 'confirmed', 'refused', 'expired')),
  -- Null where the product acted.
  staff text,
  detail text,
  at timestamptz not null default clock_timestamp()
);
create index case_events_of on case_events (case_id, id);
grant select, insert on case_events to sesa_app;
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
  proposed_by text not null check (proposed_by <> ''),
  proposed_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'refused', 'expired')),
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  check (state <> 'confirmed' or lower(btrim(decided_by)) <> lower(btrim(proposed_by))),
  check ((state in ('confirmed', 'refused')) = (decided_by is not null)),
  check ((state = 'pending') = (decided_at is null))
);
create unique index case_proposals_one_pending on case_proposals (case_id) where state = 'pending';
create index case_proposals_of on case_proposals (case_id, id);
grant select, insert, update (state, decided_by, decided_at, decision_reason) on case_proposals to sesa_app;
create function refuse_second_proposal_decision() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'pending' then
    raise exception 'a decision is made once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger case_proposals_decided_once before update or delete on case_proposals
  for each row execute function refuse_second_proposal_decision();
