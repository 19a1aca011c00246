-- The mid-market rates of each finished day (UTC), one row per day: what rates pages draw. Append-only. A day without
-- rates has no row, so a chart shows the gap.
create table daily_rates (
  day date primary key,
  -- The source's own time, within the day or at the midnight that ends it.
  as_of timestamptz not null,
  source text not null check (source <> ''),
  usd_lrd numeric not null check (usd_lrd > 0),
  usd_ghs numeric not null check (usd_ghs > 0),
  usd_sle numeric not null check (usd_sle > 0),
  recorded_at timestamptz not null default now(),
  check (as_of >= day::timestamp at time zone 'UTC' and as_of <= (day + 1)::timestamp at time zone 'UTC'),
  check (day < (recorded_at at time zone 'UTC')::date)
);
grant select, insert on daily_rates to sesa_app;

-- Requests to a source for the rates of a past day, each recorded before it is sent, so that a crash cannot spend more
-- than the daily budget.
create table rate_history_requests (
  id bigint generated always as identity primary key,
  day date not null,
  asked_at timestamptz not null default now(),
  -- Null while the request is on its way, or when the process died.
  outcome text check (outcome in ('stored', 'no_data', 'refused', 'unreachable', 'malformed', 'implausible'))
);
create index rate_history_requests_by_day on rate_history_requests (day, asked_at);
create index rate_history_requests_by_time on rate_history_requests (asked_at);
grant select, insert on rate_history_requests to sesa_app;
grant update (outcome) on rate_history_requests to sesa_app;
