-- Monitoring: rules over the history of customers and wallets, and what they found.

-- The rules. The newest version in force decides; a version in shadow mode that is newer only records. Two people set each.
create table monitoring_rules (
  version integer generated always as identity primary key,
  mode text not null check (mode in ('in_force', 'shadow')),
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  author text not null check (author <> ''),
  approved_by text not null check (approved_by <> ''),
  reason text not null check (reason <> ''),
  created_at timestamptz not null default clock_timestamp(),
  check (lower(btrim(author)) <> lower(btrim(approved_by)))
);
grant select, insert on monitoring_rules to sesa_app;
create trigger monitoring_rules_never_change before update or delete on monitoring_rules
  for each row execute function refuse_change();

-- Until when payments have been looked at. One row.
create table monitoring_cursor (
  only_row boolean primary key default true check (only_row),
  looked_upto timestamptz not null,
  finished_at timestamptz not null default clock_timestamp()
);
grant select, insert, update on monitoring_cursor to sesa_app;
insert into monitoring_cursor (looked_upto) values (now());

-- Each run over a stretch of time, with how often each rule had which outcome.
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
grant select, insert on monitoring_runs to sesa_app;

-- Each alert, with what the rule measured. A rule alerts once about a subject's newest payment.
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
grant select, insert on monitoring_alerts to sesa_app;
create trigger monitoring_alerts_never_change before update or delete on monitoring_alerts
  for each row execute function refuse_change();
