-- The books of a day, closed by two people: one prepares the report, another signs it.
create table daily_closes (
  id bigint generated always as identity primary key,
  day date not null,
  -- The report as JSON, byte for byte as it was signed.
  report text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- Required where the report names differences.
  explanation text check (length(explanation) between 3 and 2000),
  prepared_by text not null,
  prepared_at timestamptz not null default now(),
  signed_by text check (lower(btrim(signed_by)) <> lower(btrim(prepared_by))),
  signed_at timestamptz,
  note text check (length(note) between 3 and 500),
  check ((signed_by is null) = (signed_at is null) and (signed_by is null) = (note is null))
);
comment on table daily_closes is 'Prepared reports of days, of which one for each day is signed.';
create unique index daily_closes_signed on daily_closes (day) where signed_at is not null;
create index daily_closes_day on daily_closes (day, id);
create function refuse_change_of_close() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.signed_at is not null
    or (new.day, new.report, new.digest, new.explanation, new.prepared_by, new.prepared_at)
      is distinct from (old.day, old.report, old.digest, old.explanation, old.prepared_by, old.prepared_at) then
    raise exception 'A report of a day never changes, and a signed one stays as it is.';
  end if;
  return new;
end $$;
create trigger daily_closes_never_change before update or delete on daily_closes
  for each row execute function refuse_change_of_close();
create trigger daily_closes_never_emptied before truncate on daily_closes
  for each statement execute function refuse_change();
grant select, insert on daily_closes to sesa_app;
grant update (signed_by, signed_at, note) on daily_closes to sesa_app;
grant usage on sequence daily_closes_id_seq to sesa_app;
