-- The application enqueues jobs inside its own transactions, but graphile-worker's functions do not work under a
-- restricted role: this one runs with the owner's rights and does nothing else.
create function enqueue_job(task text, payload jsonb, job_key text, run_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(task, payload::json, run_at => coalesce(run_at, now()), job_key => job_key, max_attempts => 10)
$$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to sesa_app;
grant usage on schema public to sesa_app;
