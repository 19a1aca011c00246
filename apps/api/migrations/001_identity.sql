-- Accounts, sign-in, profiles and the outbox of messages.

create table users (
  id uuid primary key default uuidv7(),
  created_at timestamptz not null default now(),
  -- Set by an operator: the account can neither sign in nor use a session that is open.
  locked_at timestamptz
);

-- A verified number. One account per number, one number per account.
create table phone_identities (
  phone_number text primary key check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  user_id uuid not null unique references users,
  country text not null check (country in ('SL', 'LR', 'GH', 'US')),
  verified_at timestamptz not null default now()
);

create table profiles (
  user_id uuid primary key references users,
  name text check (char_length(name) between 1 and 100),
  email text check (char_length(email) between 3 and 254),
  email_verified_at timestamptz,
  -- A new address of a profile whose address is verified, until it is verified itself.
  pending_email text check (char_length(pending_email) between 3 and 254),
  gender text check (gender in ('male', 'female')),
  dob date,
  -- Nothing that the person has to give is missing.
  filled boolean not null generated always as (name is not null and email is not null and dob is not null) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The refresh token itself is only in the browser's cookie: here is its SHA-256.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  device text not null,
  trusted boolean not null,
  auth_time timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- The absolute end, however much the session is used.
  expires_at timestamptz not null,
  -- How long it may lie unused.
  idle_limit interval not null,
  ended_at timestamptz
);
create index sessions_of_user on sessions (user_id, last_used_at desc) where ended_at is null;
create index sessions_by_expiry on sessions (expires_at);

-- One row per code sent. The rows of the last day are also the exact record that limits are counted on.
create table verifications (
  id uuid primary key default gen_random_uuid(),
  phone_number text not null,
  country text not null check (country in ('SL', 'LR', 'GH', 'US')),
  -- Keyed hash of the caller's address (IPv4, or the /64 of IPv6).
  address_key bytea not null,
  salt bytea not null,
  code_hash bytea not null,
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verifications_of_number on verifications (phone_number, created_at);
create index verifications_of_address on verifications (address_key, created_at);
create index verifications_by_age on verifications (created_at);

-- Counters of budgets that belong to nobody in particular: a country's and the whole service's codes of one day.
create table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  count integer not null check (count > 0),
  primary key (bucket, window_start)
);

-- Append-only record of what happened to an account. No personal data in details.
create table security_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  session_id uuid,
  kind text not null check (kind in ('account_created', 'signed_in', 'signed_out', 'session_ended', 'profile_changed')),
  details jsonb not null default '{}',
  at timestamptz not null default now()
);
create index security_events_of_user on security_events (user_id, id desc);

-- Key pairs that ID tokens are signed with; the private half is encrypted with a key derived from SESA_SECRET.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index signing_keys_one_in_use on signing_keys ((true)) where retired_at is null;

-- Outbox: written in the transaction that wants the message, sent by a job. The body is encrypted and erased once
-- the message is sent or given up.
create table messages (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  body bytea,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  provider_id text,
  failure text check (failure in ('refused', 'expired', 'attempts_exhausted')),
  created_at timestamptz not null default now(),
  -- Not worth sending later than this, such as a code that has run out.
  expires_at timestamptz,
  ended_at timestamptz,
  check ((state = 'queued') = (body is not null)),
  check ((state = 'queued') = (ended_at is null)),
  check ((state = 'failed') = (failure is not null))
);
create index messages_by_age on messages (created_at);

grant select, insert on users, security_events to sesa_app;
grant select, insert, update on phone_identities, profiles, signing_keys to sesa_app;
grant select, insert, update, delete on sessions, verifications, rate_limits, messages to sesa_app;
