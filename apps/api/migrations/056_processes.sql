-- The running processes of the product. Each writes its row when it is asked whether it is ready: a database that cannot
-- commit is no database to serve from.
create table processes (
  id uuid primary key,
  kind text not null check (kind in ('server', 'worker')),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on processes to sesa_app;
