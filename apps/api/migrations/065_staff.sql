-- Members of staff, their passkeys and sessions; and the audit log, a chain of hashes.

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
  ended_at timestamptz
);
create unique index staff_members_name on staff_members (lower(name));
create unique index staff_members_email on staff_members (lower(email)) where ended_at is null;
grant select, insert on staff_members to sesa_app;
grant update (roles, activated_at, last_signed_in_at, ended_at, invited_at, invited_by) on staff_members to sesa_app;

-- One for each member at most: a new one replaces the old.
create table staff_invitations (
  member_id uuid primary key references staff_members (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);
grant select, insert, update, delete on staff_invitations to sesa_app;

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
grant select, insert, delete on staff_passkeys to sesa_app;
grant update (counter, last_used_at) on staff_passkeys to sesa_app;

-- A challenge is good for one answer. `member_id`: only that member may answer; null for signing in.
create table staff_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'register', 'confirm')),
  member_id uuid references staff_members (id),
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (member_id is null))
);
grant select, insert, delete on staff_challenges to sesa_app;

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
grant select, insert, delete on staff_sessions to sesa_app;
grant update (last_used_at, ended_at) on staff_sessions to sesa_app;

-- A command line that waits until its member confirms it in the office. `session_hash` is the hash of the token that the
-- command made for itself: confirming opens a session under it.
create table staff_command_lines (
  token_hash bytea primary key check (length(token_hash) = 32),
  code_hash bytea not null check (length(code_hash) = 32),
  session_hash bytea not null unique check (length(session_hash) = 32),
  machine text not null check (length(machine) between 1 and 200),
  wrong_codes integer not null default 0,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);
grant select, insert, update, delete on staff_command_lines to sesa_app;

-- The office's own processes show signs of life too.
alter table processes drop constraint processes_kind_check;
alter table processes add constraint processes_kind_check check (kind in ('server', 'worker', 'office')) not valid;
