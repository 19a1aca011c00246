-- What prices, routes and limits follow from, as one version: each process keeps the parsed rows in memory, and reads them
-- again once the version differs.

create table configuration (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into configuration (version) values (1);
create trigger configuration_is_never_emptied before delete or truncate on configuration
  for each statement execute function refuse_change();
grant select on configuration to sesa_app;

-- Runs in the transaction of the change. No role may write the version itself.
create function raise_configuration_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update configuration set version = version + 1;
  return null;
end $$;

do $$
declare
  source text;
begin
  foreach source in array array['corridors', 'planned_closings', 'policies', 'network_rails', 'rate_snapshots', 'snapshot_rates']
  loop
    execute format('create trigger %1$s_raise_configuration after insert or update or delete or truncate on %1$I
      for each statement execute function raise_configuration_version()', source);
  end loop;
  -- These are written every few minutes, usually without a change. A statement that writes no row has no effect.
  foreach source in array array['rail_terms', 'rail_health'] loop
    execute format('create trigger %1$s_raise_configuration after insert or delete on %1$I
      for each row execute function raise_configuration_version()', source);
    execute format('create trigger %1$s_emptied_raises_configuration after truncate on %1$I
      for each statement execute function raise_configuration_version()', source);
  end loop;
end $$;

create trigger rail_terms_changed_raise_configuration after update on rail_terms
  for each row when (old is distinct from new) execute function raise_configuration_version();
-- A rail that answers again and again changes only times. What counts is its first answer, and since when it is silent.
create trigger rail_health_changed_raises_configuration after update on rail_health
  for each row when ((old.answered_at is null) <> (new.answered_at is null)
    or (case when old.asked_at > old.answered_at then old.answered_at end)
      is distinct from (case when new.asked_at > new.answered_at then new.answered_at end))
  execute function raise_configuration_version();

-- Also for a session that replays changes (session_replication_role): no snapshot may be out of date.
do $$
declare
  raising record;
begin
  for raising in select tgname, tgrelid::regclass as source from pg_trigger
    where tgfoid = 'raise_configuration_version'::regproc
  loop
    execute format('alter table %s enable always trigger %I', raising.source, raising.tgname);
  end loop;
end $$;
