-- Jobs, and the processes that run them. The queue's own tables are the library's, in the schema graphile_worker.

-- The application enqueues jobs inside its own transactions, but graphile-worker's functions do not work under a restricted
-- role. This one runs with the owner's rights and does nothing else. Urgent jobs run first: a sign-in code expires soon, other
-- messages only have to arrive.
create function enqueue_job(task text, payload jsonb, job_key text, run_at timestamptz, urgent boolean) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(task, payload::json, run_at => coalesce(run_at, now()), job_key => job_key,
    max_attempts => 10, priority => case when urgent then -10 else 0 end)
$$;
revoke execute on function enqueue_job from public;

-- The heartbeat of each worker of the queue. A worker without one loses its jobs.
create table job_workers (
  worker_id text primary key,
  beat_at timestamptz not null default now()
);

-- Jobs that failed for the last time, each announced once.
create table dead_jobs (
  job_id bigint not null,
  task text not null,
  died_at timestamptz not null,
  seen_at timestamptz not null default now(),
  primary key (job_id, died_at)
);

-- The running processes. Each writes its row when it is asked whether it is ready: a database that cannot commit is no
-- database to serve from.
create table processes (
  id uuid primary key,
  kind text not null check (kind in ('server', 'worker', 'office')),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- The server and timeline on which the process last wrote its row. A standby that shows the primary's own has not missed
  -- a failover, so reads may trust its position.
  history text
);
