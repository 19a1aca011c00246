-- The audit log. Every entry holds the hash of the one before it, so that a change, a gap or another order shows. Nobody may
-- change it: processes write through `append_audit` alone, and triggers refuse everybody else, the owner included, while they
-- stand. `sesa audit verify` walks the chain.
create table audit_log (
  seq bigint primary key check (seq > 0),
  -- The hash of the entry before; 32 zero bytes for the first.
  previous bytea not null check (length(previous) = 32),
  -- JSON text exactly as it was hashed, with no personal data but ids.
  content text not null,
  -- SHA-256 over `previous` and the bytes of `content`.
  hash bytea not null check (length(hash) = 32),
  -- Read from the content, so that they cannot differ from it.
  action text generated always as ((content::jsonb) ->> 'action') stored,
  member_id text generated always as ((content::jsonb) ->> 'member') stored,
  subject text generated always as ((content::jsonb) ->> 'subject') stored
);
create index audit_log_by_member on audit_log (member_id, seq);
create index audit_log_by_subject on audit_log (subject, seq);
create index audit_log_by_action on audit_log (action, seq);
grant select on audit_log to sesa_app;

-- Words about people: names and reasons. The content holds their digest with the salt, so deleting a row here breaks nothing,
-- and changing one shows.
create table audit_details (
  seq bigint primary key references audit_log (seq),
  salt bytea not null check (length(salt) = 16),
  detail text not null
);
grant select, delete on audit_details to sesa_app;

-- The end of the chain: one row, locked by each append until its transaction ends.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
grant select on audit_head to sesa_app;

-- Appends an entry and returns its number. `words` is null or an object, kept in `audit_details`.
create function append_audit(member uuid, action text, subject text, change jsonb, words jsonb) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  head audit_head;
  new_salt bytea := uuid_send(gen_random_uuid());
  new_content text;
  new_hash bytea;
begin
  select * into strict head from audit_head for update;
  new_content := jsonb_build_object(
    'seq', head.seq + 1,
    'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'member', member, 'action', action, 'subject', subject, 'change', change,
    'words', case when words is not null
      then encode(sha256(new_salt || convert_to(words::text, 'UTF8')), 'hex') end)::text;
  new_hash := sha256(head.hash || convert_to(new_content, 'UTF8'));
  insert into audit_log (seq, previous, content, hash) values (head.seq + 1, head.hash, new_content, new_hash);
  if words is not null then
    insert into audit_details (seq, salt, detail) values (head.seq + 1, new_salt, words::text);
  end if;
  update audit_head set seq = head.seq + 1, hash = new_hash;
  return head.seq + 1;
end $$;
revoke execute on function append_audit from public;
grant execute on function append_audit to sesa_app;

create trigger audit_log_never_changes before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_details_never_change before update on audit_details
  for each row execute function refuse_change();
create trigger audit_details_never_emptied before truncate on audit_details
  for each statement execute function refuse_change();
create trigger audit_head_never_emptied before delete or truncate on audit_head
  for each statement execute function refuse_change();

-- Every action of staff is an entry as well, whichever way it was written. At the commit, so that the end of the chain is
-- locked for a moment only, and after all other locks.
create function audit_operator_action() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform append_audit(
    (select id from staff_members where lower(name) = lower(new.operator)),
    'action.' || new.action,
    coalesce((select reference from transfers where id = new.transfer_id), new.subject),
    jsonb_build_object('id', new.id, 'approval', new.approval_id),
    jsonb_strip_nulls(jsonb_build_object('actor', new.operator, 'reason', new.reason, 'approvedBy', new.approved_by)));
  return null;
end $$;
