-- Browsers that signed in to an account before, by the SHA-256 of a random cookie of their own.
create table known_devices (
  user_id uuid not null references users,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  name text not null check (char_length(name) <= 100),
  -- Wrong codes that this browser tried for this account, ever.
  wrong_codes integer not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
create index known_devices_by_use on known_devices (last_used_at);
grant select, insert, update, delete on known_devices to sesa_app;

-- The browser that a session belongs to. Null for sessions of the release before, until their browser refreshes.
alter table sessions add column device_hash bytea check (octet_length(device_hash) = 32);

-- On whose account a code was sent: strangers and known browsers have budgets of their own. The release before writes
-- none and counts all codes of a number together, which is stricter.
alter table verifications
  add column lane text not null default 'stranger' check (lane in ('stranger', 'slow', 'known', 'email')),
  add column device_hash bytea check (octet_length(device_hash) = 32),
  add column user_id uuid references users;

-- Wrong passwords over a password's life, by a keyed digest of the address, the password's hash and the browser.
create table wrong_passwords (
  subject_key bytea primary key,
  count integer not null check (count >= 0),
  last_at timestamptz not null default now()
);
create index wrong_passwords_by_age on wrong_passwords (last_at);
grant select, insert, update, delete on wrong_passwords to sesa_app;
