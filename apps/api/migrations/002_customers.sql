-- Customers: accounts, sign-in, profiles, consents, recipients and cards.

-- Accounts ----------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key default uuidv7(),
  created_at timestamptz not null default now(),
  -- Set by staff: the account can neither sign in nor use an open session.
  locked_at timestamptz,
  -- Set when the customer closes the account, which ends all sign-ins. `locked_records` has what the law makes us keep.
  closed_at timestamptz
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
  -- A new address, until it is verified: the verified one stays in use meanwhile.
  pending_email text check (char_length(pending_email) between 3 and 254),
  -- From when a newly confirmed address may reset the password; null for at once.
  reset_from timestamptz,
  gender text check (gender in ('male', 'female')),
  dob date,
  -- The customer has given everything that is required.
  filled boolean not null generated always as (name is not null and email is not null and dob is not null) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One account per verified address, in any case of letters.
create unique index profiles_one_verified_email on profiles (lower(email)) where email_verified_at is not null;
-- Search indexes for staff: the start of a name, any part of it, and an email address, confirmed or not.
create index profiles_by_name on profiles (lower(name) text_pattern_ops);
create index profiles_by_name_parts on profiles using gin (name_parts(name));
create index profiles_by_email on profiles (lower(email));

-- Names and dates of birth that a customer with transfers replaced. Moved to locked_records when the account closes.
create table identity_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  -- Null where staff changed the name.
  session_id uuid,
  name text,
  dob date,
  changed_at timestamptz not null default clock_timestamp()
);
create index identity_changes_of on identity_changes (user_id, id);

-- Names that staff correct, which takes two people. The request and the audit log are never erased, so the names stay out of
-- both and are here until the account closes.
create table name_corrections (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  name_before text,
  name_after text not null,
  -- The document that the first person saw, and what it says.
  document text not null,
  seen text not null,
  asked_at timestamptz not null default clock_timestamp()
);
create index name_corrections_of on name_corrections (user_id, id);

-- Sender details that some corridors require by law. Only customers who send there are asked for them.
create table sender_details (
  user_id uuid primary key references users,
  -- Countries by ISO 3166-1 alpha-2.
  nationality text not null check (nationality ~ '^[A-Z]{2}$'),
  address_line text not null check (char_length(address_line) between 1 and 100),
  -- Null where addresses have none.
  postal_code text check (char_length(postal_code) between 1 and 16),
  city text not null check (char_length(city) between 1 and 64),
  country text not null check (country ~ '^[A-Z]{2}$'),
  identification_type text not null check (identification_type in
    ('national_id', 'passport', 'driving_license', 'social_security_id', 'residence_permit')),
  -- Sealed with a key that the database does not hold.
  identification_number bytea not null,
  occupation text check (char_length(occupation) between 1 and 64),
  updated_at timestamptz not null default now()
);

-- A customer's one unfinished transfer, or first profile, as typed.
create table drafts (
  user_id uuid primary key references users (id) on delete cascade,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  updated_at timestamptz not null default now()
);

-- Sessions ----------------------------------------------------------------------------------------------------

-- The browser's cookie alone has the refresh token: this table has its SHA-256.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  device text not null,
  -- The browser's mark, as in known_devices.
  device_hash bytea check (octet_length(device_hash) = 32),
  trusted boolean not null,
  auth_time timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- The absolute end, however often the session is used.
  expires_at timestamptz not null,
  -- How long it may stay unused.
  idle_limit interval not null,
  ended_at timestamptz
);
create index sessions_of_user on sessions (user_id, last_used_at desc) where ended_at is null;
create index sessions_by_expiry on sessions (expires_at);

-- Browsers that have signed in to an account, by the SHA-256 of a random cookie.
create table known_devices (
  user_id uuid not null references users,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  name text not null check (char_length(name) <= 100),
  -- All wrong codes that this browser has tried for this account.
  wrong_codes integer not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
create index known_devices_by_use on known_devices (last_used_at);

-- Key pairs that ID tokens are signed with; the private half is encrypted with a key derived from SESA_SECRET.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index signing_keys_one_in_use on signing_keys ((true)) where retired_at is null;

-- Events of an account. `details` holds no personal data.
create table security_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  session_id uuid,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  details jsonb not null default '{}',
  at timestamptz not null default now()
);
create index security_events_of_user on security_events (user_id, id desc);

-- Where an event came from. Separate from the event, since this is personal and is deleted one day.
create table event_origins (
  event_id bigint primary key references security_events,
  user_id uuid not null references users,
  address text not null check (char_length(address) <= 64),
  device text not null check (char_length(device) <= 100),
  at timestamptz not null default now()
);
create index event_origins_of_user on event_origins (user_id);
create index event_origins_by_age on event_origins (at);

-- Codes by SMS ------------------------------------------------------------------------------------------------

-- One row per code sent. Limits are counted on the rows of the last day.
create table verifications (
  id uuid primary key default gen_random_uuid(),
  phone_number text not null,
  country text not null check (country in ('SL', 'LR', 'GH', 'US')),
  -- Keyed hash of the caller's address (IPv4, or the /64 of IPv6).
  address_key bytea not null,
  -- Whose budget the code draws on: strangers and known browsers have separate ones.
  lane text not null default 'stranger' check (lane in ('stranger', 'slow', 'known', 'email')),
  device_hash bytea check (octet_length(device_hash) = 32),
  user_id uuid references users,
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

-- Counters of shared budgets: the codes of one day, for a country and for the whole service.
create table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  count integer not null check (count > 0),
  primary key (bucket, window_start)
);

