-- The office: members of staff, decisions by two people, actions of staff, requests about personal data.

-- Members -----------------------------------------------------------------------------------------------------

-- Names are unique for ever, in any case of letters: a name in an old record stays one person's.
create table staff_members (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 2 and 100),
  email text not null check (length(email) between 3 and 254),
  roles text[] not null check (cardinality(roles) between 1 and 5
    and roles <@ array['support', 'compliance', 'finance', 'engineer', 'administrator']),
  -- Null for the first administrator, whom a command invites.
  invited_by uuid references staff_members (id),
  invited_at timestamptz not null default clock_timestamp(),
  activated_at timestamptz,
  last_signed_in_at timestamptz,
  ended_at timestamptz,
  -- An administrator has no other role, since each of the others may ask for what an administrator approves.
  constraint staff_members_administrator_alone
    check (ended_at is not null or 'administrator' <> all (roles) or roles = '{administrator}')
);
create unique index staff_members_name on staff_members (lower(name));
create unique index staff_members_email on staff_members (lower(email)) where ended_at is null;

-- Whether a member of staff has joined. Until then, commands act under one name.
create function has_staff() returns boolean language sql stable as $$
  select exists (select from staff_members where activated_at is not null and ended_at is null)
$$;

create function member_named(given text) returns uuid language sql stable as $$
  select id from staff_members where lower(name) = lower(given)
$$;

-- At most one for each member: a new one replaces the old.
create table staff_invitations (
  member_id uuid primary key references staff_members (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);

create table staff_passkeys (
  id uuid primary key default uuidv7(),
  member_id uuid not null references staff_members (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index staff_passkeys_of on staff_passkeys (member_id);

-- Challenges for one answer each. Only the member `member_id` may answer; null for signing in.
create table staff_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'register', 'confirm')),
  member_id uuid references staff_members (id),
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (member_id is null))
);

create table staff_sessions (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  member_id uuid not null references staff_members (id),
  kind text not null check (kind in ('office', 'command_line')),
  started_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index staff_sessions_of on staff_sessions (member_id) where ended_at is null;

-- Command lines that wait until their member confirms them in the office. `session_hash` is the hash of the token that the
-- command line made for itself: confirming opens a session under it.
create table staff_command_lines (
  token_hash bytea primary key check (length(token_hash) = 32),
  code_hash bytea not null check (length(code_hash) = 32),
  session_hash bytea not null unique check (length(session_hash) = 32),
  machine text not null check (length(machine) between 1 and 200),
  wrong_codes integer not null default 0,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Ends the access of a member: who has ended or is invited again loses passkeys and sessions; a change of roles ends sessions.
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

-- Two people --------------------------------------------------------------------------------------------------

-- Requests of one member of staff that another one approves.
create table approvals (
  id uuid primary key default uuidv7(),
  action text not null,
  permission text not null,
  -- The subject and its version at the time of the request; another version makes the request outdated.
  entity text not null check (entity <> ''),
  entity_version text not null,
  -- JSON text as the first person gave it, and its SHA-256.
  payload text not null,
  payload_hash bytea not null check (payload_hash = sha256(convert_to(payload, 'UTF8'))),
  reason text not null check (length(reason) between 3 and 500),
  maker uuid not null references staff_members (id),
  made_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'done', 'failed', 'rejected', 'expired', 'withdrawn')),
  checker uuid references staff_members (id),
  decided_at timestamptz,
  note text,
  result text,
  check (state in ('pending', 'expired') = (decided_at is null)),
  check ((state in ('approved', 'done', 'failed', 'rejected')) = (checker is not null)),
  -- The checker must be another person than the maker.
  check (checker <> maker)
);
create unique index approvals_one_open on approvals (action, entity) where state in ('pending', 'approved');
create index approvals_by_state on approvals (state, id);
create trigger approvals_are_never_deleted before delete on approvals
  for each row execute function refuse_change();

