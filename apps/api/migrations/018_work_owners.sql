-- Outside a transaction.
-- Who works on an item of a queue that has no owner of its own. An owner counts from `at` on: work that began later, such as
-- another hold on the same transfer, is unowned.
create table if not exists work_owners (
  kind text not null check (kind in ('holds', 'identity', 'approvals', 'reports', 'privacy', 'breaks', 'closes')),
  work text not null check (char_length(work) between 1 and 100),
  member_id uuid not null references staff_members (id),
  at timestamptz not null default clock_timestamp(),
  primary key (kind, work)
);

grant select, insert, update, delete on work_owners to sesa_app;

-- The cases opened and closed within some hours, for the office's home.
drop index concurrently if exists cases_by_opening;
create index concurrently cases_by_opening on cases (opened_at);
drop index concurrently if exists cases_by_end;
create index concurrently cases_by_end on cases (closed_at) where closed_at is not null;
