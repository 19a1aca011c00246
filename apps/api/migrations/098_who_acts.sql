-- The words of the audit log end only with the account that they are about. While the earlier release runs, closing an
-- account answers an error, and nothing is closed.
revoke delete on audit_details from sesa_app;

-- Erases the words about an account, in the transaction that closes it: for the customer, or for the two members who
-- approved it. Before anybody has joined the office, one command closes an account. The entry that it leaves names the
-- numbers; `audit verify` compares them.
create function erase_audit_words(account uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  request approvals;
  numbers bigint[];
begin
  if not exists (select from users where id = account and closed_at = now()) then
    raise exception 'account % is not being closed', account using errcode = '42501';
  end if;
  select * into request from approvals
    where action = 'erase_account' and entity = account::text and state = 'approved';
  if request.id is null and has_staff() and not exists (select from security_events
    where user_id = account and kind = 'account_closed' and session_id is not null and at = now()) then
    raise exception 'neither the customer nor two members close account %', account using errcode = '42501';
  end if;
  with erased as (
    delete from audit_details d using audit_log l where l.seq = d.seq and l.subject = account::text returning d.seq
  ) select array_agg(seq order by seq) into numbers from erased;
  if numbers is not null then
    perform append_audit(null, 'audit.words_erased', account::text,
      jsonb_build_object('after', jsonb_build_object('entries', numbers, 'approval', request.id)), null);
  end if;
end $$;
revoke execute on function erase_audit_words from public;
grant execute on function erase_audit_words to sesa_app;

-- What earlier releases erased with accounts gets its entries now.
do $$
declare
  gone record;
begin
  for gone in
    select l.subject, array_agg(l.seq order by l.seq) as numbers
    from audit_log l join users u on u.id::text = l.subject and u.closed_at is not null
    where (l.content::jsonb ->> 'words') is not null
      and not exists (select from audit_details d where d.seq = l.seq)
    group by l.subject order by l.subject
  loop
    perform append_audit(null, 'audit.words_erased', gone.subject,
      jsonb_build_object('after', jsonb_build_object('entries', gone.numbers, 'approval', null)), null);
  end loop;
end $$;

-- An action names the person who did it. Where another had proposed it, that name too; and what it changed.
alter table operator_actions add column proposed_by text;
alter table operator_actions add column change jsonb;

-- The member whose session runs the transaction; null for the product itself.
create function acting_member() returns uuid language sql stable as $$
  select nullif(current_setting('sesa.member', true), '')::uuid
$$;

-- Within a member's call, an action has that member's name; an approved request that is carried out gives it the names of
-- its two members. The names that the code gives count only before anybody has joined the office.
create function name_acting_member() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  request approvals;
begin
  select * into request from approvals where id = new.approval_id;
  new.operator := coalesce((select name from staff_members where id = coalesce(acting_member(), request.maker)),
    new.operator);
  new.approved_by := coalesce((select name from staff_members where id = request.checker), new.approved_by);
  return new;
end $$;
create trigger operator_actions_name_who_acts before insert on operator_actions
  for each row execute function name_acting_member();

create function member_named(given text) returns uuid language sql stable as $$
  select id from staff_members where lower(name) = lower(given)
$$;

create or replace function audit_operator_action() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  request approvals;
  transfer transfers;
  change jsonb := coalesce(new.change, '{}');
begin
  select * into request from approvals where id = new.approval_id;
  select * into transfer from transfers where id = new.transfer_id;
  -- At the commit, the transfer is as the action left it. What an approved request says may name people: its digest stands
  -- for it.
  if transfer.id is not null then
    change := change || jsonb_build_object('after',
      jsonb_build_object('state', transfer.state, 'onHold', transfer.hold_reason is not null));
  elsif new.change is null and request.id is not null then
    change := jsonb_build_object('before', jsonb_build_object('version', request.entity_version),
      'after', jsonb_build_object('request', encode(request.payload_hash, 'hex')));
  end if;
  perform append_audit(
    coalesce(acting_member(), request.maker, member_named(new.operator)),
    'action.' || new.action,
    coalesce(transfer.reference, new.subject, request.entity),
    jsonb_build_object('id', new.id, 'approval', new.approval_id,
      'proposer', member_named(new.proposed_by),
      'approver', coalesce(request.checker, member_named(new.approved_by))) || change,
    jsonb_strip_nulls(jsonb_build_object('actor', new.operator, 'reason', new.reason, 'proposedBy', new.proposed_by,
      'approvedBy', new.approved_by)));
  return null;
end $$;