-- A decision is final, and a request expires only when its time is over.
create function refuse_second_decision() returns trigger language plpgsql as $$
begin
  if (old.state = 'pending' and (new.state <> 'expired' or old.expires_at <= clock_timestamp()))
    or (old.state = 'approved' and new.state in ('done', 'failed') and new.checker = old.checker) then return new; end if;
  raise exception 'approval % is %, and stays so', old.id, old.state;
end $$;
create trigger approvals_are_decided_once before update on approvals
  for each row execute function refuse_second_decision();

-- The orders of two people, the permission that each takes, and the roles that ask and decide. `migrate` writes them from the
-- contract's calls and permissions; no process can.
create table order_roles (
  action text primary key,
  permission text not null,
  ask text[] not null,
  decide text[] not null
);

-- Refuses a request that its member may not make, also in the member's first day.
create function require_allowed_request() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.expires_at > clock_timestamp() + interval '25 hours' or not exists (
    select from staff_members m join order_roles o on o.ask && m.roles
    where m.id = new.maker and m.ended_at is null and m.activated_at <= now() - interval '24 hours'
      and o.action = new.action and o.permission = new.permission) then
    raise exception 'this member may not ask for %', new.action using errcode = '42501';
  end if;
  return new;
end $$;
create trigger approvals_are_asked_for_by_members before insert on approvals
  for each row execute function require_allowed_request();

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

-- Stores an answer, once and in time; returns false otherwise. It must come from the member's own passkey, with the device's
-- lock, and answer this challenge.
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

-- Decides a request, which only this function can. The request waits and has time left. The two members are different people,
-- both have the roles, and the second joined at least a day ago and has just signed the request's id and payload. Members
-- withdraw their own requests without a proof.
create function decide_approval(request uuid, person uuid, decision text, words text, proof uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  asked approvals;
  allowed order_roles;
  theirs text[];
begin
  select * into asked from approvals where id = request for update;
  select * into allowed from order_roles where action = asked.action;
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
    or not coalesce(theirs && allowed.decide, false) then
    raise exception 'this member may not decide request %', request using errcode = '42501';
  elsif decision = 'approved' and not exists (select from staff_members where id = asked.maker and ended_at is null
    and roles && allowed.ask) then
    raise exception 'the member behind request % may not ask for it', request using errcode = '42501';
  elsif not spend_staff_proof(proof, person, case decision when 'approved' then 'approve' else 'reject' end,
    asked.id, asked.payload_hash) then
    raise exception 'request % has no fresh proof of this member', request using errcode = '42501';
  end if;
  update approvals set state = decision, checker = case when decision <> 'withdrawn' then person end, note = words,
    decided_at = clock_timestamp() where id = request;
end $$;
revoke execute on function decide_approval from public;

-- Refuses a change that no approved request asks for. The triggers that call it let the application's roles change corridors,
-- rails and members only as two people decided. The schema's owner, who runs commands while there are no members
-- of staff, may change them alone.
create function require_approved(wanted text, about text, said jsonb) returns void language plpgsql as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = 'approvals'::regclass), 'usage') then return; end if;
  if not exists (select from approvals where state = 'approved' and action = wanted and entity = about
    and payload::jsonb @> said) then
    raise exception 'no approved request asks for this: %', wanted using errcode = '42501';
  end if;
end $$;

-- Joining and passkeys ----------------------------------------------------------------------------------------

-- Uses an invitation's link to store the first passkey of its member. Returns the member; null when the link does not work.
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

-- Stores another passkey of a member who has just answered with one of theirs: one passkey for each proof. Returns its id;
-- null without a proof.
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

-- Removes a member's own passkey, whose id the proof names; returns false without such a passkey or proof.
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

-- Members, their roles and their invitations change only as an approved request says. Only the owner of the schema invites
-- without one: the first administrators.
create function require_approved_member() returns trigger language plpgsql as $$
begin
  -- The unique indexes refuse a member that another run of the job has just added.
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
-- A member who is invited again counts as joined only after using the link.
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

-- Actions -----------------------------------------------------------------------------------------------------

