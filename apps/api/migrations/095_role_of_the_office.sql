-- The office has a role of its own, `sesa_office`: a member of `sesa_app` that may besides do what members of staff do. The
-- customers' server and the worker lose what they do not need, at once: no earlier release has ever been in use.
revoke insert, update on approvals from sesa_app;
grant update (state, result) on approvals to sesa_app;
grant insert (action, permission, entity, entity_version, payload, payload_hash, reason, maker, expires_at) on approvals
  to sesa_office;
grant execute on function decide_approval to sesa_office;

-- The worker carries out what two people decided about members.
revoke insert, update on staff_members from sesa_app;
grant insert (name, email, roles, invited_by), update (roles, activated_at) on staff_members to sesa_app;
grant update (last_signed_in_at, ended_at) on staff_members to sesa_office;

revoke all on staff_passkeys from sesa_app;
grant select, update (counter, last_used_at) on staff_passkeys to sesa_office;
grant execute on function join_staff, add_staff_passkey, remove_staff_passkey to sesa_office;

-- The worker deletes expired rows.
revoke insert, update on staff_challenges, staff_sessions, staff_command_lines from sesa_app;
grant insert on staff_challenges, staff_sessions to sesa_office;
grant update (last_used_at, ended_at) on staff_sessions to sesa_office;
grant insert, update (wrong_codes) on staff_command_lines to sesa_office;

-- Proofs that nobody answered are deleted when a member asks for the next; a trigger keeps the answered ones.
grant select, delete, insert (member_id, call, request_hash, approval_id, payload_hash) on staff_proofs to sesa_office;
grant execute on function answer_staff_proof to sesa_office;

-- Members, their roles and their invitations change as an approved request says, whoever writes. Only the owner of the schema
-- invites without one: the first administrators.
create function require_approved_member() returns trigger language plpgsql as $$
begin
  -- The unique indexes refuse a member that another run has just added.
  if exists (select from staff_members where lower(name) = lower(new.name)
    or (lower(email) = lower(new.email) and ended_at is null)) then return new; end if;
  perform require_approved('invite_member', lower(new.email),
    jsonb_build_object('name', new.name, 'roles', to_jsonb(new.roles)));
  return new;
end $$;
create trigger staff_members_are_invited_by_two_people before insert on staff_members
  for each row execute function require_approved_member();
create function require_approved_roles() returns trigger language plpgsql as $$
begin
  perform require_approved('change_roles', new.id::text, jsonb_build_object('roles', to_jsonb(new.roles)));
  return new;
end $$;
create trigger staff_members_have_roles_from_two_people before update of roles on staff_members
  for each row when (old.roles is distinct from new.roles) execute function require_approved_roles();
-- A member who is invited again counts as joined when they use the link, and no earlier.
create function require_joining() returns trigger language plpgsql as $$
begin
  if new.activated_at is not null and not pg_has_role(current_user,
    (select relowner from pg_class where oid = 'staff_members'::regclass), 'usage') then
    raise exception 'member % may not join like this', new.id using errcode = '42501';
  end if;
  return new;
end $$;
create trigger staff_members_join_by_a_link before update of activated_at on staff_members
  for each row when (old.activated_at is distinct from new.activated_at) execute function require_joining();
create function require_approved_invitation() returns trigger language plpgsql as $$
begin
  if not exists (select from approvals a, staff_members m where m.id = new.member_id and a.state = 'approved'
    and a.action = 'invite_member' and a.entity = lower(m.email)) then
    perform require_approved('invite_member_again', new.member_id::text, '{}');
  end if;
  return new;
end $$;
create trigger staff_invitations_take_two_people before insert or update on staff_invitations
  for each row execute function require_approved_invitation();