-- All wrong codes ever tried for a number, by the number's digest.
create table wrong_codes (
  number_key bytea primary key,
  count integer not null check (count > 0)
);

-- Proofs of work that were used.
create table spent_proofs (
  proof_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_proofs_by_expiry on spent_proofs (expires_at);

-- Other ways to sign in ---------------------------------------------------------------------------------------

create table passwords (
  user_id uuid primary key references users,
  hash text not null check (hash like '$argon2id$%'),
  changed_at timestamptz not null default now()
);

-- All wrong tries of a password, by a keyed digest of the address, the password's hash and the browser.
create table wrong_passwords (
  subject_key bytea primary key,
  count integer not null check (count >= 0),
  last_at timestamptz not null default now()
);
create index wrong_passwords_by_age on wrong_passwords (last_at);

-- Links sent by email, by the SHA-256 of the token, which only the email has. An unknown address gets a link without an
-- account too (`user_id` is null in a link that is no sign-up), so that known and unknown addresses cost the same.
create table email_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  kind text not null check (kind in ('sign_up', 'verify', 'reset', 'undo')),
  email text not null check (char_length(email) between 3 and 254),
  user_id uuid references users,
  -- Of a sign-up: the chosen password, and the browser that chose it (the SHA-256 of its cookie).
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

-- Challenges for one answer each. With `user_id`, the answer makes a passkey.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- Customers who answered "Not now" to the offer of a passkey, and when last.
create table passkey_offers (
  user_id uuid primary key references users,
  declined_at timestamptz not null default now()
);

-- A customer's id at another service: never the email address, which may pass to another person.
create table federated_identities (
  provider text not null check (provider in ('google', 'firebase')),
  subject text not null check (char_length(subject) between 1 and 255),
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  unique (user_id, provider)
);

-- Sign-ins in progress at another service, bound to the browser that began them. Each row is read and deleted once.
create table federated_flows (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
create index federated_flows_by_expiry on federated_flows (expires_at);

-- Consents ----------------------------------------------------------------------------------------------------

-- The exact text of each document and control that a consent names, as this deployment showed it.
create table legal_texts (
  text_hash bytea primary key check (text_hash = sha256(convert_to(text, 'UTF8'))),
  document text not null check (document ~ '^[a-z-]{1,40}$'),
  version text not null check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  text text not null,
  stored_at timestamptz not null default clock_timestamp()
);
create trigger legal_texts_never_change before update or delete on legal_texts
  for each row execute function refuse_change();

-- Consents. A withdrawal and a newer version each add a row.
create table consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('terms', 'privacy', 'esign', 'marketing', 'sms', 'push')),
  document text not null,
  version text not null,
  text_hash bytea not null references legal_texts,
  language text not null default 'en',
  -- The words beside the control that the customer used.
  wording text not null,
  given boolean not null,
  at timestamptz not null default clock_timestamp(),
  screen text not null check (screen ~ '^[a-z-]{1,40}$'),
  -- The build of the web app that showed it, where the app said so.
  build text check (build ~ '^[\w-]{1,20}$'),
  supersedes bigint references consents
);
create index consents_of on consents (user_id, id desc);
create trigger consents_never_change before update or delete on consents
  for each row execute function refuse_change();

-- Where a consent came from. Deleted when the account closes; the locked record then holds it.
create table consent_origins (
  consent_id bigint primary key references consents,
  user_id uuid not null references users,
  -- The first 24 bits of an IPv4 address, 48 of an IPv6 one.
  address_prefix text not null,
  user_agent text not null check (char_length(user_agent) <= 300)
);
create index consent_origins_of on consent_origins (user_id);

-- Saved recipients and cards ----------------------------------------------------------------------------------

-- People whom a customer has paid or added. A person who was paid gets a row when the list is first read after that.
create table saved_recipients (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  country text not null,
  -- E.164.
  phone text not null,
  network text not null,
  name text not null check (char_length(name) between 1 and 100),
  nickname text check (char_length(nickname) between 1 and 40),
  favourite boolean not null default false,
  name_check text not null default 'unknown' check (name_check in ('match', 'close', 'different', 'unknown')),
  name_checked_at timestamptz,
  account_name text check (char_length(account_name) between 1 and 400),
  created_at timestamptz not null default clock_timestamp(),
  -- When the customer last changed the row: a later transfer knows the name better.
  changed_at timestamptz not null default clock_timestamp(),
  -- When the customer removed the person. Only a later transfer brings the row back.
  removed_at timestamptz,
  unique (user_id, phone, network)
);

-- The account's customer at the card provider, created when first needed. A null `customer_id` is a request whose
-- answer never arrived. `generation` is part of its idempotency key: it rises when the provider no longer has the customer.
create table card_customers (
  user_id uuid primary key references users (id),
  customer_id text unique check (customer_id <> ''),
  generation integer not null default 1 check (generation > 0),
  created_at timestamptz not null default now()
);

-- Each consent to keep a card, and its withdrawal. `legal_texts` holds the text that the customer saw.
create table card_consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  -- The card at the provider.
  card_id text not null check (card_id <> ''),
  decision text not null check (decision in ('given', 'withdrawn')),
  text_hash bytea not null references legal_texts,
  at timestamptz not null default clock_timestamp(),
  unique (user_id, card_id, decision)
);
create trigger card_consents_never_change before update or delete on card_consents
  for each row execute function refuse_change();

