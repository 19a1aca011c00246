-- Passwords, links by e-mail, passkeys, other identity services, proof of work, closed accounts, and where events
-- came from.

-- Closed by its owner: nobody signs in any more, and what the law wants kept lies in locked_records.
alter table users add column closed_at timestamptz;
grant update (closed_at) on users to sesa_app;

grant delete on phone_identities, profiles to sesa_app;

-- One account per verified address, whatever its spelling.
create unique index profiles_one_verified_email on profiles (lower(email)) where email_verified_at is not null;

-- Money events are recorded as well: the list of kinds is the application's.
alter table security_events drop constraint security_events_kind_check;
alter table security_events add constraint security_events_kind_check check (kind ~ '^[a-z_]{1,40}$');

-- From where something happened. Apart from the event, since this is personal and is forgotten one day.
create table event_origins (
  event_id bigint primary key references security_events,
  user_id uuid not null references users,
  address text not null check (char_length(address) <= 64),
  device text not null check (char_length(device) <= 100),
  at timestamptz not null default now()
);
create index event_origins_of_user on event_origins (user_id);
create index event_origins_by_age on event_origins (at);
grant select, insert, delete on event_origins to sesa_app;

create table passwords (
  user_id uuid primary key references users,
  hash text not null check (hash like '$argon2id$%'),
  changed_at timestamptz not null default now()
);
grant select, insert, update, delete on passwords to sesa_app;

-- A link that was sent by e-mail; its token is only in the mail, here is the SHA-256. A link of nobody (user_id is null
-- and it is no sign-up) is made for an unknown address, so that known and unknown ones cost the same.
create table email_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  kind text not null check (kind in ('sign_up', 'verify', 'reset', 'undo')),
  email text not null check (char_length(email) between 3 and 254),
  user_id uuid references users,
  -- Of a sign-up: the password that was chosen, and the browser that chose it (SHA-256 of its cookie).
  password_hash text,
  browser_hash bytea,
  wrong_tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((kind = 'sign_up') = (password_hash is not null)),
  check ((kind = 'sign_up') = (browser_hash is not null))
);
create index email_links_of_user on email_links (user_id) where used_at is null;
create index email_links_by_expiry on email_links (expires_at);
grant select, insert, update, delete on email_links to sesa_app;

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  credential_id text not null unique check (char_length(credential_id) <= 1400),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 200),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index passkeys_of_user on passkeys (user_id);
grant select, insert, update, delete on passkeys to sesa_app;

-- A challenge that a browser was given, until it comes back: once. With a user it is for making a passkey.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
grant select, insert, delete on passkey_challenges to sesa_app;

-- Who somebody is at another service: its own name for them, never their e-mail address.
create table federated_identities (
  provider text not null check (provider in ('google', 'firebase')),
  subject text not null check (char_length(subject) between 1 and 255),
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  unique (user_id, provider)
);
grant select, insert, delete on federated_identities to sesa_app;

-- A sign-in under way at another service, bound to the browser that began it. Read and deleted once.
create table federated_flows (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
create index federated_flows_by_expiry on federated_flows (expires_at);
grant select, insert, delete on federated_flows to sesa_app;

-- Wrong codes over a number's life, by the digest of the number.
create table wrong_codes (
  number_key bytea primary key,
  count integer not null check (count > 0)
);
grant select, insert, update, delete on wrong_codes to sesa_app;

-- Proofs of work that were spent.
create table spent_proofs (
  proof_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_proofs_by_expiry on spent_proofs (expires_at);
grant select, insert, delete on spent_proofs to sesa_app;

-- What has to be kept of a closed account, out of the application's reach: it may lay rows down and not read them.
create table locked_records (
  user_id uuid primary key references users,
  closed_at timestamptz not null default now(),
  locked_until timestamptz not null,
  record jsonb not null
);
grant insert on locked_records to sesa_app;

-- Erases what has been kept long enough.
create function forget_locked_records() returns void language sql security definer set search_path = public, pg_temp
as $$ delete from locked_records where locked_until < now() $$;
revoke execute on function forget_locked_records() from public;
grant execute on function forget_locked_records() to sesa_app;
