-- What runs out soon, such as a sign-in code, goes before what only has to arrive. The function of before stays for
-- servers of the release before.
create function enqueue_job(task text, payload jsonb, job_key text, run_at timestamptz, urgent boolean) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(task, payload::json, run_at => coalesce(run_at, now()), job_key => job_key,
    max_attempts => 10, priority => case when urgent then -10 else 0 end)
$$;
revoke all on function enqueue_job(text, jsonb, text, timestamptz, boolean) from public;
grant execute on function enqueue_job(text, jsonb, text, timestamptz, boolean) to sesa_app;
