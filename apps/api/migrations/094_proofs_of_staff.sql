-- Proofs: a passkey's fresh answer to one request of one member of staff. The challenge is a digest of what was asked, so the
-- signature says what its member agreed to.
create function staff_proof_challenge(nonce bytea, member uuid, call text, request bytea, approval uuid, payload bytea)
returns bytea language sql immutable as $$
  select sha256(nonce || convert_to(member::text || E'\n' || call || E'\n' || encode(request, 'hex') || E'\n'
    || coalesce(approval::text, '') || E'\n' || coalesce(encode(payload, 'hex'), ''), 'UTF8'))
$$;

create table staff_proofs (
  id uuid primary key default uuidv7(),
  member_id uuid not null references staff_members (id),
  -- The call's name in the contract, and the SHA-256 of its parameters and body as canonical JSON.
  call text not null,
  request_hash bytea not null check (length(request_hash) = 32),
  -- For a decision: the request that is decided, and the hash of its payload.
  approval_id uuid references approvals (id),
  payload_hash bytea,
  nonce bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) check (length(nonce) = 32),
  challenge bytea not null unique generated always as
    (staff_proof_challenge(nonce, member_id, call, request_hash, approval_id, payload_hash)) stored,
  asked_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '5 minutes',
  -- The passkey that answered, and its answer as WebAuthn gives it. PostgreSQL has no ECDSA: the office checks the signature
  -- before it stores the answer, and the row keeps all that an auditor needs to check it again.
  credential_id text,
  public_key bytea,
  client_data bytea,
  authenticator_data bytea,
  signature bytea,
  answered_at timestamptz,
  -- Set by the functions that decide, and add or remove passkeys.
  spent_at timestamptz,
  check ((approval_id is null) = (payload_hash is null)),
  check (num_nulls(credential_id, public_key, client_data, authenticator_data, signature, answered_at) in (0, 6)),
  check (spent_at is null or answered_at is not null)
);
create index staff_proofs_waiting on staff_proofs (expires_at) where answered_at is null;
create index staff_proofs_of_decision on staff_proofs (approval_id) where approval_id is not null;
create trigger staff_proofs_stay before delete on staff_proofs
  for each row when (old.answered_at is not null) execute function refuse_change();

