-- Where a transfer's trace began (W3C `traceparent`): its later steps, callbacks and jobs go on in it. Null without tracing.
alter table transfers add column traceparent text;

-- When a regular check last finished and how many rules it found violated, so that its absence is noticed.
create table finished_checks (
  name text primary key,
  finished_at timestamptz not null default now(),
  violated integer not null check (violated >= 0)
);
grant select, insert, update on finished_checks to sesa_app;
