-- A snapshot may carry a currency on from an earlier one, because its source had none. Each currency has its own time and
-- source; null means the snapshot's.
alter table rate_snapshots
  add column lrd_as_of timestamptz, add column lrd_source text,
  add column ghs_as_of timestamptz, add column ghs_source text,
  add column sle_as_of timestamptz, add column sle_source text;

-- Each source of rates: the requests of this month (UTC), counted before they are sent, so that processes and restarts
-- together stay within the plan; and its last answer, in which a currency may be missing.
create table rate_sources (
  source text primary key check (source <> ''),
  month date not null,
  requests integer not null default 0 check (requests >= 0),
  -- Nobody asks before this time.
  next_at timestamptz not null default now(),
  -- Requests without an answer since the last answer.
  failures integer not null default 0 check (failures >= 0),
  failure text check (failure in ('unreachable', 'refused', 'malformed')),
  answered_at timestamptz,
  as_of timestamptz,
  usd_lrd numeric check (usd_lrd > 0),
  usd_ghs numeric check (usd_ghs > 0),
  usd_sle numeric check (usd_sle > 0),
  check ((answered_at is null) = (as_of is null)),
  -- A time in the future would keep these rates fresh for too long.
  check (as_of <= answered_at + interval '5 minutes')
);
grant select, insert, update on rate_sources to sesa_app;

-- Delivery reports of text messages, under the vendor's own id: a report may arrive before we have stored that id.
create table sms_reports (
  provider_id text primary key check (provider_id <> ''),
  state text not null check (state in ('delivered', 'failed', 'unknown')),
  -- The vendor's own word, such as `undelivered 30005`.
  detail text not null,
  reported_at timestamptz not null default now()
);
create index sms_reports_by_time on sms_reports (reported_at);
grant select, insert, update, delete on sms_reports to sesa_app;
create index messages_by_provider_id on messages (provider_id) where provider_id is not null;
create index messages_by_phone on messages (recipient, created_at) where channel = 'sms';