-- Every action of staff, with the person's name and reason. The ledger has what it books under its id.
create table staff_actions (
  id uuid primary key default uuidv7(),
  -- References transfers, which come later (006).
  transfer_id uuid,
  action text not null check (action ~ '^[a-z_]{1,40}$'),
  staff text not null check (length(staff) between 2 and 100),
  reason text not null check (length(reason) between 3 and 500),
  -- The subject of an action that is not about a transfer: a job's id, a break's id.
  subject text,
  at timestamptz not null default clock_timestamp(),
  -- The second person, and the person who proposed what `staff` carried out.
  approved_by text,
  proposed_by text,
  -- The request that the action carries out.
  approval_id uuid references approvals (id),
  -- What it changed, for the audit log.
  change jsonb,
  check (approved_by is null or lower(btrim(approved_by)) <> lower(btrim(staff)))
);
create index staff_actions_of on staff_actions (transfer_id);
-- Nothing is carried out twice: an action and its effects are one transaction. Adoption makes one action for each transfer.
create unique index staff_actions_once on staff_actions (approval_id, coalesce(transfer_id::text, ''))
  where approval_id is not null;
-- Every decision of two people asks who invited a member.
create index staff_actions_of_invitations on staff_actions (subject)
  where action in ('invite_member', 'invite_member_again');
create trigger staff_actions_never_change before update or delete on staff_actions
  for each row execute function refuse_change();
create trigger staff_actions_never_emptied before truncate on staff_actions
  for each statement execute function refuse_change();

-- The member whose session runs the transaction; null for the product itself.
create function acting_member() returns uuid language sql stable as $$
  select nullif(current_setting('sesa.member', true), '')::uuid
$$;

-- Names the people of an action: the member whose call it is, or the two members of the approved request that it carries
-- out. The names that the code gives count only before the first member has joined.
create function name_acting_member() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  request approvals;
begin
  select * into request from approvals where id = new.approval_id;
  new.staff := coalesce((select name from staff_members where id = coalesce(acting_member(), request.maker)),
    new.staff);
  new.approved_by := coalesce((select name from staff_members where id = request.checker), new.approved_by);
  return new;
end $$;
create trigger staff_actions_name_who_acts before insert on staff_actions
  for each row execute function name_acting_member();

-- Erases the words about an account in the transaction that closes it, for the customer or for the two members who approved
-- that. Before the first member has joined, one command closes an account. The entry that this function leaves has the
-- numbers of the erased words; `audit verify` compares them.
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

-- Policies ----------------------------------------------------------------------------------------------------

