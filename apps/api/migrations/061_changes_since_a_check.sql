-- The transaction that wrote the row, as postings have it, so that a check finds every row that was committed since the last one.
-- An id does not: a transaction that took a lower id may commit later. Rows from before are null: the walk through the history
-- checks them.
alter table provider_movements add column xid xid8;
alter table provider_movements alter column xid set default pg_current_xact_id();

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
grant select, insert, update on invariant_watch to sesa_app;