-- Stores an answer, once and in time; false otherwise. It must come from the member's own passkey, with the device's lock,
-- and answer this very challenge.
create function answer_staff_proof(proof uuid, credential text, client bytea, device bytea, signed bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  said jsonb := convert_from(client, 'UTF8')::jsonb;
begin
  update staff_proofs p set credential_id = k.credential_id, public_key = k.public_key, client_data = client,
    authenticator_data = device, signature = signed, answered_at = clock_timestamp()
  from staff_passkeys k, staff_members m
  where p.id = proof and p.answered_at is null and p.expires_at > clock_timestamp()
    and k.credential_id = credential and k.member_id = p.member_id and m.id = p.member_id and m.ended_at is null
    and said ->> 'type' = 'webauthn.get'
    and said ->> 'challenge' = rtrim(translate(encode(p.challenge, 'base64'), '+/', '-_'), '=')
    and length(device) >= 37 and get_byte(device, 32) & 5 = 5 and length(signed) > 0;
  return found;
end $$;
revoke execute on function answer_staff_proof from public;

-- Spends the member's fresh proof of a call, and returns whether there was one. Only the functions below call it.
create function spend_staff_proof(proof uuid, member uuid, wanted text, approval uuid default null, payload bytea default null)
returns boolean language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update staff_proofs set spent_at = clock_timestamp()
  where id = proof and member_id = member and call = wanted and answered_at is not null and spent_at is null
    and expires_at > clock_timestamp() and approval_id is not distinct from approval
    and payload_hash is not distinct from payload;
  return found;
end $$;
revoke execute on function spend_staff_proof from public;

-- The table of permissions, as far as two people need it: what each action takes, who asks, and who decides. A test compares
-- it with the contract's.
create function approval_permission(action text) returns text language sql immutable as $$
  select case action
    when 'refund' then 'refunds.request' when 'repaid' then 'payouts.request' when 'release' then 'holds.release'
    when 'set_prices' then 'prices.change' when 'set_release_threshold' then 'limits.change'
    when 'set_tier_limits' then 'limits.change' when 'open_corridor' then 'corridors.change'
    when 'close_corridor' then 'corridors.change' when 'adopt' then 'adoption.request'
    when 'erase_account' then 'erasure.request' when 'review_identity' then 'identity.review'
    when 'set_tier' then 'identity.review' when 'set_monitoring_rules' then 'monitoring.change'
    when 'set_report_profile' then 'reports.change' when 'book_treasury_entry' then 'treasury.manage'
    when 'set_fraud_rules' then 'fraud.manage' when 'open_rail' then 'rails.manage'
    when 'route_network' then 'rails.manage' when 'invite_member' then 'staff.manage'
    when 'invite_member_again' then 'staff.manage' when 'change_roles' then 'staff.manage' end
$$;
create function roles_that_ask(permission text) returns text[] language sql immutable as $$
  select case permission
    when 'holds.release' then array['compliance', 'finance']
    when 'refunds.request' then array['support', 'finance']
    when 'payouts.request' then array['finance']
    when 'prices.change' then array['finance']
    when 'limits.change' then array['compliance', 'finance']
    when 'corridors.change' then array['finance', 'engineer']
    when 'rails.manage' then array['finance', 'engineer']
    when 'adoption.request' then array['engineer']
    when 'erasure.request' then array['support', 'compliance']
    when 'identity.review' then array['compliance']
    when 'monitoring.change' then array['compliance']
    when 'fraud.manage' then array['compliance']
    when 'reports.change' then array['compliance']
    when 'treasury.manage' then array['finance']
    when 'staff.manage' then array['administrator'] end
$$;
create function roles_that_decide(permission text) returns text[] language sql immutable as $$
  select case permission
    when 'holds.release' then array['compliance', 'administrator']
    when 'refunds.request' then array['finance', 'administrator']
    when 'payouts.request' then array['finance', 'administrator']
    when 'prices.change' then array['finance', 'administrator']
    when 'limits.change' then array['compliance', 'administrator']
    when 'corridors.change' then array['compliance', 'administrator']
    when 'rails.manage' then array['finance', 'compliance', 'administrator']
    when 'adoption.request' then array['finance', 'administrator']
    when 'erasure.request' then array['compliance', 'administrator']
    when 'identity.review' then array['compliance', 'administrator']
    when 'monitoring.change' then array['compliance', 'administrator']
    when 'fraud.manage' then array['compliance', 'administrator']
    when 'reports.change' then array['compliance', 'administrator']
    when 'treasury.manage' then array['finance', 'administrator']
    when 'staff.manage' then array['compliance', 'administrator'] end
$$;

-- Refuses a request that its member may not make. Nobody is one of two people in their first day.
create function require_allowed_request() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.permission is distinct from approval_permission(new.action) or new.expires_at > clock_timestamp() + interval '25 hours'
    or not exists (select from staff_members where id = new.maker and ended_at is null
      and activated_at <= now() - interval '24 hours' and roles && roles_that_ask(new.permission)) then
    raise exception 'this member may not ask for %', new.action using errcode = '42501';
  end if;
  return new;
end $$;
create trigger approvals_are_asked_for_by_members before insert on approvals
  for each row execute function require_allowed_request();

-- Decides a request: both members exist, are two, have the roles, and the second joined a day ago; the request waits and has time; and the second person
-- has signed its id and payload a moment ago. One's own request is withdrawn without a proof. Only this function decides.
create function decide_approval(request uuid, person uuid, decision text, words text, proof uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  asked approvals;
  theirs text[];
begin
  select * into asked from approvals where id = request for update;
  select roles into theirs from staff_members where id = person and ended_at is null
    and activated_at <= now() - interval '24 hours' for share;
  if asked.state is distinct from 'pending' or asked.expires_at <= clock_timestamp() or theirs is null then
    raise exception 'request % cannot be decided', request using errcode = '42501';
  end if;
  if decision = 'withdrawn' then
    if asked.maker <> person then
      raise exception 'request % is not this member''s', request using errcode = '42501';
    end if;
  elsif decision not in ('approved', 'rejected') or asked.maker = person
    or not theirs && roles_that_decide(asked.permission) then
    raise exception 'this member may not decide request %', request using errcode = '42501';
  elsif decision = 'approved' and not exists (select from staff_members where id = asked.maker and ended_at is null
    and roles && roles_that_ask(asked.permission)) then
    raise exception 'the member behind request % may not ask for it', request using errcode = '42501';
  elsif not spend_staff_proof(proof, person, case decision when 'approved' then 'approve' else 'reject' end,
    asked.id, asked.payload_hash) then
    raise exception 'request % has no fresh proof of this member', request using errcode = '42501';
  end if;
  update approvals set state = decision, checker = case when decision <> 'withdrawn' then person end, note = words,
    decided_at = clock_timestamp() where id = request;
end $$;
revoke execute on function decide_approval from public;

-- What is open moves on; under the processes' roles, a request expires only when its time is over.
create or replace function refuse_second_decision() returns trigger language plpgsql as $$
begin
  if (old.state = 'pending' and (new.state <> 'expired' or old.expires_at <= clock_timestamp()))
    or (old.state = 'approved' and new.state in ('done', 'failed') and new.checker = old.checker) then return new; end if;
  raise exception 'approval % is %, and stays so', old.id, old.state;
end $$;

-- Uses an invitation's link: the first passkey of its member. Returns the member; null when the link does not work.
create function join_staff(link text, credential text, key bytea, counted bigint, ways text[], label text) returns uuid
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  member uuid;
begin
  delete from staff_invitations i using staff_members m where i.token_hash = sha256(convert_to(link, 'UTF8'))
    and i.expires_at > clock_timestamp() and m.id = i.member_id and m.ended_at is null returning m.id into member;
  if member is null then return null; end if;
  update staff_members set activated_at = coalesce(activated_at, now()) where id = member;
  insert into staff_passkeys (member_id, credential_id, public_key, counter, transports, name)
    values (member, credential, key, counted, ways, label);
  return member;
end $$;
revoke execute on function join_staff from public;

-- Stores another passkey of a member who has just proven to be it with one of theirs: one passkey for each proof. Returns its
-- id; null without a proof.
create function add_staff_passkey(member uuid, credential text, key bytea, counted bigint, ways text[], label text) returns uuid
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  made uuid;
begin
  if not spend_staff_proof((select id from staff_proofs where member_id = member and call = 'startOwnPasskey'
      and answered_at is not null and spent_at is null order by id desc limit 1), member, 'startOwnPasskey') then
    return null;
  end if;
  insert into staff_passkeys (member_id, credential_id, public_key, counter, transports, name)
    values (member, credential, key, counted, ways, label) returning id into made;
  return made;
end $$;
revoke execute on function add_staff_passkey from public;

-- Removes a member's own passkey, whose id the proof names; false without such a passkey or proof.
create function remove_staff_passkey(member uuid, passkey uuid, proof uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from staff_proofs where id = proof
      and request_hash = sha256(convert_to(format('{"body":null,"params":{"id":"%s"}}', passkey), 'UTF8')))
    or not spend_staff_proof(proof, member, 'removeOwnPasskey') then return false; end if;
  delete from staff_passkeys where id = passkey and member_id = member;
  return found;
end $$;
revoke execute on function remove_staff_passkey from public;

-- A member who ended or is invited again has neither passkeys nor sessions, and one with other roles has no session.
create function end_staff_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if old.ended_at is not null then
    raise exception 'member % has ended, and stays so', old.id using errcode = '42501';
  end if;
  if new.ended_at is not null then
    delete from staff_invitations where member_id = new.id;
    delete from staff_passkeys where member_id = new.id;
  end if;
  update staff_sessions set ended_at = now() where member_id = new.id and ended_at is null;
  return null;
end $$;
create trigger staff_members_lose_access after update of roles, ended_at on staff_members for each row
  when (old.roles is distinct from new.roles or old.ended_at is distinct from new.ended_at)
  execute function end_staff_access();
create function end_invited_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from staff_passkeys where member_id = new.member_id;
  update staff_sessions set ended_at = now() where member_id = new.member_id and ended_at is null;
  return null;
end $$;
create trigger staff_invitations_end_access after insert or update on staff_invitations
  for each row execute function end_invited_access();

create function refuse_reopened_session() returns trigger language plpgsql as $$
begin
  raise exception 'session % has ended, and stays so', old.id using errcode = '42501';
end $$;
create trigger staff_sessions_end_once before update of ended_at on staff_sessions
  for each row when (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  execute function refuse_reopened_session();