-- Documents that two people set, each version a new row: prices, rules, limits, profiles of countries, thresholds. The module
-- that reads a kind knows the form of its bodies. One person sets the levels of alerts.
create table policies (
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The subject of the order: a country, a tier and its corridor, a wallet.
  key text not null check (key <> ''),
  -- Counts the versions of a kind from 1.
  version integer not null,
  -- The first day (UTC) on which it is in force; null from the moment that it is stored.
  valid_from date,
  -- In shadow mode rules only record.
  mode text not null check (mode in ('in_force', 'shadow')),
  -- The payload of the approved order.
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  approval_id uuid unique references approvals (id),
  -- The member who asked, and why; null for what the product came with.
  author text check (author <> ''),
  reason text check (reason <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (kind, version),
  constraint policies_amount check (kind not in ('release_threshold', 'alert_level')
    or coalesce((body ->> 'amount')::bigint >= 0, false)),
  constraint policies_tier_limits check (kind <> 'tier_limits' or coalesce(
    body ->> 'tier' in ('1', '2', '3') and valid_from is not null and body ->> 'source' <> ''
    and coalesce(body ->> 'sender', 'XX') ~ '^[A-Z]{2}$' and coalesce(body ->> 'recipient', 'XX') ~ '^[A-Z]{2}$'
    and (body ->> 'per24Hours')::bigint > 0 and (body ->> 'per30Days')::bigint >= (body ->> 'per24Hours')::bigint, false)),
  constraint policies_report_profile check (kind <> 'report_profile' or coalesce(
    key in ('US', 'GH', 'LR', 'SL') and valid_from is not null and jsonb_typeof(body -> 'profile') = 'object', false))
);
-- The same customers have one limit from a day.
create unique index policies_tier_limits_from on policies (key, valid_from) where kind = 'tier_limits';
create trigger policies_never_change before update or delete on policies
  for each row execute function refuse_change();
create trigger policies_never_emptied before truncate on policies
  for each statement execute function refuse_change();

-- Numbers a policy and reads its mode and first day from its body. Unless the owner of the schema stores it, the body is the
-- payload of an approved order, whose maker is the author.
create function take_policy() returns trigger language plpgsql as $$
declare
  request approvals;
begin
  perform pg_advisory_xact_lock(hashtext('sesa.policies'));
  new.version := coalesce((select max(version) from policies where kind = new.kind), 0) + 1;
  new.mode := coalesce(new.body ->> 'mode', 'in_force');
  new.valid_from := (new.body ->> 'validFrom')::date;
  select * into request from approvals where id = new.approval_id and state = 'approved'
    and action = 'set_' || new.kind and entity = new.key and payload::jsonb = new.body;
  if found then
    new.author := (select name from staff_members where id = request.maker);
    new.reason := request.reason;
  elsif new.kind <> 'alert_level' and not pg_has_role(current_user,
    (select relowner from pg_class where oid = 'policies'::regclass), 'usage') then
    raise exception 'no approved request asks for this: set_%', new.kind using errcode = '42501';
  end if;
  return new;
end $$;
create trigger policies_take_two_people before insert on policies
  for each row execute function take_policy();

-- The amount from which the release of a hold takes two people, in US dollar cents. No law names one: USD 1,000 is our own
-- first choice of 26 November 2026.
insert into policies (kind, key, body) values ('release_threshold', 'release threshold', '{ "amount": "100000" }');

-- Requests about personal data --------------------------------------------------------------------------------

-- How long we take to answer a request for personal data or its erasure. The newest row whose day has come is in force.
create table privacy_deadlines (
  id bigint generated always as identity primary key,
  country text not null check (country in ('US', 'GH', 'LR', 'SL')),
  days integer not null check (days between 1 and 365),
  source text not null check (source <> ''),
  is_confirmed boolean not null,
  valid_from date not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (country, valid_from)
);
create trigger privacy_deadlines_never_change before update or delete on privacy_deadlines
  for each row execute function refuse_change();

insert into privacy_deadlines (country, days, source, is_confirmed, valid_from)
  select country, 30, 'Our Privacy Policy: we answer within 30 days. A lawyer must confirm the law’s own period', false,
    '2026-11-26'
  from unnest(array['US', 'GH', 'LR', 'SL']) as country;

-- Requests of customers for a copy of their data or for its erasure. An erasure is done when the account is closed.
create table privacy_requests (
  id bigint generated always as identity primary key,
  number text not null generated always as ('P-' || lpad(id::text, 6, '0')) stored unique,
  kind text not null check (kind in ('access', 'erasure')),
  user_id uuid not null references users (id),
  -- The country of the customer's number; null without one, and then the shortest deadline counts.
  country text,
  received_at timestamptz not null,
  due_at timestamptz not null,
  deadline_source text not null,
  -- How the member made sure that the request comes from the customer.
  identity_confirmed text not null check (length(identity_confirmed) between 3 and 500),
  opened_by text not null check (opened_by <> ''),
  opened_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('sent', 'refused')),
  ended_by text,
  ended_at timestamptz,
  note text,
  check ((outcome is null) = (ended_at is null) and (ended_at is null) = (ended_by is null)),
  check (outcome <> 'sent' or kind = 'access')
);
create index privacy_requests_open on privacy_requests (due_at, id) where ended_at is null;
create index privacy_requests_of on privacy_requests (user_id);
create trigger privacy_requests_are_never_deleted before delete on privacy_requests
  for each row execute function refuse_change();

create function refuse_second_end() returns trigger language plpgsql as $$
begin
  if old.ended_at is null then return new; end if;
  raise exception 'request % has ended', old.number;
end $$;
create trigger privacy_requests_end_once before update on privacy_requests
  for each row execute function refuse_second_end();
